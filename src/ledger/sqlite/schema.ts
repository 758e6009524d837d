import { sqliteTables } from './tables.ts';

/** Raise it with every change to the tables: a file of another version is refused. */
export const schemaVersion = 1;

/** Identifies the file in SQLite's header ("CrSb"). */
export const applicationId = 0x43725362;

const types = { integer: 'INTEGER', text: 'TEXT', flag: 'INTEGER', json: 'TEXT' };

/** A single number is the rowid itself. */
const kindOf = ({ named, columns }: Pick<(typeof sqliteTables)['keys'], 'named' | 'columns'>): string =>
  named.length === 1 && columns[0] !== 'name' ? 'STRICT' : 'STRICT, WITHOUT ROWID';

/**
 * `checksum` is that of the other columns, so that a damaged row is noticed at the opening; `commits` has the number of
 * the last commit that wrote no account. Only entries are looked up here: the rest is read whole at the opening.
 */
export const schema = [
  ...Object.values(sqliteTables).map(
    (table) =>
      `CREATE TABLE ${table.name} (checksum INTEGER NOT NULL, ${[
        ...table.sql(types),
        ...table.flags.map((flag) => `CHECK ("${flag}" IN (0, 1))`),
      ].join(', ')}) ${kindOf(table)}`,
  ),
  `CREATE TABLE snapshots (name TEXT PRIMARY KEY, takenAt INTEGER NOT NULL, bytes INTEGER NOT NULL,
    checksum INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
  `CREATE TABLE snapshotTexts (snapshot TEXT NOT NULL, place INTEGER NOT NULL, text TEXT NOT NULL, checksum INTEGER NOT NULL,
    PRIMARY KEY (snapshot, place)) STRICT, WITHOUT ROWID`,
  'CREATE TABLE commits (number INTEGER NOT NULL) STRICT',
  'INSERT INTO commits VALUES (0);',
].join(';\n');
