import { type Millicredits, toCredits } from '../core/credits.ts';
import type { Sums } from './model.ts';

/** The sums of one key, operation or test. Credits are thousandths. */
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

/** Rows by name. Beyond `most` names one last row takes the rest, so that a long run stays small. */
export interface TallyRows<Of extends TallyRow> {
  of(name: string): Of;
  find(name: string): Of | undefined;
  all(): Iterable<readonly [name: string, row: Of]>;
  clear(): void;
}

/** @param further the name of the last row */
export function createTallyRows<Of extends TallyRow>(
  most: number,
  further: string,
  make: (name: string) => Of,
): TallyRows<Of> {
  const rows = new Map<string, Of>();
  return {
    of(name) {
      const known = rows.get(name);
      if (known) return known;
      const added = rows.size < most || name === further ? name : further;
      const row = rows.get(added) ?? make(added);
      rows.set(added, row);
      return row;
    },
    find: (name) => rows.get(name),
    all: () => rows,
    clear: () => rows.clear(),
  };
}
