import type { Posted } from '../changes.ts';
import type { PlacedRow, RecordRows, Records, RequestRow, SavedAnswer, TallyEventRow } from '../replicas.ts';
import { pagesOf } from '../stored-tables.ts';
import type { Queries } from './connection.ts';
import type { Membership } from './membership.ts';
import { json, rowsIn } from './reading.ts';
import { anyText, identifier, type Sql, sql } from './sql.ts';

/** The records of a replica that wait for a batch, and what a batch does with them. */
export interface WaitingRecords extends Records {
  /** Begins a batch. */
  begin(): void;
  /** Takes what the batch writes. @param posted its new entries @returns undefined without anything */
  take(posted: readonly Posted[]): Taken | undefined;
}

interface Taken {
  statements: Sql[];
  /** The batch was not committed. */
  putBack(): void;
}

/** While the database cannot be written, the oldest leave beyond so many of each kind. */
const maxWaiting = 20_000;
const pageRows = 1_000;
const maxEvents = 10_000;

type Waiting = { [Name in keyof RecordRows]: RecordRows[Name][number][] };

const nothing = (): Waiting => ({ requests: [], changed: [], tallyEvents: [], events: [] });

export function recordTables(
  database: Queries,
  membership: Pick<Membership, 'schema' | 'process' | 'number'>,
): WaitingRecords {
  const { schema, process } = membership;
  let waiting = nothing();
  let rowsOf: (posted: readonly Posted[]) => Partial<RecordRows> = () => ({});
  let announce = () => {};
  let cleared: { keyIds: readonly string[] | undefined }[] = [];
  /** The keys whose requests were written since the last eviction. */
  const touched = new Set<string>();
  const areThere = (rows: RecordRows) => Object.values(rows).some(({ length }) => length > 0);

  return {
    add(rows) {
      const isFirst = !areThere(waiting);
      addRows(waiting, rows);
      if (isFirst) announce();
    },
    onWaiting(listener) {
      announce = listener;
    },
    onCommit(listener) {
      rowsOf = listener;
    },
    get areWaiting() {
      return areThere(waiting);
    },
    begin() {
      cleared = [];
    },
    clearRequests(keyIds) {
      cleared.push({ keyIds });
      const isCleared = ({ key }: RequestRow) => keyIds?.includes(key) ?? true;
      for (const name of ['requests', 'changed'] as const)
        waiting[name] = waiting[name].filter((row) => !isCleared(row));
    },
    take(posted) {
      const ofBatch = { ...nothing(), ...rowsOf(posted) };
      if (cleared.length === 0 && !areThere(waiting) && !areThere(ofBatch)) return undefined;
      const taken = waiting;
      waiting = nothing();
      for (const { key } of [...taken.requests, ...ofBatch.requests]) touched.add(key);
      return {
        statements: [
          // The order of rows is that of their commits then, so nobody who reads on from a row misses one.
          sql`SELECT pg_advisory_xact_lock(hashtext(${schema}), 6)`,
          ...cleared.flatMap(({ keyIds }) => removals(keyIds)),
          ...insertions(taken, process),
          ...insertions(ofBatch, process),
        ],
        putBack() {
          addRows(taken, waiting);
          waiting = taken;
        },
      };
    },
    ...readRecords(database, membership),
    async evict({ max, maxPerKey }) {
      const keys = [...touched];
      touched.clear();
      for (const page of pagesOf(keys, pageRows))
        await database.query(
          counted(sql`SELECT beyond.sequence FROM json_array_elements_text(${JSON.stringify(page)}) k, LATERAL
            (SELECT sequence FROM journal WHERE key = k ORDER BY sequence DESC OFFSET ${maxPerKey}) beyond`),
        );
      if (keys.length > 0)
        await database.query(counted(sql`SELECT sequence FROM journal ORDER BY sequence DESC OFFSET ${max}`));
      await database.queryAll([
        sql`DELETE FROM acts a USING replicas r WHERE a.replica = r.process AND a.at <= r."upTo"
            AND a.sequence <= (SELECT max(sequence) FROM acts) - ${max}`,
        sql`DELETE FROM events WHERE sequence <= (SELECT max(sequence) FROM events) - ${maxEvents}`,
      ]);
    },
  };
}

/** The rows of all processes. */
function readRecords(
  database: Queries,
  membership: Pick<Membership, 'process' | 'number'>,
): Pick<
  Records,
  | 'requests'
  | 'placeBeyond'
  | 'findRequest'
  | 'countEvicted'
  | 'tallyEvents'
  | 'saveAnswer'
  | 'answers'
  | 'since'
> {
  const { process } = membership;
  return {
    async *requests(keyId) {
      const ofKey = keyId === undefined ? sql`` : sql`AND key = ${keyId}`;
      for (let after = 0, isLast = false; !isLast; ) {
        const rows = (await database.query(
          sql`SELECT sequence::float8 AS place, id::float8, key, content FROM journal
              WHERE sequence > ${after} ${ofKey} ORDER BY sequence LIMIT ${pageRows}`,
        )) as unknown as PlacedRow[];
        yield rows;
        after = rows.at(-1)?.place ?? after;
        isLast = rows.length < pageRows;
      }
    },
    async placeBeyond(max) {
      const [row] = await database.query(
        sql`SELECT sequence::float8 AS place FROM journal ORDER BY sequence DESC OFFSET ${max} LIMIT 1`,
      );
      return (row?.['place'] as number | undefined) ?? 0;
    },
    async findRequest(id) {
      const rows = await database.query(
        sql`SELECT id::float8, key, content FROM journal WHERE id = ${id} LIMIT 1`,
      );
      return rows[0] as unknown as RequestRow | undefined;
    },
    async countEvicted(keyId) {
      const ofKey = keyId === undefined ? sql`` : sql`WHERE key = ${keyId}`;
      const [row] = await database.query(
        sql`SELECT coalesce(sum(count), 0)::float8 AS count FROM forgotten ${ofKey}`,
      );
      return row?.['count'] as number;
    },
    async *tallyEvents() {
      for (let after = sql`0, 0`, isLast = false; !isLast; ) {
        const rows = (await database.query(
          sql`SELECT at::float8, replica::float8 AS process, clears::float8 AS truncations, content FROM acts
              WHERE (at, replica) > (${after}) ORDER BY at, replica LIMIT ${pageRows / 2}`,
        )) as unknown as TallyEventRow[];
        yield rows;
        const { at = 0, process: by = 0 } = rows.at(-1) ?? {};
        after = sql`${at}, ${by}`;
        isLast = rows.length < pageRows / 2;
      }
    },
    async saveAnswer(answer, upTo) {
      await database.query(
        sql`UPDATE replicas SET answer = ${answer}, "upTo" = ${upTo} WHERE number = ${membership.number}`,
      );
    },
    async answers() {
      const [row] = await database.query(
        json(
          sql`SELECT process, bool_or("leftAt" IS NULL AND beat > clock_timestamp() - interval '3 seconds') AS "isLive",
              max("upTo") AS "upTo", (SELECT coalesce(max(at), 0) FROM acts WHERE replica = process) AS last,
              coalesce((array_agg(answer ORDER BY number DESC) FILTER (WHERE answer IS NOT NULL))[1], '') AS answer
              FROM replicas WHERE process <> ${process} GROUP BY process`,
        ),
      );
      return rowsIn<SavedAnswer>(row);
    },
    async since(of, place) {
      const table = identifier(of);
      if (place === undefined) {
        const [row] = await database.query(
          sql`SELECT coalesce(max(sequence), 0)::float8 AS place FROM ${table}`,
        );
        return { contents: [], place: row?.['place'] as number };
      }
      const rows = await database.query(
        sql`SELECT sequence::float8 AS place, replica::float8, content FROM ${table}
            WHERE sequence > ${place} ORDER BY sequence LIMIT ${pageRows}`,
      );
      return {
        contents: rows.flatMap(({ replica, content }) => (replica === process ? [] : [content as string])),
        place: (rows.at(-1)?.['place'] as number | undefined) ?? place,
      };
    },
  };
}

function addRows(to: Waiting, rows: Partial<RecordRows>): void {
  for (const name of Object.keys(rows) as (keyof RecordRows)[]) {
    const all = to[name] as unknown[];
    for (const row of rows[name] ?? []) all.push(row);
    if (all.length > 2 * maxWaiting) all.splice(0, all.length - maxWaiting);
  }
}

/** Removes requests and counts them as forgotten. */
const counted = (sequences: Sql): Sql =>
  sql`WITH evicted AS (DELETE FROM journal WHERE sequence IN (${sequences}) RETURNING key)
      INSERT INTO forgotten (key, count) SELECT key, count(*) FROM evicted GROUP BY key
      ON CONFLICT (key) DO UPDATE SET count = forgotten.count + excluded.count, at = excluded.at`;

function removals(keyIds: readonly string[] | undefined): Sql[] {
  const which = keyIds ? sql`key = ${anyText(keyIds)}` : sql`true`;
  return [sql`DELETE FROM journal WHERE ${which}`, sql`DELETE FROM forgotten WHERE ${which}`];
}

function* insertions(rows: RecordRows, process: number): Generator<Sql> {
  for (const page of pagesOf(rows.requests, pageRows))
    yield sql`INSERT INTO journal (id, replica, key, content) SELECT id, ${process}, key, content
              FROM json_to_recordset(${JSON.stringify(page)}) AS r (id bigint, key text, content text)`;
  for (const page of pagesOf(rows.changed, pageRows))
    yield sql`UPDATE journal SET content = r.content FROM json_to_recordset(${JSON.stringify(page)})
              AS r (id bigint, content text) WHERE journal.id = r.id AND replica = ${process}`;
  for (const page of pagesOf(rows.tallyEvents, pageRows))
    yield sql`INSERT INTO acts (at, replica, clears, content) SELECT at, ${process}, truncations, content
              FROM json_to_recordset(${JSON.stringify(page)}) AS r (at bigint, truncations bigint, content text)`;
  if (rows.events.length > 0)
    yield sql`INSERT INTO events (replica, content) SELECT ${process}, content
              FROM json_array_elements_text(${JSON.stringify(rows.events)}) content`;
}
