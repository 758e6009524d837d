import type { Call } from './call.ts';
import { sentText } from './call-name.ts';
import type { NextStep } from './model.ts';

/** Counts what clients did after the reply of a outcome, with the same key and operation. */
export interface NextSteps {
  /** Takes the next calls of one key. */
  judge(calls: readonly Call[]): void;
  /** By outcome. @param withWaits waits are real */
  summary(withWaits: boolean): (outcome: number) => NextStep;
}

/** The latest reply of a key and an operation. */
interface Latest {
  readonly outcomes: readonly number[];
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
    if (before.outcomes.length === 0) return;
    const { arrivedAt } = call.input;
    const isSame = sent !== undefined && sent === before.sent && arrivedAt >= before.repliedAt;
    const step = isSame ? waitOf(call, before) : call.credits > 0 ? 'wentOn' : 'askedElse';
    for (const outcome of before.outcomes) {
      const counts = steps.get(outcome) ?? noSteps();
      counts[step] += 1;
      steps.set(outcome, counts);
    }
  }

  return {
    judge(calls) {
      for (const call of calls) {
        const name = `${call.operation.number} ${call.keyId}`;
        const sent = sentText(call.input);
        const before = latest.get(name);
        if (before) countStep(before, call, sent);
        latest.set(name, { outcomes: call.outcomes, sent, repliedAt: call.input.repliedAt });
      }
    },
    summary(withWaits) {
      const open = new Map<number, number>();
      for (const { outcomes } of latest.values())
        for (const outcome of outcomes) open.set(outcome, (open.get(outcome) ?? 0) + 1);
      return (outcome) => {
        const { atOnce, soon, later, unknownWait, wentOn, askedElse } = steps.get(outcome) ?? noSteps();
        return {
          retried: atOnce + soon + later + unknownWait,
          waited: soon + later,
          gaveUp: open.get(outcome) ?? 0,
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
