import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
// What the tests provide has its type there.
import type {} from './serve.ts';

/** The URL of a ledger of its own, in the PostgreSQL of the tests. Its schema goes with the test. */
export function newSchema(url: string = inject('postgres')): string {
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  // Hooks run in reverse order, so the ledgers that open it later are closed before.
  onTestFinished(async () => {
    await inDatabase(url, `DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  });
  const shared = new URL(url);
  shared.searchParams.set('schema', schema);
  return shared.href;
}

export const schemaOf = (url: string): string => new URL(url).searchParams.get('schema') ?? '';

/** Runs statements as the test, not as a replica. */
export async function inDatabase(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return rows;
  } finally {
    await client.end();
  }
}
