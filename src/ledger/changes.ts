import { Refusal } from '../core/errors.ts';
import type { Step, StepsByTable } from './table.ts';
import type { Entry } from './values.ts';

/** A new entry of a batch, for the store and for the listeners. */
export interface Posted {
  account: { readonly number: number; readonly id: string };
  entry: Entry;
  /** Restored, not new: no listener gets it. */
  isRestored?: boolean;
}

/** The changes of a batch so far. */
export class Changes {
  #steps: Step[] = [];
  #byTable: StepsByTable | undefined;
  #posted: Posted[] = [];
  #hasRemovals = false;
  /** How many entries the latest reset or restoration removed again; undefined when there was none. */
  #cleared: number | undefined;
  #entries = 0;
  #entriesBefore = 0;

  add(step: Step): void {
    this.#steps.push(step);
    this.#byTable = undefined;
  }

  noteRemoval(): void {
    this.#hasRemovals = true;
  }

  /** Whether rows went; they may be back by an undo. */
  get hasRemovals(): boolean {
    return this.#hasRemovals;
  }

  post(posted: Posted): void {
    this.#posted.push(posted);
    if (!posted.isRestored) this.#entries += 1;
  }

  /** Counts entries that come or go with their account. */
  countEntries(by: number): void {
    this.#entries += by;
  }

  /** How many entries all accounts have. It is counted, since asking each of many accounts would take time. */
  get entries(): number {
    return this.#entries;
  }

  /** Notes that everything was removed. @param by the changes of what comes in its place */
  clear(by?: Changes): void {
    const before = this.#cleared;
    this.#cleared = this.#posted.length;
    this.#posted = by ? this.#posted.concat(by.#posted) : this.#posted;
    this.#entries = by?.entries ?? 0;
    const undo = () => {
      this.#cleared = before;
    };
    this.add({ table: this, undo });
  }

  /** In order. */
  get steps(): StepsByTable {
    this.#byTable ??= Map.groupBy(this.#steps, ({ table }) => table);
    return this.#byTable;
  }

  /** All entries, in order. */
  get posted(): readonly Posted[] {
    return this.#posted;
  }

  /** The entries that the store writes, in order: all that no reset removed again. */
  get retained(): readonly Posted[] {
    return this.#cleared === undefined ? this.#posted : this.#posted.slice(this.#cleared);
  }

  get isEmpty(): boolean {
    return this.#steps.length === 0;
  }

  /** Whether everything that was there before the batch is gone. */
  get isCleared(): boolean {
    return this.#cleared !== undefined;
  }

  /** The state to which `undo` goes back. */
  mark() {
    return { steps: this.#steps.length, posted: this.#posted.length, entries: this.#entries };
  }

  /** Undoes what came after the mark; everything without one. */
  undo(to: Mark = { steps: 0, posted: 0, entries: this.#entriesBefore }): void {
    this.#byTable = undefined;
    for (const step of this.#steps.splice(to.steps).reverse()) step.undo();
    this.#posted.length = to.posted;
    this.#entries = to.entries;
  }

  /** Runs work that is undone when it throws an error other than a Refusal. */
  attempt<T>(work: () => T): T {
    const mark = this.mark();
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Refusal)) this.undo(mark);
      throw error;
    }
  }

  /** Runs work and undoes it. */
  tryOut<T>(work: () => T): T {
    const mark = this.mark();
    try {
      return work();
    } finally {
      this.undo(mark);
    }
  }

  /** Begins the next batch. */
  begin(): void {
    this.#steps = [];
    this.#byTable = undefined;
    this.#posted = [];
    this.#hasRemovals = false;
    this.#cleared = undefined;
    this.#entriesBefore = this.#entries;
  }
}

type Mark = ReturnType<Changes['mark']>;
