import { Buffer } from 'node:buffer';
import type { Database } from 'better-sqlite3';
import type { Snapshots } from '../ledger.ts';
import type { Snapshot } from '../values.ts';
import type { CommitMark } from './commit-mark.ts';
import { checksumOf } from './damage.ts';

/** Snapshots as rows beside the ledger. */
export function sqliteSnapshots(database: Database, mark: CommitMark): Snapshots {
  const list = database.prepare<[], Snapshot>('SELECT name, takenAt, bytes FROM snapshots ORDER BY name');
  const read = database.prepare<[string], string>('SELECT content FROM snapshots WHERE name = ?').pluck();
  const put = database.prepare<[string, number, number, string, number]>(
    'REPLACE INTO snapshots (name, takenAt, bytes, content, checksum) VALUES (?, ?, ?, ?, ?)',
  );
  const remove = database.prepare<[string]>('DELETE FROM snapshots WHERE name = ?');
  const commit = <T>(change: () => T): T => {
    const result = database.transaction(() => {
      const done = change();
      mark.count();
      return done;
    })();
    mark.committed();
    return result;
  };
  return {
    list: async () => list.all(),
    read: async (name) => read.get(name),
    async put(name, content, takenAt) {
      const snapshot = { name, takenAt, bytes: Buffer.byteLength(content) };
      const row = [name, takenAt, snapshot.bytes, content] as const;
      commit(() => put.run(...row, checksumOf(row)));
      return snapshot;
    },
    remove: async (name) => commit(() => remove.run(name)).changes > 0,
  };
}
