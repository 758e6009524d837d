/** Events of a transaction, delivered after its commit; those of work that is rolled back are dropped. */
export interface AfterCommit<Event> {
  add(event: Event): void;
  /** How many wait: the place to roll back to. */
  readonly mark: number;
  rollBack(to: number): void;
  deliver(): void;
}

export function createAfterCommit<Event>(listener: ((event: Event) => void) | undefined): AfterCommit<Event> {
  let waiting: Event[] = [];
  return {
    add(event) {
      if (listener) waiting.push(event);
    },
    get mark() {
      return waiting.length;
    },
    rollBack(to) {
      waiting.length = to;
    },
    deliver() {
      if (!listener || waiting.length === 0) return;
      const events = waiting;
      waiting = [];
      for (const event of events) listener(event);
    },
  };
}
