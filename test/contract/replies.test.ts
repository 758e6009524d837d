import { afterAll, describe, expect, it } from 'vitest';
import { readExchanges } from '../../src/contract/folder.ts';
import { isPublished } from '../harness.ts';
import { openGoldenSandbox, replyOf } from './sandbox.ts';

const sandbox = await openGoldenSandbox(isPublished ? 'published' : 'neutral');
afterAll(() => sandbox.close());

/** Trace ids, and what is made of them, follow from the path, which is another one in the published words. */
const compared = (reply: object): string =>
  JSON.stringify(reply, (name, value) =>
    isPublished && (name === 'traceId' || name === 'submissionId') ? typeof value : value,
  );

/** Of the neutral vocabulary: there one path has the published one beside it (specification 4.1). */
const neutralOnly = [
  'v2/gramBasic/published-path',
  'unknown-path/generation-2',
  'unknown-path/generation-2-without-a-key',
];
const exchanges = readExchanges().filter(({ name }) => !isPublished || !neutralOnly.includes(name));

describe('the sandbox answers, whole and in the order of keys,', () => {
  it.each(exchanges.map((exchange) => [exchange.name, exchange.title, exchange] as const))(
    '%s: %s',
    async (_name, _title, exchange) => {
      const reply = compared(replyOf(await sandbox.play(exchange)));
      // Parsed, so that what differs is shown.
      expect(JSON.parse(reply)).toEqual(JSON.parse(compared(exchange.reply)));
      expect(reply).toBe(compared(exchange.reply));
    },
  );
});
