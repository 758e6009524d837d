import { roundedCredits } from '../core/credits.ts';
import type { PriceBook } from '../core/prices.ts';
import { isObject } from '../core/values.ts';
import { type Difference, describeValue, differenceIfAny } from './difference.ts';
import { type ExchangeRequest, operationAt } from './exchange.ts';
import { pageDifferences, searchPageOf } from './pages.ts';
import { maxCostOf, maxPriceByTokens, missingBlocks, priceOf } from './prices.ts';
import {
  descendingDifferences,
  instantDifferences,
  recordDifferences,
  repetitionDifferences,
} from './records.ts';
import { requestDifferences } from './request-differences.ts';

/** Checks what must hold for a reply whatever data the target has. @param request as it was sent */
export function invariantDifferences(book: PriceBook, request: ExchangeRequest, body: unknown): Difference[] {
  if (Array.isArray(body)) return cueDifferences(body);
  if (!isObject(body)) return [];
  const { data } = body;
  const page = searchPageOf(request, data);
  return [
    ...instantDifferences('/timestamp', body['timestamp']),
    ...(body['success'] === true
      ? priceDifferences(book, request, body)
      : shortfallDifferences(book, request, body)),
    ...balanceDifferences(body),
    ...decimalDifferences(body),
    ...(page ? pageDifferences(page) : []),
    ...requestDifferences(request, data),
    ...missingBlocks(request, data)
      .slice(0, 1)
      .flatMap((place) => differenceIfAny('shape', place, 'present', undefined)),
    ...repetitionDifferences('/data', data, 'id'),
    ...usageDifferences(data),
    ...recordDifferences('/data', data),
  ];
}

/** Replies show credits to the thousandth: smaller differences are none. */
export const sameCredits = (a: number, b: number): boolean => Math.abs(a - b) < 0.0005;

function priceDifferences(
  book: PriceBook,
  request: ExchangeRequest,
  body: Readonly<Record<string, unknown>>,
): Difference[] {
  const name = 'quotaUsed' in body ? 'quotaUsed' : 'creditsUsed';
  const used = body[name];
  if (typeof used !== 'number') return [];
  const price = priceOf(book, request, body['data']);
  if (price !== undefined)
    return sameCredits(price, used) ? [] : differenceIfAny('invariant', `/${name}`, price, used);
  const highest = maxPriceByTokens(book);
  return used > 0 && used <= highest
    ? []
    : [
        {
          kind: 'invariant',
          place: `/${name}`,
          expected: `above 0, at most ${highest}`,
          actual: describeValue(used),
        },
      ];
}

/** contract 7.2(6): the required credits follow from the published prices and exceed the available ones. */
function shortfallDifferences(
  book: PriceBook,
  request: ExchangeRequest,
  { errorCode, details }: Readonly<Record<string, unknown>>,
): Difference[] {
  const [short] = errorCode === 'INSUFFICIENT_CREDITS' && Array.isArray(details) ? details : [];
  if (!isObject(short)) return [];
  const { required, available } = short;
  const maxCost = maxCostOf(book, request);
  // Only the service knows a price by tokens.
  const wrong = operationAt(request.path) === 'nls' ? Number(required) > maxCost : required !== maxCost;
  return [
    ...(wrong ? differenceIfAny('invariant', '/details/0/required', maxCost, required) : []),
    ...(Number(required) > Number(available)
      ? []
      : differenceIfAny(
          'invariant',
          '/details/0/available',
          `less than ${describeValue(required)}`,
          available,
        )),
  ];
}

/** Credits have at most 3 decimals (observed). */
const decimalDifferences = (body: Readonly<Record<string, unknown>>): Difference[] =>
  counters.flatMap((name) => {
    const credits = body[name];
    return typeof credits !== 'number' || roundedCredits(credits) === credits
      ? []
      : [
          {
            kind: 'invariant',
            place: `/${name}`,
            expected: 'at most 3 decimals',
            actual: describeValue(credits),
          },
        ];
  });

const counters = [
  'creditsUsed',
  'creditsAvailable',
  'quotaUsed',
  'quotaUsedTotal',
  'remainingPlanCredit',
  'remainingPrepurchasedCredit',
];

/** Plan and purchased credits add up to the available ones; -1 is unlimited. */
function balanceDifferences(body: Readonly<Record<string, unknown>>): Difference[] {
  const { creditsAvailable, planCreditsAvailable: plan, purchasedCreditsAvailable: purchased } = body;
  if (typeof plan !== 'number' || typeof purchased !== 'number') return [];
  const sum = plan === -1 ? -1 : roundedCredits(plan + purchased);
  return differenceIfAny('invariant', '/creditsAvailable', sum, creditsAvailable);
}

/** `count` is the number of days, and no day appears twice. */
function usageDifferences(data: unknown): Difference[] {
  if (!isObject(data) || !Array.isArray(data['records'])) return [];
  const { records, count } = data;
  return [
    ...differenceIfAny('invariant', '/data/count', records.length, count),
    ...repetitionDifferences('/data/records', records, 'date'),
    ...records.flatMap(dayDifferences),
  ];
}

/** A day's totals are the sums of its endpoints. */
function dayDifferences(record: unknown, n: number): Difference[] {
  const { requestCount, totalQuotaUsed, endpoints } = isObject(record) ? record : {};
  const each = isObject(endpoints) ? (Object.values(endpoints) as Record<string, number>[]) : [];
  const sum = (name: string) => each.reduce((total, counts) => total + (counts[name] ?? 0), 0);
  const credits = roundedCredits(sum('creditsUsed'));
  const at = `/data/records/${n}`;
  return [
    ...differenceIfAny('invariant', `${at}/requestCount`, sum('count'), requestCount),
    ...(sameCredits(credits, Number(totalQuotaUsed))
      ? []
      : differenceIfAny('invariant', `${at}/totalQuotaUsed`, credits, totalQuotaUsed)),
  ];
}

/** The cues of a subtitle file are in order of time. */
const cueDifferences = (cues: readonly unknown[]): Difference[] =>
  descendingDifferences('', cues.toReversed(), 'start').map(() => ({
    kind: 'invariant',
    place: '/*/start',
    expected: 'in the order of time',
    actual: 'in another',
  }));
