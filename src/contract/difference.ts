/** What kind of drift a difference is. */
export type DifferenceKind = 'shape' | 'type' | 'status' | 'code' | 'invariant';

/** One thing that a target does otherwise. */
export interface Difference {
  kind: DifferenceKind;
  /** `status`, `header <name>`, a JSON pointer into the body, or one into the events as `/events/3/data`. */
  place: string;
  expected: string;
  actual: string;
}

/** A value, short enough for a line. */
export function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** The difference at a place whose value is not the expected one; none when it is. */
export function differing(
  kind: DifferenceKind,
  place: string,
  expected: unknown,
  actual: unknown,
): Difference[] {
  return expected === actual ? [] : [{ kind, place, expected: shown(expected), actual: shown(actual) }];
}
