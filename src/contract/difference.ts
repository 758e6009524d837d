export type DifferenceKind = 'shape' | 'type' | 'status' | 'code' | 'invariant';

/** One way in which a target differs from the recorded contract. */
export interface Difference {
  kind: DifferenceKind;
  /** `status`, `header <name>`, a JSON pointer into the body, or one into the events as `/events/3/data`. */
  place: string;
  expected: string;
  actual: string;
}

/** A value as JSON of at most 60 characters. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** @returns one difference, or none where the values are identical */
export function differenceIfAny(
  kind: DifferenceKind,
  place: string,
  expected: unknown,
  actual: unknown,
): Difference[] {
  return expected === actual
    ? []
    : [{ kind, place, expected: describeValue(expected), actual: describeValue(actual) }];
}
