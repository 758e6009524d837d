import { type ChangeLog, type NetChange, type StepsByTable, Table } from './table.ts';

/** An immutable list: adding to it costs the same however long it is. */
export interface Link<T> {
  first: T;
  rest: Link<T> | undefined;
}

/** Rows that belong to keys, each named by its key and two fields. `removeOf` removes all rows of a key. */
export class RowsByKey<Row extends { readonly key: number }, Name extends keyof Row> {
  readonly #rows: Table<string, Row>;
  readonly #ids: Table<number, Link<string>>;
  readonly #names: readonly [Name, Name];

  constructor(changes: ChangeLog, names: readonly [Name, Name]) {
    this.#rows = new Table(changes);
    this.#ids = new Table(changes);
    this.#names = names;
  }

  get(named: Pick<Row, 'key' | Name>): Row | undefined {
    return this.#rows.get(this.#idOf(named));
  }

  set(row: Row): void {
    const id = this.#idOf(row);
    const { key } = row;
    if (this.#rows.get(id) === undefined) this.#ids.set(key, { first: id, rest: this.#ids.get(key) });
    this.#rows.set(id, row);
  }

  /** The rows of one key, in no particular order. */
  of(key: number): Row[] {
    return [...this.#idsOf(key)].flatMap((id) => this.#rows.get(id) ?? []);
  }

  removeOf(key: number): void {
    for (const id of this.#idsOf(key)) this.#rows.delete(id);
    this.#ids.delete(key);
  }

  /** As a table. */
  clear(by?: RowsByKey<Row, Name>): void {
    this.#rows.clear(by ? by.#rows : undefined);
    this.#ids.clear(by ? by.#ids : undefined);
  }

  /** As a table. */
  forget(): void {
    this.#rows.forget();
    this.#ids.forget();
  }

  netChangeIn(steps: StepsByTable): NetChange<Row> {
    return this.#rows.netChangeIn(steps);
  }

  #idOf(named: Pick<Row, 'key' | Name>): string {
    const [first, second] = this.#names;
    return `${named.key} ${named[first]} ${named[second]}`;
  }

  *#idsOf(key: number): Generator<string> {
    for (let link = this.#ids.get(key); link; link = link.rest) yield link.first;
  }
}
