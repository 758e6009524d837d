import type { CountedStream, Tally } from '../report/tally.ts';
import { applyEvent, type TallyEvent } from './tally-events.ts';
import type { Truncations } from './truncations.ts';

/** @param isFrozen whether the clock stands still */
export type NewTally = (isFrozen: () => boolean) => Tally;

/** An act as it comes from the database. */
export interface StoredTallyEvent {
  clears: number;
  content: { isFrozen: boolean; act: TallyEvent };
}

/**
 * Tells a new tally what the tallies of all replicas were told since the report was cleared.
 * @param pages in the order of their instants; between two of them others have their turn
 */
export async function replay(
  pages: AsyncIterable<readonly StoredTallyEvent[]>,
  { newTally, isFrozen, clears }: { newTally: NewTally; isFrozen: () => boolean; clears: Truncations },
): Promise<Tally> {
  let wasFrozen: boolean | undefined;
  const tally = newTally(() => wasFrozen ?? isFrozen());
  const streams = new Map<number, CountedStream>();
  for await (const page of pages)
    for (const { clears: seen, content } of page) {
      if (clears.isTruncated(null, seen)) continue;
      wasFrozen = content.isFrozen;
      applyEvent(tally, content.act, streams);
    }
  wasFrozen = undefined;
  return tally;
}
