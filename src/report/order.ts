/** Compares names by code units, which no locale changes. */
export const compareBy =
  <T>(name: (item: T) => string) =>
  (a: T, b: T): number =>
    name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0;

/** In the order of their names, each of which is made once. */
export const sortedBy = <T>(items: readonly T[], name: (item: T) => string): T[] =>
  items
    .map((item) => ({ item, name: name(item) }))
    .sort(compareBy((named) => named.name))
    .map(({ item }) => item);
