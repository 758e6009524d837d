import { Type } from '@sinclair/typebox';
import type { KeyState } from '../../ledger/ledger.ts';
import type { Deps } from '../../service/http/deps.ts';
import { Problem } from '../problem.ts';

export const KeyParams = Type.Object({
  key: Type.String({ description: 'A key, percent-encoded, or its id.' }),
});

/** What `findKey` reads. */
export type KeyDeps = Pick<Deps, 'ledger' | 'clock' | 'names'>;

/**
 * Finds a key by itself or its id. Naming a self-describing key creates it.
 * @throws Problem 404; it does not repeat what was given, which may be a key
 */
export async function findKey({ ledger, clock }: KeyDeps, keyOrId: string): Promise<KeyState> {
  const state = await ledger.keys.find(keyOrId, clock.now());
  if (!state) throw new Problem(404, noSuchKey);
  return state;
}

export const noSuchKey = 'There is no such key.';

/** Every key with the name by which lists show it. Between two pages, others have their turn. */
export async function* eachKey({
  ledger,
  clock,
  names,
}: KeyDeps): AsyncGenerator<KeyState & { name: string }, void> {
  for (let page: KeyState[] | undefined; !page || page.length === maxPage; ) {
    page = await ledger.keys.list(clock.now(), page?.at(-1)?.number ?? 0, maxPage);
    for (const state of page) yield { ...state, name: names.labelOf(state.id) ?? state.label ?? state.shown };
  }
}

const maxPage = 1_000;
