import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

let next = 12_000 + Math.floor(Math.random() * 18_000);

/**
 * A port that is free, another one each time. Systems give none of this range to those who ask for any port, so it stays
 * free.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next++;
    if (await isFree(port)) return port;
  }
}

/** Resolves when nobody listens to the port any more. */
export async function untilFree(port: number): Promise<void> {
  while (!(await isFree(port))) await sleep(20);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}
