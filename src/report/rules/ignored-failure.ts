import { isObject } from '../../core/values.ts';
import type { Call, ClientRule, Found, Watch } from '../call.ts';
import { handleParameters, hasMissingValue, missingValueWords } from '../identifiers.ts';
import { createLatestEntries } from '../latest-entries.ts';

/** Calls of a key, of all its workers, after which a failure is forgotten; and trace ids that are remembered. */
const maxCallsSince = 64;
const maxKeys = 5_000;

export const ignoredFailure: ClientRule = {
  severity: 'error',
  sentence: 'A failed reply has no `data`: check `success` before an id is read from it (contract 2.2).',
  help: 'Look at `success` before reading `data`, and do not go on with an id that is missing.',
  watch: watchFailures,
};

/** The latest failures of a key, from which its client may have read an id. Others may come in between. */
interface Failures {
  calls: number;
  /** `calls` at the latest one. */
  failedAt: number;
  /** The latest one answered that there is no such record. */
  isAbsent: boolean;
  test: string | null;
  changes: number;
  traces: (string | null)[];
}

function watchFailures(found: Found): Watch {
  const keys = createLatestEntries<Failures>(maxKeys);
  return {
    judge(calls) {
      const keyId = calls[0]?.keyId ?? '';
      const failures = keys.of(keyId, newFailures);
      for (const call of calls) {
        failures.calls += 1;
        if (couldKnow(failures, call) && (sendsWhatFailed(failures, call) || sendsNothing(failures, call)))
          found(call);
        // A client that sends the word of a missing value got it from an earlier failure, or meant it.
        if (call.isRefused && !hasMissingValue(call.input.given)) noteFailure(failures, call);
      }
    },
  };
}

const newFailures = (): Failures => ({
  calls: 0,
  failedAt: Number.NEGATIVE_INFINITY,
  isAbsent: false,
  test: null,
  changes: 0,
  traces: [],
});

const isOfSame = ({ test, changes }: Failures, call: Call): boolean =>
  test === call.input.test && changes === call.changes;

const couldKnow = (failures: Failures, call: Call): boolean =>
  failures.calls - failures.failedAt <= maxCallsSince && isOfSame(failures, call);

function sendsWhatFailed({ traces }: Failures, { input: { given, givenNames } }: Call): boolean {
  if (!isObject(given)) return false;
  return givenNames.some((name) => {
    const value = given[name];
    return typeof value === 'string' && (missingValueWords.has(value) || traces.includes(value));
  });
}

/**
 * Whether the call right after a 404 is refused because its handle is empty or missing: the client read it from a reply
 * that has none.
 */
function sendsNothing(
  { calls, failedAt, isAbsent }: Failures,
  { input, operation, isRefused }: Call,
): boolean {
  if (!isAbsent || calls - failedAt > 1 || !isRefused) return false;
  const taken = operation.parameters(input.request.method);
  const handles = [...handleParameters].filter((name) => taken.has(name));
  const given = isObject(input.given) ? input.given : {};
  return handles.length > 0 && handles.every((name) => isEmpty(given[name]));
}

/** Lists are what some clients make of one value. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.every((each) => each === null));

function noteFailure(failures: Failures, call: Call): void {
  if (!isOfSame(failures, call))
    Object.assign(failures, { test: call.input.test, changes: call.changes, traces: [] });
  failures.failedAt = failures.calls;
  failures.isAbsent = call.kind === 'absent';
  if (failures.traces.push(call.input.request.traceId) > maxCallsSince) failures.traces.shift();
}
