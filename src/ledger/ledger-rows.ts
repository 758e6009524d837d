import { type ChangeLog, type NetChange, type StepsByTable, Table } from './table.ts';

/** A value that stays with the ledger and that all replicas share, such as the clock or the epoch. The row itself never changes. */
export interface SharedRow {
  name: string;
  /** The account whose lock guards it; null = a row of the whole sandbox. */
  account: number | null;
  /** Any batch may change this row of the whole sandbox. While there is one, batches of replicas run in turn. */
  counter: boolean;
  /** JSON. undefined = removed. */
  value: unknown;
}

/**
 * The rows beside accounts, which replicas share. A batch reads, writes and undoes them as it does accounts, so they
 * change inside a batch only: a row of an account in a batch that concerns the account, a row of the whole sandbox in
 * one that concerns all, a counter in any.
 */
export class SharedRows {
  readonly #globalTable: CountedTable;
  readonly #accountTable: CountedTable;
  readonly #namesOfAccount = new Map<number, Set<string>>();
  readonly #listeners: (() => void)[] = [];
  #announced = 0;

  readonly #keepsRemoved: boolean;

  /** @param keepsRemoved other processes learn from a row without a value that it was removed */
  constructor(changes: ChangeLog, { keepsRemoved = false } = {}) {
    this.#keepsRemoved = keepsRemoved;
    this.#globalTable = new CountedTable(changes);
    this.#accountTable = new CountedTable(changes);
  }

  get(name: string): SharedRow | undefined {
    return this.#accountTable.get(name) ?? this.#globalTable.get(name);
  }

  set(row: SharedRow): void {
    this.#tableOf(row).set(row.name, row);
    this.#note(row);
  }

  remove(name: string): void {
    const row = this.get(name);
    if (row?.account !== null) this.#accountTable.delete(name);
    else if (this.#keepsRemoved) this.set({ ...row, value: undefined, counter: false });
    else this.#globalTable.delete(name);
  }

  /** The rows of the whole sandbox whose names begin with `prefix`. */
  globalRows(prefix: string): SharedRow[] {
    return [...this.#globalTable.values()].filter(
      ({ name, value }) => name.startsWith(prefix) && value !== undefined,
    );
  }

  /** The rows of accounts whose names begin with `prefix`. */
  accountRows(prefix: string): SharedRow[] {
    return [...this.#accountTable.values()].filter(({ name }) => name.startsWith(prefix));
  }

  /** Takes over a row of the database. It is no change of a batch. */
  load(row: SharedRow): void {
    this.#tableOf(row).putBack(row.name, row);
    this.#note(row);
  }

  /** Drops the rows of an account. It is no change of a batch. */
  dropAccount(account: number): void {
    for (const name of this.#namesOfAccount.get(account) ?? [])
      if (this.#accountTable.get(name)?.account === account) this.#accountTable.putBack(name, undefined);
    this.#namesOfAccount.delete(account);
  }

  dropAccounts(): void {
    for (const account of [...this.#namesOfAccount.keys()]) this.dropAccount(account);
  }

  get hasCounters(): boolean {
    return this.#globalTable.counters.size > 0;
  }

  /** Grows with every change to a row of the whole sandbox, undone ones too. */
  get changes(): number {
    return this.#globalTable.count;
  }

  /** Calls `listener` after each batch that changed a row of the whole sandbox, on this replica or another. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Ends a batch: calls the listeners if it changed a row of the whole sandbox. */
  announce(): void {
    if (this.#announced === this.changes) return;
    this.#announced = this.changes;
    for (const listener of this.#listeners) listener();
  }

  netChangeIn(steps: StepsByTable): NetChange<SharedRow> {
    const [global, accounts] = [this.#globalTable.netChangeIn(steps), this.#accountTable.netChangeIn(steps)];
    return {
      written: [...global.written, ...accounts.written],
      removed: [...global.removed, ...accounts.removed],
    };
  }

  #tableOf({ account }: SharedRow): CountedTable {
    return account === null ? this.#globalTable : this.#accountTable;
  }

  #note({ name, account }: SharedRow): void {
    if (account === null) return;
    const names = this.#namesOfAccount.get(account) ?? new Set();
    this.#namesOfAccount.set(account, names.add(name));
  }
}

/** A table that counts its changes. */
class CountedTable extends Table<string, SharedRow> {
  count = 0;
  /** The names of counters, since every batch asks whether there are any, and the rows can be thousands. */
  readonly counters = new Set<string>();

  override set(name: string, row: SharedRow): void {
    this.#note(name, row);
    super.set(name, row);
  }

  override delete(name: string): void {
    this.#note(name, undefined);
    super.delete(name);
  }

  override putBack(name: string, row: SharedRow | undefined): void {
    this.#note(name, row);
    super.putBack(name, row);
  }

  #note(name: string, row: SharedRow | undefined): void {
    this.count += 1;
    if (row?.counter) this.counters.add(name);
    else this.counters.delete(name);
  }
}
