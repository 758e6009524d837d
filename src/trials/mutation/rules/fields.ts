import { absent, isField, isNumber, mayBeNull, placesIn, type ReplyPlace, typesOf } from '../places.ts';
import type { AboutReplies, MutationRule } from '../rule.ts';

/** Mutations of single values. */
export const fieldRules: readonly MutationRule[] = [
  valueRule({
    name: 'field-missing',
    changes: 'a field is missing',
    client: 'fail when a field that it needs is missing, and not go on with an empty value',
    fits: ({ required }) => required,
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
}: Pick<MutationRule, 'name' | 'changes' | 'client'> & {
  fits: (place: ReplyPlace) => boolean;
  replace: (value: unknown, place: ReplyPlace, context: Parameters<ReplaceValue>[2]) => unknown;
}): MutationRule {
  return {
    name,
    changes,
    client,
    concerns: ({ schema }: AboutReplies) => placesIn(schema).some(fits),
    action: { kind: 'values', fits, replace },
  };
}

type ReplaceValue = Extract<MutationRule['action'], { kind: 'values' }>['replace'];

function otherType(types: readonly string[]): unknown {
  if (types.includes('string')) return 0;
  return types.includes('number') || types.includes('integer') || types.includes('boolean') ? [] : 'none';
}
