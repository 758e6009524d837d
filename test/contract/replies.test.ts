import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { readExchanges } from '../../src/contract/folder.ts';
import { isPublished } from '../harness.ts';
import { neutralOnly, openGoldenSandbox, replyOf } from './sandbox.ts';

const sandbox = await openGoldenSandbox(isPublished ? 'published' : 'neutral');
afterAll(() => sandbox.close());

/** Trace ids, and submission ids made of them, depend on the path, which the published words change. */
const compared = (reply: object): string =>
  JSON.stringify(reply, (name, value) =>
    isPublished && (name === 'traceId' || name === 'submissionId') ? typeof value : value,
  );

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

describe.skipIf(isPublished)('over a socket', () => {
  const lookups = exchanges.filter(
    ({ request, reply, name }) =>
      request.method === 'GET' && reply.status === 200 && !reply.events && !name.startsWith('transport/'),
  );

  it('a URL with a cached route gets the recorded reply too, without a handler', async () => {
    const unused = await openGoldenSandbox();
    onTestFinished(() => unused.close());
    const replay = await unused.listen();
    let handlers = 0;
    const count = () => {
      handlers++;
    };
    subscribe('tracing:fastify.request.handler:start', count);
    onTestFinished(() => void unsubscribe('tracing:fastify.request.handler:start', count));
    let cached = 0;
    for (const exchange of lookups) {
      await replay({ ...exchange, name: `${exchange.name}-before` });
      const before = handlers;
      const reply = replyOf(await replay(exchange));
      expect(JSON.stringify(reply), exchange.name).toBe(JSON.stringify(exchange.reply));
      if (handlers === before) cached++;
    }
    // The others stream their reply or meet a magic identifier.
    expect(cached).toBeGreaterThan(0.9 * lookups.length);
  });
});
