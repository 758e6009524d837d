import { type Millicredits, maxCredits } from '../core/credits.ts';
import { Refusal } from '../core/errors.ts';
import { endsOf } from '../keys/digest.ts';
import { isSelfDescribing } from '../keys/self-describing.ts';
import { type Accounts, type Found, keyColumns, permissionsOf } from './accounts.ts';
import type { createCharges } from './charges.ts';
import type {
  AccountTerms,
  BalanceTerms,
  Cleared,
  KeyChanges,
  KeyState,
  KeyTerms,
  Renewal,
} from './ledger.ts';
import { available, type Funds } from './rules.ts';
import type { AccountRow, KeyRow, Statements } from './sqlite/statements.ts';
import type { Emptied } from './sqlite/truncate.ts';

/** 10^12 credits in thousandths: no plan and no purchase grows beyond it. */
const mostMillicredits = maxCredits * 1000;

/**
 * What the admin surface does to keys and accounts. As in the charges, each verb runs whole inside a
 * transaction of the caller's; `now` is the sandbox's own instant.
 */
export function createAdministration(
  statements: Statements,
  accounts: Accounts,
  charges: ReturnType<typeof createCharges>,
  given: {
    keys: Readonly<Record<string, AccountTerms>>;
    newId(): string;
    /** A self-describing key as it comes into being. */
    mint(secret: string, now: number): Found | undefined;
    emptyAll(): Emptied;
  },
) {
  return { list, find, create, change, remove, topUp, renew, reset, openGiven };

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
      refuse('key', 'A key that describes itself is not created.', 'invalid_string');
    assertAmounts({ limit: terms.limit, spent: terms.spent });
    assertLengths(terms);
    if (accounts.find({ secret }))
      refuse('key', 'This key exists already; change it, or delete it first.', 'conflicting', 'conflict');
    const found = accounts.openKey(secret, 'admin', terms, accountFor(id, terms, now));
    return { secret, state: stateOf(found) };
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
      // the current cycle began where it began; its end moves with its length
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
    forget(key);
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
    return stateOf({ key, account: accounts.save(accounts.post(next, entry)) });
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
    if (name !== undefined) return resetOne(named(name, now).account, now);
    const cleared = given.emptyAll();
    openGiven(now);
    return { keyIds: null, ...cleared };
  }

  /** Opens the keys that every ledger begins with, where they are not there yet. */
  function openGiven(now: number): void {
    for (const [secret, terms] of Object.entries(given.keys))
      if (!accounts.find({ secret })) accounts.openKey(secret, 'demo', terms, { openAt: now });
  }

  function resetOne(account: AccountRow, now: number): Cleared {
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

  /** What the calls of a key left behind, apart from money. */
  function forgetCalls({ number: key }: Pick<KeyRow, 'number'>): void {
    statements.removeUsage.run({ key });
    statements.removeSubmissions.run({ key });
    statements.removeSubmissionDays.run({ key });
  }

  function lookUp(name: string, now: number): Found | undefined {
    return accounts.find({ id: name }) ?? accounts.find({ secret: name }) ?? given.mint(name, now);
  }

  function named(name: string, now: number): Found {
    const found = lookUp(name, now);
    if (!found) throw new Refusal('notFound');
    return found;
  }

  /** Looking at an account is not its first use: it runs what fell due, but begins no cycle. */
  function renewed({ key, account }: Found, now: number): Found {
    return { key, account: accounts.renew(account, now + account.clockOffsetMs) };
  }

  function current(found: Found, now: number): KeyState {
    return stateOf(renewed(found, now));
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

/** Limits of an account that hold whatever an admin writes. */
function assertConsistent({
  plan,
  used,
  purchased,
  heldPlan,
  heldPurchased,
  unlimited,
}: Omit<Funds, 'purchasedUsed'>): void {
  assertAmounts({ plan, used, purchased });
  if (!unlimited && used > plan) refuse('used', "'used' is more than 'plan' holds.", 'too_big');
  if (!unlimited && plan - used < heldPlan) refuse('plan', held, 'conflicting', 'conflict');
  if (purchased < heldPurchased) refuse('purchased', held, 'conflicting', 'conflict');
}

const held =
  'Streams that are under way hold more of it than would be left; wait for their ends, or reset the key.';

function assertAmounts(amounts: Record<string, Millicredits | null | undefined>): void {
  for (const [field, amount] of Object.entries(amounts))
    if (amount != null && !(Number.isSafeInteger(amount) && amount >= 0 && amount <= mostMillicredits))
      refuse(field, `'${field}' is from 0 to 10^12 credits with at most 3 decimals.`, 'out_of_range');
}

function assertLengths({ cycleMs = 1, clockOffsetMs = 0 }: BalanceTerms): void {
  if (!Number.isSafeInteger(cycleMs) || cycleMs < 1)
    refuse('cycle', 'A cycle is a whole number of milliseconds, at least 1.', 'out_of_range');
  if (!Number.isSafeInteger(clockOffsetMs))
    refuse('clockOffset', 'A clock offset is a whole number of milliseconds.', 'out_of_range');
}

function refuse(
  field: string,
  message: string,
  code: string,
  kind: 'invalid' | 'conflict' = 'invalid',
): never {
  throw new Refusal(kind, { problems: [{ field, message, code }] });
}

function stateOf({ key, account }: Found): KeyState {
  const { unlimited, plan, used, purchased, heldPlan, heldPurchased } = account;
  return {
    id: key.id,
    number: key.number,
    shown: key.origin === 'demo' ? key.secret : `…${endsOf(key.secret)}`,
    origin: key.origin,
    account: account.id,
    plan,
    used,
    planRemaining: Math.max(0, plan - used),
    purchased,
    held: heldPlan + heldPurchased,
    available: unlimited ? null : available(account),
    unlimited: unlimited === 1,
    cycleMs: account.cycleMs,
    anchorAt: account.anchorAt,
    renewsAt: account.renewsAt,
    clockOffsetMs: account.clockOffsetMs,
    limit: key.spendLimit,
    spent: key.spent,
    ...permissionsOf(key),
  };
}
