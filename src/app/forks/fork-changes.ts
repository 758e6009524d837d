import type { ForkSettings } from '../../admin/forks.ts';
import { readKeyChanges } from '../../admin/keys/key-schemas.ts';
import { Problem } from '../../admin/problem.ts';
import { UsageError } from '../../core/errors.ts';
import { type DatedPrices, datedPrices, type PriceOverrides, type PriceSetting } from '../../core/prices.ts';
import type { FaultRule } from '../../faults/rule.ts';
import { RuleError } from '../../faults/rule-error.ts';
import type { Deps } from '../../service/http/deps.ts';

/** The changes of a fork, from its request on. */
export interface ForkChanges {
  /** Absent = the prices of the run. */
  readonly prices: DatedPrices | undefined;
  /** Calls of the admin surface just before the request: in order, each with what it changes. */
  readonly calls: readonly ForkCall[];
}

interface ForkCall {
  readonly method: 'DELETE' | 'PATCH' | 'POST';
  readonly path: string;
  readonly body?: object;
}

/** @throws Problem 422 for a price, a rule or terms of a key that cannot be */
export function readForkChanges(
  deps: Pick<Deps, 'settings' | 'operations' | 'faults'>,
  { prices, clearFaults, faults = [], keys = [] }: ForkSettings,
): ForkChanges {
  for (const rule of faults) checkRule(deps, rule);
  return {
    prices: prices && forkedPrices(deps, prices as PriceOverrides),
    calls: [
      ...(clearFaults ? [{ method: 'DELETE', path: '/faults' } as const] : []),
      ...faults.map((body) => ({ method: 'POST', path: '/faults', body }) as const),
      ...keys.map(({ key, ...body }) => {
        readKeyChanges(deps, body);
        return { method: 'PATCH', path: `/keys/${encodeURIComponent(key)}`, body } as const;
      }),
    ],
  };
}

function checkRule({ faults }: Pick<Deps, 'faults'>, rule: FaultRule): void {
  try {
    faults.check(rule);
  } catch (error) {
    if (error instanceof RuleError) throw new Problem(422, error.message);
    throw error;
  }
}

/** The new prices hold on every date. */
function forkedPrices(
  { settings, operations }: Pick<Deps, 'settings' | 'operations'>,
  overrides: PriceOverrides,
): DatedPrices {
  if ('from' in overrides)
    throw new Problem(
      422,
      "prices: the prices of a fork begin with its request, so 'from' has no place there.",
    );
  const books: Record<string, unknown>[] = [settings.prices ?? {}].flat();
  const [first = { from: '' }] = books;
  // Before the first date, the listed prices held.
  if ('from' in first) books.unshift({});
  try {
    return datedPrices(books.map((book) => ({ ...book, ...overrides })) as PriceSetting, operations);
  } catch (error) {
    if (error instanceof UsageError) throw new Problem(422, error.message);
    throw error;
  }
}
