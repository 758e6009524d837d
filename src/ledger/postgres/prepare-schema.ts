import { UsageError } from '../../core/errors.ts';
import type { Connection } from './connection.ts';
import { schemaVersion, tables } from './schema.ts';
import { identifier, Sql, sql } from './sql.ts';

/**
 * Makes the tables, unless they are there. Replicas that start together do so one after the other.
 * @throws UsageError the schema was written by another version or by something else
 */
export async function prepareSchema(connection: Connection, schema: string): Promise<void> {
  try {
    await connection.queryAll([sql`BEGIN`, sql`SELECT pg_advisory_xact_lock(hashtext(${schema}), 5)`]);
    if (await isEmpty(connection, schema))
      // Whoever may not make schemas was given an empty one.
      await connection.queryAll([sql`CREATE SCHEMA IF NOT EXISTS ${identifier(schema)}`, new Sql([tables])]);
    else await assertOurs(connection, schema);
    await connection.query(sql`COMMIT`);
  } catch (error) {
    if (!connection.isBroken) await connection.query(sql`ROLLBACK`);
    throw error;
  }
}

async function isEmpty(connection: Connection, schema: string): Promise<boolean> {
  const found = await connection.query(
    sql`SELECT 1 FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
        WHERE nspname = ${schema} AND relkind IN ('r', 'v', 'm', 'p', 'f') LIMIT 1`,
  );
  return found.length === 0;
}

async function assertOurs(connection: Connection, schema: string): Promise<void> {
  const columns = await connection.query(
    sql`SELECT 1 FROM information_schema.columns
        WHERE table_schema = ${schema} AND table_name = 'sandbox' AND column_name = 'schemaVersion'`,
  );
  if (columns.length === 0)
    throw new UsageError(
      `The schema ${schema} holds tables that are not of a ledger: choose another with ?schema=…, which the sandbox makes.`,
    );
  const [row] = await connection.query(sql`SELECT "schemaVersion" FROM sandbox`);
  const version = row?.['schemaVersion'] as number;
  if (version !== schemaVersion)
    throw new UsageError(
      `The schema ${schema} was written by another version of the sandbox (ledger format ${version}, this one reads ${schemaVersion}); choose another with ?schema=….`,
    );
}
