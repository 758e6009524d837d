import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { Ending, Pieces, ReplyProfile } from '../../faults/profiles.ts';
import { signalOf } from './abort-signal.ts';
import { joinBody } from './body.ts';
import type { SentRequest } from './generation.ts';
import { isEventStream, type Reply } from './send.ts';
import type { Service } from './service.ts';

/** Profiles of event streams leave ordinary replies as they are, refusals included. */
export const isAffectedBy = ({ affects }: ReplyProfile, reply: Pick<Reply, 'headers'>): boolean =>
  affects !== 'events' || isEventStream(reply);

/** The time between two pieces that a client should receive separately. */
const pauseMs = 5;

/** A reply as a profile lets it arrive. */
export async function profiled(
  { wait, closing }: Pick<Service, 'wait' | 'closing'>,
  request: SentRequest,
  { length, transform }: ReplyProfile,
  reply: Reply,
): Promise<Reply> {
  const signal = signalOf(request.response, closing);
  // Without a client, pauses have no purpose.
  const pause = () => wait(signal.aborted ? 0 : pauseMs, signal).catch(() => {});
  let { headers } = reply;
  let source = streamOf(reply.body);
  // The wrong length derives from the right one, so the whole body must be there first.
  if (length === 'longer') {
    const whole = await buffer(source);
    headers = { ...headers, 'content-length': String(whole.length + 1) };
    source = Readable.from([whole]);
  }
  // By default the iterator would destroy the source with an AbortError, as if the source had failed.
  const pieces = transform(source.iterator({ destroyOnReturn: false }), pause);
  const body = Readable.from(sendPieces(request, pieces, source), { objectMode: false });
  return { ...reply, headers, body };
}

const streamOf = (body: Reply['body']): Readable =>
  body instanceof Readable ? body : Readable.from([joinBody(body)]);

async function* sendPieces(
  request: SentRequest,
  pieces: Pieces,
  source: Readable,
): AsyncGenerator<Buffer, void> {
  try {
    let next = await pieces.next();
    for (; !next.done; next = await pieces.next()) if (next.value.length > 0) yield next.value;
    if (next.value !== 'end') await disconnect(request, next.value);
  } finally {
    // If the reader stops, the source must stop too.
    await pieces.return('end');
    source.destroy();
  }
}

/** Closes or resets the connection after everything written so far is flushed. */
async function disconnect({ response, call }: SentRequest, ending: Exclude<Ending, 'end'>): Promise<void> {
  if (call) call.isCut = true;
  await setImmediate();
  const { socket } = response;
  if (!socket || socket.destroyed) {
    response.destroy();
    return;
  }
  await new Promise((resolve) => void socket.write('', resolve));
  const closed = once(socket, 'close');
  if (ending === 'reset') socket.resetAndDestroy();
  else socket.destroySoon();
  await closed;
}
