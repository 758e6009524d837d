import type { OperationId, operations } from '../core/operations.ts';
import type { PriceBook } from '../core/prices.ts';
import type { Agreement, AgreementDifference } from './agreement.ts';

/** What would make the sandbox answer as the service did. */
export interface ProposedSettings {
  /** As a settings file has them. */
  readonly settings: { prices?: Record<string, number>; v2Status?: number };
  /** Differences that no setting takes away, each with the reason. */
  readonly left: readonly { operation: string; difference: AgreementDifference; reason: string }[];
}

type PriceRule = (typeof operations)[number]['price']['rule'];

const dependsOn: Readonly<Record<Exclude<PriceRule, 'byCall'>, string>> = {
  byFilters: 'the number of its filters',
  byRange: 'its range of days',
  byTokens: 'its tokens',
};

/** @param book the prices with which the exchanges were compared */
export function proposeSettings({ operations: compared }: Agreement, book: PriceBook): ProposedSettings {
  const prices: Record<string, number> = {};
  const statuses = new Set(
    compared.flatMap(({ differences }) => differences.filter(isStatusOf2).map(({ actual }) => actual)),
  );
  const [v2Status] = [...statuses].map(Number);
  const left = compared.flatMap(({ operation, differences }) =>
    differences.flatMap((difference) => {
      const proposed = isStatusOf2(difference)
        ? statuses.size === 1 || 'failures of generation 2 came with several statuses, and v2Status is one'
        : isCharge(difference)
          ? priceOf(operation as OperationId, difference, differences, book)
          : 'no setting gives the other reading';
      if (typeof proposed === 'string') return { operation, difference, reason: proposed };
      if (isCharge(difference)) prices[operation] = Number(difference.actual);
      return [];
    }),
  );
  return {
    settings: {
      ...(Object.keys(prices).length > 0 && { prices }),
      ...(statuses.size === 1 && v2Status !== undefined && { v2Status }),
    },
    left,
  };
}

const isStatusOf2 = ({ decision, actual }: AgreementDifference): boolean =>
  decision === 'v2-status' && /^\d{3}$/.test(actual);

const isCharge = ({ kind, place }: AgreementDifference): boolean =>
  kind === 'invariant' && /^(?:\/events\/\*\/data)?\/(?:creditsUsed|quotaUsed)$/.test(place);

/** @returns true where a price by call explains the difference, else the reason why none does */
function priceOf(
  operation: OperationId,
  { expected, actual }: AgreementDifference,
  beside: readonly AgreementDifference[],
  book: PriceBook,
): true | string {
  const rule = book.rule(operation);
  if (rule !== 'byCall') return `the price depends on ${dependsOn[rule]}: compare the rule by hand`;
  if (Number(expected) * 1_000 !== book.full(operation))
    return 'the call was priced by its fields, or with another price book: compare the parts by hand';
  const charged = new Set(beside.filter(isCharge).map((each) => each.actual));
  if (charged.size > 1) return `calls were charged ${[...charged].join(' and ')}: compare them by hand`;
  return Number.isFinite(Number(actual)) || 'the charge is no number';
}
