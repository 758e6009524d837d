import type { State } from './state.ts';
import type { Store } from './store.ts';

/**
 * The transactions of a store whose whole state is in this process.
 * @param write keeps `state.changes`, all of them or nothing
 */
export const transactLocally =
  (state: State, write: () => void): Store['transact'] =>
  (_, work) => {
    const { changes } = state;
    try {
      work(state);
      if (!changes.empty) write();
    } catch (error) {
      changes.undo();
      throw error;
    } finally {
      changes.begin();
    }
  };
