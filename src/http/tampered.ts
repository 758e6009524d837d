import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Ending, Pieces, Profile } from '../faults/torture.ts';
import { signalOf } from './abort-signal.ts';
import type { Deps } from './deps.ts';
import type { Scope } from './scope.ts';

/** Writes the replies of a scope as their calls' profiles want it; all others as they are. */
export function tamperReplies(app: Scope, deps: Deps): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const profile = request.call?.profile;
    if (!profile || !isBody(payload) || !disturbs(profile, reply)) {
      done(null, payload);
      return;
    }
    disturbed(deps, reply, profile, payload).then(
      (stream) => done(null, stream),
      (error: Error) => done(error),
    );
  });
}

/** What is meant for event streams leaves an ordinary reply, such as a refusal, as it is. */
export const disturbs = ({ of }: Profile, reply: FastifyReply): boolean =>
  of === 'bytes' || isEventStream(reply);

type Body = string | Buffer | Readable;

const isBody = (payload: unknown): payload is Body =>
  typeof payload === 'string' || Buffer.isBuffer(payload) || payload instanceof Readable;

const isEventStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream');

/** How far apart two pieces are written that a client should meet as two. */
const pauseMs = 5;

async function disturbed(
  { wait }: Deps,
  reply: FastifyReply,
  { length, disturb }: Profile,
  payload: Body,
): Promise<Readable> {
  const gone = signalOf(reply);
  // When nobody waits any more, nothing needs to arrive piece by piece.
  const pause = () => wait(gone.aborted ? 0 : pauseMs, gone).catch(() => {});
  let source = payload instanceof Readable ? payload : Readable.from([payload]);
  // A length cannot be stated wrong before it is known.
  if (length === 'longer') {
    const whole = await buffer(source);
    reply.header('content-length', whole.length + 1);
    source = Readable.from([whole]);
  }
  // Left to itself it would throw an AbortError into the stream behind, as if that had failed.
  const pieces = disturb(source.iterator({ destroyOnReturn: false }), pause);
  return Readable.from(written(reply, pieces, source), { objectMode: false });
}

async function* written(reply: FastifyReply, pieces: Pieces, source: Readable): AsyncGenerator<Buffer, void> {
  try {
    let next = await pieces.next();
    for (; !next.done; next = await pieces.next()) if (next.value.length > 0) yield next.value;
    if (next.value !== 'end') await breakOff(reply, next.value);
  } finally {
    // Whoever stops reading stops the stream behind this one too.
    await pieces.return('end');
    source.destroy();
  }
}

/** Breaks the connection off, but not before everything written so far is on its way. */
async function breakOff({ raw }: FastifyReply, ending: Exclude<Ending, 'end'>): Promise<void> {
  await setImmediate();
  const { socket } = raw;
  if (!socket || socket.destroyed) {
    raw.destroy();
    return;
  }
  await new Promise((resolve) => void socket.write('', resolve));
  const closed = once(socket, 'close');
  if (ending === 'reset') socket.resetAndDestroy();
  else socket.destroySoon();
  await closed;
}
