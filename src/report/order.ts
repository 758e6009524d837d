/** Compares names by code units, which no locale changes. */
export const compareBy =
  <T>(name: (item: T) => string) =>
  (a: T, b: T): number =>
    name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0;
