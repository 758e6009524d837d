import { siteName } from './evidence.ts';
import type { Report } from './model.ts';
import { compareBy } from './order.ts';
import { sumOf, totalOf } from './tally-rows.ts';

type TestRow = Report['receipt']['byTest'][number];

/** One row for each test, with one for each of its call sites, with one for each operation. In an order that stays. */
export const mergedTests = (rows: readonly TestRow[]): TestRow[] =>
  grouped(rows, ({ test }) => test ?? '').map(([first, same]) => ({
    test: first.test,
    ...totalOf(same),
    callSites: grouped(
      same.flatMap(({ callSites }) => callSites),
      ({ callSite }) => siteName('', callSite),
    ).map(([{ callSite }, ofSite]) => ({
      callSite,
      ...paidBy(ofSite),
      operations: grouped(
        ofSite.flatMap(({ operations }) => operations),
        ({ operation }) => operation ?? '~',
      ).map(([{ operation }, ofOperation]) => ({ operation, ...paidBy(ofOperation) })),
    })),
  }));

/** Rows that share a name, by that name. */
function grouped<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): (readonly [first: Row, same: readonly Row[]])[] {
  return [...Map.groupBy(rows, nameOf).values()]
    .map((same) => [same[0] as Row, same] as const)
    .sort(compareBy(([first]) => nameOf(first)));
}

export const paidBy = (
  rows: readonly Pick<TestRow, 'calls' | 'credits'>[],
): Pick<TestRow, 'calls' | 'credits'> => sumOf(rows, 'calls', 'credits');
