import { type Millicredits, thousandthsOf, toCredits } from '../core/credits.ts';
import { UsageError } from '../core/errors.ts';
import { findOperation, type OperationId } from '../core/operations.ts';
import type { DatedPrices, PriceBook } from '../core/prices.ts';
import { sum } from '../core/statistics.ts';
import type { Report } from '../report/model.ts';
import { type RunPattern, runPatternOf, savedByMending } from './run-pattern.ts';

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
    const spared = trimmed && new Map([...trimmed].map(([id, saved]) => [id, atRate(saved, repricing, id)]));
    return {
      at,
      from: book.from ?? null,
      report: priced,
      pattern: runPatternOf(priced),
      proposed: runPatternOf(priced, savedByMending(priced, spared)),
      inProportion: repricing?.inProportion ?? [],
    };
  });
}

/** @param now an instant @param periods the oldest first */
export const periodAt = (periods: readonly PricePeriod[], now: number): PricePeriod =>
  periods.findLast(({ at }) => at <= now) as PricePeriod;

function paidBook({ since, receipt: { byPrices = [] } }: Report, prices: DatedPrices): PriceBook {
  const paying = byPrices.filter(({ credits }) => credits > 0);
  if (paying.length > 1)
    throw new UsageError(
      `The run paid the prices of ${paying.length} dates. Forecast a run under the prices of one: freeze its clock.`,
    );
  if (since === undefined)
    throw new UsageError('The report does not say its day, so it is unknown which prices it paid.');
  const [only] = paying;
  const known = prices.books.find(({ book }) => (book.from ?? null) === only?.from);
  return known?.book ?? prices.at(since);
}

interface Repricing {
  /** New credits for old ones, by operation. */
  readonly rates: ReadonlyMap<string, number>;
  /** New credits of a call that was free, in thousandths. */
  readonly wereFree: ReadonlyMap<string | null, Millicredits>;
  readonly inProportion: readonly string[];
}

function repricingOf({ receipt }: Report, paid: PriceBook, book: PriceBook): Repricing {
  const rates = new Map<string, number>();
  const wereFree = new Map<string, Millicredits>();
  const inProportion: string[] = [];
  for (const { operation, calls, refusals, credits } of receipt.byOperation) {
    const id = operation === null ? undefined : findOperation(operation)?.id;
    if (id === undefined) continue;
    const old = paid.full(id);
    if (old > 0) rates.set(id, book.full(id) / old);
    else if (credits === 0) wereFree.set(id, book.full(id));
    const paidWhole = paid.rule(id) === 'byCall' && thousandthsOf(credits) === (calls - refusals) * old;
    if (credits > 0 && !(paidWhole && book.rule(id) === 'byCall') && !isProportional(paid, book, id))
      inProportion.push(id);
  }
  return { rates, wereFree, inProportion };
}

/** Whether all figures of an operation changed by the same factor. */
function isProportional(paid: PriceBook, book: PriceBook, id: OperationId): boolean {
  if (paid.rule(id) !== book.rule(id)) return false;
  const [before, after] = [paid, book].map((each) => figuresIn(each.toJSON()[id])) as [number[], number[]];
  const factor = sum(after) / sum(before);
  return before.every((figure, index) => Math.abs(figure * factor - (after[index] as number)) < 1e-9);
}

const figuresIn = (value: unknown): number[] =>
  typeof value === 'number'
    ? [value]
    : Object.values(value instanceof Object ? value : {}).flatMap((each) => figuresIn(each));

const atRate = (credits: Millicredits, repricing: Repricing | undefined, id: string | null): Millicredits =>
  Math.round(credits * (repricing?.rates.get(id ?? '') ?? 1));

function repriced(report: Report, repricing: Repricing): Report {
  const priced = <Row extends { operation: string | null; credits: number }>(row: Row, calls = 0): Row => {
    const free = calls * (repricing.wereFree.get(row.operation) ?? 0);
    return {
      ...row,
      credits: toCredits(free + atRate(thousandthsOf(row.credits), repricing, row.operation)),
    };
  };
  return {
    ...report,
    receipt: {
      ...report.receipt,
      byOperation: report.receipt.byOperation.map((row) => priced(row, row.calls - row.refusals)),
    },
    waste: report.waste.map((row) => priced(row)),
  };
}
