import { allKeys, type EvictionWatermark, type JournalTable, type RequestRow } from '../replicas.ts';
import type { Queries } from './connection.ts';
import { joined, type Sql, sql, valueList } from './sql.ts';

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
  async evict({ evicted, truncations, maxRequests, maxPerKey }) {
    const keys = [...evicted.keys()];
    await database.queryAll([
      sql`BEGIN`,
      lock,
      raiseWatermarks(keys, { truncations, maxRequests, maxPerKey }),
      removeEvicted(keys, [...evicted], truncations),
      sql`COMMIT`,
    ]);
  },
  async readWatermarksSince(version) {
    const rows = await database.query(
      sql`SELECT key, floor::float8 AS watermark, count::float8, clears::float8 AS truncations, version::float8
          FROM cuts WHERE version > ${version} ORDER BY version`,
    );
    return rows as unknown as EvictionWatermark[];
  },
  async truncate(keyIds, truncations) {
    const which = keyIds
      ? sql`clears < ${truncations} AND key IN (${valueList(keyIds)})`
      : sql`clears < ${truncations}`;
    await database.queryAll([sql`DELETE FROM journal WHERE ${which}`, sql`DELETE FROM cuts WHERE ${which}`]);
  },
});

/** A watermark is the id of the oldest request that the limit leaves. */
function raiseWatermarks(
  keys: readonly string[],
  { truncations, maxRequests, maxPerKey }: Record<'truncations' | 'maxRequests' | 'maxPerKey', number>,
): Sql {
  const watermarks = [
    sql`SELECT ${allKeys} AS key, (SELECT id FROM journal ORDER BY id DESC OFFSET ${maxRequests - 1} LIMIT 1) AS floor`,
    ...keys.map(
      (key) =>
        sql`SELECT ${key}, (SELECT id FROM journal WHERE key = ${key} ORDER BY id DESC OFFSET ${maxPerKey - 1} LIMIT 1)`,
    ),
  ];
  return sql`INSERT INTO cuts (key, floor, clears, version)
    SELECT key, floor, ${truncations}, nextval('versions') FROM (${joined(watermarks, ' UNION ALL ')}) floors
    WHERE floor IS NOT NULL ON CONFLICT (key) DO UPDATE SET floor = excluded.floor, version = excluded.version
    WHERE cuts.floor < excluded.floor`;
}

/** @param unwritten the numbers of requests that were evicted before they were written, by key */
function removeEvicted(
  keys: readonly string[],
  unwritten: readonly (readonly [key: string, count: number])[],
  truncations: number,
): Sql {
  const counts = [
    sql`SELECT key, count(*) AS count FROM evicted GROUP BY key`,
    ...unwritten.map(([key, count]) => sql`SELECT ${key}, ${count}`),
  ];
  return sql`WITH evicted AS (
      DELETE FROM journal WHERE sequence IN (
        SELECT sequence FROM journal WHERE id < (SELECT floor FROM cuts WHERE key = ${allKeys}) UNION
        SELECT sequence FROM journal JOIN cuts USING (key) WHERE id < floor AND key IN (${valueList(keys)}))
      RETURNING key)
    INSERT INTO cuts (key, count, clears, version)
    SELECT key, sum(count), ${truncations}, nextval('versions') FROM (${joined(counts, ' UNION ALL ')}) counts
    GROUP BY key HAVING sum(count) > 0
    ON CONFLICT (key) DO UPDATE SET count = cuts.count + excluded.count, version = excluded.version`;
}
