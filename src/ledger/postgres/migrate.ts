import { UsageError } from '../../core/errors.ts';
import type { Connection } from './connection.ts';
import { migrations } from './schema.ts';
import { identifier, Sql, sql } from './sql.ts';

/**
 * Runs the migrations that are missing. Replicas that start together do so one after the other.
 * @throws UsageError the schema was written by a later version
 */
export async function migrate(connection: Connection, schema: string): Promise<void> {
  await connection.query(sql`SELECT pg_advisory_lock(hashtext(${schema}), 5)`);
  try {
    const done = await countMigrations(connection, schema);
    if (done > migrations.length)
      throw new UsageError(
        `The schema ${schema} was written by a later version of the sandbox; choose another schema, or run that version.`,
      );
    for (const [index, migration] of migrations.entries())
      if (index >= done)
        await connection.queryAll([
          sql`BEGIN`,
          new Sql([migration]),
          sql`INSERT INTO migrations (number) VALUES (${index + 1})`,
          sql`COMMIT`,
        ]);
  } finally {
    if (!connection.isBroken) await connection.query(sql`SELECT pg_advisory_unlock(hashtext(${schema}), 5)`);
  }
}

/** @returns how many have run; it makes their table where there is none */
async function countMigrations(connection: Connection, schema: string): Promise<number> {
  const [table] = await connection.query(
    sql`SELECT 1 FROM pg_tables WHERE schemaname = ${schema} AND tablename = 'migrations'`,
  );
  if (!table)
    await connection.queryAll([
      sql`BEGIN`,
      sql`CREATE SCHEMA IF NOT EXISTS ${identifier(schema)}`,
      sql`CREATE TABLE migrations (number integer PRIMARY KEY, "ranAt" timestamptz NOT NULL DEFAULT now())`,
      sql`COMMIT`,
    ]);
  const [row] = await connection.query(sql`SELECT coalesce(max(number), 0)::int AS number FROM migrations`);
  return row?.['number'] as number;
}
