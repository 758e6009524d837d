import { type CallSite, furtherCallSites } from '../core/call-site.ts';
import { toCredits } from '../core/credits.ts';
import { mergedTests } from './by-test.ts';
import { siteName } from './evidence.ts';
import type { Report } from './model.ts';
import { emptyTallyRow, sumsOf, type TallyRow } from './tally-rows.ts';

/** Sums of the receipt by test, call site and operation. At any time every credit is in one row. */
export interface TestRows {
  /** @param operation its number */
  of(test: string | null, callSite: CallSite | null, operation: number): TallyRow;
  /** @param operationIds by their numbers */
  byTest(operationIds: readonly string[]): Report['receipt']['byTest'];
}

interface TestRow extends TallyRow {
  readonly test: string | null;
  readonly callSite: CallSite | null;
  /** The number of the operation. */
  readonly operation: number;
}

/** Further rows are one for each operation. */
const maxRows = 5_000;
const furtherTests = 'further tests';

export function createTestRows(): TestRows {
  const rows = new Map<string, TestRow>();
  /** Most requests are as the one before: then no name is put together. */
  let latest: TestRow | undefined;

  function rowOf(test: string | null, callSite: CallSite | null, operation: number, isLast = false): TestRow {
    const name = [test ?? '', siteName('', callSite), operation].join('\n');
    const known = rows.get(name);
    if (known) return known;
    if (rows.size >= maxRows && !isLast) return rowOf(furtherTests, furtherCallSites, operation, true);
    const row = { test, callSite, operation, ...emptyTallyRow() };
    rows.set(name, row);
    return row;
  }

  return {
    of(test, callSite, operation) {
      if (latest?.test !== test || latest.callSite !== callSite || latest.operation !== operation)
        latest = rowOf(test, callSite, operation);
      return latest;
    },
    byTest: (operationIds) =>
      mergedTests(
        [...rows.values()].map(({ test, callSite, operation, ...row }) => {
          const paid = { calls: row.calls, credits: toCredits(row.credits) };
          return {
            test,
            ...sumsOf(row),
            callSites: [
              { callSite, ...paid, operations: [{ operation: operationIds[operation] ?? null, ...paid }] },
            ],
          };
        }),
      ),
  };
}
