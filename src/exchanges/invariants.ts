import { toCredits } from '../core/credits.ts';
import type { PriceBook } from '../core/prices.ts';
import { isObject } from '../core/values.ts';
import { askedForDifferences } from './asked-for.ts';
import { type Difference, differing, shown } from './difference.ts';
import type { ExchangeRequest } from './exchange.ts';
import { pageDifferences, pageOf } from './pages.ts';
import { mostOf, priceOf } from './prices.ts';

/** What must hold of one reply whatever its data are. @param request as it was sent */
export function invariantDifferences(book: PriceBook, request: ExchangeRequest, body: unknown): Difference[] {
  if (Array.isArray(body)) return cueDifferences(body);
  if (!isObject(body)) return [];
  const { data } = body;
  const page = pageOf(request, data);
  return [
    ...instantDifferences(body['timestamp']),
    ...(body['success'] === true ? priceDifferences(book, request, body) : shortfallDifferences(body)),
    ...balanceDifferences(body),
    ...(page ? pageDifferences(page) : []),
    ...askedForDifferences(request, data),
    ...(isObject(data)
      ? Object.entries(checks).flatMap(([name, check]) => (name in data ? check(data[name], data) : []))
      : []),
  ];
}

/** Two sums of credits are the same to the thousandth that replies show. */
export const sameCredits = (a: number, b: number): boolean => Math.abs(a - b) < 0.0005;

/** Instants are in milliseconds: of 2001 at least and of 2286 at most. */
const instantDifferences = (timestamp: unknown): Difference[] =>
  typeof timestamp === 'number' && (timestamp < 1e12 || timestamp >= 1e13)
    ? [{ kind: 'invariant', place: '/timestamp', expected: 'milliseconds', actual: shown(timestamp) }]
    : [];

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
    return sameCredits(price, used) ? [] : differing('invariant', `/${name}`, price, used);
  const most = mostOf(book);
  return used > 0 && used <= most
    ? []
    : [{ kind: 'invariant', place: `/${name}`, expected: `above 0, at most ${most}`, actual: shown(used) }];
}

/** specification 7.2(6): what is required is more than what there is. */
function shortfallDifferences({ errorCode, details }: Readonly<Record<string, unknown>>): Difference[] {
  const [short] = errorCode === 'INSUFFICIENT_CREDITS' && Array.isArray(details) ? details : [];
  if (!isObject(short) || Number(short['required']) > Number(short['available'])) return [];
  return [
    {
      kind: 'invariant',
      place: '/details/0/required',
      expected: `more than ${shown(short['available'])}`,
      actual: shown(short['required']),
    },
  ];
}

/** Where a reply tells both kinds of credits, they add up to what is available; -1 is unlimited. */
function balanceDifferences(body: Readonly<Record<string, unknown>>): Difference[] {
  const { creditsAvailable, planCreditsAvailable: plan, purchasedCreditsAvailable: purchased } = body;
  if (typeof plan !== 'number' || typeof purchased !== 'number') return [];
  const sum = plan === -1 ? -1 : toCredits(Math.round((plan + purchased) * 1000));
  return differing('invariant', '/creditsAvailable', sum, creditsAvailable);
}

type Check = (value: unknown, data: Readonly<Record<string, unknown>>) => Difference[];

/** By a key of the data. */
const checks: Readonly<Record<string, Check>> = {
  histories: (histories) => descending('/data/histories', histories, 'timestamp'),
  audienceLocations: (locations) => descending('/data/audienceLocations', locations, 'share'),
  audienceGender: (gender) => {
    const { maleRatio, femaleRatio } = (isObject(gender) ? gender : {}) as Record<string, number>;
    const sum = (maleRatio ?? 0) + (femaleRatio ?? 0);
    return sum === 0 || Math.abs(sum - 1) < 0.001
      ? []
      : [{ kind: 'invariant', place: '/data/audienceGender', expected: 'a sum of 1', actual: shown(sum) }];
  },
  records: (records, { count }) =>
    Array.isArray(records)
      ? [
          ...differing('invariant', '/data/count', records.length, count),
          ...records.flatMap(usageDifferences),
        ]
      : [],
};

/** A day's totals are the sums of its endpoints. */
function usageDifferences(record: unknown, n: number): Difference[] {
  const { requestCount, totalQuotaUsed, endpoints } = isObject(record) ? record : {};
  const each = isObject(endpoints) ? (Object.values(endpoints) as Record<string, number>[]) : [];
  const sum = (name: string) => each.reduce((total, counts) => total + (counts[name] ?? 0), 0);
  const at = `/data/records/${n}`;
  return [
    ...differing('invariant', `${at}/requestCount`, sum('count'), requestCount),
    ...(sameCredits(sum('creditsUsed'), Number(totalQuotaUsed))
      ? []
      : differing('invariant', `${at}/totalQuotaUsed`, sum('creditsUsed'), totalQuotaUsed)),
  ];
}

function descending(place: string, list: unknown, name: string): Difference[] {
  if (!Array.isArray(list)) return [];
  const values = list.map((item) => Number(isObject(item) ? item[name] : Number.NaN));
  const n = values.findIndex((value, index) => index > 0 && value > (values[index - 1] ?? value));
  return n < 0
    ? []
    : [
        {
          kind: 'invariant',
          place: `${place}/${n}/${name}`,
          expected: `at most ${values[n - 1]}`,
          actual: shown(values[n]),
        },
      ];
}

/** The cues of a file follow one another. */
const cueDifferences = (cues: readonly unknown[]): Difference[] =>
  descending('', cues.toReversed(), 'start').map(() => ({
    kind: 'invariant',
    place: '/*/start',
    expected: 'in the order of time',
    actual: 'in another',
  }));
