/**
 * Rows by id. Rows never change: a change puts a new row in the place of the old one and notes the old one in the
 * log of changes, so that it can be undone.
 */
export class Table<Id, Row> {
  readonly #changes: ChangeLog;
  #rows = new Map<Id, Row>();

  constructor(changes: ChangeLog) {
    this.#changes = changes;
  }

  get(id: Id): Row | undefined {
    return this.#rows.get(id);
  }

  set(id: Id, row: Row): void {
    this.#note(id, this.#rows.get(id));
    this.#rows.set(id, row);
  }

  delete(id: Id): void {
    const before = this.#rows.get(id);
    if (before === undefined) return;
    this.#changes.noteRemoval();
    this.#note(id, before);
    this.#rows.delete(id);
  }

  /** Replaces all rows by those of another table, which is not used again. Takes the same time however many there are. */
  clear(by?: Table<Id, Row>): void {
    const rows = this.#rows;
    const undo = () => {
      this.#rows = rows;
    };
    this.#rows = by ? by.#rows : new Map();
    this.#changes.noteRemoval();
    this.#changes.add({ table: this, ids: this.#rows, undo });
  }

  /** Forgets all rows without noting it. */
  forget(): void {
    this.#rows = new Map();
  }

  /** In no particular order. */
  values(): Iterable<Row> {
    return this.#rows.values();
  }

  get size(): number {
    return this.#rows.size;
  }

  /** Sets or removes a row without noting it. */
  putBack(id: Id, row: Row | undefined): void {
    if (row === undefined) this.#rows.delete(id);
    else this.#rows.set(id, row);
  }

  /** The net change of the steps: rows that are there now, and rows that are gone. */
  netChangeIn(steps: StepsByTable): NetChange<Row> {
    const before = new Map<Id, Row | undefined>();
    for (const { row, ids } of steps.get(this) ?? []) {
      // the rows before a clearing are gone in any case
      if (ids) before.clear();
      for (const id of ids?.keys() ?? []) before.set(id as Id, undefined);
      if (row && !before.has(row.id as Id)) before.set(row.id as Id, row.before as Row | undefined);
    }
    const net: NetChange<Row> = { written: [], replaced: [], removed: [] };
    for (const [id, old] of before) {
      const now = this.#rows.get(id);
      if (now !== undefined) {
        net.written.push(now);
        net.replaced?.push(old);
      } else if (old !== undefined) net.removed.push(old);
    }
    return net;
  }

  #note(id: Id, before: Row | undefined): void {
    this.#changes.add({ table: this, row: { id, before }, undo: () => this.putBack(id, before) });
  }
}

export interface NetChange<Row> {
  written: Row[];
  /** The former row of each. */
  replaced?: (Row | undefined)[];
  /** As they were before. */
  removed: Row[];
}

/** One change, and how to undo it. */
export interface Step {
  readonly table: object;
  /** The row that changed. */
  readonly row?: { readonly id: unknown; readonly before: unknown };
  /** All rows were removed, and rows with these ids came. */
  readonly ids?: ReadonlyMap<unknown, unknown>;
  undo(): void;
}

/** Steps by their table, each in order. */
export type StepsByTable = ReadonlyMap<object, readonly Step[]>;

export interface ChangeLog {
  add(step: Step): void;
  /** Notes that rows go. */
  noteRemoval(): void;
}
