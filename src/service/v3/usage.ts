import { type Static, Type } from '@sinclair/typebox';
import { toCredits } from '../../core/credits.ts';
import { dayMs } from '../../core/durations.ts';
import type { FieldProblem } from '../../core/errors.ts';
import { findOperation, operations } from '../../core/operations.ts';
import { platforms } from '../../core/platforms.ts';
import { namedSchema } from '../../core/schema.ts';
import type { UsageDay } from '../../ledger/ledger.ts';
import type { RecognisedCall } from '../http/call.ts';
import type { Deps } from '../http/deps.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { fullPriceOf, meter, toJson } from '../http/metered.ts';
import { route, type Sent } from './route.ts';

const instantPattern = /^\d{1,14}$/;
const InstantText = (description: string) => Type.String({ pattern: instantPattern.source, description });

const UsageQuery = Type.Object({
  start: Type.Optional(
    InstantText('Begin of the range, Unix milliseconds; seven days before its end by default.'),
  ),
  end: Type.Optional(InstantText('End of the range, Unix milliseconds; now by default.')),
});

const Counts = Type.Record(Type.String(), Type.Number(), {
  propertyNames: { enum: [...platforms] },
});

const UsageRecord = namedSchema(
  'UsageRecord',
  Type.Object({
    date: Type.String({ pattern: '^\\d{8}$', description: 'UTC day, `YYYYMMDD`.' }),
    requestCount: Type.Integer({ description: 'Answered and refused requests.' }),
    totalQuotaUsed: Type.Number({ description: 'Credits.' }),
    endpoints: Type.Record(
      Type.String(),
      Type.Object({ count: Type.Integer(), creditsUsed: Type.Number({ description: 'Credits.' }) }),
      {
        description: 'The counts by operation id; the GET and POST forms of a look-up share one.',
        propertyNames: { enum: operations.map(({ operationId }) => operationId) },
      },
    ),
    platforms: Counts,
    quotaByPlatform: Counts,
  }),
);

/** The requests and credits of the key, per UTC day. */
const Usage = namedSchema('Usage', Type.Object({ records: Type.Array(UsageRecord), count: Type.Integer() }));

/** The published limits of the range. */
const maxRangeMs = 365 * dayMs;
const defaultRangeMs = 7 * dayMs;

/**
 * GET /usage: the balance check of contract 7.2(7). It is free and not counted itself, unless the user's price
 * book puts a price on it.
 */
export function usage(deps: Pick<Deps, 'ledger' | 'prices'>): Endpoint {
  return route(
    {
      operation: 'usage',
      method: 'GET',
      readsCalls: true,
      parameters: UsageQuery,
      reply: Usage,
      check: rangeProblems,
      about: aboutUsage,
    },
    ({ tx, call, parameters }) => {
      const { from, to } = rangeOf(parameters, call.now);
      const records = tx.usage(call.caller, from, to).map(usageRecord);
      const data = { records, count: records.length };
      const price = fullPriceOf(deps, call);
      if (price > 0) return meter(deps, tx, call, price, () => ({ data }));
      return { json: toJson(call, data), charged: 0, balance: tx.balance(call.caller, call.now) };
    },
  );
}

const aboutUsage = {
  summary: 'Balance and daily usage of the key',
  sample: {},
  notes: ['The range is 365 days at most. This call is free and not counted itself.'],
  tag: 'account',
} as const;

function rangeOf({ start, end }: Static<typeof UsageQuery>, now: number): { from: number; to: number } {
  const to = end === undefined ? now : Number(end);
  return { from: start === undefined ? to - defaultRangeMs : Number(start), to };
}

function rangeProblems(query: Sent<Static<typeof UsageQuery>>, { now }: RecognisedCall): FieldProblem[] {
  if (!isInstantOrAbsent(query.start) || !isInstantOrAbsent(query.end)) return [];
  const { from, to } = rangeOf(query as Static<typeof UsageQuery>, now);
  if (from > to)
    return [{ field: 'start', message: "'start' must not be after 'end'.", code: 'invalid_range' }];
  if (to - from > maxRangeMs)
    return [{ field: 'start', message: 'The range must not be longer than 365 days.', code: 'too_big' }];
  return [];
}

const isInstantOrAbsent = (given: unknown): boolean =>
  given === undefined || (typeof given === 'string' && instantPattern.test(given));

function usageRecord({ date, calls }: UsageDay) {
  const record = {
    date,
    requestCount: 0,
    totalQuotaUsed: 0,
    endpoints: {} as Record<string, { count: number; creditsUsed: number }>,
    platforms: {} as Record<string, number>,
  };
  let total = 0;
  const spentOn: Record<string, number> = {};
  for (const { operation, requests, credits } of calls) {
    const { operationId = operation, platform = null } = findOperation(operation) ?? {};
    record.requestCount += requests;
    total += credits;
    record.endpoints[operationId] = { count: requests, creditsUsed: toCredits(credits) };
    if (platform === null) continue;
    record.platforms[platform] = (record.platforms[platform] ?? 0) + requests;
    spentOn[platform] = (spentOn[platform] ?? 0) + credits;
  }
  const quotaByPlatform = Object.fromEntries(
    Object.entries(spentOn).map(([platform, credits]) => [platform, toCredits(credits)]),
  );
  record.totalQuotaUsed = toCredits(total);
  return { ...record, quotaByPlatform };
}
