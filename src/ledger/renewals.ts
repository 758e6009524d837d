import { postEntry, saveAccount } from './accounts.ts';
import type { Account, State } from './state.ts';

/** When more renewals were missed, the first and the latest of them are written, so many together. */
const maxMissed = 1_000;

/** Prepares an account for a use. The first use begins its cycles; later ones run the renewals that fell due. */
export function applyRenewals(state: State, account: Account, now: number): Account {
  return account.renewsAt === null
    ? saveAccount(state, { ...account, anchorAt: now, renewsAt: now + account.cycleMs })
    : runRenewals(state, account, now);
}

/**
 * Runs every renewal that fell due by `now`, oldest first, each dated at its own instant: the plan is whole again,
 * purchased credits stay (contract 8). Open holds stay held: their credits are the only part of the new cycle's
 * plan that is not available.
 *
 * A short cycle and a clock moved by years would mean millions of entries that restore nothing; they are skipped.
 */
export function runRenewals(state: State, account: Account, now: number): Account {
  const { renewsAt: due, cycleMs } = account;
  if (due === null || due > now) return account;
  let current = account;
  for (let at = due; at <= now; ) {
    const missed = Math.floor((now - at) / cycleMs);
    const renewsAt: number = at + Math.max(1, missed - maxMissed + 2) * cycleMs;
    const renewed = { ...current, used: 0, purchasedUsed: 0, renewsAt };
    current = postEntry(state, renewed, { kind: 'renew', at, plan: current.used });
    at = renewsAt;
  }
  return saveAccount(state, current);
}
