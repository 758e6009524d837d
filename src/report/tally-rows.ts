import { type Millicredits, roundedCredits, toCredits } from '../core/credits.ts';
import type { Sums } from './model.ts';

/** The sums of one key, operation or line. Credits are thousandths. */
export interface TallyRow {
  calls: number;
  credits: Millicredits;
  refusals: number;
  paidTwice: Millicredits;
}

export const emptyTallyRow = (): TallyRow => ({ calls: 0, credits: 0, refusals: 0, paidTwice: 0 });

export const sumsOf = ({ calls, credits, refusals, paidTwice }: TallyRow): Sums => ({
  calls,
  credits: toCredits(credits),
  refusals,
  paidTwice: toCredits(paidTwice),
});

/** The sums of some members over rows, to the thousandth. */
export const sumOf = <Name extends string>(
  rows: readonly Readonly<Record<Name, number>>[],
  ...names: readonly Name[]
): Record<Name, number> =>
  Object.fromEntries(
    names.map((name) => [name, roundedCredits(rows.reduce((sum, row) => sum + row[name], 0))]),
  ) as Record<Name, number>;

export const totalOf = (rows: readonly Sums[]): Sums =>
  sumOf(rows, 'calls', 'credits', 'refusals', 'paidTwice');

/** Rows by name. Beyond `maxRows` names one last row takes the rest, so that a long run stays small. */
export interface TallyRows<Row extends TallyRow> {
  of(name: string): Row;
  find(name: string): Row | undefined;
  all(): Iterable<readonly [name: string, row: Row]>;
}

/** @param further the name of the last row */
export function createTallyRows<Row extends TallyRow>(
  maxRows: number,
  further: string,
  make: (name: string) => Row,
): TallyRows<Row> {
  const rows = new Map<string, Row>();
  return {
    of(name) {
      const known = rows.get(name);
      if (known) return known;
      const added = rows.size < maxRows ? name : further;
      const row = rows.get(added) ?? make(added);
      rows.set(added, row);
      return row;
    },
    find: (name) => rows.get(name),
    all: () => rows,
  };
}
