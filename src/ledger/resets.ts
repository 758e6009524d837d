import type { AccountTerms, BalanceTerms } from '../keys/terms.ts';
import type { Accounts } from './accounts.ts';
import { keyColumns } from './key-columns.ts';
import type { Cleared } from './ledger.ts';
import type { AccountRow, KeyRow } from './sqlite/rows.ts';
import type { Statements } from './sqlite/statements.ts';
import type { TruncatedCounts } from './sqlite/truncate.ts';

/** Back to the start. Each verb runs whole inside a transaction of the caller's. */
export type Resets = ReturnType<typeof createResets>;

export function createResets(
  statements: Statements,
  accounts: Accounts,
  given: { keys: Readonly<Record<string, AccountTerms>>; truncateAll(): TruncatedCounts },
) {
  return { openGiven, resetAll, resetAccount, forget };

  /** Opens the keys that every ledger begins with, unless they exist. */
  function openGiven(now: number): void {
    for (const [secret, terms] of Object.entries(given.keys))
      if (!accounts.find({ secret })) accounts.openKey(secret, 'demo', terms, { openAt: now });
  }

  function resetAll(now: number): Cleared {
    const cleared = given.truncateAll();
    openGiven(now);
    return { keyIds: null, ...cleared };
  }

  function resetAccount(account: AccountRow, now: number): Cleared {
    const keys = statements.keysOfAccount.all({ account: account.number });
    const cleared = {
      keyIds: keys.map(({ id }) => id),
      keys: keys.length,
      accounts: 1,
      holds: 0,
      entries: account.entries,
    };
    for (const key of keys) {
      cleared.holds += statements.removeHoldsOfKey.run({ key: key.number }).changes;
      forgetCalls(key);
      if (key.origin === 'minted') forget(key);
      else
        statements.saveKey.run({ ...key, ...keyColumns(JSON.parse(key.opening) as AccountTerms), held: 0 });
    }
    statements.removeEntries.run({ account: account.number });
    statements.removeAccount.run({ number: account.number });
    if (keys.every(({ origin }) => origin === 'minted')) return cleared;
    const opening = JSON.parse(account.opening) as BalanceTerms;
    const reopened = accounts.openAccount(account.id, opening, now + (opening.clockOffsetMs ?? 0));
    for (const key of keys) statements.moveKey.run({ number: key.number, account: reopened.number });
    return cleared;
  }

  /** Removes a key without its account. */
  function forget({ number, origin }: KeyRow): void {
    statements.removeHoldsOfKey.run({ key: number });
    forgetCalls({ number });
    statements.removeKey.run({ number });
    if (origin === 'minted') statements.countSelfCreated.run({ by: -1 });
  }

  /** Removes the usage and the submissions of a key. */
  function forgetCalls({ number: key }: Pick<KeyRow, 'number'>): void {
    statements.removeUsage.run({ key });
    statements.removeSubmissions.run({ key });
    statements.removeSubmissionDays.run({ key });
  }
}
