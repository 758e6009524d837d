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

export const totalOf = (sums: readonly Sums[]): Sums => ({
  calls: sums.reduce((sum, { calls }) => sum + calls, 0),
  credits: roundedCredits(sums.reduce((sum, { credits }) => sum + credits, 0)),
  refusals: sums.reduce((sum, { refusals }) => sum + refusals, 0),
  paidTwice: roundedCredits(sums.reduce((sum, { paidTwice }) => sum + paidTwice, 0)),
});

/** Rows by name. Beyond `maxRows` names one last row takes the rest, so that a long run stays small. */
export interface TallyRows<Row extends TallyRow> {
  of(name: string): Row;
  find(name: string): Row | undefined;
  all(): Iterable<readonly [name: string, row: Row]>;
  clear(): void;
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
    clear: () => rows.clear(),
  };
}
