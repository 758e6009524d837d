import { createTurns, type Turns } from '../../core/turns.ts';

/** Work that pauses at every `yield`, after a few milliseconds at most. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Rows that one step tests: about 2 ms with ten filters, or for a part of a text. */
export const rowsPerStep = 1 << 14;

/** Works until it is done, or for about `budgetMs`. */
export function workFor<Result>(budgetMs: number, steps: Steps<Result>): IteratorResult<undefined, Result> {
  const startedAt = performance.now();
  let step = steps.next();
  while (!step.done && performance.now() - startedAt < budgetMs) step = steps.next();
  return step;
}

/**
 * Does the work in slices of about `budgetMs`.
 * @param turns of the sandbox, with its streams and other long work
 */
export async function inSlices<Result>(
  steps: Steps<Result>,
  { turns = createTurns(), budgetMs = 4 }: { readonly turns?: Turns; readonly budgetMs?: number } = {},
): Promise<Result> {
  for (;;) {
    const step = await turns.run(async () => workFor(budgetMs, steps));
    if (step.done) return step.value;
  }
}
