import type { Database } from 'better-sqlite3';
import { yieldToLoop } from '../../core/yield-to-loop.ts';
import { originOf } from '../key-index.ts';
import { type Store, transactLocally } from '../store.ts';
import { entryColumns } from '../stored-tables.ts';
import type { Entry } from '../values.ts';
import { CommitMark } from './commit-mark.ts';
import { loadLedger } from './load.ts';
import { sqliteSnapshots } from './snapshots.ts';
import { createWrite } from './write.ts';

/** A ledger in a file: read whole at the opening, except for the entries, which stay there. */
export function sqliteStore(database: Database): Store {
  const { state, shared } = loadLedger(database);
  const mark = new CommitMark(database);
  const after = database.prepare<[number, number, number], Entry>(
    `SELECT ${entryColumns} FROM entries WHERE account = ? AND id > ? ORDER BY id LIMIT ?`,
  );
  return {
    state,
    transact: transactLocally(state, createWrite(database, mark, state, shared)),
    entries: (account, id, max) => after.all(account, id, max),
    // SQLite takes a limit of -1 for none.
    readAll: (work) => yieldToLoop(work(state, (account) => after.all(account, 0, -1))),
    originOf: (secret) => originOf(state, secret),
    shared,
    snapshots: sqliteSnapshots(database, mark),
    get loss() {
      return mark.loss;
    },
    close() {
      database.close();
      mark.close();
    },
  };
}
