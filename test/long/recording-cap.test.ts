import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import { openProxy } from '../../src/recording/proxy.ts';
import { createPseudonyms } from '../../src/recording/pseudonyms.ts';
import { createRecorder } from '../../src/recording/recorder.ts';
import { createSpendingCap } from '../../src/recording/spending-cap.ts';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';

const { deps } = await testApp({ vocabulary: 'neutral' });

/** How a hostile service answers one call, and what it charges for it, in credits, of a published price of 2. */
type Way = (reply: ServerResponse, charge: (credits: number) => number) => void;

const body = (used: unknown, left: unknown): string =>
  JSON.stringify({ data: { uniqueId: 'jane' }, creditsUsed: used, creditsAvailable: left, success: true });

/** Ways that charge at most the published price, whatever they say. */
const fair: readonly Way[] = [
  (reply, charge) => void reply.end(body(2, charge(2))),
  (reply, charge) => void reply.end(body(1.5, charge(1.5))),
  // no figures, wrong figures, figures of other types
  (reply, charge) => {
    charge(2);
    reply.end(JSON.stringify({ data: {}, success: true }));
  },
  (reply, charge) => {
    charge(2);
    reply.end(body('2', null));
  },
  (reply, charge) => {
    const left = charge(2);
    reply.end(body(2, left + 1_000_000));
  },
  (reply, charge) => {
    charge(2);
    reply.end(body(Number.MAX_VALUE, -7));
  },
  // garbage, redirections, replies that break off, or never end
  (reply, charge) => {
    charge(2);
    reply.writeHead(502).end('<html>');
  },
  (reply, charge) => {
    charge(2);
    reply.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
  },
  (reply, charge) => {
    charge(2);
    reply.writeHead(404, { 'content-length': 500 });
    reply.write('{"success":false', () => reply.destroy());
  },
  (reply, charge) => {
    charge(2);
    reply.destroy();
  },
  (reply, charge) => {
    charge(2);
    reply.writeHead(200, { 'content-type': 'text/event-stream' });
    const more = () => {
      if (!reply.destroyed && reply.write('event: progress\ndata: {"message":"Loading..."}\n\n'.repeat(200)))
        setImmediate(more);
      else if (!reply.destroyed) reply.once('drain', more);
    };
    more();
  },
  // late: after the proxy has given up
  (reply, charge) => {
    charge(2);
    const timer = setTimeout(() => reply.end(body(2, 0)), 2_000);
    reply.once('close', () => clearTimeout(timer));
  },
];

/** Ways that charge more, and show it in the balance. */
const greedy: readonly Way[] = [
  (reply, charge) => void reply.end(body(2, charge(7))),
  (reply, charge) => void reply.end(body(9, charge(9))),
  (reply, charge) => void reply.end(body(0, charge(3))),
];
const maxOvercharge = 7;

const targets = Number(process.env['RECORDING_TARGETS'] ?? 2_000);

it('never spends more than the limit, but for what the calls under way are charged above their price', async () => {
  const seed = Number(process.env['RECORDING_SEED'] ?? 1);
  const random = createRandom(seed);
  for (let n = 0; n < targets; n++) {
    const ways = Array.from({ length: 3 }, () => {
      const all = random() < 0.7 ? fair : greedy;
      return all[Math.floor(random() * all.length)] as Way;
    });
    const parallel = 1 + Math.floor(random() * 4);
    const limit = Math.floor(random() * 30);
    const { spent, unseen } = await spendAt(ways, limit, parallel, 1 + Math.floor(random() * 20));
    const allowed = limit + (ways.some((way) => greedy.includes(way)) ? maxOvercharge * parallel : 0);
    // of a greedy reply that a slow machine cut off, nobody knows more than the price
    expect(spent, `target ${n} of seed ${seed}`).toBeLessThanOrEqual(allowed + unseen);
  }
}, 3_600_000);

/**
 * Makes calls to a service that answers in these ways, in turn.
 * @returns what it charged, and what it charged above the price in replies that did not arrive whole
 */
async function spendAt(
  ways: readonly Way[],
  limit: number,
  parallel: number,
  calls: number,
): Promise<{ spent: number; unseen: number }> {
  let charged = 0;
  let answered = 0;
  const overcharges = new Map<number, number>();
  const server = createServer((_, reply) => {
    const id = answered++;
    const way = ways[id % ways.length];
    // a header that is passed on
    reply.setHeader('retry-after', id);
    way?.(reply, (credits) => {
      charged += credits;
      overcharges.set(id, Math.max(0, credits - 2));
      return 1_000 - charged;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cap = createSpendingCap(limit);
  // as the probe does before the command runs
  cap.noteBalance(1_000);
  const proxy = await openProxy({
    target: { url, v2Url: `${url}/v2`, key: 'the-real-key' },
    standIn: 'stand-in',
    cap,
    recorder: createRecorder({
      folder: newFolder(),
      names: createPseudonyms(Buffer.alloc(32, 7)),
      served: deps.servedRoutes,
      words: deps.words,
      secrets: ['the-real-key'],
    }),
    book: deps.prices,
    served: deps.servedRoutes,
    words: deps.words,
    parallel,
    limits: { timeoutMs: 60, maxReplyBytes: 200_000 },
  });
  await Promise.all(
    Array.from({ length: calls }, () =>
      fetch(`${proxy.url}/clip/profile?uniqueId=jane`, { headers: { 'api-key': 'stand-in' } })
        .then(async (reply) => {
          await reply.text();
          overcharges.delete(Number(reply.headers.get('retry-after')));
        })
        .catch(() => {}),
    ),
  );
  await proxy.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return { spent: charged, unseen: [...overcharges.values()].reduce((sum, each) => sum + each, 0) };
}
