import type { Ledger } from './ledger.ts';
import { type LedgerSettings, ledgerOn } from './ledger-on.ts';
import { memoryStore } from './memory/store.ts';
import type { ConfigFingerprint, Waiting } from './postgres/open.ts';
import { openDatabase } from './sqlite/database.ts';
import { sqliteStore } from './sqlite/store.ts';

export type { Waiting } from './postgres/open.ts';

export interface LedgerOptions extends LedgerSettings {
  /** Stores the ledger in `<folder>/ledger.sqlite`; absent = in memory. */
  folder?: string | undefined;
}

/** @throws UsageError when the folder cannot be used, or is used by another process */
export const openLedger = ({ folder, ...settings }: LedgerOptions): Ledger =>
  ledgerOn(folder === undefined ? memoryStore() : sqliteStore(openDatabase(folder)), settings);

/** Compares what is known of a configuration with the replicas that run. @throws UsageError as `openSharedLedger` */
export async function checkSharedLedger(
  url: string,
  known: ConfigFingerprint,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { checkFingerprint } = await import('./postgres/open.ts');
  await checkFingerprint(url, known, signal);
}

/**
 * Opens a ledger in PostgreSQL, which replicas share.
 * @param url `postgres://…`
 * @throws UsageError when the database cannot be used, or other replicas have other terms
 */
export const openSharedLedger = (
  url: string,
  fingerprint: ConfigFingerprint,
  settings: LedgerSettings,
  waiting: Waiting = {},
): Promise<Ledger> =>
  beginSharedLedger(url, fingerprint, settings, { ...waiting, begin: async (ledger) => ledger });

export interface Beginning<T> extends Waiting {
  /** The first batches of a replica. A ledger whose database is lost meanwhile is opened again. */
  begin: (ledger: Ledger) => Promise<T>;
}

/**
 * Opens a ledger in PostgreSQL and begins with it.
 * @returns what `begin` makes @throws UsageError as `openSharedLedger`, and what `begin` throws; then the ledger is closed
 */
export async function beginSharedLedger<T>(
  url: string,
  fingerprint: ConfigFingerprint,
  settings: LedgerSettings,
  { begin, ...waiting }: Beginning<T>,
): Promise<T> {
  const { openPostgres } = await import('./postgres/open.ts');
  return openPostgres(url, fingerprint, waiting, async (store) => {
    const ledger = ledgerOn(store, settings);
    try {
      await ledger.opened;
      return await begin(ledger);
    } catch (error) {
      await ledger.close();
      throw error;
    }
  });
}
