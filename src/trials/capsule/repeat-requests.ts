import { type ClientRequest, request as send } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Capsule, RecordedRequest } from './capsule.ts';
import { type CapsulePlayer, numberHeader } from './player.ts';
import { isAdmin } from './run-log.ts';

export interface RepeatingSandbox {
  readonly url: string;
  readonly adminUrl: string | null;
  /** A key by its id, where the sandbox knows it. */
  secretOf(id: string): Promise<string | undefined>;
  /** Connects within the process; by default over the network. */
  connect?: () => Duplex;
  /** Called when the turn of a request has come, before it is sent. @returns `stop` to send no more */
  before?: (number: number) => Promise<'stop' | undefined>;
  /** Ends the repetition. */
  signal?: AbortSignal;
}

/** Sends the requests of a capsule again, each in its turn. Resolves when all have their replies. */
export async function repeatRequests(
  capsule: Capsule,
  player: Pick<CapsulePlayer, 'reached' | 'over' | 'stop'>,
  sandbox: RepeatingSandbox,
): Promise<void> {
  const { events, requests } = capsule;
  const open = new Map<number, OpenRequest>();
  const stop = () => {
    player.stop();
    for (const { client } of open.values()) client.destroy();
  };
  for (const [kind, number] of events) {
    if (kind !== 'R' && kind !== 'L') continue;
    if (!(await player.reached(kind, number))) break;
    // Within a process, other requests have their turn.
    if (sandbox.connect) await nextTurn();
    const recorded = requests[number];
    if (sandbox.signal?.aborted || (kind === 'R' && (await sandbox.before?.(number)) === 'stop'))
      return stop();
    if (kind === 'L') open.get(number)?.client.destroy();
    else if (recorded) open.set(number, ask(await withKeys(capsule, recorded, sandbox), number, sandbox));
  }
  await Promise.race([player.over, abortOf(sandbox.signal)]);
  if (sandbox.signal?.aborted) return stop();
  // Requests that were still waiting when the capsule was saved.
  for (const { client } of open.values()) setTimeout(() => client.destroy(), graceMs).unref();
  await Promise.all([...open.values()].map(({ over }) => over));
}

const graceMs = 2_000;

/** Resolves when the signal aborts. */
const abortOf = (signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal?.addEventListener('abort', () => resolve()));

/** The same request, with the keys of this sandbox in place of the stand-ins of those that it knows by their ids. */
async function withKeys(
  { keys }: Capsule,
  recorded: RecordedRequest,
  { secretOf }: RepeatingSandbox,
): Promise<RecordedRequest> {
  let text = JSON.stringify(recorded);
  for (const [standIn, id] of Object.entries(keys)) {
    if (!text.includes(standIn)) continue;
    const secret = await secretOf(id);
    if (secret !== undefined) text = text.replaceAll(standIn, secret);
  }
  return JSON.parse(text) as RecordedRequest;
}

interface OpenRequest {
  readonly client: ClientRequest;
  /** Resolves when the reply is over, however it ends. */
  readonly over: Promise<void>;
}

function ask(
  { method, url, headers, body }: RecordedRequest,
  number: number,
  sandbox: RepeatingSandbox,
): OpenRequest {
  const base = new URL(isAdmin(url) && sandbox.adminUrl !== null ? sandbox.adminUrl : sandbox.url);
  const client = send(base, {
    method,
    path: url,
    ...(sandbox.connect ? { createConnection: sandbox.connect } : { agent: false }),
    headers: {
      ...headers,
      [numberHeader]: String(number),
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    },
  });
  const over = new Promise<void>((resolve) => {
    client
      .once('error', () => resolve())
      .once('close', () => resolve())
      .once('response', (reply) => reply.once('error', () => resolve()).resume());
  });
  client.end(body);
  return { client, over };
}
