import { type Changed, type ChangeLog, type Step, Table } from './table.ts';

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
  readonly #rows: Table<string, SharedRow>;
  readonly #ofAccount = new Map<number, Set<string>>();
  readonly #counters = new Set<string>();
  #changes = 0;

  constructor(changes: ChangeLog) {
    this.#rows = new Table(changes);
  }

  get(name: string): SharedRow | undefined {
    return this.#rows.get(name);
  }

  set(row: SharedRow): void {
    this.#rows.set(row.name, row);
    this.note(row);
  }

  remove(name: string): void {
    const row = this.#rows.get(name);
    if (!row) return;
    if (row.account === null) this.set({ ...row, value: undefined, counter: false });
    else this.#rows.delete(name);
  }

  /** The rows whose names begin so. */
  named(prefix: string): SharedRow[] {
    return [...this.#rows.values()].filter(
      ({ name, value }) => name.startsWith(prefix) && value !== undefined,
    );
  }

  ofAccount(account: number): SharedRow[] {
    return [...(this.#ofAccount.get(account) ?? [])].flatMap((name) => this.#rows.get(name) ?? []);
  }

  /** Takes over what the database has: no step of a batch. */
  load(row: SharedRow): void {
    this.#rows.putBack(row.name, row);
    this.note(row);
  }

  /** Forgets what belongs to an account: no step of a batch. */
  forget(account: number): void {
    for (const name of this.#ofAccount.get(account) ?? []) this.#rows.putBack(name, undefined);
    this.#ofAccount.delete(account);
  }

  forgetAccounts(): void {
    for (const account of [...this.#ofAccount.keys()]) this.forget(account);
  }

  get hasCounters(): boolean {
    for (const name of this.#counters) if (this.#rows.get(name)?.counter) return true;
    this.#counters.clear();
    return false;
  }

  /** Grows with every change to a row of the whole sandbox, so that others know when to look again. */
  get changes(): number {
    return this.#changes;
  }

  changedIn(steps: readonly Step[]): Changed<SharedRow> {
    return this.#rows.changedIn(steps);
  }

  /** Steps were undone. */
  undone(): void {
    this.#changes += 1;
  }

  private note({ name, account, counter }: SharedRow): void {
    if (account === null) {
      this.#changes += 1;
      if (counter) this.#counters.add(name);
      return;
    }
    const names = this.#ofAccount.get(account) ?? new Set();
    this.#ofAccount.set(account, names.add(name));
  }
}
