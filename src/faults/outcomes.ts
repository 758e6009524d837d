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
  /** Those among them with which a stream that has begun can end. */
  ofStream(operation: OperationId): readonly Outcome[];
  /**
   * Finds the requested refusal. A status without a code means the usual refusal of that status.
   * @returns undefined if the operation cannot answer so
   */
  find(operation: OperationId, requested: RequestedOutcome): Outcome | undefined;
  /** The same among those of `ofStream`. */
  findOfStream(operation: OperationId, requested: RequestedOutcome): Outcome | undefined;
}

/** The parts of a generation that define its refusals. */
interface RefusalSource {
  readonly operations: readonly Operation[];
  readonly refusals: RefusalTable;
}

/** Collects the refusals from the tables of all generations (contract 7.1 and 7.3). */
export function outcomesOf(generations: readonly RefusalSource[]): Outcomes {
  const lists = (isListed: (row: RefusalRow) => boolean) => {
    const byOperation = new Map(
      generations.flatMap(({ operations, refusals }) =>
        operations.map((operation) => [operation.id, outcomesIn(operation, refusals, isListed)]),
      ),
    );
    return (operation: OperationId): readonly Outcome[] => byOperation.get(operation) ?? [];
  };
  const of = lists(() => true);
  const ofStream = lists(({ endsStream }) => endsStream === true);

  return {
    of,
    ofStream,
    find: (operation, requested) => findIn(of(operation), requested),
    findOfStream: (operation, requested) => findIn(ofStream(operation), requested),
  };
}

function findIn(outcomes: readonly Outcome[], { status, errorCode }: RequestedOutcome): Outcome | undefined {
  // A status that all refusals share selects none of them.
  if (errorCode === undefined && outcomes.every((outcome) => outcome.status === status)) return undefined;
  return outcomes.find(
    (outcome) =>
      (status === undefined || outcome.status === status) &&
      (errorCode === undefined || outcome.errorCode === errorCode),
  );
}

function outcomesIn(
  operation: Operation,
  refusals: RefusalTable,
  isListed: (row: RefusalRow) => boolean,
): Outcome[] {
  const rows = Object.values<RefusalRow>(refusals).filter(
    (row) => isListed(row) && (row.on?.(operation) ?? true),
  );
  const sorted = rows.toSorted((a, b) => a.status - b.status || Number(b.usual ?? 0) - Number(a.usual ?? 0));
  const codes = new Map(sorted.map(({ status, errorCode }) => [errorCode, { status, errorCode }]));
  return [...codes.values()];
}
