import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Ending, Pieces, ReplyProfile } from '../../faults/profiles.ts';
import { signalOf } from './abort-signal.ts';
import type { Deps } from './deps.ts';
import { isEventStream, type Payload, streamOf } from './payload.ts';
import type { Scope } from './scope.ts';

/** Sends the replies of a scope as the profiles of their calls say. */
export function applyProfiles(app: Scope, deps: Pick<Deps, 'wait'>): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const profile = request.call?.profile;
    if (!profile || !isAffectedBy(profile, reply)) {
      done(null, payload);
      return;
    }
    profiledReply(deps, reply, profile, payload as Payload).then(
      (stream) => done(null, stream),
      (error: Error) => done(error),
    );
  });
}

/** Profiles of event streams leave ordinary replies as they are, refusals included. */
export const isAffectedBy = ({ affects }: ReplyProfile, reply: FastifyReply): boolean =>
  affects !== 'events' || isEventStream(reply);

/** The time between two pieces that a client should receive separately. */
const pauseMs = 5;

async function profiledReply(
  { wait }: Pick<Deps, 'wait'>,
  reply: FastifyReply,
  { length, transform }: ReplyProfile,
  payload: Payload,
): Promise<Readable> {
  const signal = signalOf(reply);
  // Without a client, pauses have no purpose.
  const pause = () => wait(signal.aborted ? 0 : pauseMs, signal).catch(() => {});
  let source = streamOf(payload);
  // The wrong length derives from the right one, so the whole body must be there first.
  if (length === 'longer') {
    const whole = await buffer(source);
    reply.header('content-length', whole.length + 1);
    source = Readable.from([whole]);
  }
  // By default the iterator would destroy the source with an AbortError, as if the source had failed.
  const pieces = transform(source.iterator({ destroyOnReturn: false }), pause);
  return Readable.from(sendPieces(reply, pieces, source), { objectMode: false });
}

async function* sendPieces(
  reply: FastifyReply,
  pieces: Pieces,
  source: Readable,
): AsyncGenerator<Buffer, void> {
  try {
    let next = await pieces.next();
    for (; !next.done; next = await pieces.next()) if (next.value.length > 0) yield next.value;
    if (next.value !== 'end') await disconnect(reply, next.value);
  } finally {
    // If the reader stops, the source must stop too.
    await pieces.return('end');
    source.destroy();
  }
}

/** Closes or resets the connection after everything written so far is flushed. */
async function disconnect({ raw, request }: FastifyReply, ending: Exclude<Ending, 'end'>): Promise<void> {
  if (request.call) request.call.isCut = true;
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
