import type { AnswerTable, EventTable, TallyEventRow, TallyEventTable } from '../replicas.ts';
import type { Queries } from './connection.ts';
import type { Membership } from './membership.ts';
import { sql } from './sql.ts';

const pageEvents = 500;
const maxEvents = 10_000;

export const tallyEventTable = (database: Queries, process: number): TallyEventTable => ({
  async append(rows, maxRows) {
    await database.queryAll([
      // Rows that were written although the answer was lost are there.
      sql`INSERT INTO acts (at, replica, clears, content) SELECT at, ${process}, truncations, content
          FROM json_to_recordset(${JSON.stringify(rows)}) AS r (at bigint, truncations bigint, content text)
          ON CONFLICT DO NOTHING`,
      sql`DELETE FROM acts WHERE sequence <= (SELECT max(sequence) FROM acts) - ${maxRows}`,
    ]);
  },
  async *pages() {
    for (let after = sql`0, 0`; ; ) {
      const rows = await database.query(
        sql`SELECT at::float8, replica::float8, clears::float8 AS truncations, content FROM acts
            WHERE (at, replica) > (${after}) ORDER BY at, replica LIMIT ${pageEvents}`,
      );
      yield rows as unknown as TallyEventRow[];
      const { at, replica } = (rows.at(-1) ?? {}) as { at: number; replica: number };
      if (rows.length < pageEvents) return;
      after = sql`${at}, ${replica}`;
    }
  },
});

export const eventTable = (database: Queries, process: number): EventTable => ({
  async append(contents) {
    await database.queryAll([
      // The order of rows is that of their commits then, so nobody who reads on from a row misses one.
      sql`LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE`,
      sql`INSERT INTO events (replica, content)
          SELECT ${process}, content FROM json_array_elements_text(${JSON.stringify(contents)}) content`,
      sql`DELETE FROM events WHERE sequence <= (SELECT max(sequence) FROM events) - ${maxEvents}`,
    ]);
  },
  async last() {
    const [row] = await database.query(
      sql`SELECT coalesce(max(sequence), 0)::float8 AS sequence FROM events`,
    );
    return row?.['sequence'] as number;
  },
  async readSince(after) {
    const rows = (await database.query(
      sql`SELECT sequence::float8 AS place, replica::float8, content FROM events
          WHERE sequence > ${after} ORDER BY sequence`,
    )) as unknown as { place: number; replica: number; content: string }[];
    return { rows: rows.filter(({ replica }) => replica !== process), place: rows.at(-1)?.place ?? after };
  },
});

export const answerTable = (
  database: Queries,
  membership: Pick<Membership, 'number' | 'process'>,
): AnswerTable => ({
  async newQuestion() {
    const [row] = await database.query(sql`SELECT nextval('versions')::float8 AS question`);
    return row?.['question'] as number;
  },
  async countUnanswered(question) {
    const [row] = await database.query(
      sql`SELECT count(*)::int AS unanswered FROM replicas WHERE "leftAt" IS NULL AND number <> ${membership.number}
          AND flushed < ${question} AND beat > clock_timestamp() - interval '3 seconds'`,
    );
    return row?.['unanswered'] as number;
  },
  async write(answer, question = 0) {
    await database.query(
      sql`UPDATE replicas SET flushed = greatest(flushed, ${question}), answer = ${answer}
          WHERE number = ${membership.number}`,
    );
  },
  async read() {
    const rows = await database.query(
      sql`SELECT DISTINCT ON (process) answer FROM replicas WHERE process <> ${membership.process}
          AND answer IS NOT NULL ORDER BY process, number DESC`,
    );
    return rows.map(({ answer }) => answer as string);
  },
});
