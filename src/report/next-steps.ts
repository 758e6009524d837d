import type { Cells } from './cells.ts';
import type { Next } from './model.ts';

/** Counts what clients did after the reply of a cell. */
export interface NextSteps {
  /** @param waitMs real time since the reply; undefined under a frozen clock */
  retried(cell: number, waitMs: number | undefined): void;
  wentOn(cell: number): void;
  askedElse(cell: number): void;
  gaveUp(cell: number): void;
  /** @param open how many replies of this cell are the latest of their key and operation */
  next(cell: number, open: number, withWaits: boolean): Next;
  clear(): void;
}

const step = { atOnce: 0, soon: 1, later: 2, untold: 3, wentOn: 4, askedElse: 5, gaveUp: 6 } as const;
const steps = 7;

const atOnceMs = 100;
const soonMs = 5_000;

export function createNextSteps({ list }: Cells): NextSteps {
  const counts = new Uint32Array(list.length * steps);
  const count = (cell: number, what: number): void => {
    counts[cell * steps + what] = of(cell, what) + 1;
  };
  const of = (cell: number, what: number): number => counts[cell * steps + what] ?? 0;

  return {
    retried: (cell, waitMs) => count(cell, waitMs === undefined ? step.untold : classOf(waitMs)),
    wentOn: (cell) => count(cell, step.wentOn),
    askedElse: (cell) => count(cell, step.askedElse),
    gaveUp: (cell) => count(cell, step.gaveUp),
    next(cell, open, withWaits) {
      const [atOnce, soon, later] = [of(cell, step.atOnce), of(cell, step.soon), of(cell, step.later)];
      return {
        retried: atOnce + soon + later + of(cell, step.untold),
        waited: soon + later,
        gaveUp: of(cell, step.gaveUp) + open,
        wentOn: of(cell, step.wentOn),
        askedElse: of(cell, step.askedElse),
        ...(withWaits && { waits: { atOnce, soon, later } }),
      };
    },
    clear: () => void counts.fill(0),
  };
}

const classOf = (waitMs: number): number =>
  waitMs < atOnceMs ? step.atOnce : waitMs < soonMs ? step.soon : step.later;
