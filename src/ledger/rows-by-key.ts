import { type ChangeLog, type NetChange, type Step, Table } from './table.ts';

/** An immutable list: adding to it costs the same however long it is. */
export interface Link<Of> {
  first: Of;
  rest: Link<Of> | undefined;
}

/** Rows of many keys, each named by its key and more of its fields. They go together when their key goes. */
export class RowsByKey<Row extends { readonly key: number }, Name extends keyof Row> {
  readonly #rows: Table<string, Row>;
  readonly #ids: Table<number, Link<string>>;
  readonly #idOf: (named: Pick<Row, 'key' | Name>) => string;

  constructor(changes: ChangeLog, idOf: (named: Pick<Row, 'key' | Name>) => string) {
    this.#rows = new Table(changes);
    this.#ids = new Table(changes);
    this.#idOf = idOf;
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

  clear(): void {
    this.#rows.clear();
    this.#ids.clear();
  }

  netChangeIn(steps: readonly Step[]): NetChange<Row> {
    return this.#rows.netChangeIn(steps);
  }

  *#idsOf(key: number): Generator<string> {
    for (let link = this.#ids.get(key); link; link = link.rest) yield link.first;
  }
}
