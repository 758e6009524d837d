import type { Millicredits } from '../core/credits.ts';
import { Refusal } from '../core/errors.ts';
import { isSelfDescribing } from '../keys/self-describing.ts';
import type { BalanceTerms } from '../keys/terms.ts';
import type { Accounts, Found } from './accounts.ts';
import type { Charges } from './charges.ts';
import { assertAmounts, assertConsistent, assertLengths, refuse } from './key-checks.ts';
import { keyColumns, permissionsOf } from './key-columns.ts';
import { keyStateOf } from './key-state.ts';
import type { Cleared, KeyChanges, KeyState, KeyTerms, Renewal } from './ledger.ts';
import type { Resets } from './resets.ts';
import type { AccountRow, KeyRow } from './sqlite/rows.ts';
import type { Statements } from './sqlite/statements.ts';

/**
 * The operations of the admin surface on keys and accounts. Each verb runs whole inside a transaction of the caller's; `now`
 * is the sandbox's own instant.
 */
export function createKeys(
  statements: Statements,
  accounts: Accounts,
  charges: Charges,
  resets: Resets,
  given: {
    newId(): string;
    /** Opens a self-describing key; undefined for any other, or one too many. */
    openSelfDescribing(secret: string, now: number): Found | undefined;
  },
) {
  return { list, find, create, change, remove, topUp, renew, reset };

  function list(now: number, after: number, most: number): KeyState[] {
    return statements.keysAfter
      .all({ after, most })
      .map(({ number }) => current(accounts.ofKey(number), now));
  }

  function find(name: string, now: number): KeyState | undefined {
    const found = lookUp(name, now);
    return found && current(found, now);
  }

  function create(
    { key, account: id, ...terms }: KeyTerms,
    now: number,
  ): { secret: string; state: KeyState } {
    const secret = key ?? given.newId();
    if (!/^[\x21-\x7e]{1,200}$/.test(secret))
      refuse('key', 'A key is 1 to 200 visible ASCII characters.', 'invalid_string');
    if (isSelfDescribing(secret))
      refuse('key', 'A self-describing key is not created: it exists from its first use.', 'invalid_string');
    assertAmounts({ limit: terms.limit, spent: terms.spent });
    assertLengths(terms);
    if (accounts.find({ secret }))
      refuse('key', 'This key exists already; change it, or delete it first.', 'conflicting', 'conflict');
    const found = accounts.openKey(secret, 'admin', terms, accountFor(id, terms, now));
    return { secret, state: keyStateOf(found) };
  }

  function accountFor(id: string | undefined, terms: KeyTerms, now: number): AccountRow | { openAt: number } {
    const openAt = now + (terms.clockOffsetMs ?? 0);
    if (id === undefined) {
      assertConsistent({ ...accounts.balanceColumns(terms), heldPlan: 0, heldPurchased: 0 });
      return { openAt };
    }
    if (!/^[A-Za-z0-9._-]{1,64}$/.test(id))
      refuse(
        'account',
        'An account is named by 1 to 64 letters, digits, dots, underscores or hyphens.',
        'invalid_string',
      );
    const existing = statements.accountById.get({ id });
    if (!existing) {
      assertConsistent({ ...accounts.balanceColumns(terms), heldPlan: 0, heldPurchased: 0 });
      return accounts.openAccount(id, terms, openAt);
    }
    for (const name of balanceTerms)
      if (terms[name] !== undefined)
        refuse(name, `The account exists; a key that joins it cannot set its '${name}'.`, 'conflicting');
    return existing;
  }

  function change(name: string, changes: KeyChanges, now: number): KeyState {
    const { key, account } = renewed(named(name, now), now);
    const next: AccountRow = {
      ...account,
      plan: changes.plan ?? account.plan,
      used: changes.used ?? account.used,
      purchased: changes.purchased ?? account.purchased,
      unlimited: changes.unlimited === undefined ? account.unlimited : changes.unlimited ? 1 : 0,
      cycleMs: changes.cycleMs ?? account.cycleMs,
      clockOffsetMs: changes.clockOffsetMs ?? account.clockOffsetMs,
      // the start of the current cycle stays; a new length moves its end
      renewsAt:
        account.renewsAt === null
          ? null
          : account.renewsAt - account.cycleMs + (changes.cycleMs ?? account.cycleMs),
    };
    assertConsistent(next);
    assertAmounts({ limit: changes.limit });
    assertLengths(changes);
    const plan = next.plan - next.used - (account.plan - account.used);
    const purchased = next.purchased - account.purchased;
    const at = now + account.clockOffsetMs;
    const saved = accounts.save(
      plan === 0 && purchased === 0
        ? next
        : accounts.post(next, { kind: 'change', at, keyId: key.id, plan, purchased }),
    );
    const changed = { ...key, ...changedColumns(key, changes) };
    statements.saveKey.run(changed);
    return current({ key: changed, account: saved }, now);
  }

  function remove(name: string, now: number): void {
    const { key, account } = named(name, now);
    for (const hold of statements.holdsOfKey.all({ key: key.number }))
      charges.giveBack(hold, now + account.clockOffsetMs);
    resets.forget(key);
    if (statements.keysOfAccount.all({ account: account.number }).length > 0) return;
    statements.removeEntries.run({ account: account.number });
    statements.removeAccount.run({ number: account.number });
  }

  function topUp(
    name: string,
    credits: { plan?: Millicredits; purchased?: Millicredits },
    now: number,
  ): KeyState {
    const { plan = 0, purchased = 0 } = credits;
    const { key, account } = renewed(named(name, now), now);
    const next = { ...account, plan: account.plan + plan, purchased: account.purchased + purchased };
    assertConsistent(next);
    const at = now + account.clockOffsetMs;
    const entry = { kind: 'topUp', at, keyId: key.id, plan, purchased } as const;
    return keyStateOf({ key, account: accounts.save(accounts.post(next, entry)) });
  }

  function renew(now: number, name: string | undefined): Renewal[] {
    const due = name === undefined ? statements.accountsDue.all({ now }) : [named(name, now).account];
    return due
      .flatMap((account) => {
        accounts.renew(account, now + account.clockOffsetMs);
        return statements.entriesAfter
          .all({ account: account.number, after: account.entries, most: -1 })
          .map(({ at, plan }) => ({ account: account.id, at, credits: plan }));
      })
      .sort((one, other) => one.at - other.at);
  }

  function reset(now: number, name: string | undefined): Cleared {
    return name === undefined ? resets.resetAll(now) : resets.resetAccount(named(name, now).account, now);
  }

  function lookUp(name: string, now: number): Found | undefined {
    return (
      accounts.find({ id: name }) ?? accounts.find({ secret: name }) ?? given.openSelfDescribing(name, now)
    );
  }

  function named(name: string, now: number): Found {
    const found = lookUp(name, now);
    if (!found) throw new Refusal('notFound');
    return found;
  }

  /** Reading an account is not its first use: it runs due renewals but begins no cycle. */
  function renewed({ key, account }: Found, now: number): Found {
    return { key, account: accounts.renew(account, now + account.clockOffsetMs) };
  }

  function current(found: Found, now: number): KeyState {
    return keyStateOf(renewed(found, now));
  }
}

const balanceTerms = [
  'plan',
  'used',
  'purchased',
  'unlimited',
  'cycleMs',
  'clockOffsetMs',
] as const satisfies (keyof BalanceTerms)[];

function changedColumns(key: KeyRow, changes: KeyChanges) {
  const before = permissionsOf(key);
  const { limit = key.spendLimit, allow = before.allow, rate = before.rate } = changes;
  const { spent: _, ...columns } = keyColumns({
    fractional: changes.fractional ?? before.fractional,
    testOnly: changes.testOnly ?? before.testOnly,
    ...(limit !== null && { limit }),
    ...(allow !== null && { allow }),
    ...(rate !== null && { rate }),
  });
  return columns;
}
