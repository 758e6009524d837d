import { isDeepStrictEqual } from 'node:util';
import { idOfDigest, keyIdOf } from '../core/keys/digest.ts';
import { isSelfDescribing, parseSelfDescribingKey } from '../core/keys/self-describing.ts';
import type { AccountTerms } from '../core/keys/terms.ts';
import type { Flaw, SavedAccount, SavedEntry, SavedKey, SavedLedger } from './saved.ts';
import { entryFlaws, type SavedCall } from './saved-entries.ts';

/** What a saved ledger must fit. */
interface Limits {
  /** The demo keys of this sandbox. */
  keys: Readonly<Record<string, unknown>>;
  maxKeys: number;
  isOperation: (id: string) => boolean;
}

/**
 * Looks for a contradiction in a saved ledger that matches its schema: a wrong sum, a reference to nothing, a figure
 * that no entry explains. It pauses at every `yield`.
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
type Flaws<Result = void> = Generator<Flaw | undefined, Result, undefined>;

function* flawsIn({ accounts, keys }: SavedLedger, limits: Limits): Flaws {
  yield* duplicates(
    '/accounts',
    'Account',
    accounts.map(({ id }) => id),
  );
  yield* duplicates(
    '/keys',
    'Key',
    keys.map(({ id }) => id),
  );
  const selfDescribing = keys.filter(({ origin }) => origin === 'self-describing').length;
  if (selfDescribing > limits.maxKeys)
    yield flaw('/keys', `It has ${selfDescribing} self-describing keys, and maxKeys is ${limits.maxKeys}.`);

  const calls: SavedCall[] = [];
  for (const [index, account] of accounts.entries())
    for (const call of yield* accountFlaws(account, `/accounts/${index}`, limits)) calls.push(call);
  const callsOf = Map.groupBy(calls, ({ keyId }) => keyId);
  const carrying = new Set(accounts.filter(carriesCalls).map(({ id }) => id));
  for (const [index, key] of keys.entries()) {
    yield* keyFlaws(key, `/keys/${index}`, limits);
    if (!carrying.has(key.account)) yield* spendingFlaws(key, `/keys/${index}`, callsOf.get(key.id) ?? []);
  }
  yield* danglingReferences({ accounts, keys });
}

/** Whether the older entries exist only as their sum. Then the entries do not explain the usage. */
const carriesCalls = ({ entries }: SavedAccount): boolean => entries[0]?.kind === 'carried';

function* accountFlaws(account: SavedAccount, at: string, limits: Limits): Flaws<SavedCall[]> {
  const { id, opening, entries, anchorAt, renewsAt, cycleMs } = account;
  const where = `Account ${id}`;
  const calls = yield* entryFlaws(account, at);
  const { plan = 0, used = 0, purchased = 0 } = opening;
  const [first] = entries as [SavedEntry];
  if (!carriesCalls(account) && ((first.plan ?? 0) !== plan - used || (first.purchased ?? 0) !== purchased))
    yield flaw(`${at}/opening`, `${where}: its first entry differs from its opening terms.`);
  if (!opening.unlimited && used > plan)
    yield flaw(`${at}/opening/used`, `${where} opened with more used than its plan holds.`);
  if (!account.unlimited && account.used > account.plan)
    yield flaw(`${at}/used`, `${where} used more than its plan holds.`);
  if ((anchorAt === null) !== (renewsAt === null))
    yield flaw(`${at}/renewsAt`, `${where} must have both a first use and a renewal, or neither.`);
  if (anchorAt === null && calls.length > 0)
    yield flaw(`${at}/anchorAt`, `${where} has calls but no first use.`);
  if (anchorAt !== null && (renewsAt as number) - cycleMs < anchorAt)
    yield flaw(`${at}/renewsAt`, `${where}: its cycle began before its first use.`);
  for (const [index, { operation }] of entries.entries())
    if (operation !== undefined && !limits.isOperation(operation))
      yield unknownOperation(`${at}/entries/${index}/operation`, where, operation);
  return calls;
}

function* keyFlaws(key: SavedKey, at: string, limits: Limits): Flaws {
  yield;
  const where = `Key ${key.id}`;
  const { secret, digest, ends, origin, usage, submitted, submittedOn } = key;
  if ((secret === undefined) === (digest === undefined) || (digest === undefined) !== (ends === undefined))
    yield flaw(at, `${where} must have either a secret, or a digest and ends.`);
  const id = digest === undefined ? keyIdOf(secret as string) : idOfDigest(digest);
  if (id !== key.id) yield flaw(`${at}/id`, `${where} has the id of another key.`);
  const originFlaw = (says: string): Flaw => flaw(`${at}/origin`, `${where}: ${says}`);
  if ((origin === 'demo') !== (secret !== undefined && Object.hasOwn(limits.keys, secret)))
    yield originFlaw('all demo keys of this sandbox, and only these, have a secret and the origin demo.');
  if (secret !== undefined && isSelfDescribing(secret) !== (origin === 'self-describing'))
    yield originFlaw('all self-describing keys, and only these, have the origin self-describing.');
  if (secret !== undefined && origin === 'self-describing') {
    const { terms } = parseSelfDescribingKey(secret) as { terms?: AccountTerms };
    if (!isDeepStrictEqual(terms, key.opening))
      yield flaw(`${at}/opening`, `${where} did not begin with the terms that it describes.`);
  }
  for (const [place, operations] of Object.entries({ allow: key.allow, 'opening/allow': key.opening.allow }))
    for (const [index, operation] of (operations ?? []).entries())
      if (!limits.isOperation(operation)) yield unknownOperation(`${at}/${place}/${index}`, where, operation);
  for (const [index, { operation, requests, charged }] of usage.entries()) {
    if (!limits.isOperation(operation))
      yield unknownOperation(`${at}/usage/${index}/operation`, where, operation);
    if (charged > requests)
      yield flaw(`${at}/usage/${index}`, `${where} was charged for more calls than it made.`);
  }
  const calls = usage.map(({ day, operation }) => `${day} ${operation}`);
  yield* duplicates(`${at}/usage`, `${where}: usage`, calls);
  const names = submitted.map(({ kind, name }) => `${kind} ${name}`);
  yield* duplicates(`${at}/submitted`, `${where}: submission`, names);
  const days = submittedOn.map(({ kind, day }) => `${kind} ${day}`);
  yield* duplicates(`${at}/submittedOn`, `${where}: day`, days);
  const kinds = new Set(submittedOn.map(({ kind }) => kind));
  for (const [index, { kind }] of submitted.entries())
    if (!kinds.has(kind)) yield flaw(`${at}/submitted/${index}`, `${where} submitted ${kind} but on no day.`);
}

/**
 * Compares usage and spending with the calls of the entries. Entries stay when a key is removed from a shared account,
 * so a key that was created again made only the last of the calls under its id.
 */
function* spendingFlaws(key: SavedKey, at: string, calls: readonly SavedCall[]): Flaws {
  const where = `Key ${key.id}`;
  const counted = key.usage.reduce((sum, { charged }) => sum + charged, 0);
  if (counted > calls.length)
    yield flaw(
      `${at}/usage`,
      `${where} was charged for ${counted} calls, but its entries have ${calls.length}.`,
    );
  const made = calls.slice(calls.length - counted);
  const spent = made.reduce((sum, { credits }) => sum + credits, key.opening.spent ?? 0);
  if (spent !== key.spent)
    yield flaw(
      `${at}/spent`,
      `${where}: spent is ${key.spent}, its opening and its entries sum to ${spent}.`,
    );

  const byDay = Map.groupBy(made, ({ day, operation }) => `${day} ${operation}`);
  for (const [index, { day, operation, charged, credits }] of key.usage.entries()) {
    const there = byDay.get(`${day} ${operation}`) ?? [];
    const sum = there.reduce((before, call) => before + call.credits, 0);
    if (there.length !== charged || sum !== credits)
      yield flaw(
        `${at}/usage/${index}`,
        `${where}: usage has ${charged} charged calls of ${credits} for ${operation} on day ${day}, its entries have ${there.length} of ${sum}.`,
      );
  }
}

function* danglingReferences({ accounts, keys }: SavedLedger): Flaws {
  const used = new Set(keys.map(({ account }) => account));
  const known = new Set(accounts.map(({ id }) => id));
  for (const [index, { id, account }] of keys.entries())
    if (!known.has(account)) yield flaw(`/keys/${index}/account`, `Key ${id} has no account.`);
  for (const [index, { id }] of accounts.entries())
    if (!used.has(id)) yield flaw(`/accounts/${index}`, `Account ${id} has no key.`);
}

const unknownOperation = (pointer: string, where: string, name: string): Flaw =>
  flaw(pointer, `${where}: ${JSON.stringify(name)} is not an operation.`);

const flaw = (pointer: string, says: string): Flaw => ({ pointer, says });

function* duplicates(at: string, what: string, names: readonly string[]): Flaws {
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (seen.has(name)) yield flaw(`${at}/${index}`, `${what} ${name} appears twice.`);
    seen.add(name);
    yield;
  }
}
