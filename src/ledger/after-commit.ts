/** What is to be told of work that a transaction does: after its commit, and never of what was taken back. */
export interface AfterCommit<Of> {
  add(each: Of): void;
  /** How much waits: work that is taken back leaves as much as it found. */
  readonly mark: number;
  takeBack(to: number): void;
  deliver(): void;
}

export function createAfterCommit<Of>(tell: ((each: Of) => void) | undefined): AfterCommit<Of> {
  let waiting: Of[] = [];
  return {
    add(each) {
      if (tell) waiting.push(each);
    },
    get mark() {
      return waiting.length;
    },
    takeBack(to) {
      waiting.length = to;
    },
    deliver() {
      if (!tell || waiting.length === 0) return;
      const told = waiting;
      waiting = [];
      for (const each of told) tell(each);
    },
  };
}
