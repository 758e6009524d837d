import type { TallyEventRow } from '../ledger/replicas.ts';
import type { CountedStream, Tally } from '../report/tally.ts';
import { applyEvent, type TallyEvent } from './tally-events.ts';
import type { Truncations } from './truncations.ts';

/** @param isFrozen whether the clock stands still */
export type NewTally = (isFrozen: () => boolean) => Tally;

/** An event as the content of a row. */
export interface StoredTallyEvent {
  /** Whether the sandbox's clock stood still. */
  isFrozen: boolean;
  event: TallyEvent;
}

export interface ReplayOptions {
  newTally: NewTally;
  isFrozen: () => boolean;
  /** The truncations of reports. */
  truncations: Truncations;
  /** The events that count; all when absent. */
  isLeftOver?: (row: TallyEventRow) => boolean;
}

/**
 * Replays to a new tally what the tallies of all replicas counted since the report was cleared.
 * @param pages in the order of their instants; between two of them others have their turn
 */
export async function replay(
  pages: AsyncIterable<readonly TallyEventRow[]>,
  { newTally, isFrozen, truncations, isLeftOver = () => true }: ReplayOptions,
): Promise<Tally> {
  let wasFrozen: boolean | undefined;
  const tally = newTally(() => wasFrozen ?? isFrozen());
  const streams = new Map<number, CountedStream>();
  for await (const page of pages)
    for (const row of page) {
      if (row.truncations < truncations.applied || !isLeftOver(row)) continue;
      const stored = JSON.parse(row.content) as StoredTallyEvent;
      wasFrozen = stored.isFrozen;
      applyEvent(tally, stored.event, streams);
    }
  wasFrozen = undefined;
  return tally;
}
