import {
  type RefusalCause,
  type RefusalKind,
  type RefusalRow,
  type RefusalTable,
  refusalCauses,
} from '../core/errors.ts';
import type { Operation } from '../core/operations.ts';
import { type Notable, notables } from './reply-facts.ts';

/** One answer of an operation that a client should be tested with. */
export interface Outcome {
  readonly operation: string;
  readonly status: number;
  /** The generation's own string of a refusal; of a notable success a name such as `last-page`. */
  readonly code: string;
  /** How a client should react to it. */
  readonly kind: OutcomeKind;
}

export type OutcomeKind = 'wrong' | 'absent' | 'rate' | 'busy' | 'unavailable' | 'success';

/** Every operation × every refusal and notable success. A outcome is named by its place in `list`. */
export interface Outcomes {
  readonly list: readonly Outcome[];
  /** By code, the outcomes of an operation; undefined for an unknown one. */
  of(operation: string): ReadonlyMap<string, number> | undefined;
}

/** The parts of a generation from which its outcomes derive. */
export interface OutcomeSource {
  readonly operations: readonly Operation[];
  readonly refusals: RefusalTable;
}

export function createOutcomes(generations: readonly OutcomeSource[]): Outcomes {
  const list: Outcome[] = [];
  const places = new Map<string, Map<string, number>>();
  for (const { operations, refusals } of generations)
    for (const operation of operations) {
      const ofOperation = new Map<string, number>();
      places.set(operation.id, ofOperation);
      for (const outcome of [...refusalsOf(operation, refusals), ...notablesOf(operation)]) {
        if (ofOperation.has(outcome.code)) continue;
        ofOperation.set(outcome.code, list.length);
        list.push(outcome);
      }
    }
  return { list, of: (operation) => places.get(operation) };
}

/** By operation, the refusals that it has, each as `status code`; under null those of all. */
export const knownReplies = (
  { list }: Outcomes,
  operations: readonly Operation[],
): ReadonlyMap<string | null, ReadonlySet<string>> => {
  const byOperation = Map.groupBy(list, ({ operation }) => operation);
  const repliesOf = (outcomes: readonly Outcome[]) =>
    new Set(outcomes.map(({ status, code }) => `${status} ${code}`));
  return new Map<string | null, ReadonlySet<string>>([
    // An unknown path has no code.
    [null, repliesOf(list).add('404 null')],
    ...operations.map(({ id }) => [id, repliesOf(byOperation.get(id) ?? [])] as const),
  ]);
};

/** Two refusals of one code are one outcome: clients cannot tell them apart. */
function refusalsOf(operation: Operation, refusals: RefusalTable): Outcome[] {
  const rows = Object.entries(refusals) as [RefusalKind, RefusalRow][];
  return rows
    .filter(([, { on = () => true }]) => on(operation))
    .map(([kind, { status, errorCode }]) => ({
      operation: operation.id,
      status,
      code: errorCode,
      kind: outcomeKinds[refusalCauses[kind]],
    }));
}

/** How a client should react, by what a refusal depends on. */
const outcomeKinds: Record<RefusalCause, OutcomeKind> = {
  request: 'wrong',
  account: 'wrong',
  rate: 'rate',
  data: 'absent',
  busy: 'busy',
  unavailable: 'unavailable',
};

const notablesOf = (operation: Operation): Outcome[] =>
  Object.values<Notable>(notables)
    .filter(({ on }) => on(operation))
    .map(({ code }) => ({ operation: operation.id, status: 200, code, kind: 'success' }));
