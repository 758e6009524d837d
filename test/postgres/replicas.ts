import { onTestFinished } from 'vitest';
import type { SettingsInput } from '../../src/client/sandbox-interface.ts';
import { createSandbox } from '../../src/library/index.ts';
import { newSchema } from './schemas.ts';

export type Replica = Awaited<ReturnType<typeof startReplica>>;

interface Several {
  2: [Replica, Replica];
  3: [Replica, Replica, Replica];
}

/** Sandboxes over one ledger. They close with the test. */
export async function startReplicas<Count extends keyof Several>(
  count: Count,
  options: SettingsInput = {},
): Promise<Several[Count]> {
  const ledger = newSchema();
  const replicas = [];
  for (let n = 0; n < count; n++) replicas.push(await startReplica({ ledger, ...options }));
  return replicas as Several[Count];
}

export async function startReplica(options: SettingsInput) {
  const sandbox = await createSandbox({ size: 60, logLevel: 'silent', pace: 0, ...options });
  onTestFinished(() => sandbox.close());
  return { ...sandbox, ...clientOf(sandbox) };
}

/** Calls to the service and to the admin surface of one replica. */
export function clientOf({ url, adminUrl }: { url: string; adminUrl: string | null }) {
  const send = (path: string, init: RequestInit & { key?: string } = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { ...(init.key !== undefined && { 'api-key': init.key }), ...init.headers },
    });
  return {
    send,
    /** A search in words, whose reply is a stream. */
    search: (key: string) =>
      send('/nls', {
        method: 'POST',
        key,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          description: 'short video creators from the USA with more than 1000 followers',
        }),
      }),
    /** The status and the body of a GET. */
    async get(path: string, key?: string) {
      const reply = await send(path, key === undefined ? {} : { key });
      return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
    },
    /** A call of the admin surface. */
    async admin(method: string, path: string, body?: unknown) {
      const reply = await fetch(`${adminUrl}${path}`, {
        method,
        ...(body !== undefined && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      });
      const text = await reply.text();
      return { status: reply.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
    },
  };
}

/** The path of a call that costs one credit. */
export const profile = ({ exampleUrl, url }: Replica): string => exampleUrl.slice(url.length);

/** Sends as many calls over each of so many connections of each replica. @returns how often each status came */
export async function load(
  replicas: readonly Replica[],
  { key, connections, calls }: { key: string; connections: number; calls: number },
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  await Promise.all(
    replicas.flatMap((replica) =>
      Array.from({ length: connections }, async () => {
        for (let n = 0; n < calls; n++) {
          const reply = await replica.send(profile(replica), { key });
          await reply.text();
          const { status } = reply;
          counts[status] = (counts[status] ?? 0) + 1;
        }
      }),
    ),
  );
  return counts;
}
