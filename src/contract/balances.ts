import { roundedCredits } from '../core/credits.ts';
import { isObject } from '../core/values.ts';
import { type Difference, differing } from './difference.ts';
import { parsed } from './event-stream.ts';
import { sameCredits } from './invariants.ts';
import { NoAnswer, outgoing, type Send } from './wire.ts';

/** What the keys of a run have, as far as the target says, and what was spent of it. */
export interface Balances {
  /** What a key has now; asked for where it is not known. null where the target does not say. */
  of(key: string): Promise<number | null>;
  /**
   * A call was answered: the credits add up, and a refusal cost nothing (specification 7.2(8)).
   * @param used what it reports to have cost, 0 of a refusal; undefined where it should say and does not
   * @param most what it may have cost, which counts where neither the reply nor a balance tells
   * @param left what it reports to be left; undefined where the reply does not say, then it is asked for
   */
  check(key: string, used: number | undefined, most: number, left: number | undefined): Promise<Difference[]>;
  /** A call was not answered: it may have been charged all the same. @param most what it may have cost */
  unanswered(key: string, most: number): Promise<void>;
  /**
   * Generation 2 tells what was used in the cycle too: with what is left it always sums to the same (observed for
   * the plan, assumed for purchased credits).
   */
  checkCycle(key: string, body: unknown): Difference[];
  /** Credits of all keys, by the larger of what was reported and what is gone. */
  readonly spent: number;
}

/** @param probe the free operation that tells a balance */
export function createBalances(send: Send, probe: '/usage' | '/v2/apiStatus'): Balances {
  const known = new Map<string, number | null>();
  const cycles = new Map<string, number>();
  let spent = 0;

  async function ask(key: string): Promise<number | null> {
    try {
      const { text } = await send(outgoing({ method: 'GET', path: probe }, key));
      return leftIn(parsed(text)) ?? null;
    } catch (error) {
      if (error instanceof NoAnswer) return null;
      throw error;
    }
  }

  async function of(key: string): Promise<number | null> {
    const balance = known.has(key) ? (known.get(key) ?? null) : await ask(key);
    known.set(key, balance);
    return balance;
  }

  return {
    of,
    async check(key, told, most, left) {
      const before = await of(key);
      const after = left ?? (await ask(key));
      known.set(key, after);
      const counted = before !== null && after !== null && before !== -1 && after !== -1;
      const used = told ?? 0;
      spent += counted ? Math.max(used, before - after) : (told ?? most);
      if (before === null || after === null) return [];
      // -1 is unlimited (specification 2.2), before and after
      const expected = before === -1 ? -1 : before - used;
      return sameCredits(expected, after)
        ? []
        : differing('invariant', 'credits left', roundedCredits(expected), after);
    },
    async unanswered(key, most) {
      const before = await of(key);
      const after = await ask(key);
      known.set(key, after);
      spent += before === null || after === null || before === -1 ? most : Math.max(0, before - after);
    },
    checkCycle(key, body) {
      const left = leftIn(body);
      const { quotaUsedTotal: used } = (isObject(body) ? body : {}) as { quotaUsedTotal?: unknown };
      if (left === undefined || left === -1 || typeof used !== 'number') return [];
      const before = cycles.get(key) ?? roundedCredits(left + used);
      cycles.set(key, roundedCredits(left + used));
      return differing('invariant', '/quotaUsedTotal', roundedCredits(before - left), used);
    },
    get spent() {
      return roundedCredits(spent);
    },
  };
}

/** What a successful reply says to be left, plan and purchased together. */
export function leftIn(body: unknown): number | undefined {
  if (!isObject(body) || body['success'] !== true) return undefined;
  const { creditsAvailable, remainingPlanCredit: plan, remainingPrepurchasedCredit: purchased } = body;
  if (isCredits(creditsAvailable)) return creditsAvailable;
  if (!isCredits(plan) || !isCredits(purchased)) return undefined;
  return plan === -1 ? -1 : roundedCredits(plan + purchased);
}

/** What a successful reply says to have cost. */
export function usedIn(body: unknown): number | undefined {
  if (!isObject(body)) return undefined;
  const used = body['creditsUsed'] ?? body['quotaUsed'];
  // Less than nothing, or without end, is no sum that a cap could count with.
  return isCredits(used) && used >= 0 ? used : undefined;
}

const isCredits = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;
