import { Buffer } from 'node:buffer';
import type { Snapshots } from '../ledger.ts';
import type { Snapshot } from '../values.ts';
import type { Queries } from './connection.ts';
import { json, rowsIn } from './reading.ts';
import { sql } from './sql.ts';

/** Snapshots as rows beside the ledger. */
export const snapshotTable = (database: Queries): Snapshots => ({
  async list() {
    const [row] = await database.query(
      json(sql`SELECT name, "takenAt", bytes FROM snapshots ORDER BY name COLLATE "C"`),
    );
    return rowsIn<Snapshot>(row);
  },
  async read(name) {
    const [row] = await database.query(sql`SELECT content FROM snapshots WHERE name = ${name}`);
    return row?.['content'] as string | undefined;
  },
  async put(name, content, takenAt) {
    const snapshot = { name, takenAt, bytes: Buffer.byteLength(content) };
    await database.query(
      sql`INSERT INTO snapshots (name, "takenAt", bytes, content)
          VALUES (${name}, ${takenAt}, ${snapshot.bytes}, ${content})
          ON CONFLICT (name) DO UPDATE SET "takenAt" = excluded."takenAt", bytes = excluded.bytes, content = excluded.content`,
    );
    return snapshot;
  },
  async remove(name) {
    const rows = await database.query(sql`DELETE FROM snapshots WHERE name = ${name} RETURNING 1`);
    return rows.length > 0;
  },
});
