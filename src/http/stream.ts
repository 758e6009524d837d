import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '../core/errors.ts';

/** A reply that is written piece by piece. */
export interface StreamedReply {
  headers: Readonly<Record<string, string>>;
  /**
   * Runs up to its first piece before the reply begins, so that whatever refuses does so as an ordinary reply.
   * From then on its `finally` runs whatever happens: that is where holds are given back. A reader that does
   * not keep up is waited for between two pieces.
   * @param signal aborted as soon as nobody reads any more (`clientLeft`), or when the app closes (a Refusal
   *   `unavailable`): then the stream may still say its last words
   */
  pieces: (signal: AbortSignal) => AsyncGenerator<string, void>;
}

export type BeginStream = (reply: FastifyReply, streamed: StreamedReply) => Promise<Readable>;

export const clientLeft = new Error('the client left');

/** The streams of one scope. The app does not finish closing before all of them have ended. */
export function streamsOf(app: FastifyInstance): BeginStream {
  const open = new Map<AbortController, Promise<void>>();
  let closing = false;

  app.addHook('preClose', async () => {
    closing = true;
    for (const controller of open.keys()) controller.abort(new Refusal('unavailable'));
  });
  app.addHook('onClose', async () => {
    await Promise.all(open.values());
  });

  return async (reply, { headers, pieces }) => {
    const controller = new AbortController();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const forget = () => {
      open.delete(controller);
      end();
    };
    open.set(controller, ended);
    if (closing) controller.abort(new Refusal('unavailable'));
    let stream: Readable | undefined;
    // Not only the stream that is sent: a hook may have put another one in its place.
    const leave = () => {
      controller.abort(clientLeft);
      stream?.destroy();
    };
    reply.raw.once('close', leave);
    if (reply.raw.destroyed) setImmediate(leave);
    try {
      const source = pieces(controller.signal);
      const first = await source.next();
      stream = Readable.from(source);
      if (!first.done) stream.push(first.value);
      stream.once('close', forget);
      // A connection that stayed open for another request would hold up the shutdown.
      reply.headers({ ...headers, connection: 'close' });
      return stream;
    } catch (error) {
      forget();
      throw error;
    }
  };
}

/** What every event stream is sent with: nobody on the way may keep, join or delay its frames. */
export const eventStreamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
} as const;

/**
 * One server-sent event, as real clients read it (observed): a line with its name, the very next line with the
 * data as one line of JSON, an empty line.
 */
export const eventFrame = (name: string, data: object): string =>
  `event: ${name}\ndata: ${oneLine(JSON.stringify(data))}\n\n`;

/** JSON has no control characters; these three are line ends to some readers that split text into lines. */
const oneLine = (json: string): string =>
  json.replace(/[\u0085\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`);
