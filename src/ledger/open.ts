import type { Ledger } from './ledger.ts';
import { type LedgerSettings, ledgerOn } from './ledger-on.ts';
import { memoryStore } from './memory/store.ts';
import { openDatabase } from './sqlite/database.ts';
import { sqliteStore } from './sqlite/store.ts';

export interface LedgerOptions extends LedgerSettings {
  /** Stores the ledger in `<folder>/ledger.sqlite`; absent = in memory. */
  folder?: string;
}

/** @throws UsageError when the folder cannot be used, or is used by another process */
export const openLedger = ({ folder, ...settings }: LedgerOptions): Ledger =>
  ledgerOn(folder === undefined ? memoryStore() : sqliteStore(openDatabase(folder)), settings);
