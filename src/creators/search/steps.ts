import { inTurn } from '../../core/turns.ts';

/** Work that pauses at every `yield`, after a few milliseconds at most. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Rows that a step looks at: with ten filters, or a part of a text, about 2 ms. */
export const rowsPerStep = 1 << 14;

/** Works until it is done, or for about `budgetMs`. */
export function workFor<Result>(budgetMs: number, steps: Steps<Result>): IteratorResult<undefined, Result> {
  const startedAt = performance.now();
  let step = steps.next();
  while (!step.done && performance.now() - startedAt < budgetMs) step = steps.next();
  return step;
}

/** Does the work in slices of about `budgetMs`, in turns with streams and other long work. */
export async function inSlices<Result>(steps: Steps<Result>, budgetMs = 4): Promise<Result> {
  for (;;) {
    const step = await inTurn(async () => workFor(budgetMs, steps));
    if (step.done) return step.value;
  }
}
