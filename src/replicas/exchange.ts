import { setTimeout as wait } from 'node:timers/promises';
import type { Recorded } from '../journal/recorded.ts';
import type { Replicas } from '../ledger/replicas.ts';
import type { Report } from '../report/model.ts';
import type { Clears } from './clears.ts';
import type { SharedJournal } from './shared-journal.ts';

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
  most: number;
  /** The clearings of journals, and of reports. */
  clears: Clears;
  reportClears: Clears;
  answer: () => Answer;
}

/** Replicas write their requests to the database: now and then, and whenever one of them is asked about requests. */
export interface Exchange {
  /** @returns the answers of the others */
  gather(): Promise<Answer[]>;
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
  most,
  clears,
  reportClears,
  answer,
}: ExchangeOptions): Exchange {
  let last = 0;
  let closed = false;
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
    async close() {
      closed = true;
      await Promise.race([reply(0).catch(() => {}), wait(mostGoodbyeMs, undefined, { ref: false })]);
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
    await flush();
    await replicas.query(
      `UPDATE replicas SET flushed = greatest(flushed, ${question}), answer = ${literal(JSON.stringify(answer()))}
       WHERE number = ${replicas.number}`,
    );
  }

  async function answers(): Promise<Answer[]> {
    const [rows = []] = await replicas.query(
      `SELECT answer FROM replicas WHERE number <> ${replicas.number} AND answer IS NOT NULL ORDER BY number`,
    );
    return rows
      .map(({ answer: text }) => JSON.parse(text as string) as Answer)
      .filter((each) => !reportClears.isCleared(null, each.clears));
  }

  /** The lock makes the order of rows that of their commits, so that nobody who reads on from a row misses one. */
  async function flush(): Promise<void> {
    const recorded = journal.pending();
    if (recorded.length === 0) return;
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

  async function pull(): Promise<void> {
    for (;;) {
      const [rows = []] = await replicas.query(
        `SELECT sequence::float8, id::float8, replica::float8, clears::float8, content FROM journal
         WHERE sequence > ${last} ORDER BY sequence LIMIT ${pageOfRows}`,
      );
      journal.take(
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
