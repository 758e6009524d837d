import type { Database } from 'better-sqlite3';

export type Value = string | number | null;

export interface Columns<Row> {
  /** They name a row. */
  named: readonly (keyof Row & string)[];
  /** Written with a new row, and never again. */
  fixed?: readonly (keyof Row & string)[];
  /** Written again when the row is there. */
  changing?: readonly (keyof Row & string)[];
  /** A row that is there stays as it is. Without this and without `changing`, rows must be new. */
  mayExist?: true;
}

/** Rows per statement: fewer statements cost less. */
const sizes = [32, 4, 1] as const;

/** Writes rows into a table, many with one statement. */
export function createWriter<Row extends { [Column in keyof Row]: Value }>(
  database: Database,
  table: string,
  { named, fixed = [], changing = [], mayExist }: Columns<Row>,
): (rows: readonly Row[]) => void {
  const columns = [...named, ...fixed, ...changing];
  const updates = changing.map((column) => `${column} = excluded.${column}`);
  const existing = updates.length > 0 ? `DO UPDATE SET ${updates}` : mayExist && 'DO NOTHING';
  const conflict = existing ? `ON CONFLICT (${named}) ${existing}` : '';
  const row = `(${columns.map(() => '?')})`;
  const statements = sizes.map((size) => ({
    size,
    write: database.prepare<Value[]>(
      `INSERT INTO ${table} (${columns}) VALUES ${Array.from({ length: size }, () => row)} ${conflict}`,
    ),
  }));

  return (rows) => {
    let at = 0;
    for (const { size, write } of statements)
      for (; rows.length - at >= size; at += size) {
        const values: Value[] = [];
        for (const each of rows.slice(at, at + size)) for (const column of columns) values.push(each[column]);
        write.run(...values);
      }
  };
}
