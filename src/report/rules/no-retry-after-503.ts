import type { Call, ClientRule, Found, SeenCall, Watch } from '../call.ts';
import { evidenceOf } from '../evidence.ts';
import { createLatestEntries } from '../latest-entries.ts';

const maxPending = 20_000;
const maxKeys = 5_000;

/** A 503 that nobody asked again although the client went on with its key. */
export const noRetryAfter503: ClientRule = {
  severity: 'warning',
  sentence: '503 is a problem of the service that passes: retry later (contract 7.1).',
  help: 'Retry a 503 a few times with growing waits before giving up.',
  watch: watchUnavailable,
};

function watchUnavailable(found: Found): Watch {
  const pending = createLatestEntries<SeenCall>(maxPending, (call) => found(call));
  /** By key, the id of its latest request. */
  const latest = createLatestEntries<number>(maxKeys);
  return {
    judge(calls) {
      for (const call of calls) {
        if (call.name === undefined) continue;
        pending.delete(call.name);
        if (call.kind === 'unavailable' && !call.retry && !isAskedFor(call))
          pending.set(call.name, { evidence: evidenceOf(call.input), operation: call.operation });
      }
      const last = calls.at(-1);
      if (last) latest.set(last.keyId, last.input.id);
    },
    undecided(found) {
      for (const call of pending.values()) {
        const { keyId, id } = call.evidence;
        if ((latest.get(keyId ?? '') ?? 0) > id) found(call);
      }
    },
  };
}

const isAskedFor = ({ input: { request } }: Call): boolean =>
  request.injected === 'Prefer' || request.injected === 'identifier';
