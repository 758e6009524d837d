import { afterAll, expect, it } from 'vitest';
import { readExchanges } from '../../src/contract/folder.ts';
import { httpSend } from '../../src/contract/wire.ts';
import { startProcess } from '../process.ts';
import { replay, replyOf } from './sandbox.ts';

const exchanges = readExchanges();
/** All replies are recorded at this instant. */
const [now] = exchanges.flatMap(
  ({ reply }) => (reply.body as { timestamp?: number } | undefined)?.timestamp ?? [],
);
const sandbox = await startProcess(['--clock', String(now), '--pace', '0', '--log-level', 'silent']);
afterAll(() => sandbox.end('SIGTERM'));

it('the program in its own process answers every exchange, trace ids included', async () => {
  const send = httpSend({
    url: sandbox.url,
    v2Url: `${sandbox.url}/v2`,
    timeoutMs: 10_000,
    mostBytes: 10_000_000,
  });
  const others: string[] = [];
  for (const exchange of exchanges) {
    // Requests without a recognised key share one counter of trace ids.
    if (exchange.account === undefined || exchange.name === 'transport/bad-encoding')
      await fetch(`${sandbox.url}/__admin/reset`, { method: 'POST' });
    const reply = replyOf(await replay(send, exchange));
    if (JSON.stringify(reply) !== JSON.stringify(exchange.reply)) others.push(exchange.name);
  }
  expect(others).toEqual([]);
});
