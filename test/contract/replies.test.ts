import { afterAll, describe, expect, it } from 'vitest';
import { readExchanges } from '../../src/contract/folder.ts';
import { isPublished } from '../harness.ts';
import { openGoldenSandbox, replyOf } from './sandbox.ts';

const sandbox = await openGoldenSandbox(isPublished ? 'published' : 'neutral');
afterAll(() => sandbox.close());

/** Trace ids, and submission ids made of them, depend on the path, which the published words change. */
const compared = (reply: object): string =>
  JSON.stringify(reply, (name, value) =>
    isPublished && (name === 'traceId' || name === 'submissionId') ? typeof value : value,
  );

/** The neutral vocabulary also serves one published path (specification 4.1). */
const neutralOnly = [
  'v2/gramBasic/published-path',
  'unknown-path/generation-2',
  'unknown-path/generation-2-without-a-key',
];
const exchanges = readExchanges().filter(({ name }) => !isPublished || !neutralOnly.includes(name));

describe('the sandbox gives the recorded reply, keys in the same order,', () => {
  it.each(exchanges.map((exchange) => [exchange.name, exchange.title, exchange] as const))(
    '%s: %s',
    async (_name, _title, exchange) => {
      const reply = compared(replyOf(await sandbox.replay(exchange)));
      // Parsed first: its failure shows the difference.
      expect(JSON.parse(reply)).toEqual(JSON.parse(compared(exchange.reply)));
      expect(reply).toBe(compared(exchange.reply));
    },
  );
});
