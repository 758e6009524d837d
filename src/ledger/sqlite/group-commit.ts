import { setImmediate } from 'node:timers';
import type { Database } from 'better-sqlite3';
import { Refusal } from '../../core/errors.ts';
import type { AfterCommit } from '../after-commit.ts';

/**
 * All work of one turn of the event loop shares one transaction, so that a disk write is paid once for the
 * requests of a moment. A promise settles after the commit and never before it.
 */
export interface GroupCommit {
  /**
   * Runs `work` in the next transaction. A Refusal keeps what the work wrote before it (renewals that fell
   * due); any other error takes back this work alone, unless SQLite gave up the whole transaction.
   */
  run<T>(work: () => T): Promise<T>;
  /** Commits what waits, now. */
  flush(): void;
  /** Committed so far. */
  readonly transactions: number;
}

interface Waiting {
  /** Does the work and says how to settle its promise once all is committed. */
  attempt(): () => void;
  reject(reason: unknown): void;
}

export function createGroupCommit(database: Database, afterCommit?: AfterCommit<never>): GroupCommit {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');
  const mark = database.prepare('SAVEPOINT work');
  const keep = database.prepare('RELEASE work');
  const takeBack = database.prepare('ROLLBACK TO work');

  let waiting: Waiting[] = [];
  let transactions = 0;

  return {
    run: <T>(work: () => T) =>
      new Promise<T>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ attempt: () => attempt(work, resolve, reject), reject });
      }),
    flush,
    get transactions() {
      return transactions;
    },
  };

  function flush(): void {
    const batch = waiting;
    if (batch.length === 0) return;
    waiting = [];
    let settlements: (() => void)[];
    try {
      begin.run();
      settlements = batch.map((each) => each.attempt());
      commit.run();
    } catch (error) {
      afterCommit?.takeBack(0);
      for (const each of batch) each.reject(error);
      if (database.inTransaction) rollback.run();
      return;
    }
    transactions += 1;
    afterCommit?.deliver();
    for (const settle of settlements) settle();
  }

  function attempt<T>(
    work: () => T,
    resolve: (value: T) => void,
    reject: (reason: unknown) => void,
  ): () => void {
    mark.run();
    const told = afterCommit?.mark ?? 0;
    try {
      const value = work();
      keep.run();
      return () => resolve(value);
    } catch (error) {
      if (!database.inTransaction) throw error;
      if (!(error instanceof Refusal)) {
        takeBack.run();
        afterCommit?.takeBack(told);
      }
      keep.run();
      return () => reject(error);
    }
  }
}
