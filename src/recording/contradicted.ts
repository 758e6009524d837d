import type { Difference } from '../contract/difference.ts';
import type { AnswerFilter, Decision } from '../core/decisions/decision.ts';
import type { OperationId } from '../core/operations.ts';

/** A way in which a service answered otherwise than the sandbox. */
export interface FoundDifference {
  /** null where the request reached none. */
  readonly operation: OperationId | null;
  readonly difference: Difference;
}

/**
 * The entry of the register that a difference contradicts: the one that says what the sandbox does at this place.
 * @returns null if there is none
 */
export function contradictedDecision(all: readonly Decision[], found: FoundDifference): string | null {
  const rated = all
    .map((decision) => ({ id: decision.id, rating: ratingOf(decision, found) }))
    .filter(({ rating }) => rating > 0)
    .sort((a, b) => b.rating - a.rating);
  return rated[0]?.id ?? null;
}

/** How surely a decision is about the place of a difference; 0 if it is not. */
function ratingOf(decision: Decision, { operation, difference }: FoundDifference): number {
  const { id, what, setting, reliedOnBy } = decision;
  const isGeneral = typeof reliedOnBy === 'string';
  const filters = isGeneral ? [] : [reliedOnBy].flat();
  if (
    !isGeneral &&
    !filters.some(({ on }) => on === undefined || (operation !== null && on.includes(operation)))
  )
    return 0;
  const { kind, place, expected, actual } = difference;
  if (generalOf[id]?.(difference)) return filters.length > 0 ? 5 : 4;
  const name = place.split('/').findLast((step) => !/^(?:\d+|\*|data|events|)$/.test(step)) ?? '';
  if (kind === 'status' || kind === 'code')
    return namesCode(filters, expected) ? 3 : mentions(what, actual) ? 2 : 0;
  if (isPrice(difference))
    return setting === 'prices' ? 3 + Number(filters.some(({ on }) => on !== undefined)) : 0;
  return mentions(what, name.replace(/ .*$/, '')) ? 3 : 0;
}

const isPrice = ({ kind, place }: Difference): boolean =>
  kind === 'invariant' && /\/(?:creditsUsed|quotaUsed|details\/0\/required)$/.test(place);

/** Decisions about every reply, by what they say. */
const generalOf: Readonly<Record<string, (difference: Difference) => boolean>> = {
  'extra-fields': ({ kind, expected }) => kind === 'shape' && expected === 'absent',
  'null-values': ({ kind, actual }) => kind === 'type' && actual === 'null',
  'trace-id': ({ kind, place }) => kind === 'type' && place.endsWith('/traceId'),
  'trace-id-everywhere': ({ kind, place }) => kind === 'shape' && /\/(?:traceId|timestamp)$/.test(place),
};

/** Whether a refusal with the code that the sandbox answers relies on it. */
const namesCode = (filters: readonly AnswerFilter[], expected: string): boolean =>
  filters.some(({ errorCodes = [] }) => errorCodes.some((code) => expected === JSON.stringify(code)));

/** Names stand between backticks in the register. */
const mentions = (what: string, name: string): boolean =>
  name.length > 2 && new RegExp(`\`[^\`]*\\b${name.replace(/[^\w-]/g, '.')}\\b[^\`]*\``).test(what);
