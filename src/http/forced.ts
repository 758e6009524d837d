import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Matchable } from '../core/match.ts';
import { findMagic } from '../faults/magic.ts';
import { findOutcome, type Outcome } from '../faults/outcomes.ts';
import { readPrefer } from '../faults/prefer.ts';
import type { Effect } from '../faults/written-rule.ts';
import { signalOf } from './abort-signal.ts';
import { note, type RecognisedCall, recognisedCall } from './call.ts';
import type { Deps } from './deps.ts';
import { redactorOf } from './redact.ts';
import type { Scope } from './scope.ts';
import { tamperReplies } from './tampered.ts';

/** A refusal in the terms of a generation: thrown where it is forced, and written like an earned one. */
export type ForcedRefusal = (call: RecognisedCall, outcome: Outcome) => Error;

/**
 * Where forced outcomes enter the requests of a scope: by `Prefer` or by a fault rule before the rate limit, by
 * a magic identifier in place of the look-up. To be called after the hook that recognises the key, and before
 * the one that refuses what comes next.
 */
export function force(app: Scope, deps: Deps, refusal: ForcedRefusal): void {
  // Not sooner: a rule may ask for the body. Not later: a body that nobody can read is refused after all this.
  app.addHook('preParsing', async (request, reply, payload) => {
    const call = recognisedCall(request);
    const { prefer } = request.headers;
    const asked = typeof prefer === 'string' && deps.settings.prefer;
    if (!asked && deps.faults.count === 0) return payload;

    const wanted = asked ? preferred(deps, request, call, prefer) : undefined;
    const { effect, stream } = wanted
      ? { effect: wanted, stream: payload }
      : await met(deps, request, payload);
    // What is answered before anyone parses it would otherwise be missing in the journal.
    if (effect?.outcome && request.method === 'POST') request.body = await bodyOf(request, stream);
    if (effect) await applyEffect(deps, call, reply, effect, refusal);
    return stream;
  });

  app.addHook('preHandler', (request, reply, done) => {
    const call = recognisedCall(request);
    const given = request.method === 'GET' ? request.query : request.body;
    const magic = findMagic(call.operation, given);
    if (magic && 'waitMs' in magic) {
      call.substitute = magic.substitute;
      call.beforeLookup = () => waited(deps, reply, magic.waitMs);
    } else if (magic) {
      const outcome = findOutcome(call.operation, magic.outcome, deps.settings.v2Status);
      if (outcome)
        call.beforeLookup = async () => {
          call.injected = 'identifier';
          throw refusal(call, outcome);
        };
      else note(call, `${call.operation} cannot answer ${JSON.stringify(magic.outcome)}`);
    }
    done();
  });

  tamperReplies(app, deps);
}

function preferred(
  deps: Deps,
  request: FastifyRequest,
  call: RecognisedCall,
  header: string,
): Effect | undefined {
  const read = (text: string) => readPrefer(text, call.operation, deps.settings.v2Status);
  const { preference } = read(header);
  call.screen = redactorOf(deps, request);
  // A key that is taken apart at its commas, or cut, could not be told from other words any more.
  for (const each of read(call.screen.text(header)).notes) note(call, each);
  return Object.keys(preference).length === 0 ? undefined : { by: 'Prefer', ...preference };
}

/** What the fault rules do to a request, and the stream of its body, of which a rule may have needed a look. */
async function met({ faults }: Deps, request: FastifyRequest, payload: Payload) {
  const about = matchable(request);
  if (!faults.needBody(about)) return { effect: faults.meet(about), stream: payload };
  const { body, stream } = await lookedInto(request, payload);
  return { effect: faults.meet({ ...about, body }), stream };
}

const bodyOf = async (request: FastifyRequest, payload: Payload) => (await lookedInto(request, payload)).body;

async function applyEffect(
  deps: Deps,
  call: RecognisedCall,
  reply: FastifyReply,
  { by, waitMs, gate, outcome, profile }: Effect,
  refusal: ForcedRefusal,
): Promise<void> {
  if (waitMs) {
    note(call, `${by}: ${waitMs} ms late`);
    await waited(deps, reply, waitMs);
  }
  if (gate) {
    note(call, `${by}: held`);
    await gate.enter(signalOf(reply));
  }
  if (profile) {
    call.profile = profile;
    call.profileBy = by;
  }
  if (!outcome) return;
  call.injected = by;
  throw refusal(call, outcome);
}

/** Whoever leaves does not call off what was asked: the service could not know either. */
async function waited({ wait }: Deps, reply: FastifyReply, ms: number): Promise<void> {
  const gone = signalOf(reply);
  try {
    await wait(ms, gone);
  } catch (error) {
    if (!gone.aborted) throw error;
  }
}

const matchable = (request: FastifyRequest): Matchable => ({
  keyId: request.call?.caller?.id ?? null,
  operation: request.call?.operation ?? null,
  method: request.method,
  url: request.url,
  body: undefined,
});

type Payload = AsyncIterable<Buffer | string> & NodeJS.ReadableStream;

/** Reads a body that is not larger than bodies may be, and gives a stream that has all of it still. */
async function lookedInto(
  { routeOptions: { bodyLimit = 0 } }: FastifyRequest,
  payload: Payload,
): Promise<{ body: unknown; stream: Payload }> {
  const source = payload[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let length = 0;
  while (length <= bodyLimit) {
    const { done, value } = await source.next();
    if (done) return { body: parsed(Buffer.concat(chunks)), stream: replay(chunks) };
    chunks.push(Buffer.from(value));
    length += value.length;
  }
  return { body: undefined, stream: replay(chunks, source) };
}

/** Bytes that were read already, and what follows them. */
function replay(chunks: readonly Buffer[], rest?: AsyncIterator<Buffer | string>): Payload {
  async function* all() {
    yield* chunks;
    for (let next = await rest?.next(); next && !next.done; next = await rest?.next()) yield next.value;
  }
  return Readable.from(all(), { objectMode: false });
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return undefined;
  }
}
