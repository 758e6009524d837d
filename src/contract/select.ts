import type { Exchange } from './exchange.ts';
import { generationOf } from './generations.ts';
import { prerequisitesOf, subjectsFoundBy } from './order.ts';

export interface SelectOptions {
  /** Folders or single exchanges; empty selects all. */
  only: readonly string[];
  skip: readonly string[];
  generation: 2 | 3 | undefined;
  /** Subjects whose values are given, so that no exchange must find them. */
  known: ReadonlySet<string>;
}

/** Selects exchanges, and those that find their subjects. */
export function selectExchanges(
  all: readonly Exchange[],
  { only, skip, generation, known }: SelectOptions,
): Exchange[] {
  const allowed = all.filter(({ name }) => !skip.some((group) => isIn(name, group)));
  const selected = new Set(
    allowed.filter(
      ({ name, request }) =>
        (only.length === 0 || only.some((group) => isIn(name, group))) &&
        (generation === undefined || generationOf(request.path).number === generation),
    ),
  );
  // Iterating a set also visits elements that are added on the way.
  for (const exchange of selected) {
    const missing = prerequisitesOf(exchange).filter((each) => !known.has(each));
    for (const other of allowed)
      if ([other.name, ...subjectsFoundBy(other)].some((each) => missing.includes(each))) selected.add(other);
  }
  return [...selected];
}

/** Whether an exchange is this group or below it. */
export const isIn = (name: string, group: string): boolean =>
  name === group.replace(/\.json$/, '') || name.startsWith(`${group.replace(/\/$/, '')}/`);
