import type { Database } from 'better-sqlite3';
import type { StoredTable } from '../stored-tables.ts';
import { checksumOf } from './checksum.ts';

type Value = string | number | null;

/** Rows per statement: fewer statements cost less. */
const sizes = [32, 4, 1] as const;

/** @returns a function that writes rows into a table, many with one statement */
export function createWriter(
  database: Database,
  { name, columns, named, changing }: StoredTable,
): (rows: readonly object[]) => void {
  const updates = changing.length === 0 ? [] : [...changing, 'checksum'];
  // A row without other columns may be removed and come back within a batch; other rows without changes are new.
  const nothing = columns.length === named.length && 'DO NOTHING';
  const existing =
    updates.length > 0
      ? `DO UPDATE SET ${updates.map((column) => `${column} = excluded.${column}`)}`
      : nothing;
  const conflict = existing ? `ON CONFLICT (${named}) ${existing}` : '';
  const row = `(${columns.map(() => '?')}, ?)`;
  const statements = sizes.map((size) => ({
    size,
    write: database.prepare<[Value[]]>(
      `INSERT INTO ${name} (${columns}, checksum) VALUES ${Array.from({ length: size }, () => row)} ${conflict}`,
    ),
  }));
  const toValue = createConversion();

  return (rows) => {
    let at = 0;
    for (const { size, write } of statements)
      for (; rows.length - at >= size; at += size) {
        const values: Value[] = [];
        for (let n = at; n < at + size; n += 1) addRow(values, rows[n] as object);
        write.run(values);
      }
  };

  function addRow(values: Value[], row: object): void {
    const from = values.length;
    for (const column of columns) values.push(toValue(Reflect.get(row, column)));
    values.push(checksumOf(values, from));
  }
}

/** @returns a function that gives a flag as 0 or 1, and an object as JSON */
function createConversion(): (value: unknown) => Value {
  /** The terms of an account never change while it is written again and again. */
  const texts = new WeakMap<object, string>();
  return (value) => {
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (typeof value !== 'object' || value === null) return value as Value;
    const text = texts.get(value) ?? JSON.stringify(value);
    texts.set(value, text);
    return text;
  };
}
