import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Matchable } from '../../core/match.ts';
import type { Effect } from '../../faults/compiled-rule.ts';
import { findMagic } from '../../faults/magic.ts';
import { readPrefer } from '../../faults/prefer.ts';
import { inTransaction } from '../../ledger/job.ts';
import { signalOf } from './abort-signal.ts';
import { type Call, givenIn, note, type RecognisedCall, recognisedCall } from './call.ts';
import type { Deps } from './deps.ts';
import type { ArrivingRequest, Generation, RequestCheck, UnreadRequest } from './generation.ts';
import { redactorOf } from './redact.ts';
import { readBody } from './unread-body.ts';

/**
 * Forces outcomes by `Prefer` or by a fault rule, before the rate limit. Reads the body if a rule needs it.
 * @throws the forced refusal
 */
export const forceOutcome: RequestCheck = (deps, arriving) => {
  const preferring = typeof arriving.prefer === 'string' && deps.settings.prefer;
  if (!preferring && deps.faults.count === 0) return undefined;
  return force(deps, arriving, preferring ? String(arriving.prefer) : undefined);
};

async function force(
  deps: Pick<Deps, 'ledger' | 'keyHeaders' | 'prices' | 'wait' | 'outcomes' | 'faults'>,
  arriving: ArrivingRequest,
  prefer: string | undefined,
): Promise<void> {
  const { generation } = arriving;
  const unread = arriving.unread as UnreadRequest;
  const call = recognisedCall(arriving);
  const { request, reply } = unread;
  const effect =
    (prefer === undefined ? undefined : preferredEffect(deps, request, call, prefer)) ??
    (await matchRules(deps, call, unread));
  if (!effect) return;
  // After a wait the client may have left, and its body with it.
  if (request.method === 'POST' && !isIdle(effect)) await readBody(unread);
  await applyEffect(deps, generation, call, reply, effect);
}

/** Lets magic identifiers take effect in place of the look-up, after all ordinary checks. */
export function answerMagicIdentifiers(
  deps: Pick<Deps, 'operation' | 'prices' | 'wait' | 'outcomes'>,
  generation: Generation,
  call: RecognisedCall,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { platform } = deps.operation(call.operation);
  const magic = findMagic(generation.magic, platform, givenIn(request));
  if (!magic) return;
  if ('waitMs' in magic) {
    call.substitute = magic.substitute;
    call.magic = { wait: () => delayReply(deps, reply, magic.waitMs) };
    return;
  }
  const outcome = deps.outcomes.find(call.operation, magic.outcome);
  if (outcome)
    call.magic = {
      refuse() {
        call.injected = 'identifier';
        return generation.forced(deps, call, outcome);
      },
    };
  else note(call, `${call.operation} cannot answer ${JSON.stringify(magic.outcome)}`);
}

function preferredEffect(
  deps: Pick<Deps, 'ledger' | 'keyHeaders' | 'outcomes'>,
  request: FastifyRequest,
  call: RecognisedCall,
  header: string,
): Effect | undefined {
  const read = (text: string) => readPrefer(text, call.operation, deps.outcomes);
  const { preference } = read(header);
  call.redactor = redactorOf(deps, request);
  // Redact before parsing: a key that is split at its commas or cut can no longer be recognised.
  for (const each of read(call.redactor.text(header)).notes) note(call, each);
  return Object.keys(preference).length === 0 ? undefined : { by: 'Prefer', ...preference };
}

const isIdle = ({ waitMs, gate, outcome }: Effect): boolean => !waitMs && !gate && !outcome;

/** The effect of the first fault rule that matches. */
async function matchRules(
  deps: Pick<Deps, 'ledger' | 'faults'>,
  call: RecognisedCall,
  unread: UnreadRequest,
): Promise<Effect | undefined> {
  const { faults } = deps;
  const request = matchable(call, unread.request);
  if (!faults.needBody(request)) return faults.effectOn(request);
  const body = await readBody(unread);
  // Rules count inside a batch, and the one of this check is over.
  return inTransaction(deps.ledger, { id: call.caller.id }, () => faults.effectOn({ ...request, body }));
}

async function applyEffect(
  deps: Pick<Deps, 'prices' | 'wait'>,
  generation: Generation,
  call: RecognisedCall,
  reply: FastifyReply,
  { by, waitMs, gate, outcome, headers = {}, profile }: Effect,
): Promise<void> {
  if (waitMs || gate) call.isDelayed = true;
  if (waitMs) {
    note(call, `${by}: ${waitMs} ms late`);
    await delayReply(deps, reply, waitMs);
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
  reply.headers(headers);
  throw generation.forced(deps, call, outcome);
}

/** Ends early when the client disconnects. The call still runs, because the service would run it too (assumed: client-left). */
export async function delayReply(
  { wait }: Pick<Deps, 'wait'>,
  reply: FastifyReply,
  ms: number,
): Promise<void> {
  await wait(ms, signalOf(reply)).catch(() => {});
}

const matchable = (call: Call, request: FastifyRequest): Matchable => ({
  keyId: call.caller?.id ?? null,
  operation: call.operation,
  method: request.method,
  url: request.url,
  body: undefined,
  traceId: call.traceId,
});
