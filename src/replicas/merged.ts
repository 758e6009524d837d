import type { JournalEntry } from '../journal/entry.ts';

/** Both in the order of their ids. */
export function* mergeById(
  one: Iterable<JournalEntry>,
  other: Iterable<JournalEntry>,
): Generator<JournalEntry> {
  const others = other[Symbol.iterator]();
  let next = others.next();
  for (const recorded of one) {
    for (; !next.done && next.value.id < recorded.id; next = others.next()) yield next.value;
    yield recorded;
  }
  for (; !next.done; next = others.next()) yield next.value;
}
