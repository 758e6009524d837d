import type { Entry, Key } from '../../src/client/types.ts';
import { parseDuration } from '../../src/core/durations.ts';

/** When a key can pay no more, if it goes on as in its present cycle. Amounts are credits. */
export type Outlook =
  | { readonly is: 'unlimited' | 'gone' | 'unspent' }
  /** The account's clock has not moved since the cycle began. */
  | { readonly is: 'instant'; readonly charged: number }
  /** @property perCycle what a whole cycle takes */
  | {
      readonly is: 'lasting';
      readonly charged: number;
      readonly withinMs: number;
      readonly perCycle: number;
    }
  /** @property at epoch milliseconds on the account's clock */
  | {
      readonly is: 'ending';
      readonly charged: number;
      readonly withinMs: number;
      readonly at: number;
      readonly by: 'credits' | 'limit';
    };

type PacedKey = Pick<
  Key,
  'id' | 'plan' | 'purchased' | 'available' | 'cycle' | 'renewsAt' | 'limit' | 'spent' | 'clockOffset'
>;
type PacedEntry = Pick<Entry, 'at' | 'kind' | 'key' | 'plan' | 'purchased'>;

/** Later ends are none: 10000-01-01. */
const endOfTime = 253_402_300_800_000;

/** The instant on the clock of a key's account, which may be ahead of the sandbox's or behind it. */
export function accountNow({ clockOffset }: Pick<Key, 'clockOffset'>, now: number): number {
  const ahead = Number(parseDuration(clockOffset.replace('-', '')));
  return now + (clockOffset.startsWith('-') ? -ahead : ahead);
}

/**
 * Goes on with the charges of the account's present cycle, over its renewals.
 * @param entries the ledger of the account
 * @param now on the account's clock
 */
export function outlookOf(key: PacedKey, entries: readonly PacedEntry[], now: number): Outlook {
  const { renewsAt, limit } = key;
  if (key.available === null && limit === null) return { is: 'unlimited' };
  const available = key.available === null ? Number.POSITIVE_INFINITY : thousandths(key.available);
  const allowed = limit === null ? Number.POSITIVE_INFINITY : thousandths(limit) - thousandths(key.spent);
  if (available <= 0 || allowed <= 0) return { is: 'gone' };
  if (renewsAt === null) return { is: 'unspent' };
  const cycleMs = Number(parseDuration(key.cycle));
  const { since, ofAccount, ofKey } = chargedIn(entries, renewsAt - cycleMs, key.id);
  const charged = ofAccount / 1000;
  if (ofAccount === 0) return { is: 'unspent' };
  const withinMs = now - since;
  if (withinMs <= 0) return { is: 'instant', charged };
  const creditsEnd = endOfCredits(key, { available, cycleMs, renewsAt, now, perMs: ofAccount / withinMs });
  const limitEnd = ofKey === 0 ? Number.POSITIVE_INFINITY : now + (allowed / ofKey) * withinMs;
  const at = Math.min(creditsEnd, limitEnd);
  return at < endOfTime
    ? { is: 'ending', charged, withinMs, at, by: limitEnd < creditsEnd ? 'limit' : 'credits' }
    : { is: 'lasting', charged, withinMs, perCycle: Math.round((ofAccount / withinMs) * cycleMs) / 1000 };
}

/** The charges since the cycle began, or since the oldest entry that the ledger still has one by one. */
function chargedIn(entries: readonly PacedEntry[], cycleAt: number, id: string) {
  const [first] = entries;
  const since = Math.max(cycleAt, first?.kind === 'carried' ? first.at : cycleAt);
  const sum = { since, ofAccount: 0, ofKey: 0 };
  for (const { at, kind, key, plan, purchased } of entries) {
    if (at < since || (kind !== 'charge' && kind !== 'settle')) continue;
    const credits = -thousandths(plan) - thousandths(purchased);
    sum.ofAccount += credits;
    if (key === id) sum.ofKey += credits;
  }
  return sum;
}

interface Pace {
  readonly available: number;
  readonly cycleMs: number;
  readonly renewsAt: number;
  readonly now: number;
  readonly perMs: number;
}

/** Each cycle uses its plan first; what is more comes from the purchased credits, until these are gone. */
function endOfCredits(key: PacedKey, { available, cycleMs, renewsAt, now, perMs }: Pace): number {
  const untilRenewal = perMs * Math.max(0, renewsAt - now);
  if (untilRenewal > available) return now + available / perMs;
  const plan = thousandths(key.plan);
  const tooMuch = perMs * cycleMs - plan;
  if (tooMuch <= 0) return Number.POSITIVE_INFINITY;
  const purchased = Math.min(thousandths(key.purchased), available - untilRenewal);
  const cycles = Math.floor(purchased / tooMuch);
  return renewsAt + cycles * cycleMs + (plan + purchased - cycles * tooMuch) / perMs;
}

const thousandths = (credits: number): number => Math.round(credits * 1000);
