import { Buffer } from 'node:buffer';
import type { Snapshots } from '../ledger.ts';
import type { Snapshot } from '../values.ts';
import { json, rowsIn } from './reading.ts';
import { literal } from './sql.ts';

/** Snapshots as rows beside the ledger. */
export const snapshotsIn = (ask: (text: string) => Promise<Record<string, unknown>[][]>): Snapshots => ({
  async list() {
    const [rows] = await ask(json('SELECT name, "takenAt", bytes FROM snapshots ORDER BY name COLLATE "C"'));
    return rowsIn<Snapshot>(rows);
  },
  async read(name) {
    const [rows] = await ask(`SELECT content FROM snapshots WHERE name = ${literal(name)}`);
    return rows?.[0]?.['content'] as string | undefined;
  },
  async put(name, content, takenAt) {
    const snapshot = { name, takenAt, bytes: Buffer.byteLength(content) };
    await ask(
      `INSERT INTO snapshots (name, "takenAt", bytes, content)
       VALUES (${literal(name)}, ${takenAt}, ${snapshot.bytes}, ${literal(content)})
       ON CONFLICT (name) DO UPDATE SET "takenAt" = excluded."takenAt", bytes = excluded.bytes, content = excluded.content`,
    );
    return snapshot;
  },
  async remove(name) {
    const [rows] = await ask(`DELETE FROM snapshots WHERE name = ${literal(name)} RETURNING 1`);
    return (rows?.length ?? 0) > 0;
  },
});
