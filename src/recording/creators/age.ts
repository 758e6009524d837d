import { Type } from '@sinclair/typebox';
import { dayMs } from '../../core/durations.ts';
import { type Account, epochAt } from '../../creators/world/account.ts';
import type { CreatorFacts } from './facts.ts';

const Whole = Type.Integer({ minimum: 0, maximum: 1e14 });

/** Weeks of the weekly history of generation 2; only a younger account has fewer. */
const weeksOfYear = 53;

const oldestAccountMs = 20 * 365 * dayMs;

interface AgeBounds {
  /** Exact, where a reply says when the account was created. */
  readonly exactMs: number | undefined;
  readonly minMs: number;
  readonly maxMs: number;
}

/** The age of an account in recordings: its creation, and the length of its histories. */
export function ageBounds(facts: CreatorFacts, dayAt: number): AgeBounds {
  const createdAt = facts.get<number>(Whole, [['basic', 'createDate']]);
  const weeks = facts.get<number>(Whole, [['weeks', 'histories']], listLength) ?? 0;
  const days = facts.get<number>(Whole, [['performance-history', 'histories']], listLength) ?? 0;
  const asked = facts.get<number>(Whole, [['performance-history', 'asked']]) ?? 0;
  return {
    exactMs: createdAt === undefined || createdAt > dayAt ? undefined : dayAt - createdAt,
    minMs: Math.max(0, days - 1, 7 * (weeks - 1)) * dayMs,
    maxMs: Math.min(
      weeks > 0 && weeks < weeksOfYear ? 7 * weeks * dayMs - 1 : Number.POSITIVE_INFINITY,
      days > 0 && days < asked ? days * dayMs - 1 : Number.POSITIVE_INFINITY,
    ),
  };
}

const listLength = (value: unknown): unknown => (Array.isArray(value) ? value.length : undefined);

/** The age of an account: as recorded, else so old that its contents and its histories fit. */
export function ageOf(facts: CreatorFacts, account: Account, dayAt: number): number {
  const { exactMs, minMs, maxMs } = ageBounds(facts, dayAt);
  const oldestMs = epochAt - (account.contents.at(-1)?.publishedAt ?? epochAt);
  if (exactMs !== undefined) return Math.max(exactMs, oldestMs);
  const spanMs = account.older.reduce((longest, { count, everyMs }) => Math.max(longest, count * everyMs), 0);
  const usualMs = Math.max(epochAt - account.createdAt, oldestMs + spanMs + dayMs, 54 * 7 * dayMs);
  return Math.max(oldestMs, Math.min(maxMs, oldestAccountMs, Math.max(usualMs, minMs)));
}
