import { type Exchange, generationOf } from './exchange.ts';
import { awaitedBy, givenBy } from './order.ts';

export interface Choice {
  /** Folders or single exchanges; all when empty. */
  only: readonly string[];
  skip: readonly string[];
  generation: 2 | 3 | undefined;
  /** Subjects that need not be found. */
  known: ReadonlySet<string>;
}

/** The exchanges that are meant, and those that find what these ask about. */
export function chosenOf(all: readonly Exchange[], { only, skip, generation, known }: Choice): Exchange[] {
  const allowed = all.filter(({ name }) => !skip.some((group) => isIn(name, group)));
  const chosen = new Set(
    allowed.filter(
      ({ name, request }) =>
        (only.length === 0 || only.some((group) => isIn(name, group))) &&
        (generation === undefined || generationOf(request.path) === generation),
    ),
  );
  // A set's walk meets what it adds.
  for (const exchange of chosen) {
    const awaited = awaitedBy(exchange).filter((each) => !known.has(each));
    for (const other of allowed)
      if ([other.name, ...givenBy(other)].some((each) => awaited.includes(each))) chosen.add(other);
  }
  return [...chosen];
}

/** Whether a name is that of a group, or stands below it. */
export const isIn = (name: string, group: string): boolean =>
  name === group.replace(/\.json$/, '') || name.startsWith(`${group.replace(/\/$/, '')}/`);
