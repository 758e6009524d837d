import type { Matchable } from '../../core/match.ts';
import type { Effect } from '../../faults/compiled-rule.ts';
import { findMagic } from '../../faults/magic.ts';
import { readPrefer } from '../../faults/prefer.ts';
import type { ReplyHeaders } from '../../faults/reply-headers.ts';
import { note, type RecognisedCall, recognisedCall } from './call.ts';
import { delay } from './delayed.ts';
import type { Deps } from './deps.ts';
import type { RequestCheck, ServiceRequest } from './generation.ts';
import { redactorOf } from './redact.ts';
import { RoadFailure } from './road-failure.ts';

/** Forces outcomes by `Prefer` or by a fault rule, before the rate limit. @throws the forced refusal */
export const forceOutcome: RequestCheck = (deps, request) => {
  const { prefer } = request.headers;
  const preferring = typeof prefer === 'string' && deps.settings.prefer;
  if (!preferring && deps.faults.count === 0) return undefined;
  const call = recognisedCall(request);
  const effect =
    (preferring ? preferredEffect(deps, request, call, prefer) : undefined) ??
    deps.faults.effectOn(matchable(request, call));
  if (!effect) return undefined;
  const { by, waitMs, gate } = effect;
  const force = () => forceEffect(deps, request, call, effect);
  if (!waitMs && !gate) {
    force();
    return undefined;
  }
  call.isDelayed = true;
  if (waitMs) note(call, `${by}: ${waitMs} ms late`);
  return async (signal) => {
    if (waitMs) await delay(deps, waitMs, signal);
    if (gate) {
      note(call, `${by}: held`);
      await gate.enter(signal);
    }
    force();
  };
};

/** Does the rest of an effect, after its waits. @throws the forced failure; one that is billed as an answer comes last */
function forceEffect(
  deps: Pick<Deps, 'prices'>,
  { generation }: ServiceRequest,
  call: RecognisedCall,
  { by, failure, profile }: Effect,
): void {
  if (profile) {
    call.profile = profile;
    call.profileBy = by;
  }
  if (!failure) return;
  const { reply, headers, charge } = failure;
  call.injected = by;
  if (headers) call.forcedHeaders = inLowerCase(headers);
  const error = 'text' in reply ? new RoadFailure(reply) : generation.forced(deps, call, reply);
  if (charge !== undefined) call.bill = { by, charge, failure: error };
  if (charge !== true) throw error;
}

const inLowerCase = (headers: ReplyHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Lets magic identifiers take effect in place of the look-up, after all ordinary checks. */
export const matchMagic: RequestCheck = (deps, request) => {
  const { generation, given } = request;
  const call = recognisedCall(request);
  const { platform } = deps.operation(call.operation);
  const magic = findMagic(generation.magic, platform, given);
  if (!magic) return;
  if ('waitMs' in magic) {
    call.substitute = magic.substitute;
    call.magic = { wait: (signal) => delay(deps, magic.waitMs, signal) };
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
};

function preferredEffect(
  deps: Pick<Deps, 'ledger' | 'keyHeaders' | 'outcomes'>,
  request: ServiceRequest,
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

const matchable = (
  { method, url, body }: ServiceRequest,
  { caller, operation, traceId }: RecognisedCall,
): Matchable => ({
  keyId: caller.id,
  operation,
  method,
  url,
  body,
  traceId,
});
