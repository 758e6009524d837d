import { UsageError } from '../../core/errors.ts';
import type { Connection } from './connection.ts';
import { migrations } from './schema.ts';
import { identifier, Sql, sql } from './sql.ts';

/**
 * Runs the migrations that are missing. Replicas that start together do so one after the other.
 * @throws UsageError the schema was written by a later version, or by something else
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
          ...(index === 0 ? creation(schema) : []),
          new Sql([migration]),
          sql`INSERT INTO migrations (number) VALUES (${index + 1})`,
          sql`COMMIT`,
        ]);
  } finally {
    if (!connection.isBroken) await connection.query(sql`SELECT pg_advisory_unlock(hashtext(${schema}), 5)`);
  }
}

const creation = (schema: string): Sql[] => [
  sql`CREATE SCHEMA IF NOT EXISTS ${identifier(schema)}`,
  // Earlier versions left an empty one behind a start that failed.
  sql`CREATE TABLE IF NOT EXISTS migrations (number integer PRIMARY KEY, "ranAt" timestamptz NOT NULL DEFAULT now())`,
];

/** @returns how many have run @throws UsageError the schema holds other things than a ledger */
async function countMigrations(connection: Connection, schema: string): Promise<number> {
  const [found] = await connection.query(
    sql`SELECT count(*)::int AS tables,
          (SELECT count(*)::int FROM information_schema.columns WHERE table_schema = ${schema}
            AND table_name = 'migrations' AND column_name IN ('number', 'ranAt')) AS columns
        FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = ${schema} AND relkind IN ('r', 'v', 'm', 'p', 'f')`,
  );
  const { tables, columns } = found as { tables: number; columns: number };
  if (tables === 0) return 0;
  if (columns < 2)
    throw new UsageError(
      `The schema ${schema} holds tables that are not of a ledger: choose another with ?schema=…, which the sandbox makes.`,
    );
  const [row] = await connection.query(sql`SELECT coalesce(max(number), 0)::int AS number FROM migrations`);
  return row?.['number'] as number;
}
