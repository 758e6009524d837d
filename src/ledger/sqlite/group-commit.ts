import { setImmediate } from 'node:timers';
import type { Database } from 'better-sqlite3';
import { Refusal } from '../../core/errors.ts';
import type { AfterCommit } from '../after-commit.ts';

/**
 * All work of one turn of the event loop shares one transaction, so concurrent requests share one disk write. A
 * promise settles after the commit, never before.
 */
export interface GroupCommit {
  /**
   * Runs `work` in the next transaction. A Refusal keeps what the work wrote before it (renewals that fell
   * due); any other error rolls back only this work, unless SQLite aborted the whole transaction.
   */
  run<T>(work: () => T): Promise<T>;
  /** Commits waiting work now. */
  flush(): void;
  /** Committed so far. */
  readonly transactions: number;
}

interface Waiting {
  /** Does the work. @returns how to settle its promise after the commit */
  attempt(): () => void;
  reject(reason: unknown): void;
}

export function createGroupCommit(database: Database, afterCommit?: AfterCommit<never>): GroupCommit {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');
  const savepoint = database.prepare('SAVEPOINT work');
  const release = database.prepare('RELEASE work');
  const rollbackWork = database.prepare('ROLLBACK TO work');

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
      afterCommit?.rollBack(0);
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
    savepoint.run();
    const mark = afterCommit?.mark ?? 0;
    try {
      const value = work();
      release.run();
      return () => resolve(value);
    } catch (error) {
      if (!database.inTransaction) throw error;
      if (!(error instanceof Refusal)) {
        rollbackWork.run();
        afterCommit?.rollBack(mark);
      }
      release.run();
      return () => reject(error);
    }
  }
}
