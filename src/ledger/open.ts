import { UsageError } from '../core/errors.ts';
import type { Ledger } from './ledger.ts';
import { type LedgerSettings, ledgerOn } from './ledger-on.ts';
import { memoryStore } from './memory/store.ts';
import { NotKept } from './not-kept.ts';
import type { Terms, Waiting } from './postgres/open.ts';
import { openDatabase } from './sqlite/database.ts';
import { sqliteStore } from './sqlite/store.ts';

export type { Waiting } from './postgres/open.ts';

export interface LedgerOptions extends LedgerSettings {
  /** Stores the ledger in `<folder>/ledger.sqlite`; absent = in memory. */
  folder?: string;
}

/** @throws UsageError when the folder cannot be used, or is used by another process */
export const openLedger = ({ folder, ...settings }: LedgerOptions): Ledger =>
  ledgerOn(folder === undefined ? memoryStore() : sqliteStore(openDatabase(folder)), settings);

/**
 * Opens a ledger in PostgreSQL, which replicas share.
 * @param url `postgres://…`
 * @throws UsageError when the database cannot be used, or other replicas have other terms
 */
export async function openSharedLedger(
  url: string,
  terms: Terms,
  settings: LedgerSettings,
  waiting?: Waiting,
): Promise<Ledger> {
  const { openPostgres } = await import('./postgres/open.ts');
  const ledger = ledgerOn(await openPostgres(url, terms, waiting), settings);
  try {
    await ledger.opened;
  } catch (error) {
    await ledger.close();
    throw lostAtStart(new NotKept(error));
  }
  return ledger;
}

/** One sentence where the database was lost after it was joined, before the first batches were kept. */
export const lostAtStart = (error: unknown): unknown =>
  error instanceof NotKept ? new UsageError(error.message) : error;
