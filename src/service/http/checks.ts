import { Refusal } from '../../core/errors.ts';
import { isSelfDescribing, parseSelfDescribingKey } from '../../core/keys/self-describing.ts';
import type { OperationId } from '../../core/operations.ts';
import type { Caller, LedgerTransaction } from '../../ledger/ledger.ts';
import { noteDecision } from './assumptions.ts';
import { type Call, note, pathOf, recognisedCall } from './call.ts';
import { httpDecisions } from './decisions.ts';
import type { CheckDeps, Deps } from './deps.ts';
import type { ArrivingRequest, RequestCheck } from './generation.ts';

/** Recognises the key; the first one that it knows settles the epoch. Sets `arriving.call`. @throws Refusal `keyMissing` or `keyUnknown` */
export const recogniseKey: RequestCheck = (deps, arriving, tx) => {
  const { key, operation, path, toWire } = arriving;
  const arrivedAt = deps.clock.now();
  const given = typeof key === 'string' && key !== '';
  const caller = given ? tx.identify(key, arrivedAt) : undefined;
  arriving.call = {
    operation,
    caller: caller ?? null,
    ...(caller && { secret: key as string }),
    now: arrivedAt + (caller?.clockOffsetMs ?? 0),
    traceId: deps.trace(caller?.id ?? '', path),
    toWire,
  };
  if (caller) {
    deps.epoch.settle();
    return;
  }
  if (given) note(arriving.call, whyUnknown(key));
  throw new Refusal(given ? 'keyUnknown' : 'keyMissing');
};

/** For the journal. It repeats no part of the key. */
function whyUnknown(key: string): string {
  if (!isSelfDescribing(key)) return 'The sandbox has no such key.';
  const described = parseSelfDescribingKey(key);
  return 'reason' in described
    ? `The key describes no account: ${described.reason}.`
    : 'The key is one more than the setting maxKeys allows.';
}

/** Refuses test-only keys (contract 4.1). @throws Refusal `testOnly` */
export const refuseTestOnly: RequestCheck = (_deps, arriving) => {
  if (recognisedCall(arriving).caller.testOnly) throw new Refusal('testOnly');
};

/** @throws Refusal `rateLimited` */
export const limitRate: RequestCheck = (deps, arriving) => {
  const { caller, now } = recognisedCall(arriving);
  if (!deps.windows.admit(caller, now)) throw new Refusal('rateLimited');
};

/** @throws Refusal `forbidden` */
export const checkPermission: RequestCheck = (_deps, arriving) => {
  const { caller, operation } = recognisedCall(arriving);
  if (caller.allow && !caller.allow.includes(operation)) throw new Refusal('forbidden');
};

/** @throws Refusal `withdrawn` */
export const refuseWithdrawn: RequestCheck = (deps, arriving) => {
  const { withdrawn } = deps.settings;
  if (withdrawn.length === 0 || !withdrawn.includes(arriving.operation)) return;
  noteDecision(deps, recognisedCall(arriving), httpDecisions['withdrawn']);
  throw new Refusal('withdrawn');
};

/** Runs checks in their order, up to one that waits. @returns what that one waits for; undefined = all have run */
export function runChecks(
  deps: CheckDeps,
  arriving: ArrivingRequest,
  checks: Iterable<RequestCheck>,
  tx: LedgerTransaction,
): Promise<void> | undefined {
  for (const check of checks) {
    const waiting = check(deps, arriving, tx);
    if (waiting) return waiting;
  }
  return undefined;
}

/** The call of a request. A request that failed before the key check gets a call without a caller. */
export function ensureCall(
  deps: Pick<Deps, 'clock' | 'trace'>,
  request: { readonly url: string; call: Call | null },
  operation: OperationId | null,
): Call {
  request.call ??= {
    operation,
    caller: null,
    now: deps.clock.now(),
    traceId: deps.trace('', pathOf(request)),
  };
  return request.call;
}

/** Counts a refused call in its key's usage. `GET /usage` itself is not counted (assumed: usage-counts). */
export function countRefusal<T>(
  ledger: { countRefused(caller: Caller, operation: OperationId, now: number): T },
  { caller, operation, now }: Call,
): T | undefined {
  return caller && operation !== 'usage'
    ? ledger.countRefused(caller, operation as OperationId, now)
    : undefined;
}
