import { endsOf, isPlaceholder, keyDigestOf, placeholderOf } from '../core/keys/digest.ts';
import type { KeyOrigin } from '../core/keys/terms.ts';
import type { Link } from './rows-by-key.ts';
import { addToCounter, assertCallsRead, type Key, type OpenHold, type State } from './state.ts';

export const originOf = (state: State, secret: string): KeyOrigin | undefined =>
  findKey(state, { secret })?.origin;

/** Names a key by itself or by its id. */
export type KeyRef = { secret: string } | { id: string };

export function findKey(state: State, ref: KeyRef): Key | undefined {
  const number = 'secret' in ref ? numberOf(state, ref.secret) : state.keyNumbers.get(ref.id);
  return number === undefined ? undefined : state.keys.get(number);
}

/** The key itself; undefined when only its digest is known. */
export function secretOf(state: State, id: string): string | undefined {
  const secret = findKey(state, { id })?.secret;
  return secret === undefined || isPlaceholder(secret) ? undefined : secret;
}

function numberOf(state: State, secret: string): number | undefined {
  if (isPlaceholder(secret)) return undefined;
  return (
    state.secrets.get(secret) ??
    (state.counters.get('placeholder') ? importedNumberOf(state, secret) : undefined)
  );
}

/** Finds a key that an import brought as a digest only. Digests take time, so the latest are cached. */
function importedNumberOf({ secrets, placeholders }: State, secret: string): number | undefined {
  const placeholder = placeholders.get(secret) ?? placeholderOf(keyDigestOf(secret), endsOf(secret));
  const number = secrets.get(placeholder);
  if (number === undefined) return undefined;
  if (placeholders.size >= maxPlaceholders) placeholders.clear();
  placeholders.set(secret, placeholder);
  return number;
}

const maxPlaceholders = 1_000;

export const addKey = (state: State, key: Omit<Key, 'number'>): Key =>
  enterKey(state, { number: addToCounter(state, 'key'), ...key });

/** Adds a key that has its number already. */
export function enterKey(state: State, key: Key): Key {
  const { number, id, secret, account, origin } = key;
  state.keys.set(number, key);
  state.keyNumbers.set(id, number);
  state.secrets.set(secret, number);
  joinAccount(state, number, account);
  if (isPlaceholder(secret)) addToCounter(state, 'placeholder');
  if (origin === 'self-describing') addToCounter(state, 'selfDescribing');
  return key;
}

/** Removes a key with its usage, its submissions and its holds, but not its account. */
export function removeKey(state: State, { number, id, secret, account, origin }: Key): void {
  removeCallsOf(state, number);
  state.keys.delete(number);
  state.keyNumbers.delete(id);
  state.secrets.delete(secret);
  leaveAccount(state, number, account);
  if (isPlaceholder(secret)) addToCounter(state, 'placeholder', -1);
  if (origin === 'self-describing') addToCounter(state, 'selfDescribing', -1);
}

/** Removes the usage, the submissions and the open holds of a key. @returns how many holds there were */
export function removeCallsOf(state: State, number: number): number {
  assertCallsRead(state);
  const holds = holdsOf(state, number);
  for (const { id } of holds) state.holds.delete(id);
  for (const calls of [state.usage, state.submitted, state.submittedOn]) calls.removeOf(number);
  return holds.length;
}

export const holdsOf = (state: State, number: number): OpenHold[] =>
  holdsInOrder(state).filter(({ key }) => key === number);

export const holdsInOrder = ({ holds }: State): OpenHold[] =>
  [...holds.values()].sort((one, other) => one.id - other.id);

/** The keys of an account, in the order of their creation. */
export function keysOfAccount(state: State, account: number): Key[] {
  return numbersOf(state, account)
    .sort((one, other) => one - other)
    .flatMap((number) => state.keys.get(number) ?? []);
}

export function joinAccount(state: State, number: number, account: number): void {
  state.keysOf.set(account, { first: number, rest: state.keysOf.get(account) });
}

function leaveAccount(state: State, number: number, account: number): void {
  let link: Link<number> | undefined;
  for (const other of numbersOf(state, account)) if (other !== number) link = { first: other, rest: link };
  if (link) state.keysOf.set(account, link);
  else state.keysOf.delete(account);
}

function numbersOf(state: State, account: number): number[] {
  const numbers = [];
  for (let link = state.keysOf.get(account); link; link = link.rest) numbers.push(link.first);
  return numbers;
}
