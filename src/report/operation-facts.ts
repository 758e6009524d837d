import type { TSchema } from '@sinclair/typebox';
import type { Millicredits } from '../core/credits.ts';
import { isFractional, isPaged, type Operation } from '../core/operations.ts';
import type { Platform } from '../core/platforms.ts';
import type { PriceBook } from '../core/prices.ts';
import type { Outcomes } from './outcomes.ts';

/** Facts about an operation that the rules of a report need. */
export interface OperationFacts {
  readonly number: number;
  readonly id: string;
  /** Its outcomes by code. */
  readonly outcomes: ReadonlyMap<string, number>;
  readonly platform: Platform | null;
  readonly isPaged: boolean;
  readonly isFractional: boolean;
  /** The price of the whole record; 0 unless the operation is sold in parts too. */
  readonly fullPrice: Millicredits;
  /** The names of its parameters, and `fields`, which has its own refusals. */
  parameters(method: string): ReadonlySet<string>;
}

/** The facts about paths that no operation has. */
export const unknownPath = (number: number): OperationFacts => ({
  ...{ number, id: '', platform: null, isPaged: false, isFractional: false, fullPrice: 0 },
  outcomes: new Map(),
  parameters: () => new Set(),
});

export interface OperationSource {
  readonly operations: readonly Operation[];
  readonly prices: PriceBook;
  /** The routes; they are complete before the first request. */
  readonly served: readonly { operation: string; method: string; parameters: TSchema | undefined }[];
}

export function operationFacts(
  { operations, prices, served }: OperationSource,
  outcomes: Outcomes,
): Map<string, OperationFacts> {
  return new Map(
    operations.map((operation, number) => {
      const { id } = operation;
      const names = new Map<string, ReadonlySet<string>>();
      const fractional = isFractional(operation);
      return [
        id,
        {
          number,
          id,
          outcomes: outcomes.of(id) ?? new Map(),
          platform: operation.platform,
          isPaged: isPaged(operation.id),
          isFractional: fractional,
          fullPrice: fractional ? prices.full(id) : 0,
          parameters(method) {
            const known = names.get(method);
            if (known) return known;
            const routes = served.filter((route) => route.operation === id && route.method === method);
            const found = new Set([
              'fields',
              ...routes.flatMap(({ parameters }) => Object.keys(parameters?.['properties'] ?? {})),
            ]);
            names.set(method, found);
            return found;
          },
        },
      ];
    }),
  );
}
