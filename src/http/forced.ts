import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Matchable } from '../core/match.ts';
import { findMagic } from '../faults/magic.ts';
import { readPrefer } from '../faults/prefer.ts';
import type { Effect } from '../faults/written-rule.ts';
import { signalOf } from './abort-signal.ts';
import { note, type RecognisedCall, recognisedCall } from './call.ts';
import type { Deps } from './deps.ts';
import type { Arriving, Body, Check, Generation } from './generation.ts';
import { redactorOf } from './redact.ts';

/**
 * Outcomes that a test forces by `Prefer` or by a fault rule, before the rate limit. A rule may ask for the body, so
 * this check may read it.
 * @throws the refusal that is forced
 */
export const forceOutcome: Check = async (deps, arriving) => {
  const { generation, request, reply } = arriving;
  const call = recognisedCall(request);
  const { prefer } = request.headers;
  const asked = typeof prefer === 'string' && deps.settings.prefer;
  if (!asked && deps.faults.count === 0) return;

  const effect =
    (asked ? preferred(deps, request, call, prefer) : undefined) ?? (await matchRules(deps, arriving));
  // A refusal leaves before the body is parsed: the journal needs it now.
  if (effect?.outcome && request.method === 'POST') request.body = await readBody(arriving);
  if (effect) await applyEffect(deps, generation, call, reply, effect);
};

/** Magic identifiers take effect in place of the look-up, after every check that an ordinary call meets. */
export function answerMagicIdentifiers(
  deps: Deps,
  generation: Generation,
  call: RecognisedCall,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const given = request.method === 'GET' ? request.query : request.body;
  const { platform } = deps.operation(call.operation);
  const magic = findMagic(generation.magic, platform, given);
  if (!magic) return;
  if ('waitMs' in magic) {
    call.substitute = magic.substitute;
    call.beforeLookup = () => waited(deps, reply, magic.waitMs);
    return;
  }
  const outcome = deps.outcomes.find(call.operation, magic.outcome);
  if (outcome)
    call.beforeLookup = async () => {
      call.injected = 'identifier';
      throw generation.forced(deps, call, outcome);
    };
  else note(call, `${call.operation} cannot answer ${JSON.stringify(magic.outcome)}`);
}

function preferred(
  deps: Deps,
  request: FastifyRequest,
  call: RecognisedCall,
  header: string,
): Effect | undefined {
  const read = (text: string) => readPrefer(text, call.operation, deps.outcomes);
  const { preference } = read(header);
  call.screen = redactorOf(deps, request);
  // A key that is taken apart at its commas, or cut, could not be told from other words any more.
  for (const each of read(call.screen.text(header)).notes) note(call, each);
  return Object.keys(preference).length === 0 ? undefined : { by: 'Prefer', ...preference };
}

/** The effect of the first fault rule that matches; some rules match by the body. */
async function matchRules({ faults }: Deps, arriving: Arriving): Promise<Effect | undefined> {
  const about = matchable(arriving.request);
  if (!faults.needBody(about)) return faults.effectOn(about);
  return faults.effectOn({ ...about, body: await readBody(arriving) });
}

async function applyEffect(
  deps: Deps,
  generation: Generation,
  call: RecognisedCall,
  reply: FastifyReply,
  { by, waitMs, gate, outcome, profile }: Effect,
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
  throw generation.forced(deps, call, outcome);
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

/** Reads a body that is not larger than bodies may be; an equal stream takes its place. */
async function readBody(arriving: Arriving): Promise<unknown> {
  const { bodyLimit = 0 } = arriving.request.routeOptions;
  const source = arriving.body[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let length = 0;
  while (length <= bodyLimit) {
    const { done, value } = await source.next();
    if (done) {
      arriving.body = replay(chunks);
      return parsed(Buffer.concat(chunks));
    }
    chunks.push(Buffer.from(value));
    length += value.length;
  }
  arriving.body = replay(chunks, source);
  return undefined;
}

/** A stream of the bytes that were read, and of those that follow. */
function replay(chunks: readonly Buffer[], rest?: AsyncIterator<Buffer | string>): Body {
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
