import type { RefusalRow, RefusalTable } from '../core/errors.ts';
import type { Operation, OperationId } from '../core/operations.ts';

/** A refusal that a test requests: by its status, its code, or both. */
export interface RequestedOutcome {
  status?: number;
  /** `errorCode` of generation 3, `error` string of generation 2. */
  errorCode?: string;
}

/** A refusal as clients distinguish it. */
export interface Outcome {
  status: number;
  errorCode: string;
}

/** The refusals that can be forced, by operation. */
export interface Outcomes {
  /** All, sorted by status; the usual one of a status comes first. */
  of(operation: OperationId): readonly Outcome[];
  /**
   * Finds the requested refusal. A status without a code means the usual refusal of that status.
   * @returns undefined if the operation cannot answer so
   */
  find(operation: OperationId, requested: RequestedOutcome): Outcome | undefined;
}

/** The parts of a generation that define its refusals. */
interface RefusalSource {
  readonly operations: readonly Operation[];
  readonly refusals: RefusalTable;
}

/** Collects the refusals from the tables of all generations (specification 7.1 and 7.3). */
export function outcomesOf(generations: readonly RefusalSource[]): Outcomes {
  const byOperation = new Map(
    generations.flatMap(({ operations, refusals }) =>
      operations.map((operation) => [operation.id, refusalsOf(operation, refusals)]),
    ),
  );
  const of = (operation: OperationId): readonly Outcome[] => byOperation.get(operation) ?? [];

  return {
    of,
    find(operation, { status, errorCode }) {
      const outcomes = of(operation);
      // A status that all refusals share selects none of them.
      if (errorCode === undefined && outcomes.every((outcome) => outcome.status === status)) return undefined;
      return outcomes.find(
        (outcome) =>
          (status === undefined || outcome.status === status) &&
          (errorCode === undefined || outcome.errorCode === errorCode),
      );
    },
  };
}

function refusalsOf(operation: Operation, refusals: RefusalTable): Outcome[] {
  const rows = Object.values<RefusalRow>(refusals).filter(({ on = () => true }) => on(operation));
  const sorted = rows.toSorted((a, b) => a.status - b.status || Number(b.usual ?? 0) - Number(a.usual ?? 0));
  const codes = new Map(sorted.map(({ status, errorCode }) => [errorCode, { status, errorCode }]));
  return [...codes.values()];
}
