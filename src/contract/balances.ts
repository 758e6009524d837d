import { roundedCredits } from '../core/credits.ts';
import { isObject } from '../core/values.ts';
import { type Difference, differenceIfAny } from './difference.ts';
import { parseReplyJson } from './event-stream.ts';
import type { Probe } from './generations.ts';
import { sameCredits } from './invariants.ts';
import { NoAnswer, outgoing, type Send } from './wire.ts';

/** Balances of the keys of a run, as far as the target reports them, and the credits spent. */
export interface Balances {
  /** Current credits of a key, asked for when unknown; null where the target does not report them. */
  of(key: string): Promise<number | null>;
  /**
   * Records an answered call. The credits must add up, and a refusal is free (contract 7.2(8)).
   * @param used the reported cost, 0 for a refusal; undefined where the reply should report it and does not
   * @param maxCost counts as spent where neither the reply nor a balance reports the cost
   * @param left the reported balance; undefined where the reply has none, then it is asked for
   */
  check(
    key: string,
    used: number | undefined,
    maxCost: number,
    left: number | undefined,
  ): Promise<Difference[]>;
  /** Records a call without an answer, which may have been charged all the same. */
  unanswered(key: string, maxCost: number): Promise<void>;
  /**
   * Checks the credits used in the cycle, which generation 2 reports: used and left always have the same sum
   * (observed for the plan, assumed for purchased credits).
   */
  checkCycle(key: string, body: unknown): Difference[];
  /** Credits spent by all keys. Each call counts with its reported cost or the drop of the balance, whichever is larger. */
  readonly spent: number;
}

/** @param probe path of the free operation that reports a balance */
export function createBalances(send: Send, probe: Probe): Balances {
  const known = new Map<string, number | null>();
  const cycles = new Map<string, number>();
  let spent = 0;

  async function ask(key: string): Promise<number | null> {
    try {
      const { text } = await send(outgoing({ method: 'GET', path: probe }, key));
      return leftIn(parseReplyJson(text)) ?? null;
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
    async check(key, reported, maxCost, left) {
      const before = await of(key);
      const after = left ?? (await ask(key));
      known.set(key, after);
      const comparable = before !== null && after !== null && before !== -1 && after !== -1;
      const used = reported ?? 0;
      spent += comparable ? Math.max(used, before - after) : (reported ?? maxCost);
      if (before === null || after === null) return [];
      // contract 2.2: -1 is unlimited, before and after
      const expected = before === -1 ? -1 : before - used;
      return sameCredits(expected, after)
        ? []
        : differenceIfAny('invariant', 'credits left', roundedCredits(expected), after);
    },
    async unanswered(key, maxCost) {
      const before = await of(key);
      const after = await ask(key);
      known.set(key, after);
      spent += before === null || after === null || before === -1 ? maxCost : Math.max(0, before - after);
    },
    checkCycle(key, body) {
      const left = leftIn(body);
      const { quotaUsedTotal: used } = (isObject(body) ? body : {}) as { quotaUsedTotal?: unknown };
      if (left === undefined || left === -1 || typeof used !== 'number') return [];
      const before = cycles.get(key) ?? roundedCredits(left + used);
      cycles.set(key, roundedCredits(left + used));
      return differenceIfAny('invariant', '/quotaUsedTotal', roundedCredits(before - left), used);
    },
    get spent() {
      return roundedCredits(spent);
    },
  };
}

/** The balance that a successful reply reports, plan and purchased credits together. */
export function leftIn(body: unknown): number | undefined {
  if (!isObject(body) || body['success'] !== true) return undefined;
  const { creditsAvailable, remainingPlanCredit: plan, remainingPrepurchasedCredit: purchased } = body;
  if (isCredits(creditsAvailable)) return creditsAvailable;
  if (!isCredits(plan) || !isCredits(purchased)) return undefined;
  return plan === -1 ? -1 : roundedCredits(plan + purchased);
}

/** The cost that a reply reports. */
export function usedIn(body: unknown): number | undefined {
  if (!isObject(body)) return undefined;
  const used = body['creditsUsed'] ?? body['quotaUsed'];
  // A negative or infinite cost would lift the spending cap.
  return isCredits(used) && used >= 0 ? used : undefined;
}

const isCredits = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;
