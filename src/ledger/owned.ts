import { type Changed, type ChangeLog, type Step, Table } from './table.ts';

/** An immutable list: adding to it costs the same however long it is. */
export interface Link<Of> {
  first: Of;
  rest: Link<Of> | undefined;
}

/** Rows of many owners, each named within its owner. They go together when their owner goes. */
export class Owned<Row> {
  readonly #rows: Table<string, Row>;
  readonly #ids: Table<number, Link<string>>;

  constructor(changes: ChangeLog) {
    this.#rows = new Table(changes);
    this.#ids = new Table(changes);
  }

  get(owner: number, name: string): Row | undefined {
    return this.#rows.get(`${owner} ${name}`);
  }

  set(owner: number, name: string, row: Row): void {
    const id = `${owner} ${name}`;
    if (this.#rows.get(id) === undefined) this.#ids.set(owner, { first: id, rest: this.#ids.get(owner) });
    this.#rows.set(id, row);
  }

  /** The rows of one owner, in no particular order. */
  of(owner: number): Row[] {
    return [...this.#idsOf(owner)].flatMap((id) => this.#rows.get(id) ?? []);
  }

  removeOf(owner: number): void {
    for (const id of this.#idsOf(owner)) this.#rows.delete(id);
    this.#ids.delete(owner);
  }

  clear(): void {
    this.#rows.clear();
    this.#ids.clear();
  }

  changedIn(steps: readonly Step[]): Changed<Row> {
    return this.#rows.changedIn(steps);
  }

  *#idsOf(owner: number): Generator<string> {
    for (let link = this.#ids.get(owner); link; link = link.rest) yield link.first;
  }
}
