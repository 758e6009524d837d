import type { Store } from '../../src/ledger/store.ts';

/** A store that counts its commits: the batches that changed something. */
export function countedStore(store: Store): { store: Store; commits(): number } {
  let commits = 0;
  return {
    commits: () => commits,
    store: {
      ...store,
      transact(batch, work) {
        let isChanged = false;
        const commit = store.transact(batch, (state) => {
          work(state);
          isChanged = !state.changes.isEmpty;
        });
        const count = () => {
          if (isChanged) commits += 1;
        };
        return commit ? commit.then(count) : count();
      },
    },
  };
}
