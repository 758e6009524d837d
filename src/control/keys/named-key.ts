import { Type } from '@sinclair/typebox';
import type { Deps } from '../../http/deps.ts';
import type { KeyState } from '../../ledger/ledger.ts';
import { Problem } from '../problem.ts';

export const KeyPath = Type.Object({
  key: Type.String({ description: 'A key, percent-encoded, or its id.' }),
});

/**
 * The key of that name or id; one that describes itself comes into being by being named.
 * @throws Problem 404; it does not repeat the name, which may be a key
 */
export async function namedKey({ ledger, clock }: Deps, name: string): Promise<KeyState> {
  const state = await ledger.keys.find(name, clock.now());
  if (!state) throw new Problem(404, noSuchKey);
  return state;
}

export const noSuchKey = 'There is no such key.';
