import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../core/errors.ts';
import type { LoopShare } from '../../core/loop-share.ts';

/** A reply that is sent piece by piece. */
export interface StreamedReply {
  headers: Readonly<Record<string, string>>;
  /** Whether the connection stays open afterwards; false when absent. */
  keepsAlive?: boolean;
  /** It holds more than it may cost in the end. */
  mayCostLess?: boolean;
  /**
   * Runs up to its first piece before the reply begins, so refusals until then are ordinary replies. Later its
   * `finally` always runs; release holds there. Waits between pieces for a slow reader. What it returns is the last piece.
   * @param signal aborts when the client disconnects (`clientLeft`) or when the app closes (a Refusal `unavailable`);
   *   in the second case the stream may still send a last piece
   */
  pieces: (signal: AbortSignal) => Pieces;
}

type Pieces = AsyncGenerator<string, void> | AsyncGenerator<string, string | Buffer | undefined>;

/** Begins a reply; its body is empty if the client left before the first piece. */
export type BeginStream = (raw: ServerResponse, streamed: StreamedReply) => Promise<BegunStream>;

interface BegunStream {
  readonly status: 200;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | '';
}

export const clientLeft = new Error('the client left');

/** Manages the streams of an app or a scope. The app waits for all of them before it has closed. */
export function streamsOf(
  app: FastifyInstance,
  { loopShare }: { readonly loopShare: LoopShare },
): BeginStream {
  const open = new Map<AbortController, Promise<void>>();
  let closing = false;

  app.addHook('preClose', async () => {
    closing = true;
    for (const controller of open.keys()) controller.abort(new Refusal('unavailable'));
  });
  app.addHook('onClose', async () => {
    await Promise.all(open.values());
  });

  return async (raw, { headers, keepsAlive = false, pieces }) => {
    const controller = new AbortController();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const forget = () => {
      open.delete(controller);
      end();
    };
    open.set(controller, ended);
    if (closing) controller.abort(new Refusal('unavailable'));
    let stream: Readable | undefined;
    // Needed because a hook may have replaced the stream that is sent.
    const leave = () => {
      controller.abort(clientLeft);
      stream?.destroy();
    };
    raw.once('close', leave);
    if (raw.destroyed) setImmediate(leave);
    try {
      const source = inTurns(loopShare, pieces(controller.signal), () => joinWrites(raw));
      const first = await source.next();
      if (raw.destroyed) {
        await source.return();
        forget();
        return { status: 200, headers, body: '' };
      }
      stream = streamFrom(first.value as string | Buffer, source);
      stream.once('close', forget);
      if (keepsAlive) closeWhenDone(raw, () => closing);
      return {
        status: 200,
        headers: keepsAlive ? headers : { ...headers, connection: 'close' },
        body: stream,
      };
    } catch (error) {
      forget();
      throw error;
    }
  };
}

/** A connection that stays open would delay the shutdown. */
function closeWhenDone(raw: ServerResponse, isClosing: () => boolean): void {
  const { socket } = raw;
  raw.once('finish', () => {
    if (isClosing()) socket?.destroySoon();
  });
}

/** All writes of this turn of the event loop leave together, the last piece and the end included. */
function joinWrites({ socket }: ServerResponse): void {
  socket?.cork();
  setImmediate(() => socket?.uncork());
}

function streamFrom(first: string | Buffer, source: ReturnType<typeof inTurns>): Readable {
  const stream = source.isDone() ? new Readable({ read() {} }) : Readable.from(source);
  stream.push(first);
  if (source.isDone()) stream.push(null);
  return stream;
}

/** The same stream; each piece is made when its turn comes, and the returned one is the last. */
function inTurns(loopShare: LoopShare, source: Pieces, onLast: () => void) {
  let isDone = false;
  return {
    isDone: () => isDone,
    async next(): Promise<IteratorResult<string | Buffer, undefined>> {
      if (isDone) return { done: true, value: undefined };
      const { done, value } = await loopShare.run(
        () => source.next() as Promise<IteratorResult<string, string | Buffer | undefined>>,
      );
      isDone = done === true;
      if (value === undefined) return { done: true, value };
      if (done) onLast();
      return { done: false, value };
    },
    async return(): Promise<IteratorResult<never, undefined>> {
      await source.return(undefined as never);
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Headers of every event stream: no proxy may store, join or delay its frames. */
export const eventStreamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
} as const;

/**
 * One server-sent event as real clients read it (observed): a line with the name, the next line with the data as JSON,
 * an empty line.
 */
export const eventFrame = (name: string, data: object): string =>
  `event: ${name}\ndata: ${oneLine(JSON.stringify(data))}\n\n`;

/** Escapes three characters that JSON allows and that some readers take for line ends. */
const oneLine = (json: string): string =>
  json.replace(/[\u0085\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`);
