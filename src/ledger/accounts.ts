import { Refusal } from '../core/errors.ts';
import { digestOf, endsOf, isPlaceholder, keyIdOf, placeholderOf } from '../keys/digest.ts';
import type { AccountTerms, BalanceTerms, KeyOrigin } from '../keys/terms.ts';
import { createWordFilter } from '../keys/word-filter.ts';
import { blankEntry, type Movement } from './entries.ts';
import { bit, keyColumns } from './key-columns.ts';
import type { PostedEntry } from './ledger.ts';
import { runRenewals } from './renewals.ts';
import type { AccountRow, KeyRow } from './sqlite/rows.ts';
import type { Statements } from './sqlite/statements.ts';

/** A key and its account, read together. */
export interface Found {
  key: KeyRow;
  account: AccountRow;
}

/** Reads, opens and saves accounts and keys: the operations that the ledger's verbs are made of. */
export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(
  statements: Statements,
  settings: { cycleMs: number; posted?: (entry: PostedEntry) => void },
) {
  const words = createWordFilter();
  /** Whether some key is known only by its digest. */
  let hasPlaceholders = false;
  for (const { secret } of statements.secrets.all()) remember(secret);

  return {
    find,
    originOf,
    get,
    ofKey,
    openAccount,
    openKey,
    addKey,
    balanceColumns,
    renew,
    touch,
    post,
    save,
    saveBalance,
    saveSpending,
  };

  function find(by: { secret: string } | { id: string }): Found | undefined {
    const key = 'secret' in by ? keyOf(by.secret) : statements.keyById.get(by);
    return key && { key, account: accountOf(key) };
  }

  /** Called for every word that clients send: a word that is no key must cost almost nothing. */
  function originOf(secret: string): KeyOrigin | undefined {
    return hasPlaceholders || words.mayHave(secret) ? keyOf(secret)?.origin : undefined;
  }

  /** An imported key is known only by its digest. */
  function keyOf(secret: string): KeyRow | undefined {
    if (isPlaceholder(secret)) return undefined;
    return (
      statements.keyBySecret.get({ secret }) ??
      statements.keyBySecret.get({ secret: placeholderOf(digestOf(secret), endsOf(secret)) })
    );
  }

  /** A key may be deleted between a request's arrival and its charge. @throws Refusal `keyUnknown` */
  function get(id: string): Found {
    const found = find({ id });
    if (!found) throw new Refusal('keyUnknown');
    return found;
  }

  function ofKey(number: number): Found {
    const key = present(statements.keyByNumber.get({ number }));
    return { key, account: accountOf(key) };
  }

  function openAccount(id: string, terms: BalanceTerms, at: number): AccountRow {
    statements.addAccount.run({
      id,
      ...balanceColumns(terms),
      purchasedUsed: 0,
      heldPlan: 0,
      heldPurchased: 0,
      anchorAt: null,
      renewsAt: null,
      entries: 0,
      opening: JSON.stringify(terms),
    });
    const account = present(statements.accountById.get({ id }));
    return saveBalance(
      post(account, { kind: 'open', at, plan: account.plan - account.used, purchased: account.purchased }),
    );
  }

  /** A new key. It joins the account, or opens one of its own. */
  function openKey(
    secret: string,
    origin: KeyOrigin,
    terms: AccountTerms,
    account: AccountRow | { openAt: number },
  ): Found {
    const id = keyIdOf(secret);
    const joined =
      'openAt' in account ? openAccount(freeName(`account-${id}`), terms, account.openAt) : account;
    addKey({
      id,
      secret,
      origin,
      account: joined.number,
      ...keyColumns(terms),
      held: 0,
      opening: JSON.stringify(terms),
    });
    return { key: present(statements.keyById.get({ id })), account: joined };
  }

  function addKey(key: Omit<KeyRow, 'number'>): number {
    remember(key.secret);
    return Number(statements.addKey.run(key).lastInsertRowid);
  }

  function remember(secret: string): void {
    if (isPlaceholder(secret)) hasPlaceholders = true;
    else words.add(secret);
  }

  /** Other keys may still share the account of a key that was removed and comes back. */
  function freeName(id: string): string {
    let name = id;
    for (let next = 2; statements.accountById.get({ id: name }); next++) name = `${id}-${next}`;
    return name;
  }

  /** Runs the renewals that fell due on an account that is in use. */
  function renew(account: AccountRow, now: number): AccountRow {
    return account.renewsAt === null || account.renewsAt > now
      ? account
      : save(runRenewals(account, now, post));
  }

  /** The account's first use anchors its cycles; later ones run the renewals that fell due. */
  function touch({ key, account }: Found, now: number): Found {
    return {
      key,
      account:
        account.renewsAt === null
          ? save({ ...account, anchorAt: now, renewsAt: now + account.cycleMs })
          : renew(account, now),
    };
  }

  /** Appends the entry of a movement. The account given is the one after it; the caller saves the one returned. */
  function post(account: AccountRow, movement: Movement): AccountRow {
    const id = account.entries + 1;
    const entry = {
      ...blankEntry,
      ...movement,
      id,
      balance: account.plan - account.used + account.purchased,
    };
    statements.addEntry.run({ ...entry, account: account.number });
    settings.posted?.({ ...entry, account: account.id });
    return { ...account, entries: id };
  }

  function save(account: AccountRow): AccountRow {
    statements.saveAccount.run(account);
    return account;
  }

  /** As `save`, for a movement that changes neither plan nor cycle: the common case, which touches no index. */
  function saveBalance(account: AccountRow): AccountRow {
    statements.saveBalance.run(account);
    return account;
  }

  function saveSpending(key: KeyRow): KeyRow {
    statements.saveSpending.run({ number: key.number, spent: key.spent, held: key.held });
    return key;
  }

  function accountOf(key: KeyRow): AccountRow {
    return present(statements.accountByNumber.get({ number: key.account }));
  }

  /** The terms of an account as columns; absent amounts are 0. */
  function balanceColumns(terms: BalanceTerms) {
    return {
      plan: terms.plan ?? 0,
      used: terms.used ?? 0,
      purchased: terms.purchased ?? 0,
      unlimited: bit(terms.unlimited),
      cycleMs: terms.cycleMs ?? settings.cycleMs,
      clockOffsetMs: terms.clockOffsetMs ?? 0,
    };
  }
}

function present<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('a row of the ledger refers to one that does not exist');
  return row;
}
