import { isObject } from '../../core/values.ts';

/** The first place at which two JSON values differ. */
export interface Difference {
  /** A JSON pointer; empty for the whole value. */
  readonly at: string;
  /** JSON; `nothing` where the place does not exist. */
  readonly before: string;
  readonly after: string;
}

export function differenceOf(before: unknown, after: unknown, at = ''): Difference | undefined {
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return firstOf(before.keys(), (n) => differenceOf(before[n], after[n], `${at}/${n}`));
  if (isObject(before) && isObject(after))
    return firstOf(new Set([...Object.keys(before), ...Object.keys(after)]), (name) =>
      differenceOf(before[name], after[name], `${at}/${name}`),
    );
  const texts = { before: shortValue(before), after: shortValue(after) };
  return JSON.stringify(before) === JSON.stringify(after) ? undefined : { at, ...texts };
}

/** `/creditsUsed 2 → 3` */
export const differenceInWords = ({ at, before, after }: Difference): string =>
  `${at} ${before} → ${after}`.trim();

function firstOf<T>(all: Iterable<T>, find: (each: T) => Difference | undefined): Difference | undefined {
  for (const each of all) {
    const found = find(each);
    if (found) return found;
  }
  return undefined;
}

const maxShownCharacters = 40;

function shortValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > maxShownCharacters ? `${text.slice(0, maxShownCharacters)}…` : text;
}
