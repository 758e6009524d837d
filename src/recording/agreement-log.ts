import type { Difference } from '../contract/difference.ts';
import { type OperationId, operations } from '../core/operations.ts';
import {
  type AgreementDifference,
  maxAgreementDifferences,
  type OperationAgreement,
} from '../report/agreement.ts';
import { contradictedDecision } from './contradicted.ts';
import { shownDifference } from './shown-difference.ts';

/** Collects what the exchanges of a run say about the agreement with a service. */
export interface AgreementLog {
  /** @param at when the service answered, in epoch milliseconds of real time */
  note(operation: OperationId, differences: readonly Difference[], at: number): void;
  /** By operation, in the order of the contract. */
  summary(): OperationAgreement[];
}

interface Noted {
  exchanges: number;
  comparedAt: number;
  /** By kind and place, elements of a list alike. */
  readonly differences: Map<string, AgreementDifference>;
}

export function createAgreementLog(): AgreementLog {
  const byOperation = new Map<OperationId, Noted>();

  return {
    note(operation, differences, at) {
      const noted = byOperation.get(operation) ?? { exchanges: 0, comparedAt: 0, differences: new Map() };
      byOperation.set(operation, noted);
      noted.exchanges += 1;
      noted.comparedAt = Math.max(noted.comparedAt, at);
      const seen = new Set<string>();
      for (const difference of differences) {
        const shown = shownDifference(difference);
        const place = shown.place.replace(/\/\d+(?=\/|$)/g, '/*');
        const way = `${shown.kind} ${place} ${shown.expected} ${shown.actual}`;
        const known = noted.differences.get(way);
        if (seen.has(way)) continue;
        seen.add(way);
        if (known) known.exchanges += 1;
        else if (noted.differences.size < maxAgreementDifferences)
          noted.differences.set(way, {
            ...shown,
            place,
            decision: contradictedDecision({ operation, difference, beside: differences }),
            exchanges: 1,
          });
      }
    },
    summary: () =>
      operations.flatMap(({ id }) => {
        const noted = byOperation.get(id);
        if (!noted) return [];
        const { exchanges, comparedAt, differences } = noted;
        const at = new Date(comparedAt).toISOString();
        return {
          operation: id,
          lastComparedAt: at,
          lastAgreedAt: differences.size === 0 ? at : null,
          exchanges,
          differences: [...differences.values()],
        };
      }),
  };
}
