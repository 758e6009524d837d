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
  /** From now on. */
  follow(deps: Pick<Deps, 'journal' | 'events'>): void;
}

/** @param requestNow the number of the request on whose behalf code runs */
export function createRunCalls(requestNow: () => number | undefined): RunCalls {
  const calls = new Map<number, RunCall>();
  const numbers = new Map<number, number>();
  let lastId = 0;
  return {
    calls,
    numberOf: (id) => numbers.get(id),
    follow({ journal, events }) {
      journal.watch(({ id }) => {
        const number = requestNow();
        // After a reset the journal counts anew.
        if (id <= lastId) numbers.clear();
        lastId = id;
        if (number !== undefined) numbers.set(id, number);
      });
      events.listen(({ name, data }) => {
        if (name !== 'request') return;
        const { id, key, operation, status, errorCode, credits } = data as RequestEvent;
        const number = numbers.get(id);
        if (number !== undefined) calls.set(number, { id, key, operation, status, errorCode, credits });
      }, 'here');
    },
  };
}
