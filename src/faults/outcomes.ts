import type { RefusalRow, RefusalTable } from '../core/errors.ts';
import type { Operation, OperationId } from '../core/operations.ts';

/** A refusal that a test asks for: by its status, its code, or both. */
export interface AskedOutcome {
  status?: number;
  /** `errorCode` of generation 3, `error` string of generation 2. */
  errorCode?: string;
}

/** A refusal as a client tells it apart. */
export interface Outcome {
  status: number;
  errorCode: string;
}

/** The refusals that can be forced, by operation. */
export interface Outcomes {
  /** All of them by status; of those with one status the usual one first. */
  of(operation: OperationId): readonly Outcome[];
  /**
   * The refusal that a test asks for; the usual one of a status without a code.
   * @returns undefined for one that this operation cannot answer
   */
  find(operation: OperationId, asked: AskedOutcome): Outcome | undefined;
}

/** A generation, as far as its refusals go. */
interface Refusing {
  readonly operations: readonly Operation[];
  readonly refusals: RefusalTable;
}

/** Reads the tables of all generations: specification 7.1 and 7.3, row by row. */
export function outcomesOf(generations: readonly Refusing[]): Outcomes {
  const byOperation = new Map(
    generations.flatMap(({ operations, refusals }) =>
      operations.map((operation) => [operation.id, answersOf(operation, refusals)]),
    ),
  );
  const of = (operation: OperationId): readonly Outcome[] => byOperation.get(operation) ?? [];

  return {
    of,
    find(operation, { status, errorCode }) {
      const outcomes = of(operation);
      // A status that every refusal has names none of them.
      if (errorCode === undefined && outcomes.every((outcome) => outcome.status === status)) return undefined;
      return outcomes.find(
        (outcome) =>
          (status === undefined || outcome.status === status) &&
          (errorCode === undefined || outcome.errorCode === errorCode),
      );
    },
  };
}

function answersOf(operation: Operation, refusals: RefusalTable): Outcome[] {
  const rows = Object.values<RefusalRow>(refusals).filter(({ on = () => true }) => on(operation));
  const sorted = rows.toSorted((a, b) => a.status - b.status || Number(b.usual ?? 0) - Number(a.usual ?? 0));
  const codes = new Map(sorted.map(({ status, errorCode }) => [errorCode, { status, errorCode }]));
  return [...codes.values()];
}
