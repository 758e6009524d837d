import { placeholderOf } from '../core/keys/digest.ts';
import type { Yielding } from '../core/yield-to-loop.ts';
import { addAccount } from './accounts.ts';
import { entryOf } from './entries.ts';
import { addKey } from './key-index.ts';
import { copyOfTerms } from './resets.ts';
import type { SavedAccount, SavedKey, SavedLedger } from './saved.ts';
import { createState, type State } from './state.ts';

/** Makes the state of a saved ledger, which must have no flaw, in steps. */
export function* restoredState({ accounts, keys }: SavedLedger): Yielding<State> {
  const state = createState();
  const numbers = new Map<string, number>();
  for (const account of accounts) {
    numbers.set(account.id, restoreAccount(state, account));
    yield;
  }
  for (const key of keys) {
    restoreKey(state, key, numbers.get(key.account) as number);
    yield;
  }
  return state;
}

function restoreAccount(state: State, { entries, ...saved }: SavedAccount): number {
  // the first entry may stand for older ones: it has the number of the last of them
  const before = (entries[0]?.count ?? 1) - 1;
  const account = addAccount(state, {
    ...saved,
    opening: copyOfTerms(saved.opening),
    heldPlan: 0,
    heldPurchased: 0,
    entries: before + entries.length,
  });
  for (const [index, entry] of entries.entries())
    state.changes.post({
      account,
      entry: entryOf(before + index + 1, entry, entry.balance),
      isRestored: true,
    });
  return account.number;
}

function restoreKey(
  state: State,
  { secret, digest = '', ends = '', opening, usage, submitted, submittedOn, ...saved }: SavedKey,
  account: number,
): void {
  const { id, origin, limit, allow, rate, spent, fractional, testOnly, words = null } = saved;
  const { number: key } = addKey(state, {
    id,
    secret: secret ?? placeholderOf(digest, ends),
    account,
    origin,
    spendLimit: limit,
    spent,
    held: 0,
    fractional,
    testOnly,
    allow: allow && [...allow],
    rate: rate && { ...rate },
    words,
    opening: copyOfTerms(opening),
  });
  for (const { day, operation, requests, charged, credits } of usage)
    state.usage.set({ key, day, operation, requests, charged, credits });
  for (const { kind, name } of submitted) state.submitted.set({ key, kind, name });
  for (const { kind, day, count } of submittedOn) state.submittedOn.set({ key, kind, day, count });
}
