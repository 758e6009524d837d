import { once } from 'node:events';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { portOf, type Server, urlOf } from '../bench/servers.ts';

/** Calls of a key that pays 2 credits for each. */
export interface Payments {
  key: string;
  /** The requests that were sent. The answer to some is unknown, because the process was killed meanwhile. */
  sent: number;
  answered: number;
  /** Answers 500 in the envelope of the service. */
  failed: number;
}

const profile = '/clip/profile?uniqueId=sample.creator';
const price = 2;

/** Sends one call after the other until `until()`, or until the server is gone. */
export async function pay(server: Server, payments: Payments, until: () => boolean): Promise<void> {
  while (!until()) {
    payments.sent++;
    try {
      const reply = await fetch(urlOf(server) + profile, { headers: { 'api-key': payments.key } });
      const body = await reply.json();
      if (reply.status === 200) payments.answered++;
      else {
        expect([reply.status, body]).toMatchObject([
          500,
          { errorCode: 'INTERNAL_SERVER_ERROR', success: false },
        ]);
        payments.failed++;
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return;
    }
  }
}

const streams = [
  ['/tube/subtitles/download', { videoId: 'longtrack01', vssId: '.en' }],
  ['/nls', { description: 'cooking creators in Spain' }],
  [
    '/clip/content-search',
    { filters: [{ filterName: 'plays', op: '>', value: 1 }], pageSize: 100, offset: 0 },
  ],
] as const;

/** The key of the slow readers and the leavers. */
export const slowKey = 'sandbox:plan=900000000:slow';

/** Clients that ask for long replies and stop to read, or leave at once, each after `readMs` or at the kill. */
export async function readSlowly(
  server: Server,
  readers: number,
  readMs: number,
  until: () => boolean,
): Promise<void> {
  const reader = async (n: number) => {
    for (let turn = n; !until(); turn++) {
      const [path, given] = streams[turn % streams.length] ?? streams[0];
      const body = JSON.stringify(given);
      const socket = connect(portOf(server), '127.0.0.1');
      socket.on('error', () => {});
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\napi-key: ${slowKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      socket.once('data', () => socket.pause());
      const closed = new Promise((resolve) => socket.once('close', resolve));
      await Promise.race([sleep(turn % 4 === 0 ? 1 + (turn % 7) : readMs), closed]);
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: readers }, (_, n) => reader(n)));
}

/** @returns the waits for answers of /health, in milliseconds */
export async function watchHealth(server: Server, until: () => boolean): Promise<number[]> {
  const waits: number[] = [];
  while (!until()) {
    const startedAt = performance.now();
    try {
      await (await fetch(`${urlOf(server)}/__admin/health`)).arrayBuffer();
    } catch {
      return waits;
    }
    waits.push(performance.now() - startedAt);
    await sleep(50);
  }
  return waits;
}

interface Funds {
  planRemaining: number;
  purchased: number;
  held: number;
  spent: number;
}
interface Movement {
  kind: string;
  plan: number;
  purchased: number;
  held: number;
}

/** The books of a key as the admin surface shows them: the entries sum to the funds. */
export async function booksOf(server: Server, key: string): Promise<{ spent: number; charges: number }> {
  const at = `${urlOf(server)}/__admin/keys/${encodeURIComponent(key)}`;
  const read = async <Of>(url: string) => (await (await fetch(url)).json()) as Of;
  const { planRemaining, purchased, held, spent } = await read<Funds>(at);
  const sum = { plan: 0, purchased: 0, held: 0, charges: 0 };
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const page: { entries: Movement[]; cursor: string | null } = await read(
      `${at}/entries?limit=1000&cursor=${cursor}`,
    );
    for (const entry of page.entries) {
      for (const part of ['plan', 'purchased', 'held'] as const) sum[part] += Math.round(entry[part] * 1000);
      if (entry.kind === 'charge' || entry.kind === 'settle') sum.charges++;
    }
    cursor = page.cursor;
  }
  const inThousandths = (credits: number) => Math.round(credits * 1000);
  expect(sum).toMatchObject({
    plan: inThousandths(planRemaining),
    purchased: inThousandths(purchased),
    held: inThousandths(held),
  });
  return { spent, charges: sum.charges };
}

/** Every answered call was charged once, and no other but those whose answer was lost. */
export async function expectPaid(server: Server, { key, sent, answered, failed }: Payments): Promise<void> {
  const { spent, charges } = await booksOf(server, key);
  expect(spent).toBe(price * charges);
  expect(charges).toBeGreaterThanOrEqual(answered);
  expect(charges).toBeLessThanOrEqual(sent - failed);
}

export function kill({ child }: Server): Promise<unknown> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  return ended;
}
