import { findOperation } from '../core/operations.ts';
import { digestOf } from './key-digest.ts';
import type { SavedAccount, SavedKey, SavedLedger } from './saved.ts';
import { isSelfDescribing } from './self-describing-key.ts';

/**
 * What is wrong with a saved ledger whose form is right, in one sentence: sums that do not sum, names that
 * contradict each other. undefined = it can be restored.
 */
export function flawIn(
  { accounts, keys }: SavedLedger,
  given: { keys: Readonly<Record<string, unknown>>; maxKeys: number },
): string | undefined {
  const minted = keys.filter(({ origin }) => origin === 'minted').length;
  return (
    repeated(
      'account',
      accounts.map(({ id }) => id),
    ) ??
    repeated(
      'key',
      keys.map(({ id }) => id),
    ) ??
    (minted > given.maxKeys ? `It has ${minted} minted keys, and maxKeys is ${given.maxKeys}.` : undefined) ??
    first(accounts, accountFlaw) ??
    first(keys, (key) => keyFlaw(key, given.keys)) ??
    strays({ accounts, keys })
  );
}

function accountFlaw({ id, entries, ...account }: SavedAccount): string | undefined {
  const where = `Account ${id}`;
  const sums = { plan: 0, purchased: 0, held: 0 };
  for (const [index, { plan = 0, purchased = 0, held = 0, balance }] of entries.entries()) {
    sums.plan += plan;
    sums.purchased += purchased;
    sums.held += held;
    if (!Object.values(sums).every(Number.isSafeInteger))
      return `${where}: entry ${index + 1} is beyond what can be counted.`;
    if (sums.plan + sums.purchased !== balance)
      return `${where}: entry ${index + 1} says the balance is ${balance}, its entries sum to ${sums.plan + sums.purchased}.`;
  }
  if (sums.plan !== account.plan - account.used)
    return `${where}: plan less used is ${account.plan - account.used}, its entries sum to ${sums.plan}.`;
  if (sums.purchased !== account.purchased)
    return `${where}: purchased is ${account.purchased}, its entries sum to ${sums.purchased}.`;
  if (sums.held !== 0) return `${where}: ${sums.held} is held and never given back.`;
  if (!account.unlimited && account.used > account.plan) return `${where} used more than its plan holds.`;
  if ((account.anchorAt === null) !== (account.renewsAt === null))
    return `${where} has a first use and a renewal, or neither.`;
  return first(entries, ({ operation }) =>
    operation === undefined ? undefined : unknownOperation(where, operation),
  );
}

function keyFlaw(key: SavedKey, demoKeys: Readonly<Record<string, unknown>>): string | undefined {
  const where = `Key ${key.id}`;
  const { secret, digest, ends, origin } = key;
  if ((secret === undefined) === (digest === undefined) || (digest === undefined) !== (ends === undefined))
    return `${where} has either a secret, or a digest and ends.`;
  if ((digest ?? digestOf(secret ?? '')).slice(0, 16) !== key.id)
    return `${where} has the id of another key.`;
  if ((origin === 'demo') !== (secret !== undefined && Object.hasOwn(demoKeys, secret)))
    return `${where}: the demo keys of this sandbox, whole, are of origin demo, and no other.`;
  if (secret !== undefined && isSelfDescribing(secret) !== (origin === 'minted'))
    return `${where}: keys that describe themselves are of origin minted, and no other.`;
  const names = [
    ...(key.allow ?? []),
    ...(key.opening.allow ?? []),
    ...key.usage.map(({ operation }) => operation),
  ];
  return (
    first(names, (name) => unknownOperation(where, name)) ??
    (key.usage.some(({ requests, charged }) => charged > requests)
      ? `${where} was charged for more calls than it made.`
      : undefined) ??
    repeated(
      `${where}: usage`,
      key.usage.map(({ day, operation }) => `${day} ${operation}`),
    ) ??
    repeated(
      `${where}: submission`,
      key.submitted.map(({ kind, name }) => `${kind} ${name}`),
    ) ??
    repeated(
      `${where}: submissions of`,
      key.submittedOn.map(({ kind, day }) => `${kind} ${day}`),
    )
  );
}

function strays({ accounts, keys }: SavedLedger): string | undefined {
  const owned = new Set(keys.map(({ account }) => account));
  const known = new Set(accounts.map(({ id }) => id));
  return (
    first(keys, ({ id, account }) => (known.has(account) ? undefined : `Key ${id} has no account.`)) ??
    first(accounts, ({ id }) => (owned.has(id) ? undefined : `Account ${id} has no key.`))
  );
}

const unknownOperation = (where: string, name: string): string | undefined =>
  findOperation(name) ? undefined : `${where}: ${JSON.stringify(name)} is not an operation.`;

function repeated(what: string, names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) return `${what} ${name} is there twice.`;
    seen.add(name);
  }
  return undefined;
}

function first<Of>(items: readonly Of[], flaw: (item: Of) => string | undefined): string | undefined {
  for (const item of items) {
    const found = flaw(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
