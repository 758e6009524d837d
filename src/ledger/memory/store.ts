import { originOf } from '../key-index.ts';
import { createState } from '../state.ts';
import { type Store, transactLocally } from '../store.ts';
import { createEntryLists } from './entry-lists.ts';
import { memorySnapshots } from './snapshots.ts';

/** A ledger that ends with the process: the state is all there is. */
export function memoryStore({ maxEntries = 20_000 } = {}): Store {
  const state = createState();
  const entries = createEntryLists(maxEntries);
  return {
    state,
    transact: transactLocally(state, () => entries.add(state)),
    entries: entries.after,
    readAll: (work) => work(state, entries.all()),
    originOf: (secret) => originOf(state, secret),
    snapshots: memorySnapshots(),
    close() {},
  };
}
