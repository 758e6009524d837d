import type { Cells } from './cells.ts';
import type { NextStep } from './model.ts';

/** Counts what clients did after the reply of a cell. */
export interface NextSteps {
  /** @param waitMs real time since the reply; undefined under a frozen clock */
  retried(cell: number, waitMs: number | undefined): void;
  wentOn(cell: number): void;
  askedElse(cell: number): void;
  /** @param open how many replies of this cell are the latest of their key and operation */
  summary(cell: number, open: number, withWaits: boolean): NextStep;
  clear(): void;
}

const step = { atOnce: 0, soon: 1, later: 2, unknownWait: 3, wentOn: 4, askedElse: 5 } as const;
const stepCount = 6;

const atOnceMs = 100;
const soonMs = 5_000;

export function createNextSteps({ list }: Cells): NextSteps {
  const counts = new Uint32Array(list.length * stepCount);
  const count = (cell: number, what: number): void => {
    counts[cell * stepCount + what] = countOf(cell, what) + 1;
  };
  const countOf = (cell: number, what: number): number => counts[cell * stepCount + what] as number;

  return {
    retried: (cell, waitMs) => count(cell, waitMs === undefined ? step.unknownWait : waitClassOf(waitMs)),
    wentOn: (cell) => count(cell, step.wentOn),
    askedElse: (cell) => count(cell, step.askedElse),
    summary(cell, open, withWaits) {
      const [atOnce, soon, later] = [
        countOf(cell, step.atOnce),
        countOf(cell, step.soon),
        countOf(cell, step.later),
      ];
      return {
        retried: atOnce + soon + later + countOf(cell, step.unknownWait),
        waited: soon + later,
        gaveUp: open,
        wentOn: countOf(cell, step.wentOn),
        askedElse: countOf(cell, step.askedElse),
        ...(withWaits && { waits: { atOnce, soon, later } }),
      };
    },
    clear: () => void counts.fill(0),
  };
}

const waitClassOf = (waitMs: number): number =>
  waitMs < atOnceMs ? step.atOnce : waitMs < soonMs ? step.soon : step.later;
