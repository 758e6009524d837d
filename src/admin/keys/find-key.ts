import { Type } from '@sinclair/typebox';
import { formatCount } from '../../core/count.ts';
import { shortenedText } from '../../core/values.ts';
import type { KeyState } from '../../ledger/ledger.ts';
import type { Deps } from '../../service/http/deps.ts';
import { Problem } from '../problem.ts';

export const KeyParams = Type.Object({
  key: Type.String({ description: 'A key, percent-encoded, its id or its label.' }),
});

/** What `findKey` reads. */
export type KeyDeps = Pick<Deps, 'ledger' | 'clock' | 'names'>;

/**
 * Finds a key by itself or its id, else by a name that lists show: its label, its end, or the beginning of its id.
 * Naming a self-describing key creates it.
 * @throws Problem 404; it does not repeat what was given, which may be a key. 409 with the keys if several have the name
 */
export async function findKey(deps: KeyDeps, name: string): Promise<KeyState> {
  const exact = await deps.ledger.keys.find(name, deps.clock.now());
  if (exact) return exact;
  const named: KeyState[] = [];
  if (name.length <= maxNameLength)
    for await (const key of eachKey(deps)) if (isNamed(key, name)) named.push(key);
  return onlyKey(name, named);
}

/** @throws Problem 404 without a key, 409 for several */
export function onlyKey<Key extends Pick<KeyState, 'id' | 'shown'>>(name: string, keys: readonly Key[]): Key {
  const [first, ...others] = keys;
  if (!first) throw new Problem(404, noSuchKey);
  if (others.length === 0) return first;
  const listed = keys.slice(0, maxListed).map(({ id, shown }) => ({ id, key: shown }));
  const ids = listed.map(({ id, key }) => (key === id ? id : `${id} (${key})`)).join(', ');
  const more = keys.length > maxListed ? ', …' : '';
  throw new Problem(
    409,
    `${formatCount(keys.length, 'key')} have the name "${shortenedText(name)}": ${ids}${more}. Give an id.`,
    { keys: listed },
  );
}

const maxListed = 10;
/** The longest label. */
const maxNameLength = 100;

const isNamed = ({ id, shown, name: shownName }: NamedKey, name: string): boolean =>
  shownName === name || shown === name || (isShortId.test(name) && id.startsWith(name));

/** Lists show as much of the id of a key without a label. */
export const isShortId = /^[\da-f]{8}$/;

export const noSuchKey = 'There is no such key.';

interface NamedKey extends KeyState {
  /** Its label, or as much of the key as may be shown. */
  name: string;
}

/** Every key with the name by which lists show it. Between two pages, others have their turn. */
export async function* eachKey({ ledger, clock, names }: KeyDeps): AsyncGenerator<NamedKey, void> {
  for (let page: KeyState[] | undefined; !page || page.length === maxPage; ) {
    page = await ledger.keys.list(clock.now(), page?.at(-1)?.number ?? 0, maxPage);
    for (const state of page) yield { ...state, name: names.labelOf(state.id) ?? state.label ?? state.shown };
  }
}

const maxPage = 1_000;
