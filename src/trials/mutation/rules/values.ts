import { isObject } from '../../../core/values.ts';
import type { ReplyContext } from '../../../service/http/reply-rewriter.ts';
import { dataOf, withData } from '../../reply.ts';
import {
  absent,
  isField,
  isList,
  isNumber,
  mayBeNull,
  placesIn,
  type ReplyPlace,
  replaceIn,
  typesOf,
} from '../places.ts';
import type { MutationRule } from '../rule.ts';

/** Mutations of single values and of lists. */
export const valueRules: readonly MutationRule[] = [
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
  valueRule({
    name: 'list-empty',
    changes: 'a list is empty',
    client: 'not take an empty list for a list that it read',
    fits: isList,
    replace: (value) => (Array.isArray(value) ? [] : value),
  }),
  valueRule({
    name: 'list-short',
    changes: 'a list lacks its last item',
    client: 'check how many items there are where it relies on the number',
    fits: isList,
    replace: (value) => (Array.isArray(value) ? value.slice(0, -1) : value),
  }),
  {
    ...valueRule({
      name: 'list-unsorted',
      changes: 'a list that has an order has the opposite one',
      client: 'check the order where it relies on the first or the latest item',
      fits: isList,
      replace: (value, place, context) =>
        Array.isArray(value) && isOrdered(place, context) ? value.toReversed() : value,
    }),
    touches: ({ schema, operation }) =>
      /search/i.test(operation.id) ||
      placesIn(schema).some((place) => isList(place) && orderOf(place) !== undefined),
  },
];

/** A rule that replaces the values of all places that fit. */
function valueRule({
  fits,
  replace,
  ...texts
}: Pick<MutationRule, 'name' | 'changes' | 'client'> & {
  fits(place: ReplyPlace): boolean;
  /** @returns the value itself where it stays; `absent` to leave it out */
  replace(value: unknown, place: ReplyPlace, context: ReplyContext): unknown;
}): MutationRule {
  return {
    ...texts,
    fits,
    touches: ({ schema }) => placesIn(schema).some(fits),
    replacing: (mutant) => (unsent, context) => {
      const data = dataOf(unsent);
      if (data === undefined) return undefined;
      const isMeant = (place: ReplyPlace) =>
        mutant.place === undefined ? fits(place) : place.pointer === mutant.place;
      const mutated = replaceIn(data, context.schema, (value, place) =>
        isMeant(place) ? replace(value, place, context) : value,
      );
      return withData(unsent, mutated);
    },
  };
}

function otherType(types: readonly string[]): unknown {
  if (types.includes('string')) return 0;
  return types.includes('number') || types.includes('integer') || types.includes('boolean') ? [] : 'none';
}

/** Only an order that the contract promises: by time, or the one that the request asks for. */
const isOrdered = (place: ReplyPlace, { given }: ReplyContext): boolean =>
  orderOf(place) !== undefined ||
  (isObject(given) && typeof given['sortBy'] === 'string' && !place.pointer.slice(1).includes('/'));

/** The field by which items are in order: of contents and histories, newest first. */
function orderOf({ schema }: ReplyPlace): string | undefined {
  const { properties } = (schema['items'] ?? {}) as { properties?: object };
  return instants.find((name) => properties && name in properties);
}

const instants = ['publishTime', 'timestamp', 'date', 'uploadDate', 'updateDate'] as const;
