import type { Call } from './call.ts';
import { sentText } from './call-name.ts';
import type { NextStep } from './model.ts';

/** Counts what clients did after the reply of a cell, with the same key and operation. */
export interface NextSteps {
  /** Takes the next calls of one key. */
  judge(calls: readonly Call[]): void;
  /** By cell. @param withWaits waits are real */
  summary(withWaits: boolean): (cell: number) => NextStep;
}

/** The latest reply of a key and an operation. */
interface Latest {
  readonly cells: readonly number[];
  /** The request; undefined if it was too large to compare. */
  readonly sent: string | undefined;
  readonly repliedAt: number;
}

type Step = 'atOnce' | 'soon' | 'later' | 'unknownWait' | 'wentOn' | 'askedElse';

const atOnceMs = 100;
const soonMs = 5_000;

export function createNextSteps(): NextSteps {
  const latest = new Map<string, Latest>();
  const steps = new Map<number, Record<Step, number>>();

  function countStep(before: Latest, call: Call, sent: string | undefined): void {
    if (before.cells.length === 0) return;
    const { arrivedAt } = call.input;
    const isSame = sent !== undefined && sent === before.sent && arrivedAt >= before.repliedAt;
    const step = isSame ? waitOf(call, before) : call.credits > 0 ? 'wentOn' : 'askedElse';
    for (const cell of before.cells) {
      const counts = steps.get(cell) ?? noSteps();
      counts[step] += 1;
      steps.set(cell, counts);
    }
  }

  return {
    judge(calls) {
      for (const call of calls) {
        const name = `${call.operation.number} ${call.keyId}`;
        const sent = sentText(call.input);
        const before = latest.get(name);
        if (before) countStep(before, call, sent);
        latest.set(name, { cells: call.cells, sent, repliedAt: call.input.repliedAt });
      }
    },
    summary(withWaits) {
      const open = new Map<number, number>();
      for (const { cells } of latest.values())
        for (const cell of cells) open.set(cell, (open.get(cell) ?? 0) + 1);
      return (cell) => {
        const { atOnce, soon, later, unknownWait, wentOn, askedElse } = steps.get(cell) ?? noSteps();
        return {
          retried: atOnce + soon + later + unknownWait,
          waited: soon + later,
          gaveUp: open.get(cell) ?? 0,
          ...{ wentOn, askedElse },
          ...(withWaits && { waits: { atOnce, soon, later } }),
        };
      };
    },
  };
}

const noSteps = (): Record<Step, number> => ({
  ...{ atOnce: 0, soon: 0, later: 0, unknownWait: 0, wentOn: 0, askedElse: 0 },
});

function waitOf({ input, hasRealWaits }: Call, { repliedAt }: Latest): Step {
  if (!hasRealWaits) return 'unknownWait';
  const waitMs = input.arrivedAt - repliedAt;
  return waitMs < atOnceMs ? 'atOnce' : waitMs < soonMs ? 'soon' : 'later';
}
