import type { Database } from 'better-sqlite3';
import { tables } from './schema.ts';

/** How much there was. */
export interface TruncatedCounts {
  keys: number;
  accounts: number;
  entries: number;
  holds: number;
}

/** Tables that grow with the number of keys and calls. */
const large = ['keys', 'accounts', 'entries', 'usage'] as const;
const indexes = ['keysByAccount', 'accountsByRenewal'];
const small = ['holds', 'submissions', 'submissionDays'] as const;

/** From this many entries on, creating new tables costs less than deleting the rows. */
const manyEntries = 10_000;

/**
 * Deletes everything in the ledger but the snapshots, inside a transaction of the caller's. SQLite's time to delete
 * all rows grows with the table. So in memory large tables are renamed aside and created anew at once, and the old
 * ones are dropped later. On disk the one commit dominates, and rows are deleted.
 * @param later runs in a transaction of its own, some time after this one
 */
export function createTruncate(
  database: Database,
  later: (work: () => void) => void,
): { truncateAll(): TruncatedCounts } {
  const counts = (['keys', 'accounts', 'entries', 'holds'] as const).map((table) =>
    database.prepare<[], { count: number }>(`SELECT count(*) AS count FROM ${table}`),
  );
  const deleteRows = [...large, ...small].map((table) => database.prepare(`DELETE FROM ${table}`));
  const deleteSmall = deleteRows.slice(large.length);
  const resetSelfCreated = database.prepare('UPDATE totals SET minted = 0');
  let renamed = 0;

  return {
    truncateAll() {
      const [keys = 0, accounts = 0, entries = 0, holds = 0] = counts.map(
        (statement) => statement.get()?.count,
      );
      const isLarge = database.memory && entries >= manyEntries;
      for (const statement of isLarge ? deleteSmall : deleteRows) statement.run();
      if (isLarge) replaceLarge();
      resetSelfCreated.run();
      return { keys, accounts, entries, holds };
    },
  };

  function replaceLarge(): void {
    renamed += 1;
    for (const index of indexes) database.exec(`DROP INDEX ${index}`);
    for (const table of large) {
      const old = `old_${table}_${renamed}`;
      database.exec(`ALTER TABLE ${table} RENAME TO ${old}`);
      database.exec(tables[table]);
      later(() => database.exec(`DROP TABLE IF EXISTS ${old}`));
    }
  }
}
