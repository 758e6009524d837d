import { setImmediate } from 'node:timers/promises';

/** Work that pauses at every `yield`, after a few milliseconds at most. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Rows that a step looks at: with ten filters, or a part of a text, about 2 ms. */
export const rowsPerStep = 1 << 14;

/** Does all the work in one go. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Does the work in slices of about `budgetMs`, between which other events are handled. */
export async function inSlices<Result>(steps: Steps<Result>, budgetMs = 20): Promise<Result> {
  for (let startedAt = performance.now(); ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - startedAt < budgetMs) continue;
    await setImmediate();
    startedAt = performance.now();
  }
}
