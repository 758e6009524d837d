import { type Millicredits, thousandthsOf, toCredits } from '../core/credits.ts';
import { UsageError } from '../core/errors.ts';
import { findOperation, type OperationId } from '../core/operations.ts';
import type { DatedPrices, PriceBook } from '../core/prices.ts';
import type { Report } from '../report/model.ts';
import { addSavings, type RunPattern, runPatternOf, savedByMending } from './run-pattern.ts';

/** Credits that fewer `fields` save in a run, by operation: what `trim` found. */
export type TrimSavings = ReadonlyMap<string, Millicredits>;

/** The time in which one price book holds, and what a run costs in it. */
export interface PricePeriod {
  /** Epoch milliseconds. */
  readonly at: number;
  /** As the price book says it; null for the prices of the beginning, and where they never change. */
  readonly from: string | null;
  /** The report of the run, as if it had paid these prices. */
  readonly report: Report;
  readonly pattern: RunPattern;
  /** Once the waste is mended, and the proposals of `trim` are taken. */
  readonly proposed: RunPattern;
  /** Operations whose prices do not follow from what the run paid: their calls are priced in proportion. */
  readonly inProportion: readonly string[];
}

/**
 * The cost of a run under each price book, from the prices that it paid itself.
 * @param trimmed replaces the report's own guess of that saving
 * @throws UsageError for a report that does not say which prices it paid
 */
export function pricePeriods(
  report: Report,
  trimmed: TrimSavings | undefined,
  prices: DatedPrices,
): readonly PricePeriod[] {
  const paid = prices.books.length > 1 ? paidBook(report, prices) : undefined;
  return prices.books.map(({ from: at, book }) => {
    const repricing = paid && book !== paid ? repricingOf(report, paid, book) : undefined;
    const priced = repricing ? repriced(report, repricing) : report;
    const mended = savedByMending(priced, trimmed ? ['whole-record'] : []);
    const spared = trimmed && new Map([...trimmed].map(([id, saved]) => [id, atRate(saved, repricing, id)]));
    return {
      at,
      from: book.from ?? null,
      report: priced,
      pattern: runPatternOf(priced),
      proposed: runPatternOf(priced, spared ? addSavings(mended, spared) : mended),
      inProportion: repricing?.inProportion ?? [],
    };
  });
}

/** @param now an instant @param periods the oldest first */
export const periodAt = (periods: readonly PricePeriod[], now: number): PricePeriod =>
  periods.findLast(({ at }) => at <= now) ?? (periods[0] as PricePeriod);

function paidBook({ since, receipt: { byPrices = [] } }: Report, prices: DatedPrices): PriceBook {
  const paying = byPrices.filter(({ credits }) => credits > 0);
  if (paying.length > 1)
    throw new UsageError(
      `The run paid the prices of ${paying.length} dates. Forecast a run under the prices of one: freeze its clock.`,
    );
  if (since === undefined)
    throw new UsageError('The report does not say its day, so it is unknown which prices it paid.');
  const [only] = paying;
  const known = only && prices.books.find(({ book }) => (book.from ?? null) === only.from)?.book;
  return known ?? prices.at(since);
}

interface Repricing {
  /** New credits for old ones, by operation. */
  readonly rates: ReadonlyMap<string, number>;
  readonly inProportion: readonly string[];
}

function repricingOf({ receipt }: Report, paid: PriceBook, book: PriceBook): Repricing {
  const rates = new Map<string, number>();
  const inProportion: string[] = [];
  for (const { operation, calls, refusals, credits } of receipt.byOperation) {
    const id = operation === null ? undefined : findOperation(operation)?.id;
    if (id === undefined || JSON.stringify(paid.toJSON()[id]) === JSON.stringify(book.toJSON()[id])) continue;
    const old = paid.full(id);
    rates.set(id, old > 0 ? book.full(id) / old : 1);
    const paidWhole = paid.rule(id) === 'byCall' && thousandthsOf(credits) === (calls - refusals) * old;
    if (credits > 0 && !(paidWhole && book.rule(id) === 'byCall') && !isProportional(paid, book, id))
      inProportion.push(id);
  }
  return { rates, inProportion };
}

/** Whether all figures of an operation changed by the same factor. */
function isProportional(paid: PriceBook, book: PriceBook, id: OperationId): boolean {
  if (paid.rule(id) !== book.rule(id)) return false;
  const [before, after] = [paid, book].map((each) => figuresIn(each.toJSON()[id])) as [number[], number[]];
  const base = before.findIndex((figure) => figure > 0);
  if (base < 0) return after.every((figure) => figure === 0);
  return before.every(
    (figure, index) =>
      Math.abs(figure * (after[base] ?? 0) - (after[index] ?? 0) * (before[base] ?? 0)) < 1e-9,
  );
}

const figuresIn = (value: unknown): number[] =>
  typeof value === 'number'
    ? [value]
    : Object.values(value instanceof Object ? value : {}).flatMap((each) => figuresIn(each));

const atRate = (credits: Millicredits, repricing: Repricing | undefined, id: string | null): Millicredits =>
  Math.round(credits * (repricing?.rates.get(id ?? '') ?? 1));

function repriced(report: Report, repricing: Repricing): Report {
  const priced = <Row extends { operation: string | null; credits: number }>(row: Row): Row => ({
    ...row,
    credits: toCredits(atRate(thousandthsOf(row.credits), repricing, row.operation)),
  });
  return {
    ...report,
    receipt: { ...report.receipt, byOperation: report.receipt.byOperation.map(priced) },
    waste: report.waste.map(priced),
  };
}
