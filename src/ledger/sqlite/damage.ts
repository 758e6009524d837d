import type { Database } from 'better-sqlite3';
import { checksumOf } from './checksum.ts';
import { schema } from './schema.ts';
import { sqliteTables } from './tables.ts';

/**
 * Looks through the whole ledger for damage that a disk or an editor may have done: SQLite's own check of the file, the
 * checksum of every row, and the sums of the accounts.
 * @returns the first flaw, as part of a sentence; undefined = there is none
 */
export function damageIn(database: Database): string | undefined {
  const flaw = String(database.pragma('integrity_check(1)', { simple: true }));
  if (flaw !== 'ok') return flaw.replaceAll('\n', ' ');
  const described = database.prepare<[], string>(tableTexts).pluck().all();
  if (described.join() !== schema.match(/CREATE TABLE [^;]*/g)?.join())
    return 'its tables are not described as they were made';
  const tables = [
    ...Object.values(sqliteTables),
    { name: 'snapshots', columns: ['name', 'takenAt', 'bytes'] },
    { name: 'snapshotTexts', columns: ['snapshot', 'place', 'text'] },
  ];
  for (const { name, columns } of tables) {
    const rows = database.prepare<[], unknown[]>(`SELECT ${columns}, checksum FROM ${name}`).raw();
    for (const row of rows.iterate())
      if (row.pop() !== checksumOf(row)) return `a row of ${name} differs from its checksum`;
  }
  const account = database.prepare<[], string>(wrongSums).pluck().get();
  if (account) return `the entries of account ${account} do not sum to its balance`;
  const snapshot = database.prepare<[], string>(wrongLengths).pluck().get();
  return snapshot && `the texts of snapshot ${snapshot} are not all there`;
}

const tableTexts =
  "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY rowid";

const wrongLengths = `
SELECT name FROM snapshots s
WHERE bytes <> (SELECT total(octet_length(text)) FROM snapshotTexts WHERE snapshot = s.name)
LIMIT 1`;

/** Accounts whose entries are not all there. */
const wrongSums = `
SELECT a.id FROM accounts a LEFT JOIN entries e ON e.account = a.number
GROUP BY a.number
HAVING count(e.id) <> a.entries OR total(e.plan) <> a.plan - a.used OR total(e.purchased) <> a.purchased
LIMIT 1`;
