import type { RequestEvent } from '../../journal/events.ts';
import type { Deps } from '../../service/http/deps.ts';

/** One request of a run, as the journal has it. */
export interface RunCall extends Pick<RequestEvent, 'id' | 'operation' | 'status' | 'errorCode' | 'credits'> {
  /** Id of the key. */
  readonly key: string | null;
}

/** Follows what the journal says of the requests of a run, beyond what the journal keeps. */
export interface RunCalls {
  /** By the number of the request in its run. */
  readonly calls: ReadonlyMap<number, RunCall>;
  /** The number of the request that the journal names so; undefined for one that it does not name any more. */
  numberOf(id: number): number | undefined;
}

/**
 * Follows the requests from now on.
 * @param requestNow the number of the request on whose behalf code runs
 */
export function followCalls(
  { journal, events }: Pick<Deps, 'journal' | 'events'>,
  requestNow: () => number | undefined,
): RunCalls {
  const calls = new Map<number, RunCall>();
  const numbers = new Map<number, number>();
  journal.watch(({ id }) => {
    const number = requestNow();
    // After a reset the journal counts anew.
    if (numbers.has(id)) numbers.clear();
    if (number !== undefined) numbers.set(id, number);
  });
  events.listen(({ name, data }) => {
    if (name !== 'request') return;
    const { id, key, operation, status, errorCode, credits } = data as RequestEvent;
    const number = numbers.get(id);
    if (number !== undefined) calls.set(number, { id, key, operation, status, errorCode, credits });
  }, 'here');
  return { calls, numberOf: (id) => numbers.get(id) };
}
