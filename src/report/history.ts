import type { Call, KnownCall, Retry } from './call.ts';
import { createLatestEntries } from './latest-entries.ts';

/** Calls that are remembered, of all keys. */
const maxCalls = 20_000;
/** Waits before retries that are kept of both ends. */
const keptWaits = 3;

/** The result of a call. */
interface Past {
  known?: KnownCall | undefined;
  refused?: Refused | undefined;
}

/** A call that was refused, and was sent again or not. */
interface Refused {
  latest: Refusal;
  readonly firstRepliedAt: number;
  /** Requests that were on their way before the first refusal: several workers send the same. */
  lanes: number;
  /** Requests after it. */
  retries: number;
  readonly waits: number[];
}

interface Refusal extends Pick<Retry, 'kind' | 'isBilled' | 'repliedAt'> {
  /** As the journal has it. */
  readonly injected: string | null;
  readonly outcome: number | undefined;
  readonly changes: number;
  readonly test: string | null;
}

/** @returns a function that notes at each call what had become of the same call before */
export function createHistory(): (calls: readonly Call[]) => void {
  const calls = createLatestEntries<Past>(maxCalls);
  return (added) => {
    for (const call of added) {
      if (call.name === undefined) continue;
      const past = calls.of(call.name, () => ({}));
      if (past.known) call.known = past.known;
      const retry = past.refused && retryOf(past.refused, call);
      if (retry === 'another') past.refused = undefined;
      else if (retry) call.retry = retry;
      if (call.isRefused) noteRefusal(past, call);
      else noteSuccess(past, call);
    }
  };
}

/** @returns 'another' if the call is no retry; undefined if it was on its way before the refusal */
function retryOf(refused: Refused, { input, outcomes, changes }: Call): Retry | 'another' | undefined {
  const { latest, firstRepliedAt, waits } = refused;
  const { kind, injected, isBilled, repliedAt } = latest;
  // A test forces one reply after the other; a client that always sends one header is judged like any other.
  const isStep =
    injected === 'Prefer' && (input.request.injected !== 'Prefer' || latest.outcome !== outcomes[0]);
  if (isStep || latest.changes !== changes || latest.test !== input.test) return 'another';
  const { arrivedAt } = input;
  if (arrivedAt < firstRepliedAt) {
    refused.lanes += 1;
    return undefined;
  }
  refused.retries += 1;
  waits.push(arrivedAt - repliedAt);
  if (waits.length > 2 * keptWaits) waits.splice(keptWaits, 1);
  const rounds = Math.ceil(refused.retries / refused.lanes);
  return {
    ...{ kind, isInjected: injected !== null, isBilled, repliedAt, rounds },
    averageWait: (arrivedAt - firstRepliedAt) / rounds,
    waits: refused.lanes === 1 ? [...waits] : [],
  };
}

function noteRefusal(past: Past, { input, kind, outcomes, changes, credits }: Call): void {
  const { request, repliedAt, test } = input;
  const latest = {
    ...{ kind, repliedAt, changes, test, injected: request.injected },
    outcome: outcomes[0],
    isBilled: credits > 0,
  };
  if (past.refused) past.refused.latest = latest;
  else past.refused = { latest, firstRepliedAt: repliedAt, lanes: 1, retries: 0, waits: [] };
}

function noteSuccess(past: Past, { input, changes, credits }: Call): void {
  past.refused = undefined;
  past.known = { at: input.request.at, test: input.test, changes, credits };
}
