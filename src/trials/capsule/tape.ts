import type { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Clock } from '../../core/clock.ts';
import type { Turns } from '../../core/turns.ts';
import type { JobOrder } from '../../ledger/job.ts';
import type { Wait } from '../../service/http/wait.ts';

/**
 * The inputs that a sandbox takes from outside while it runs: time, ids, waits, and the order in which requests get on.
 * A tape records them or plays them again, so that a run can be repeated byte for byte.
 */
export interface RunInputs {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly wait: Wait;
  readonly jobOrder: JobOrder;
  /** Without limit: how far an answer gets in a few milliseconds is never the same twice. */
  readonly maxInBatchMs: number;
  /** Keep the contexts of requests. */
  readonly turns: Turns;
  /** The id of a key; undefined for its usual one. */
  readonly idOf?: (secret: string) => string | undefined;
  /** Lets the requests of a server pass by the tape. */
  attach(server: Server): void;
}

/** The number of the request on whose behalf code runs. */
export type CurrentRequest = AsyncLocalStorage<number>;

/** Ids that follow from a seed, whatever the order in which requests ask for them. */
export function seededIds(seed: string, current: CurrentRequest): () => string {
  const counts = new Map<number, number>();
  return () => {
    const request = current.getStore() ?? -1;
    const count = (counts.get(request) ?? 0) + 1;
    counts.set(request, count);
    return createHash('sha256').update(`${seed} ${request} ${count}`).digest('hex').slice(0, 32);
  };
}

/** The bytes of a reply, as they were written. */
export interface WrittenReply {
  readonly status: number;
  readonly body: Buffer;
}

/** Runs every event of a request and its reply on behalf of its number, and notes what is written. */
export function follow(
  current: CurrentRequest,
  request: number,
  incoming: IncomingMessage,
  response: ServerResponse,
  listen: {
    bodyPart?(part: Buffer): void;
    ended(written: WrittenReply): void;
    left(written: WrittenReply): void;
  },
): void {
  for (const emitter of [incoming, response]) {
    const emit = emitter.emit.bind(emitter) as (...event: unknown[]) => boolean;
    emitter.emit = (...event: unknown[]) => current.run(request, () => emit(...event));
  }
  const push = incoming.push.bind(incoming);
  incoming.push = (part, encoding) => {
    if (part) listen.bodyPart?.(Buffer.from(part));
    return push(part, encoding);
  };

  const parts: Buffer[] = [];
  let isEnded = false;
  const written = () => ({ status: response.statusCode, body: Buffer.concat(parts) });
  const note = (part: unknown) => {
    if (typeof part === 'string' || part instanceof Uint8Array) parts.push(Buffer.from(part as string));
  };
  const [write, end] = [response.write.bind(response), response.end.bind(response)] as unknown as [
    (...given: unknown[]) => boolean,
    (...given: unknown[]) => ServerResponse,
  ];
  response.write = (...given: unknown[]) => {
    note(given[0]);
    return write(...given);
  };
  response.end = (...given: unknown[]) => {
    note(given[0]);
    if (!isEnded) {
      isEnded = true;
      listen.ended(written());
    }
    return end(...given);
  };
  response.once('close', () => {
    if (!isEnded) listen.left(written());
  });
}

/** Puts a function before the listeners of a server's requests. */
export function before(
  server: Server,
  handle: (incoming: IncomingMessage, response: ServerResponse, goOn: () => void) => void,
): void {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (incoming, response) =>
    handle(incoming, response, () => {
      for (const listener of listeners) Reflect.apply(listener, server, [incoming, response]);
    }),
  );
}
