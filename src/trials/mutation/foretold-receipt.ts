import { formatCount } from '../../core/count.ts';
import { type Millicredits, thousandthsOf, toCredits } from '../../core/credits.ts';
import type { Report } from '../../report/model.ts';
import type { TrimmedSite } from './report/fewer-fields.ts';

interface OperationSums {
  readonly calls: number;
  readonly credits: Millicredits;
}

/** Calls and credits of a run, by operation. */
type Sums = ReadonlyMap<string, OperationSums>;

type ReceiptSums = Pick<Report['receipt'], 'byOperation'>;

/** The receipt of a run whose sites get fewer fields, foretold from that of a run with all of them. */
export function foretoldReceipt(receipt: ReceiptSums, sites: readonly TrimmedSite[]): Sums {
  const sums = new Map(sumsByOperation(receipt));
  for (const { operation, before, after } of sites) {
    const { calls, credits } = sums.get(operation) ?? none;
    sums.set(operation, { calls, credits: credits - thousandthsOf(before) + thousandthsOf(after) });
  }
  return sums;
}

/** How a receipt differs from the one foretold; undefined if it is equal. */
export function differenceOf(foretold: Sums, receipt: ReceiptSums): string | undefined {
  const actual = sumsByOperation(receipt);
  for (const name of new Set([...foretold.keys(), ...actual.keys()])) {
    const expected = foretold.get(name) ?? none;
    const found = actual.get(name) ?? none;
    if (expected.calls !== found.calls || expected.credits !== found.credits)
      return `With these fields applied, ${name} has ${sumsText(found)}, and not ${sumsText(expected)} as foretold: the command does not call the same in each run, and nothing is proposed.`;
  }
  return undefined;
}

const none: OperationSums = { calls: 0, credits: 0 };

const sumsText = ({ calls, credits }: OperationSums): string =>
  `${formatCount(calls, 'call')} for ${formatCount(toCredits(credits), 'credit')}`;

const sumsByOperation = ({ byOperation }: ReceiptSums): Sums =>
  new Map(
    byOperation.map(({ operation, calls, credits }) => [
      operation ?? 'unknown paths',
      { calls, credits: thousandthsOf(credits) },
    ]),
  );
