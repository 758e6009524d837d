import { isObject } from '../../../core/values.ts';
import type { ReplyContext } from '../../../service/http/reply-rewriter.ts';
import { isList, placesIn, type ReplyPlace } from '../places.ts';
import type { MutationRule } from '../rule.ts';
import { valueRule } from './fields.ts';

/** Mutations of lists. */
export const listRules: readonly MutationRule[] = [
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
    concerns: ({ schema, operation }) =>
      /search/i.test(operation.id) ||
      placesIn(schema).some((place) => isList(place) && orderOf(place) !== undefined),
  },
];

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
