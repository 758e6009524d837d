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
    this.#changes.add(new Change(this, id, this.#rows.get(id)));
    this.#rows.set(id, row);
  }

  delete(id: Id): void {
    const before = this.#rows.get(id);
    if (before === undefined) return;
    this.#changes.add(new Change(this, id, before));
    this.#rows.delete(id);
  }

  /** In constant time, however many rows there are. */
  clear(): void {
    this.#changes.add(new Clearing(this, this.#rows));
    this.#rows = new Map();
  }

  /** In no particular order. */
  values(): Iterable<Row> {
    return this.#rows.values();
  }

  get size(): number {
    return this.#rows.size;
  }

  /** For the undoing of a change: notes nothing. */
  putBack(id: Id, before: Row | undefined): void {
    if (before === undefined) this.#rows.delete(id);
    else this.#rows.set(id, before);
  }

  /** For the undoing of a clearing: notes nothing. */
  putAllBack(rows: Map<Id, Row>): void {
    this.#rows = rows;
  }

  /** The net change of the steps: rows that are there now, and rows that are gone. */
  netChangeIn(steps: readonly Step[]): NetChange<Row> {
    const before = new Map<Id, Row | undefined>();
    for (const step of steps) {
      if (step.table !== this) continue;
      // the rows before a clearing are gone in any case
      if (step instanceof Clearing) before.clear();
      else {
        const change = step as Change<Id, Row>;
        if (!before.has(change.id)) before.set(change.id, change.before);
      }
    }
    const changed: NetChange<Row> = { written: [], removed: [] };
    for (const [id, row] of before) {
      const now = this.#rows.get(id);
      if (now !== undefined) changed.written.push(now);
      else if (row !== undefined) changed.removed.push(row);
    }
    return changed;
  }
}

export interface NetChange<Row> {
  written: Row[];
  /** As they were before. */
  removed: Row[];
}

/** One change, and how to undo it. */
export interface Step {
  readonly table: object;
  undo(): void;
}

export interface ChangeLog {
  add(step: Step): void;
}

class Change<Id, Row> implements Step {
  readonly table: Table<Id, Row>;
  readonly id: Id;
  readonly before: Row | undefined;

  constructor(table: Table<Id, Row>, id: Id, before: Row | undefined) {
    this.table = table;
    this.id = id;
    this.before = before;
  }

  undo(): void {
    this.table.putBack(this.id, this.before);
  }
}

class Clearing<Id, Row> implements Step {
  readonly table: Table<Id, Row>;
  readonly rows: Map<Id, Row>;

  constructor(table: Table<Id, Row>, rows: Map<Id, Row>) {
    this.table = table;
    this.rows = rows;
  }

  undo(): void {
    this.table.putAllBack(this.rows);
  }
}
