import { setTimeout as wait } from 'node:timers/promises';
import type { Recorded } from '../journal/recorded.ts';
import type { Replicas } from '../ledger/replicas.ts';
import type { Report } from '../report/model.ts';
import type { Clears } from './clears.ts';
import type { ToldRow } from './replay.ts';
import type { SharedJournal } from './shared-journal.ts';
import type { ActRow, SharedTally } from './shared-tally.ts';

/** The facts of a replica about all its requests. */
export interface Answer {
  /** How many clearings of reports it had seen. */
  clears: number;
  report: Report;
  decisions: [string, number][];
}

export interface ExchangeOptions {
  replicas: Replicas;
  journal: SharedJournal;
  tally: SharedTally;
  most: number;
  /** The clearings of journals, and of reports. */
  clears: Clears;
  reportClears: Clears;
  /** Sees what the others changed. */
  refresh: () => Promise<void>;
  answer: () => Answer;
}

/** Replicas write their requests to the database: now and then, and whenever one of them is asked about requests. */
export interface Exchange {
  /** @returns the answers of the others */
  gather(): Promise<Answer[]>;
  /** What the tallies of all were told, in the order of its instants. */
  acts(): AsyncIterable<ToldRow[]>;
  close(): Promise<void>;
}

const flushMs = 1_000;
/** While somebody waits for a request. */
const watchedMs = 100;
const mostWaitMs = 5_000;
/** A replica that stops does not wait for a database that does not answer. */
const mostGoodbyeMs = 300;

export function createExchange({
  replicas,
  journal,
  tally,
  most,
  clears,
  reportClears,
  refresh,
  answer,
}: ExchangeOptions): Exchange {
  let last = 0;
  let closed = false;
  let turn: Promise<unknown> = Promise.resolve();
  const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
  replicas.onNotice(({ question }) => {
    if (question !== undefined) reply(question).catch(() => {});
  });
  schedule();

  return {
    async gather() {
      await pull();
      const [rows] = await replicas.query(`SELECT nextval('versions')::float8 AS question`);
      const question = rows?.[0]?.['question'] as number;
      await replicas.notify({ question });
      const until = performance.now() + mostWaitMs;
      while ((await silent(question)) > 0 && performance.now() < until) await wait(5);
      await pull();
      return answers();
    },
    acts,
    async close() {
      closed = true;
      await Promise.race([flush(0).catch(() => {}), wait(mostGoodbyeMs, undefined, { ref: false })]);
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

  async function answers(): Promise<Answer[]> {
    const [rows = []] = await replicas.query(
      `SELECT answer FROM replicas WHERE number <> ${replicas.number} AND answer IS NOT NULL ORDER BY number`,
    );
    return rows
      .map(({ answer: text }) => JSON.parse(text as string) as Answer)
      .filter((each) => !reportClears.isCleared(null, each.clears));
  }

  /** One after the other, so that everything up to now is written when it ends. */
  function flush(question?: number): Promise<void> {
    const flushed = turn.then(() => write(question));
    turn = flushed.catch(() => {});
    return flushed;
  }

  /** @param question that this answers */
  async function write(question?: number): Promise<void> {
    const recorded = journal.take();
    const told = tally.take();
    const isNew = recorded.length + told.length > 0;
    try {
      for (; recorded.length > 0; recorded.splice(0, pageOfWrites))
        await writeRequests(recorded.slice(0, pageOfWrites));
      for (; told.length > 0; told.splice(0, pageOfWrites)) await writeActs(told.slice(0, pageOfWrites));
    } finally {
      journal.giveBack(recorded);
      tally.giveBack(told);
    }
    if (!isNew && question === undefined) return;
    await replicas.query(
      `UPDATE replicas SET flushed = greatest(flushed, ${question ?? 0}), answer = ${literal(JSON.stringify(answer()))}
       WHERE number = ${replicas.number}`,
    );
  }

  /** The lock makes the order of rows that of their commits, so that nobody who reads on from a row misses one. */
  async function writeRequests(recorded: readonly Recorded[]): Promise<void> {
    const ids = recorded.map(({ id }) => id).join();
    const values = recorded.map(
      (each) => `(${each.id}, ${replicas.number}, ${clears.seen}, ${literal(JSON.stringify(each))})`,
    );
    await replicas.query(
      `BEGIN; LOCK TABLE journal IN SHARE ROW EXCLUSIVE MODE; DELETE FROM journal WHERE id IN (${ids});
       INSERT INTO journal (id, replica, clears, content) VALUES ${values.join()};
       DELETE FROM journal WHERE sequence <= (SELECT max(sequence) FROM journal) - ${most}; COMMIT`,
    );
  }

  /** Rows that were written, but without an answer, are not written again. */
  async function writeActs(told: readonly ActRow[]): Promise<void> {
    const values = told.map(
      ({ at, clears: seen, ...content }) =>
        `(${at}, ${replicas.number}, ${seen}, ${literal(JSON.stringify(content))})`,
    );
    await replicas.query(
      `INSERT INTO acts (at, replica, clears, content) VALUES ${values.join()} ON CONFLICT DO NOTHING;
       DELETE FROM acts WHERE sequence <= (SELECT max(sequence) FROM acts) - ${most}`,
    );
  }

  /** Small pages: others have their turn between two of them. */
  async function* acts(): AsyncGenerator<ToldRow[]> {
    await flush();
    for (let after = '0, 0'; ; ) {
      const [rows = []] = await replicas.query(
        `SELECT at::float8, replica::float8, clears::float8, content FROM acts
         WHERE (at, replica) > (${after}) ORDER BY at, replica LIMIT ${pageOfActs}`,
      );
      yield rows.map(({ clears: seen, content }) => ({
        clears: seen as number,
        content: JSON.parse(content as string) as ToldRow['content'],
      }));
      const { at, replica } = rows.at(-1) ?? {};
      if (rows.length < pageOfActs) return;
      after = `${at}, ${replica}`;
    }
  }

  async function pull(): Promise<void> {
    for (;;) {
      const [rows = []] = await replicas.query(
        `SELECT sequence::float8, id::float8, replica::float8, clears::float8, content FROM journal
         WHERE sequence > ${last} ORDER BY sequence LIMIT ${pageOfRows}`,
      );
      journal.put(
        rows
          .filter(({ replica }) => replica !== replicas.number)
          .map(({ id, clears: seen, content }) => ({
            id: id as number,
            clears: seen as number,
            recorded: JSON.parse(content as string) as Recorded,
          })),
      );
      last = (rows.at(-1)?.['sequence'] as number | undefined) ?? last;
      if (rows.length < pageOfRows) return;
    }
  }
}

const pageOfRows = 2_000;
const pageOfWrites = 1_000;
const pageOfActs = 500;
