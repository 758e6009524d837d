import {
  allKeys,
  type Eviction,
  type EvictionWatermark,
  type JournalTable,
  type RequestRow,
} from '../replicas.ts';
import type { Queries } from './connection.ts';
import { anyText, type Sql, sql } from './sql.ts';

/** The order of rows is that of their commits then, so nobody who reads on from a row misses one. */
const lock = sql`LOCK TABLE journal IN SHARE ROW EXCLUSIVE MODE`;
const pageRows = 2_000;

/** @param process the number under which the requests of this process stand */
export const journalTable = (database: Queries, process: number): JournalTable => ({
  async write(rows) {
    const written = sql`json_to_recordset(${JSON.stringify(rows)}) AS r (id bigint, key text, truncations bigint, content text)`;
    await database.queryAll([
      sql`BEGIN`,
      lock,
      sql`DELETE FROM journal WHERE id IN (SELECT id FROM ${written})`,
      sql`INSERT INTO journal (id, replica, clears, key, content)
          SELECT id, ${process}, truncations, key, content FROM ${written}`,
      sql`COMMIT`,
    ]);
  },
  async readSince(after) {
    const page = await database.query(
      sql`SELECT sequence::float8, id::float8, replica::float8, key, clears::float8 AS truncations, content
          FROM journal WHERE sequence > ${after} ORDER BY sequence LIMIT ${pageRows}`,
    );
    return {
      rows: page.filter(({ replica }) => replica !== process) as unknown as RequestRow[],
      place: (page.at(-1)?.['sequence'] as number | undefined) ?? after,
      isLast: page.length < pageRows,
    };
  },
  async evict({ evicted, ...limits }) {
    for (let keys = firstOf(evicted); keys.length > 0; keys = firstOf(evicted)) {
      await database.queryAll([
        sql`BEGIN`,
        lock,
        raiseWatermarks(keys, limits),
        removeEvicted(keys, limits.truncations),
        sql`COMMIT`,
      ]);
      for (const { key } of keys) evicted.delete(key);
    }
  },
  async readWatermarksSince(version) {
    const rows = await database.query(
      sql`SELECT key, floor::float8 AS watermark, count::float8, clears::float8 AS truncations, version::float8
          FROM cuts WHERE version > ${version} ORDER BY version LIMIT ${pageRows}`,
    );
    return { rows: rows as unknown as EvictionWatermark[], isLast: rows.length < pageRows };
  },
  async truncate(keyIds, truncations) {
    const which = keyIds
      ? sql`clears < ${truncations} AND key = ${anyText(keyIds)}`
      : sql`clears < ${truncations}`;
    await database.queryAll([sql`DELETE FROM journal WHERE ${which}`, sql`DELETE FROM cuts WHERE ${which}`]);
  },
});

interface EvictedKey {
  key: string;
  /** The number of its requests that were evicted before they were written. */
  count: number;
}

function firstOf(evicted: ReadonlyMap<string, number>): EvictedKey[] {
  const first: EvictedKey[] = [];
  for (const [key, count] of evicted) {
    if (first.length === pageKeys) break;
    first.push({ key, count });
  }
  return first;
}

/** The others have their turn between two pages. */
const pageKeys = 500;

const rowsOf = (keys: readonly EvictedKey[]): Sql =>
  sql`json_to_recordset(${JSON.stringify(keys)}) AS k (key text, count bigint)`;

/** A watermark is the id of the oldest request that the limit leaves. */
const raiseWatermarks = (
  keys: readonly EvictedKey[],
  { truncations, maxRequests, maxPerKey }: Omit<Eviction, 'evicted'>,
): Sql =>
  sql`INSERT INTO cuts (key, floor, clears, version)
    SELECT key, floor, ${truncations}, nextval('versions') FROM (
      SELECT ${allKeys} AS key, (SELECT id FROM journal ORDER BY id DESC OFFSET ${maxRequests - 1} LIMIT 1) AS floor
      UNION ALL SELECT k.key, j.id FROM ${rowsOf(keys)}, LATERAL
        (SELECT id FROM journal WHERE key = k.key ORDER BY id DESC OFFSET ${maxPerKey - 1} LIMIT 1) j) floors
    WHERE floor IS NOT NULL ON CONFLICT (key) DO UPDATE SET floor = excluded.floor, version = excluded.version
    WHERE cuts.floor < excluded.floor`;

const removeEvicted = (keys: readonly EvictedKey[], truncations: number): Sql =>
  sql`WITH evicted AS (
      DELETE FROM journal WHERE sequence IN (
        SELECT sequence FROM journal WHERE id < (SELECT floor FROM cuts WHERE key = ${allKeys}) UNION
        SELECT j.sequence FROM ${rowsOf(keys)} JOIN cuts c ON c.key = k.key JOIN journal j ON j.key = k.key AND j.id < c.floor)
      RETURNING key)
    INSERT INTO cuts (key, count, clears, version)
    SELECT key, sum(count), ${truncations}, nextval('versions') FROM (
      SELECT key, count(*) AS count FROM evicted GROUP BY key UNION ALL SELECT key, count FROM ${rowsOf(keys)}) counts
    GROUP BY key HAVING sum(count) > 0
    ON CONFLICT (key) DO UPDATE SET count = cuts.count + excluded.count, version = excluded.version`;
