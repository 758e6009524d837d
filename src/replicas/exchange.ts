import { setTimeout as wait } from 'node:timers/promises';
import type { JournalEntry } from '../journal/entry.ts';
import { maxPerKey } from '../journal/journal.ts';
import { literal } from '../ledger/postgres/sql.ts';
import type { Replicas } from '../ledger/replicas.ts';
import type { Report } from '../report/model.ts';
import type { StoredTallyEvent } from './replay.ts';
import {
  allKeys,
  type EvictionWatermark,
  type SharedJournal,
  type UnwrittenRequests,
} from './shared-journal.ts';
import type { SharedTally, TallyEventRow } from './shared-tally.ts';
import type { Truncations } from './truncations.ts';

/** The facts of a replica about all its requests. */
export interface ReplicaAnswer {
  /** How many clearings of journals it had seen, and of reports. */
  cleared: number;
  clears: number;
  /** Absent when reports were cleared since. */
  report?: Report;
  decisions: [string, number][];
}

export interface ExchangeOptions {
  replicas: Replicas;
  journal: SharedJournal;
  tally: SharedTally;
  maxRequests: number;
  /** The clearings of journals, and of reports. */
  truncations: Truncations;
  reportTruncations: Truncations;
  /** Sees what the others changed. */
  refresh: () => Promise<void>;
  answer: () => ReplicaAnswer;
}

/** Replicas write their requests to the database: now and then, and whenever one of them is asked about requests. */
export interface Exchange {
  /** @returns the answers of the others */
  gather(): Promise<ReplicaAnswer[]>;
  /** The acts of all tallies, in the order of their instants. */
  tallyEvents(): AsyncIterable<StoredTallyEvent[]>;
  close(): Promise<void>;
}

const flushMs = 1_000;
/** While somebody waits for a request. */
const watchedMs = 100;
const answerTimeoutMs = 5_000;
/** A replica that stops does not wait for a database that does not answer. */
const shutdownTimeoutMs = 300;

export function createExchange({
  replicas,
  journal,
  tally,
  maxRequests: most,
  truncations: clears,
  reportTruncations: reportClears,
  refresh,
  answer,
}: ExchangeOptions): Exchange {
  let last = 0;
  let lastCut = 0;
  let closed = false;
  let turn: Promise<unknown> = Promise.resolve();
  replicas.onNotice(({ question }) => {
    if (question !== undefined) reply(question).catch(() => {});
  });
  clears.onTruncated((keyIds) => {
    if (keyIds?.length !== 0) remove(keyIds, clears.applied).catch(() => {});
  });
  schedule();

  return {
    async gather() {
      const [rows] = await replicas.query(`SELECT nextval('versions')::float8 AS question`);
      const question = rows?.[0]?.['question'] as number;
      await replicas.notify({ question });
      await flush();
      const until = performance.now() + answerTimeoutMs;
      while ((await silent(question)) > 0 && performance.now() < until) await wait(5);
      await pull();
      return answers();
    },
    tallyEvents: acts,
    async close() {
      closed = true;
      await Promise.race([flush(0).catch(() => {}), wait(shutdownTimeoutMs, undefined, { ref: false })]);
    },
  };

  function schedule(): void {
    setTimeout(
      () => {
        if (closed) return;
        const work = journal.isWatched ? flush().then(pull) : flush();
        work.catch(() => {}).finally(schedule);
      },
      journal.isWatched ? watchedMs : flushMs,
    ).unref();
  }

  /** How many live ones have not answered yet. */
  async function silent(question: number): Promise<number> {
    const [rows] = await replicas.query(
      `SELECT count(*)::int AS silent FROM replicas WHERE "leftAt" IS NULL AND number <> ${replicas.number}
       AND flushed < ${question} AND beat > clock_timestamp() - interval '3 seconds'`,
    );
    return rows?.[0]?.['silent'] as number;
  }

  async function reply(question: number): Promise<void> {
    await refresh();
    await flush(question);
  }

  async function answers(): Promise<ReplicaAnswer[]> {
    const [rows = []] = await replicas.query(
      `SELECT DISTINCT ON (process) answer FROM replicas WHERE process <> ${replicas.process} AND answer IS NOT NULL
       ORDER BY process, number DESC`,
    );
    return rows.map(({ answer: text }) => {
      const { report, ...each } = JSON.parse(text as string) as ReplicaAnswer;
      return {
        ...each,
        ...(report && !reportClears.isTruncated(null, each.clears) && { report }),
        decisions: clears.isTruncated(null, each.cleared) ? [] : each.decisions,
      };
    });
  }

  /** One after the other, so that everything up to now is written when it ends. */
  function flush(question?: number): Promise<void> {
    return inTurn(() => write(question));
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = turn.then(work);
    turn = done.catch(() => {});
    return done;
  }

  /** @param question that this answers */
  async function write(question?: number): Promise<void> {
    const fresh = journal.take();
    const { recorded } = fresh;
    const told = tally.take();
    const isNew = recorded.length + told.length > 0;
    try {
      for (; recorded.length > 0; recorded.splice(0, pageOfWrites))
        await writeRequests(recorded.slice(0, pageOfWrites), fresh.truncations);
      if (fresh.evicted.size > 0) await cut(fresh);
      for (; told.length > 0; told.splice(0, pageOfWrites)) await writeActs(told.slice(0, pageOfWrites));
    } finally {
      journal.requeue(fresh);
      tally.requeue(told);
    }
    if (!isNew && question === undefined) return;
    await replicas.query(
      `UPDATE replicas SET flushed = greatest(flushed, ${question ?? 0}), answer = ${literal(JSON.stringify(answer()))}
       WHERE number = ${replicas.number}`,
    );
  }

  async function writeRequests(recorded: readonly JournalEntry[], seen: number): Promise<void> {
    const ids = recorded.map(({ id }) => id).join();
    const values = recorded.map(
      (each) =>
        `(${each.id}, ${replicas.process}, ${seen}, ${literal(each.keyId ?? '')}, ${literal(JSON.stringify(each))})`,
    );
    await replicas.query(
      `BEGIN; ${lock}; DELETE FROM journal WHERE id IN (${ids});
       INSERT INTO journal (id, replica, clears, key, content) VALUES ${values.join()}; COMMIT`,
    );
  }

  /** Applies the limits to the requests of all, and counts what they evict. */
  async function cut({ evicted: lost, truncations: seen }: UnwrittenRequests): Promise<void> {
    const keys = Array.from(lost.keys(), literal);
    const floors = [
      `SELECT ${literal(allKeys)} AS key, (SELECT id FROM journal ORDER BY id DESC OFFSET ${most - 1} LIMIT 1) AS floor`,
      ...keys.map(
        (key) =>
          `SELECT ${key}, (SELECT id FROM journal WHERE key = ${key} ORDER BY id DESC OFFSET ${maxPerKey - 1} LIMIT 1)`,
      ),
    ].join(' UNION ALL ');
    const counts = [
      `SELECT key, count(*) AS count FROM evicted GROUP BY key`,
      ...Array.from(lost, ([key, count]) => `SELECT ${literal(key)}, ${count}`),
    ].join(' UNION ALL ');
    await replicas.query(
      `BEGIN; ${lock};
       INSERT INTO cuts (key, floor, clears, version) SELECT key, floor, ${seen}, nextval('versions') FROM (${floors}) floors
       WHERE floor IS NOT NULL ON CONFLICT (key) DO UPDATE SET floor = excluded.floor, version = excluded.version
       WHERE cuts.floor < excluded.floor;
       WITH evicted AS (
         DELETE FROM journal WHERE sequence IN (
           SELECT sequence FROM journal WHERE id < (SELECT floor FROM cuts WHERE key = ${literal(allKeys)}) UNION
           SELECT sequence FROM journal JOIN cuts USING (key) WHERE id < floor AND key IN (${keys.join()}))
         RETURNING key)
       INSERT INTO cuts (key, count, clears, version)
       SELECT key, sum(count), ${seen}, nextval('versions') FROM (${counts}) counts GROUP BY key HAVING sum(count) > 0
       ON CONFLICT (key) DO UPDATE SET count = cuts.count + excluded.count, version = excluded.version; COMMIT`,
    );
    lost.clear();
  }

  /** Removes the requests that were cleared: of all keys or of these. */
  function remove(keyIds: readonly string[] | undefined, seen: number): Promise<void> {
    const which = keyIds ? `clears < ${seen} AND key IN (${keyIds.map(literal).join()})` : `clears < ${seen}`;
    return inTurn(async () => {
      await replicas.query(`DELETE FROM journal WHERE ${which}; DELETE FROM cuts WHERE ${which}`);
    });
  }

  /** Rows that were written although the answer was lost are not written again. */
  async function writeActs(told: readonly TallyEventRow[]): Promise<void> {
    const values = told.map(
      ({ at, clears: seen, ...content }) =>
        `(${at}, ${replicas.process}, ${seen}, ${literal(JSON.stringify(content))})`,
    );
    await replicas.query(
      `INSERT INTO acts (at, replica, clears, content) VALUES ${values.join()} ON CONFLICT DO NOTHING;
       DELETE FROM acts WHERE sequence <= (SELECT max(sequence) FROM acts) - ${most}`,
    );
  }

  /** Small pages: others have their turn between two of them. */
  async function* acts(): AsyncGenerator<StoredTallyEvent[]> {
    await flush();
    for (let after = '0, 0'; ; ) {
      const [rows = []] = await replicas.query(
        `SELECT at::float8, replica::float8, clears::float8, content FROM acts
         WHERE (at, replica) > (${after}) ORDER BY at, replica LIMIT ${pageOfActs}`,
      );
      yield rows.map(({ clears: seen, content }) => ({
        clears: seen as number,
        content: JSON.parse(content as string) as StoredTallyEvent['content'],
      }));
      const { at, replica } = rows.at(-1) ?? {};
      if (rows.length < pageOfActs) return;
      after = `${at}, ${replica}`;
    }
  }

  async function pull(): Promise<void> {
    await pullRows();
    const [rows = []] = await replicas.query(
      `SELECT key, floor::float8 AS watermark, count::float8, clears::float8 AS truncations, version::float8 FROM cuts
       WHERE version > ${lastCut} ORDER BY version`,
    );
    lastCut = (rows.at(-1)?.['version'] as number | undefined) ?? lastCut;
    journal.applyWatermarks(rows as unknown as EvictionWatermark[]);
  }

  async function pullRows(): Promise<void> {
    for (;;) {
      const [rows = []] = await replicas.query(
        `SELECT sequence::float8, id::float8, replica::float8, clears::float8, content FROM journal
         WHERE sequence > ${last} ORDER BY sequence LIMIT ${pageOfRows}`,
      );
      journal.put(
        rows
          .filter(({ replica }) => replica !== replicas.process)
          .map(({ id, clears: seen, content }) => ({
            id: id as number,
            truncations: seen as number,
            recorded: JSON.parse(content as string) as JournalEntry,
          })),
      );
      last = (rows.at(-1)?.['sequence'] as number | undefined) ?? last;
      if (rows.length < pageOfRows) return;
    }
  }
}

/** The order of rows is that of their commits then, so nobody who reads on from a row misses one. */
const lock = 'LOCK TABLE journal IN SHARE ROW EXCLUSIVE MODE';
const pageOfRows = 2_000;
const pageOfWrites = 1_000;
const pageOfActs = 500;
