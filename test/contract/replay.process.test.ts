import { expect, it, onTestFinished } from 'vitest';
import { readExchanges } from '../../src/contract/folder.ts';
import { httpSend } from '../../src/contract/wire.ts';
import { newFolder } from '../new-folder.ts';
import { startProcess } from '../process.ts';
import { replay, replyOf } from './sandbox.ts';

const exchanges = readExchanges();
/** All replies are recorded at this instant. */
const [now] = exchanges.flatMap(
  ({ reply }) => (reply.body as { timestamp?: number } | undefined)?.timestamp ?? [],
);

it.each(['in memory', 'on disk'])(
  'the program in its own process, with a ledger %s, answers every exchange twice, trace ids included',
  async (store) => {
    const sandbox = await startProcess([
      ...['--clock', String(now), '--pace', '0', '--log-level', 'silent'],
      ...(store === 'on disk' ? ['--data', newFolder()] : []),
    ]);
    onTestFinished(async () => void (await sandbox.end('SIGTERM')));
    const send = httpSend({
      url: sandbox.url,
      v2Url: `${sandbox.url}/v2`,
      timeoutMs: 600_000,
      maxBytes: 10_000_000,
    });
    const reset = () => fetch(`${sandbox.url}/__admin/reset`, { method: 'POST' });
    const others: string[] = [];
    // The second time their URLs are remembered.
    for (const time of ['first', 'second']) {
      await reset();
      for (const exchange of exchanges) {
        // Requests without a recognised key share one counter of trace ids.
        if (exchange.account === undefined || exchange.name === 'transport/bad-encoding') await reset();
        const reply = replyOf(await replay(send, exchange));
        if (JSON.stringify(reply) !== JSON.stringify(exchange.reply))
          others.push(`${exchange.name} the ${time} time`);
      }
    }
    expect(others).toEqual([]);
  },
);
