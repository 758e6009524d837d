import { UsageError } from '../../core/errors.ts';
import type { Connection } from './connection.ts';
import { migrations } from './schema.ts';
import { identifier, Sql, sql } from './sql.ts';

/** A replica without a sign of life in this time has left. */
export const absentAfterMs = 8_000;

/**
 * Runs the migrations that are missing, unless replicas run that know fewer. Replicas that start together do so one after
 * the other.
 * @throws UsageError the schema was written by a later version or by something else, or replicas of an earlier version run
 */
export async function migrate(connection: Connection, schema: string): Promise<void> {
  await connection.query(sql`SELECT pg_advisory_lock(hashtext(${schema}), 5)`);
  try {
    const done = await countMigrations(connection, schema);
    assertTables(schema, done);
    for (const [index, migration] of migrations.entries())
      if (index >= done) await runMigration(connection, schema, index, migration);
  } catch (error) {
    if (!connection.isBroken) await connection.query(sql`ROLLBACK`);
    throw error;
  } finally {
    if (!connection.isBroken) await connection.query(sql`SELECT pg_advisory_unlock(hashtext(${schema}), 5)`);
  }
}

async function runMigration(
  connection: Connection,
  schema: string,
  index: number,
  migration: string,
): Promise<void> {
  await connection.query(sql`BEGIN`);
  if (index > 0) {
    // None joins meanwhile.
    await connection.query(sql`SELECT pg_advisory_xact_lock(hashtext(${schema}), 4)`);
    const [row] = await connection.query(
      sql`SELECT count(*)::int AS live FROM replicas WHERE "leftAt" IS NULL
          AND beat > clock_timestamp() - ${absentAfterMs} * interval '1 millisecond'`,
    );
    assertTables(schema, index, (row?.['live'] as number) > 0);
  }
  await connection.queryAll([
    ...(index === 0 ? creation(schema) : []),
    new Sql([migration]),
    sql`INSERT INTO migrations (number) VALUES (${index + 1})`,
    sql`COMMIT`,
  ]);
}

/**
 * @param tables how many migrations they have seen
 * @throws UsageError they are of a later version, or replicas use those of an earlier one
 */
export function assertTables(schema: string, tables: number, isInUse = false): void {
  if (tables > migrations.length)
    throw new UsageError(
      `The schema ${schema} was written by a later version of the sandbox; choose another schema, or run that version.`,
    );
  if (isInUse && tables < migrations.length)
    throw new UsageError(
      `The ledger is in use by replicas of an earlier version with other tables (${tables}, here ${migrations.length}): stop them first.`,
    );
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
