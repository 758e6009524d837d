import { yieldToLoop } from '../../core/yield-to-loop.ts';
import { originOf } from '../key-index.ts';
import { SharedRows } from '../ledger-rows.ts';
import { createState } from '../state.ts';
import { type Store, transactLocally } from '../store.ts';
import { createEntryLists } from './entry-lists.ts';
import { memorySnapshots } from './snapshots.ts';

/**
 * A ledger that ends with the process: the state is all there is.
 * @param maxEntries of an account @param maxBytes of the entries of all accounts
 */
export function memoryStore({ maxEntries = 20_000, maxBytes = 8 * 2 ** 20 } = {}): Store {
  const state = createState();
  const entries = createEntryLists(maxEntries, maxBytes);
  return {
    state,
    transact: transactLocally(state, () => entries.add(state)),
    entries: entries.after,
    readAll: (work) => yieldToLoop(work(state, (account) => entries.after(account, 0))),
    originOf: (secret) => originOf(state, secret),
    shared: new SharedRows(state.changes),
    snapshots: memorySnapshots(),
    close() {},
  };
}
