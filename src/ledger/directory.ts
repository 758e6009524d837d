import { isPlaceholder } from '../core/keys/digest.ts';
import { labelOf } from '../core/keys/self-describing.ts';
import { findAccount } from './accounts.ts';
import { keysOfAccount } from './key-index.ts';
import type { KeyDirectory, KeyName } from './ledger.ts';
import type { Key, State } from './state.ts';

/** The keys of a state, as they are at each question. */
export const directoryOf = (state: State): KeyDirectory => ({
  besideKey(id) {
    const key = state.keys.get(state.keyNumbers.get(id) ?? 0);
    return key && keysOfAccount(state, key.account).map(nameOfKey);
  },
  ofAccount(id) {
    const account = findAccount(state, id);
    return account && keysOfAccount(state, account.number).map(nameOfKey);
  },
  *all() {
    for (const key of state.keys.values()) yield nameOfKey(key);
  },
});

/** Keys that are there describe themselves without a mistake, and an access check names every key. */
const nameOfKey = ({ id, secret, origin }: Key): KeyName => ({
  id,
  label:
    origin === 'self-describing' && !isPlaceholder(secret)
      ? secret.slice(secret.lastIndexOf(':') + 1)
      : labelOf(secret),
});
