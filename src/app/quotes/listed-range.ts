import type { Millicredits } from '../../core/credits.ts';
import type { OperationId } from '../../core/operations.ts';
import type { PriceBook, PriceView } from '../../core/prices.ts';
import { isObject } from '../../core/values.ts';

/**
 * The least and the most that a call may cost by the price list alone, for requests that cannot be priced exactly.
 * `dependsOnReply`: the price is known with the reply, by its items or by what a description meant.
 */
export function listedRange(
  prices: PriceBook,
  operation: OperationId,
  { fields, filters, pastDayRange }: Readonly<Record<string, unknown>>,
): { least: Millicredits; most: Millicredits; dependsOnReply: boolean } {
  const view = prices.toJSON()[operation] as PriceView;
  const dependsOnReply = isObject(fields) && Object.keys(fields).length > 0;
  const full = prices.full(operation, {
    ...(Array.isArray(filters) && { filters: filters.length }),
    ...(pastDayRange !== undefined && { pastDayRange: Number(pastDayRange) }),
  });
  if (view.rule === 'byTokens')
    return { least: full, most: prices.full(operation, { tokens: 1e9 }), dependsOnReply: true };
  if (view.rule === 'byRange' && !(Number(pastDayRange) > 0))
    return { least: full, most: prices.full(operation, { pastDayRange: 1e9 }), dependsOnReply };
  const hasParts = view.fields !== undefined && fields !== undefined;
  return { least: hasParts ? 0 : full, most: full, dependsOnReply };
}
