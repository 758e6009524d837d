import { idOfDigest, keyIdOf } from '../core/keys/digest.ts';
import type { Flaw, SavedAccount, SavedKey, SavedLedger } from './saved.ts';

/** What a saved ledger must fit. */
interface Limits {
  /** The demo keys of this sandbox. */
  keys: Readonly<Record<string, unknown>>;
  maxKeys: number;
  isOperation: (id: string) => boolean;
}

/**
 * Looks for a contradiction in a saved ledger that matches its schema: a wrong sum, a reference to nothing, a name that
 * is there twice. It pauses at every `yield`.
 * @returns the first; undefined = the ledger can be restored
 */
export function* flawIn(
  saved: SavedLedger,
  limits: Limits,
): Generator<undefined, Flaw | undefined, undefined> {
  for (const flaw of flawsIn(saved, limits)) {
    if (flaw) return flaw;
    yield;
  }
  return undefined;
}

/** Flaws, and pauses. */
type Flaws = Generator<Flaw | undefined, void, undefined>;

function* flawsIn({ accounts, keys }: SavedLedger, limits: Limits): Flaws {
  const known = yield* uniqueIds('/accounts', 'Account', accounts);
  yield* uniqueIds('/keys', 'Key', keys);
  const selfDescribing = keys.filter(({ origin }) => origin === 'self-describing').length;
  if (selfDescribing > limits.maxKeys)
    yield flaw('/keys', `It has ${selfDescribing} self-describing keys, and maxKeys is ${limits.maxKeys}.`);
  for (const [index, account] of accounts.entries()) yield* accountFlaws(account, `/accounts/${index}`);
  for (const [index, key] of keys.entries()) yield* keyFlaws(key, `/keys/${index}`, limits, known);
  const used = new Set(keys.map(({ account }) => account));
  for (const [index, { id }] of accounts.entries())
    if (!used.has(id)) yield flaw(`/accounts/${index}`, `Account ${id} has no key.`);
}

/** The entries sum to the balance, each up to its own, and what they hold is released. */
function* accountFlaws(account: SavedAccount, at: string): Flaws {
  const where = `Account ${account.id}`;
  const sums = { plan: 0, purchased: 0, held: 0 };
  for (const [index, entry] of account.entries.entries()) {
    const { kind, plan = 0, purchased = 0, held = 0, balance } = entry;
    const entryFlaw = (says: string) =>
      flaw(`${at}/entries/${index}`, `${where}: entry ${index + 1} ${says}`);
    if ((kind === 'open' || kind === 'carried') !== (index === 0))
      yield entryFlaw('must be of kind open or carried if it is the first, and only then.');
    if ((entry.count !== undefined) !== (kind === 'carried'))
      yield entryFlaw('has a count if it carries older entries, and only then.');
    sums.plan += plan;
    sums.purchased += purchased;
    sums.held += held;
    const sum = sums.plan + sums.purchased;
    if (![...Object.values(sums), sum].every(Number.isSafeInteger))
      yield entryFlaw('makes a sum too large to be exact.');
    if (sum !== balance)
      yield entryFlaw(`has the balance ${balance}, but the entries up to it sum to ${sum}.`);
    if (sums.purchased < 0) yield entryFlaw('uses more purchased credits than there are.');
    if (sums.held < 0) yield entryFlaw('frees more than is held.');
    yield;
  }
  if (sums.held > 0) yield flaw(`${at}/entries`, `${where}: ${sums.held} is held and never released.`);
  for (const [name, is, sum] of [
    ['used', account.plan - account.used, sums.plan],
    ['purchased', account.purchased, sums.purchased],
  ] as const)
    if (is !== sum)
      yield flaw(
        `${at}/${name}`,
        `${where}: ${name === 'used' ? 'plan less used' : name} is ${is}, its entries sum to ${sum}.`,
      );
}

function* keyFlaws(key: SavedKey, at: string, limits: Limits, accounts: ReadonlySet<string>): Flaws {
  yield;
  const where = `Key ${key.id}`;
  const { secret, digest, ends, origin } = key;
  if (!accounts.has(key.account)) yield flaw(`${at}/account`, `${where} has no account.`);
  if ((secret === undefined) === (digest === undefined) || (digest === undefined) !== (ends === undefined))
    yield flaw(at, `${where} must have either a secret, or a digest and ends.`);
  const id = digest === undefined ? keyIdOf(secret as string) : idOfDigest(digest);
  if (id !== key.id) yield flaw(`${at}/id`, `${where} has the id of another key.`);
  // Demo keys are shown whole.
  if ((origin === 'demo') !== (secret !== undefined && Object.hasOwn(limits.keys, secret)))
    yield flaw(
      `${at}/origin`,
      `${where}: all demo keys of this sandbox, and only these, have a secret and the origin demo.`,
    );
  for (const operation of [
    ...(key.allow ?? []),
    ...(key.opening.allow ?? []),
    ...key.usage.map((each) => each.operation),
  ])
    if (!limits.isOperation(operation))
      yield flaw(at, `${where}: ${JSON.stringify(operation)} is not an operation.`);
}

const flaw = (pointer: string, says: string): Flaw => ({ pointer, says });

function* uniqueIds(
  at: string,
  what: string,
  rows: readonly { id: string }[],
): Generator<Flaw | undefined, ReadonlySet<string>, undefined> {
  const seen = new Set<string>();
  for (const [index, { id }] of rows.entries()) {
    if (seen.has(id)) yield flaw(`${at}/${index}`, `${what} ${id} appears twice.`);
    seen.add(id);
    yield;
  }
  return seen;
}
