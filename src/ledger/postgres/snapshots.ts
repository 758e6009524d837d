import type { Snapshots } from '../ledger.ts';
import { type Snapshot, snapshotOf } from '../values.ts';
import type { Queries } from './connection.ts';
import { json, rowsIn } from './reading.ts';
import { sql } from './sql.ts';

/**
 * Snapshots as rows beside the ledger.
 * @param transaction runs statements between BEGIN and COMMIT on a connection of their own
 */
export const snapshotTable = (
  database: Queries,
  transaction: (work: (connection: Queries) => Promise<void>) => Promise<void>,
): Snapshots => ({
  async list() {
    const [row] = await database.query(
      json(sql`SELECT name, "takenAt", bytes FROM snapshots ORDER BY name COLLATE "C"`),
    );
    return rowsIn<Snapshot>(row);
  },
  async read(name) {
    const rows = await database.query(
      sql`SELECT text FROM "snapshotTexts" WHERE snapshot = ${name} ORDER BY place`,
    );
    return rows.length === 0 ? undefined : rows.map(({ text }) => text as string);
  },
  async put(name, texts, takenAt) {
    const snapshot = snapshotOf(name, texts, takenAt);
    await transaction(async (connection) => {
      await connection.query(
        sql`INSERT INTO snapshots (name, "takenAt", bytes) VALUES (${name}, ${takenAt}, ${snapshot.bytes})
            ON CONFLICT (name) DO UPDATE SET "takenAt" = excluded."takenAt", bytes = excluded.bytes`,
      );
      await connection.query(sql`DELETE FROM "snapshotTexts" WHERE snapshot = ${name}`);
      for (const [place, text] of texts.entries())
        await connection.query(
          sql`INSERT INTO "snapshotTexts" (snapshot, place, text) VALUES (${name}, ${place}, ${text})`,
        );
    });
    return snapshot;
  },
  async remove(name) {
    const rows = await database.query(sql`DELETE FROM snapshots WHERE name = ${name} RETURNING 1`);
    return rows.length > 0;
  },
});
