import { absent, isField, isNumber, mayBeNull, type Place, placesIn, typesOf } from '../places.ts';
import type { AboutReplies, Rule } from '../rule.ts';

/** Lies about single values. */
export const fieldRules: readonly Rule[] = [
  valueRule({
    name: 'field-missing',
    changes: 'a field is missing',
    client: 'fail when a field that it needs is missing, and not go on with an empty value',
    fits: (place) => isField(place) && place.required,
    replace: () => absent,
  }),
  valueRule({
    name: 'field-null',
    changes: 'a field is null that never is',
    client: 'fail when a field that it needs is null',
    fits: (place) => isField(place) && !mayBeNull(place),
    replace: () => null,
  }),
  valueRule({
    name: 'field-type-wrong',
    changes: 'a field has a value of another type',
    client: 'check the types of the fields that it needs',
    fits: isField,
    replace: (_value, { schema }) => otherType(typesOf(schema)),
  }),
  valueRule({
    name: 'number-as-text',
    changes: 'a number is a text, such as "7"',
    client: 'compute with numbers only, so that 7 + 1 does not become "71"',
    fits: isNumber,
    replace: (value) => (typeof value === 'number' ? String(value) : value),
  }),
];

/** A rule that replaces the values of all places that fit. */
export function valueRule({
  name,
  changes,
  client,
  fits,
  replace,
}: Pick<Rule, 'name' | 'changes' | 'client'> & {
  fits: (place: Place) => boolean;
  replace: (value: unknown, place: Place, asked: Parameters<ReplaceValue>[2]) => unknown;
}): Rule {
  return {
    name,
    changes,
    client,
    concerns: ({ schema }: AboutReplies) => placesIn(schema).some(fits),
    lie: { kind: 'values', fits, replace },
  };
}

type ReplaceValue = Extract<Rule['lie'], { kind: 'values' }>['replace'];

function otherType(types: readonly string[]): unknown {
  if (types.includes('string')) return 0;
  return types.includes('number') || types.includes('integer') || types.includes('boolean') ? [] : 'none';
}
