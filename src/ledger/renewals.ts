import type { Movement } from './entries.ts';
import type { Account } from './state.ts';

/** When many renewals were missed, the first and the latest 1,000 are written. */
const maxMissed = 1_000;

/**
 * Runs every renewal that fell due by `now`, oldest first, each dated at its own instant: the plan is whole
 * again, purchased credits stay (contract 8). Open holds stay held: their credits are the only part of the
 * new cycle's plan that is not available.
 *
 * A short cycle and a clock moved by years would mean millions of entries that restore nothing; they are skipped.
 */
export function runRenewals(
  account: Account,
  now: number,
  post: (account: Account, movement: Movement) => Account,
): Account {
  let current = account;
  while (current.renewsAt !== null && current.renewsAt <= now) {
    const { renewsAt: at, used, cycleMs } = current;
    current = post(
      { ...current, used: 0, purchasedUsed: 0, renewsAt: at + cycleMs },
      { kind: 'renew', at, plan: used },
    );
    const missed = Math.floor((now - at) / cycleMs);
    if (missed >= maxMissed) current = { ...current, renewsAt: at + (missed - maxMissed + 2) * cycleMs };
  }
  return current;
}
