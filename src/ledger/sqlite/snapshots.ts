import { Buffer } from 'node:buffer';
import type { Database } from 'better-sqlite3';
import type { Snapshots } from '../ledger.ts';
import type { Snapshot } from '../values.ts';

/** Snapshots as rows beside the ledger. */
export function sqliteSnapshots(database: Database): Snapshots {
  const list = database.prepare<[], Snapshot>('SELECT name, takenAt, bytes FROM snapshots ORDER BY name');
  const read = database.prepare<[string], string>('SELECT content FROM snapshots WHERE name = ?').pluck();
  const put = database.prepare<Snapshot & { content: string }>(
    `INSERT INTO snapshots (name, takenAt, bytes, content) VALUES (:name, :takenAt, :bytes, :content)
     ON CONFLICT DO UPDATE SET takenAt = excluded.takenAt, bytes = excluded.bytes, content = excluded.content`,
  );
  const remove = database.prepare<[string]>('DELETE FROM snapshots WHERE name = ?');
  return {
    list: async () => list.all(),
    read: async (name) => read.get(name),
    async put(name, content, takenAt) {
      const snapshot = { name, takenAt, bytes: Buffer.byteLength(content) };
      put.run({ ...snapshot, content });
      return snapshot;
    },
    remove: async (name) => remove.run(name).changes > 0,
  };
}
