import { type ChangeLog, type NetChange, type Step, Table } from './table.ts';

/** A value of which there is one over all replicas, such as the clock or the window of a key. It never changes. */
export interface SharedRow {
  name: string;
  /** The account whose lock guards it; null = a row of the whole sandbox. */
  account: number | null;
  /** A row of the whole sandbox that any batch may change: while there is one, batches of replicas run in turn. */
  counter: boolean;
  /** JSON. undefined = removed. */
  value: unknown;
}

/**
 * The rows that replicas share beside accounts. They are read, written and undone with the batch in which they are
 * used, so they change inside a batch only: rows of an account where the batch concerns it, rows of the whole sandbox
 * where it concerns all, counters in any.
 */
export class SharedRows {
  readonly #global: CountedTable;
  readonly #ofAccounts: CountedTable;
  readonly #ofAccount = new Map<number, Set<string>>();
  readonly #listeners: (() => void)[] = [];
  #announced = 0;

  constructor(changes: ChangeLog) {
    this.#global = new CountedTable(changes);
    this.#ofAccounts = new CountedTable(changes);
  }

  get(name: string): SharedRow | undefined {
    return this.#ofAccounts.get(name) ?? this.#global.get(name);
  }

  set(row: SharedRow): void {
    this.#tableOf(row).set(row.name, row);
    this.#note(row);
  }

  remove(name: string): void {
    const row = this.get(name);
    if (row?.account === null) this.set({ ...row, value: undefined, counter: false });
    else this.#ofAccounts.delete(name);
  }

  /** The rows of the whole sandbox whose names begin so. */
  globalRows(prefix: string): SharedRow[] {
    return [...this.#global.values()].filter(
      ({ name, value }) => name.startsWith(prefix) && value !== undefined,
    );
  }

  /** The rows of accounts whose names begin so. */
  accountRows(prefix: string): SharedRow[] {
    return [...this.#ofAccounts.values()].filter(({ name }) => name.startsWith(prefix));
  }

  /** Takes over what the database has: no step of a batch. */
  load(row: SharedRow): void {
    this.#tableOf(row).putBack(row.name, row);
    this.#note(row);
  }

  /** Forgets what belongs to an account: no step of a batch. */
  dropAccount(account: number): void {
    for (const name of this.#ofAccount.get(account) ?? [])
      if (this.#ofAccounts.get(name)?.account === account) this.#ofAccounts.putBack(name, undefined);
    this.#ofAccount.delete(account);
  }

  dropAccounts(): void {
    for (const account of [...this.#ofAccount.keys()]) this.dropAccount(account);
  }

  get hasCounters(): boolean {
    return this.#global.counters.size > 0;
  }

  /** Grows with every change to a row of the whole sandbox, undone ones too. */
  get changes(): number {
    return this.#global.count;
  }

  /** Calls `listener` after each batch that changed a row of the whole sandbox, here or elsewhere. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** The batch is over. */
  announce(): void {
    if (this.#announced === this.changes) return;
    this.#announced = this.changes;
    for (const listener of this.#listeners) listener();
  }

  netChangeIn(steps: readonly Step[]): NetChange<SharedRow> {
    const [global, owned] = [this.#global.netChangeIn(steps), this.#ofAccounts.netChangeIn(steps)];
    return {
      written: [...global.written, ...owned.written],
      removed: [...global.removed, ...owned.removed],
    };
  }

  #tableOf({ account }: SharedRow): CountedTable {
    return account === null ? this.#global : this.#ofAccounts;
  }

  #note({ name, account }: SharedRow): void {
    if (account === null) return;
    const names = this.#ofAccount.get(account) ?? new Set();
    this.#ofAccount.set(account, names.add(name));
  }
}

class CountedTable extends Table<string, SharedRow> {
  count = 0;
  /** The names of counters: every batch asks whether there are any, and labels of keys can be thousands of rows. */
  readonly counters = new Set<string>();

  override set(name: string, row: SharedRow): void {
    this.#note(name, row);
    super.set(name, row);
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
