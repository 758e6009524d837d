import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { readExchanges } from '../../src/contract/folder.ts';
import { neutralOnly, openGoldenSandbox, replyOf } from './sandbox.ts';

const sandbox = await openGoldenSandbox('auto');
afterAll(() => sandbox.close());

/** Trace ids, and submission ids made of them, depend on key and path. */
const compared = (reply: object): unknown =>
  JSON.parse(
    JSON.stringify(reply, (name, value) =>
      name === 'traceId' || name === 'submissionId' ? typeof value : value,
    ),
  );

it('a sandbox for both vocabularies gives the recorded replies in each, in any order and mixed', async () => {
  const exchanges = readExchanges();
  const published = exchanges.filter(({ name }) => !neutralOnly.includes(name));
  const calls = [
    ...exchanges.map((exchange) => ({ exchange, replay: sandbox.replay })),
    ...published.map((exchange) => ({
      exchange: { ...exchange, name: `${exchange.name}-published` },
      replay: sandbox.replayPublished,
    })),
  ];
  const shuffled = fc.shuffledSubarray(calls, { minLength: calls.length });
  const [order = []] = fc.sample(shuffled, { numRuns: 1, seed: 66 });
  for (const { exchange, replay } of order)
    expect(compared(replyOf(await replay(exchange))), exchange.name).toEqual(compared(exchange.reply));
}, 120_000);
