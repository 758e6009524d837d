import { instantOf } from '../core/instants.ts';
import type { RecordRows, Replicas } from '../ledger/replicas.ts';
import type { Tally } from '../report/tally.ts';
import type { TallyInput } from '../report/tally-input.ts';
import type { StoredTallyEvent } from './replay.ts';
import { storedRequest, type TallyEvent } from './tally-events.ts';
import type { Truncations } from './truncations.ts';

export interface SharedTally extends Tally {
  /** The tally of this replica alone. */
  readonly local: Tally;
  /** The rows of renewals and requests that are written with their batch. Counting them later adds no others. */
  rowsOf(renewed: readonly string[], inputs: readonly TallyInput[]): RecordRows['tallyEvents'];
  /** The instant up to which it has counted all events, and none behind it; undefined while there is none. */
  readonly countedTo: number | undefined;
}

interface SharedTallyOptions {
  replicas: Pick<Replicas, 'clock' | 'records'>;
  isFrozen: () => boolean;
  /** The truncations of reports. */
  truncations: Truncations;
}

/** The tally of this replica, whose calls are also rows for the others. */
export function sharedTally(
  local: Tally,
  { replicas: { clock, records }, isFrozen, truncations }: SharedTallyOptions,
): SharedTally {
  let lastAt = 0;
  const stored = (input: TallyInput) => storedRequest(input, clock.now() - performance.now(), clock.lag);

  const written = new WeakMap<TallyInput, number>();
  /** The instants of the rows of a batch that are not counted yet; those of renewals come first. */
  const inFlight = new Set<number>();
  let renewals: number[] = [];
  let countedAt = 0;
  const counted = (at: number) => {
    inFlight.delete(at);
    countedAt = Math.max(countedAt, at);
  };

  function rowOf(event: TallyEvent): RecordRows['tallyEvents'][number] {
    lastAt = Math.max(lastAt + 1, instantOf(clock.now()));
    const content: StoredTallyEvent = { isFrozen: isFrozen(), event };
    return { at: lastAt, truncations: truncations.applied, content: JSON.stringify(content) };
  }

  function note(event: TallyEvent): void {
    const row = rowOf(event);
    counted(row.at);
    records.add({ tallyEvents: [row] });
  }

  /** An act of the local tally that is noted for the others. */
  const noted =
    <Given extends unknown[]>(act: (...given: Given) => void, eventOf: (...given: Given) => TallyEvent) =>
    (...given: Given): void => {
      act(...given);
      note(eventOf(...given));
    };

  return {
    ...local,
    local,
    countRequest(input) {
      local.countRequest(input);
      const at = written.get(input);
      if (at === undefined) note({ count: stored(input) });
      else counted(at);
    },
    noteRenewal(account) {
      local.noteRenewal(account);
      const at = renewals.shift();
      if (at !== undefined) counted(at);
    },
    countStream(input) {
      const { end } = local.countStream(input);
      note({ stream: stored(input) });
      return { end: noted(end, (outcome) => ({ ended: { request: input.id, ...outcome } })) };
    },
    addStreamCharge: noted(local.addStreamCharge, (...settled) => ({ settled })),
    addStreamFailure: noted(local.addStreamFailure, (...failed) => ({ failed })),
    noteStreamFacts: noted(local.noteStreamFacts, (...facts) => ({ facts })),
    noteOutsideChange: noted(local.noteOutsideChange, (keyId) => ({ changed: keyId ?? null })),
    reset: noted(local.reset, () => ({ reset: true })),
    rowsOf(renewed, inputs) {
      // The rest is of a batch that was not committed.
      inFlight.clear();
      const before = renewed.map((account) => rowOf({ renewed: account }));
      renewals = before.map(({ at }) => at);
      const requests = inputs.map((input) => {
        const row = rowOf({ count: stored(input) });
        written.set(input, row.at);
        return row;
      });
      const rows = [...before, ...requests];
      for (const { at } of rows) inFlight.add(at);
      return rows;
    },
    get countedTo() {
      return [...inFlight].every((at) => at > countedAt) ? countedAt : undefined;
    },
  };
}
