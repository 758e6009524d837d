import type { Database } from 'better-sqlite3';
import { tables } from './schema.ts';

/** How much there was. */
export interface Emptied {
  keys: number;
  accounts: number;
  entries: number;
  holds: number;
}

/** Those that grow with the number of keys and calls. */
const large = ['keys', 'accounts', 'entries', 'usage'] as const;
const indexes = ['keysByAccount', 'accountsByRenewal'];
const small = ['holds', 'submissions', 'submissionDays'] as const;

/** Of so many entries making new tables costs less than emptying the old ones. */
const manyEntries = 10_000;

/**
 * Takes everything out of the ledger but the snapshots, inside a transaction of the caller's. What SQLite does to
 * empty a table grows with the table; so in memory large ones are put aside under another name, new ones stand in
 * their place at once, and the old ones go when nobody waits for it. On disk the one commit is what takes its time.
 * @param later runs in a transaction of its own, some time after this one
 */
export function createEmptying(
  database: Database,
  later: (work: () => void) => void,
): { emptyAll(): Emptied } {
  const counted = (['keys', 'accounts', 'entries', 'holds'] as const).map((table) =>
    database.prepare<[], { count: number }>(`SELECT count(*) AS count FROM ${table}`),
  );
  const cleared = [...large, ...small].map((table) => database.prepare(`DELETE FROM ${table}`));
  const smallCleared = cleared.slice(large.length);
  const nothingMinted = database.prepare('UPDATE totals SET minted = 0');
  let putAside = 0;

  return {
    emptyAll() {
      const [keys = 0, accounts = 0, entries = 0, holds = 0] = counted.map(
        (statement) => statement.get()?.count,
      );
      const areLarge = database.memory && entries >= manyEntries;
      for (const statement of areLarge ? smallCleared : cleared) statement.run();
      if (areLarge) replaceLarge();
      nothingMinted.run();
      return { keys, accounts, entries, holds };
    },
  };

  function replaceLarge(): void {
    putAside += 1;
    for (const index of indexes) database.exec(`DROP INDEX ${index}`);
    for (const table of large) {
      const old = `old_${table}_${putAside}`;
      database.exec(`ALTER TABLE ${table} RENAME TO ${old}`);
      database.exec(tables[table]);
      later(() => database.exec(`DROP TABLE IF EXISTS ${old}`));
    }
  }
}
