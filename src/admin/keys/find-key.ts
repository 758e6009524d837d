import { Type } from '@sinclair/typebox';
import type { KeyState } from '../../ledger/ledger.ts';
import type { Deps } from '../../service/http/deps.ts';
import { Problem } from '../problem.ts';

export const KeyParams = Type.Object({
  key: Type.String({ description: 'A key, percent-encoded, or its id.' }),
});

/** What `findKey` reads. */
export type KeyDeps = Pick<Deps, 'ledger' | 'clock'>;

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
