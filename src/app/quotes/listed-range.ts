import type { Millicredits } from '../../core/credits.ts';
import type { OperationId } from '../../core/operations.ts';
import type { PriceBook, PriceView } from '../../core/prices.ts';
import { isObject } from '../../core/values.ts';

/**
 * The least and the most that a call may cost by the price list alone, for requests that cannot be priced exactly.
 * `countsItems`: the price depends on how many items the reply has.
 */
export function listedRange(
  prices: PriceBook,
  operation: OperationId,
  { fields, filters, pastDayRange }: Readonly<Record<string, unknown>>,
): { least: Millicredits; most: Millicredits; countsItems: boolean } {
  const view = prices.toJSON()[operation] as PriceView;
  const countsItems = isObject(fields) && Object.keys(fields).length > 0;
  const full = prices.full(operation, {
    ...(Array.isArray(filters) && { filters: filters.length }),
    ...(pastDayRange !== undefined && { pastDayRange: Number(pastDayRange) }),
  });
  if (view.rule === 'byTokens')
    return { least: full, most: prices.full(operation, { tokens: 1e9 }), countsItems };
  if (view.rule === 'byRange' && !(Number(pastDayRange) > 0))
    return { least: full, most: prices.full(operation, { pastDayRange: 1e9 }), countsItems };
  const hasParts = view.fields !== undefined && fields !== undefined;
  return { least: hasParts ? 0 : full, most: full, countsItems };
}
