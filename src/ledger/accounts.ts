import { Refusal } from '../core/errors.ts';
import { digested, digestOf, endsOf, isDigested, keyIdOf } from '../keys/digest.ts';
import { createWordFilter } from '../keys/word-filter.ts';
import type { AccountTerms, BalanceTerms, Caller, CallTerms, Entry, PostedEntry } from './ledger.ts';
import { runRenewals } from './renewals.ts';
import type { AccountRow, KeyRow, Statements } from './sqlite/statements.ts';

/** A key and its account, read together. */
export interface Found {
  key: KeyRow;
  account: AccountRow;
}

export type Movement = Partial<Omit<Entry, 'id' | 'balance'>> & Pick<Entry, 'kind' | 'at'>;

/** Reading, opening and saving accounts and keys: what the verbs of the ledger are written in. */
export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(
  statements: Statements,
  settings: { cycleMs: number; posted?: (entry: PostedEntry) => void },
) {
  const words = createWordFilter();
  /** Whether a key may be known by its digest alone. */
  let digests = false;
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

  /** Asked of every word that clients send: most are no key, and that must cost next to nothing. */
  function originOf(secret: string): KeyRow['origin'] | undefined {
    return digests || words.mayHave(secret) ? keyOf(secret)?.origin : undefined;
  }

  /** A key that came with an import is known by its digest alone. */
  function keyOf(secret: string): KeyRow | undefined {
    if (isDigested(secret)) return undefined;
    return (
      statements.keyBySecret.get({ secret }) ??
      statements.keyBySecret.get({ secret: digested(digestOf(secret), endsOf(secret)) })
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

  /** A new key; without an account to join it opens its own. */
  function openKey(
    secret: string,
    origin: KeyRow['origin'],
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
    if (isDigested(secret)) digests = true;
    else words.add(secret);
  }

  /** A key that comes back may find its former account still shared by the keys that joined it. */
  function freeName(id: string): string {
    let name = id;
    for (let next = 2; statements.accountById.get({ id: name }); next++) name = `${id}-${next}`;
    return name;
  }

  /** Runs what fell due on an account that is in use. */
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

  /** Appends an entry about the account as it stands after the movement; it remains to be saved. */
  function post(account: AccountRow, movement: Movement): AccountRow {
    const id = account.entries + 1;
    const entry = {
      keyId: null,
      operation: null,
      rule: null,
      plan: 0,
      purchased: 0,
      held: 0,
      traceId: null,
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

  /** As `save`, for a movement that leaves plan and cycle alone: the common case, without touching an index. */
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

  /** What an account begins with; absent terms are nothing. */
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

/** What a key begins with; absent terms are no limit, no rate, every operation. */
export function keyColumns({ limit, spent, fractional, testOnly, allow, rate }: CallTerms) {
  return {
    spendLimit: limit ?? null,
    spent: spent ?? 0,
    fractional: bit(fractional),
    testOnly: bit(testOnly),
    allow: allow ? JSON.stringify(allow) : null,
    rateCount: rate?.count ?? null,
    rateWindowMs: rate?.windowMs ?? null,
  };
}

/** The permissions of a key, from its row. */
export function permissionsOf(key: KeyRow): Pick<Caller, 'fractional' | 'testOnly' | 'allow' | 'rate'> {
  const { rateCount: count, rateWindowMs: windowMs } = key;
  return {
    fractional: key.fractional === 1,
    testOnly: key.testOnly === 1,
    allow: key.allow === null ? null : (JSON.parse(key.allow) as string[]),
    rate: count === null || windowMs === null ? null : { count, windowMs },
  };
}

function present<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('the ledger lacks a row that another one names');
  return row;
}

const bit = (flag: boolean | undefined): 0 | 1 => (flag ? 1 : 0);
