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
export interface Cell {
  readonly operation: string;
  readonly status: number;
  /** The generation's own string of a refusal; of a notable success a name such as `last-page`. */
  readonly code: string;
  /** How a client should react to it. */
  readonly kind: CellKind;
}

export type CellKind = 'wrong' | 'absent' | 'rate' | 'busy' | 'unavailable' | 'success';

/** Every operation × every refusal and notable success. A cell is named by its place in `list`. */
export interface Cells {
  readonly list: readonly Cell[];
  /** By code, the cells of an operation; undefined for an unknown one. */
  of(operation: string): ReadonlyMap<string, number> | undefined;
}

/** The parts of a generation from which its cells derive. */
export interface CellSource {
  readonly operations: readonly Operation[];
  readonly refusals: RefusalTable;
}

export function createCells(generations: readonly CellSource[]): Cells {
  const list: Cell[] = [];
  const places = new Map<string, Map<string, number>>();
  for (const { operations, refusals } of generations)
    for (const operation of operations) {
      const ofOperation = new Map<string, number>();
      places.set(operation.id, ofOperation);
      for (const cell of [...refusalsOf(operation, refusals), ...notablesOf(operation)]) {
        if (ofOperation.has(cell.code)) continue;
        ofOperation.set(cell.code, list.length);
        list.push(cell);
      }
    }
  return { list, of: (operation) => places.get(operation) };
}

/** By operation, the refusals that it has, each as `status code`; under null those of all. */
export const knownReplies = (
  { list }: Cells,
  operations: readonly Operation[],
): ReadonlyMap<string | null, ReadonlySet<string>> => {
  const byOperation = Map.groupBy(list, ({ operation }) => operation);
  const repliesOf = (cells: readonly Cell[]) => new Set(cells.map(({ status, code }) => `${status} ${code}`));
  return new Map<string | null, ReadonlySet<string>>([
    // An unknown path has no code.
    [null, repliesOf(list).add('404 null')],
    ...operations.map(({ id }) => [id, repliesOf(byOperation.get(id) ?? [])] as const),
  ]);
};

/** Two refusals of one code are one cell: clients cannot tell them apart. */
function refusalsOf(operation: Operation, refusals: RefusalTable): Cell[] {
  const rows = Object.entries(refusals) as [RefusalKind, RefusalRow][];
  return rows
    .filter(([, { on = () => true }]) => on(operation))
    .map(([kind, { status, errorCode }]) => ({
      operation: operation.id,
      status,
      code: errorCode,
      kind: cellKinds[refusalCauses[kind]],
    }));
}

/** How a client should react, by what a refusal depends on. */
const cellKinds: Record<RefusalCause, CellKind> = {
  request: 'wrong',
  account: 'wrong',
  rate: 'rate',
  data: 'absent',
  busy: 'busy',
  unavailable: 'unavailable',
};

const notablesOf = (operation: Operation): Cell[] =>
  Object.values<Notable>(notables)
    .filter(({ on }) => on(operation))
    .map(({ code }) => ({ operation: operation.id, status: 200, code, kind: 'success' }));
