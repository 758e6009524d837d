import { Refusal } from '../../core/errors.ts';
import { isSelfDescribing, parseSelfDescribingKey } from '../../core/keys/self-describing.ts';
import { isUnset } from '../../core/keys/unset.ts';
import type { OperationId } from '../../core/operations.ts';
import type { Caller } from '../../ledger/ledger.ts';
import { noteDecision } from './assumptions.ts';
import { type Call, note, pathOf, recognisedCall } from './call.ts';
import { httpDecisions } from './decisions.ts';
import { delay } from './delayed.ts';
import type { Deps } from './deps.ts';
import type { RequestCheck, ServiceRequest } from './generation.ts';
import { firstVocabulary, wordsOf } from './request-words.ts';

/** Recognises the key; the first one that it knows settles the epoch. Sets `request.call`. @throws Refusal `keyMissing` or `keyUnknown` */
export const recogniseKey: RequestCheck = (deps, request, tx) => {
  const { operation, route } = request;
  const key = keyIn(request);
  const arrivedAt = deps.clock.now();
  const given = typeof key === 'string' && key !== '';
  const caller = given ? tx.identify(key, arrivedAt) : undefined;
  const words = wordsOf(deps, request, caller?.words);
  if (caller && request.vocabulary && request.vocabulary !== (caller.words ?? firstVocabulary(request)))
    tx.noteWords(caller, request.vocabulary);
  request.call = {
    operation,
    caller: caller ?? null,
    secret: caller ? (key as string) : undefined,
    now: arrivedAt + (caller?.clockOffsetMs ?? 0),
    traceId: deps.trace(caller?.id ?? '', pathOf(request)),
    words,
    toWire: route.toWire[words.vocabulary],
  };
  if (caller) {
    deps.epoch.settle();
    return;
  }
  if (given) note(request.call, whyUnknown(key));
  else if (key === '')
    note(request.call, 'The header is there, but empty: set the variable that the client reads.');
  throw new Refusal(given ? 'keyUnknown' : 'keyMissing');
};

/** The header of the key, as it was sent. Node lower-cases the names of headers. */
export const keyIn = ({ headers, generation }: ServiceRequest): unknown =>
  headers[generation.header.toLowerCase()];

/** For the journal. It repeats no part of a key. */
function whyUnknown(key: string): string {
  if (isUnset(key))
    return `It was \`${key}\`: the client has no key. Set the variable that it reads, under exec by --env API_KEY=key.`;
  if (!isSelfDescribing(key)) return 'The sandbox has no such key.';
  const described = parseSelfDescribingKey(key);
  return 'reason' in described
    ? `The key describes no account: ${described.reason}.`
    : 'The key is one more than the setting maxKeys allows.';
}

/** Refuses test-only keys (contract 4.1). @throws Refusal `testOnly` */
export const refuseTestOnly: RequestCheck = (_deps, request) => {
  if (recognisedCall(request).caller.testOnly) throw new Refusal('testOnly');
};

/** @throws Refusal `rateLimited` */
export const limitRate: RequestCheck = (deps, request) => {
  const { caller, now } = recognisedCall(request);
  if (!deps.windows.admit(caller, now)) throw new Refusal('rateLimited');
};

/** @throws Refusal `forbidden` */
export const checkPermission: RequestCheck = (_deps, request) => {
  const { caller, operation } = recognisedCall(request);
  if (caller.allow && !caller.allow.includes(operation)) throw new Refusal('forbidden');
};

/** @throws Refusal `withdrawn` */
export const refuseWithdrawn: RequestCheck = (deps, request) => {
  const { withdrawn } = deps.settings;
  if (withdrawn.length === 0 || !withdrawn.includes(request.route.operation)) return;
  noteDecision(deps, recognisedCall(request), httpDecisions['withdrawn']);
  throw new Refusal('withdrawn');
};

/** Lets an accepted request take its time; nothing under a frozen clock. */
export const takeTime: RequestCheck = (deps, request) => {
  const { latency, clock } = deps;
  if (!latency || clock.frozen) return undefined;
  const call = recognisedCall(request);
  const waits = latency.next(call.caller.id, call.operation);
  call.waits = waits;
  const [endMs] = waits.eventsMs.slice(-1);
  note(
    call,
    endMs === undefined
      ? `latency: ${waits.firstMs} ms`
      : `latency: ${waits.firstMs} ms to the first event, ${sum(waits.eventsMs) - endMs} ms between events, ${endMs} ms to the result`,
  );
  return (signal) => delay(deps, waits.firstMs, signal);
};

const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);

/** A body that could not be read is refused after what is checked without it. @throws its error */
export const requireBody: RequestCheck = (_deps, { unreadable }) => {
  if (unreadable) throw unreadable;
};

/** The call of a request that was refused before its key was looked up. */
export const callWithoutKey = (
  deps: Pick<Deps, 'clock' | 'trace'>,
  request: Pick<ServiceRequest, 'url' | 'operation'>,
): Call => ({
  operation: request.operation,
  caller: null,
  now: deps.clock.now(),
  traceId: deps.trace('', pathOf(request)),
});

/** Counts a refused call in its key's usage. `GET /usage` itself is not counted (assumed: usage-counts). */
export function countRefusal<T>(
  ledger: { countRefused(caller: Caller, operation: OperationId, now: number): T },
  { caller, operation, now }: Call,
): T | undefined {
  return caller && operation !== 'usage'
    ? ledger.countRefused(caller, operation as OperationId, now)
    : undefined;
}
