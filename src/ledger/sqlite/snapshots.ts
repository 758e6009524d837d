import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import type { Snapshots } from '../ledger.ts';
import { type Snapshot, snapshotOf } from '../values.ts';
import { checksumOf } from './checksum.ts';
import type { CommitMark } from './commit-mark.ts';

/** Snapshots as rows beside the ledger. */
export function sqliteSnapshots(database: Database, mark: CommitMark): Snapshots {
  const list = database.prepare<[], Snapshot>('SELECT name, takenAt, bytes FROM snapshots ORDER BY name');
  const count = database
    .prepare<[string], number>('SELECT count(*) FROM snapshotTexts WHERE snapshot = ?')
    .pluck();
  const read = database
    .prepare<[string, number], string>('SELECT text FROM snapshotTexts WHERE snapshot = ? AND place = ?')
    .pluck();
  const put = database.prepare<[string, number, number, number]>(
    'REPLACE INTO snapshots (name, takenAt, bytes, checksum) VALUES (?, ?, ?, ?)',
  );
  const putText = database.prepare<[string, number, string, number]>(
    'INSERT INTO snapshotTexts (snapshot, place, text, checksum) VALUES (?, ?, ?, ?)',
  );
  const removals = ['snapshotTexts WHERE snapshot = ?', 'snapshots WHERE name = ?'].map((which) =>
    database.prepare<[string]>(`DELETE FROM ${which}`),
  );
  const removed = (name: string) => removals.map((removal) => removal.run(name).changes).at(-1) === 1;
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');

  async function inTransaction<T>(change: () => T | Promise<T>): Promise<T> {
    begin.run();
    try {
      const done = await change();
      mark.count();
      commit.run();
      mark.committed();
      return done;
    } finally {
      if (database.inTransaction) rollback.run();
    }
  }

  return {
    list: async () => list.all(),
    async read(name) {
      const texts: string[] = [];
      for (let left = count.get(name) ?? 0; left > 0; left -= 1) {
        texts.push(read.get(name, texts.length) as string);
        await nextTurn();
      }
      return texts.length === 0 ? undefined : texts;
    },
    put: (name, texts, takenAt) =>
      inTransaction(async () => {
        removed(name);
        for (const row of texts.entries()) {
          putText.run(name, ...row, checksumOf([name, ...row]));
          await nextTurn();
        }
        const snapshot = snapshotOf(name, texts, takenAt);
        const row = [name, takenAt, snapshot.bytes] as const;
        put.run(...row, checksumOf(row));
        return snapshot;
      }),
    remove: (name) => inTransaction(() => removed(name)),
  };
}
