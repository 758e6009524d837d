import { createLoopShare, type LoopShare } from './loop-share.ts';

/**
 * Work that pauses at every `yield`, after a few milliseconds at most. It goes on once a promise that it yields is
 * settled; until then nothing of it runs on the event loop.
 */
export type Yielding<Result> = Generator<Promise<unknown> | undefined, Result, undefined>;

/** Rows that one step tests: about 2 ms with ten filters, or for a part of a text. */
export const rowsPerYield = 1 << 14;

/** Works until it is done or has to wait, or for about `budgetMs`. */
export function workFor<Result>(
  budgetMs: number,
  work: Yielding<Result>,
): IteratorResult<Promise<unknown> | undefined, Result> {
  const startedAt = performance.now();
  let step = work.next();
  while (!step.done && !step.value && performance.now() - startedAt < budgetMs) step = work.next();
  return step;
}

export interface YieldOptions {
  /** The turns of the sandbox, which its streams and other long work take too. */
  readonly loopShare?: LoopShare;
  readonly budgetMs?: number;
  /** Ends the work, also while it waits for a promise: the result rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
  /** The promise that the work has yielded already. */
  readonly awaited?: Promise<unknown> | undefined;
}

/** Does the work in slices of about `budgetMs`. */
export async function yieldToLoop<Result>(
  work: Yielding<Result>,
  { loopShare = createLoopShare(), budgetMs = 4, signal, awaited }: YieldOptions = {},
): Promise<Result> {
  for (let waitsFor = awaited; ; ) {
    try {
      if (waitsFor) await settledOrAborted(waitsFor, signal);
      signal?.throwIfAborted();
    } catch (error) {
      work.return(undefined as never);
      throw error;
    }
    const step = await loopShare.run(async () => workFor(budgetMs, work));
    if (step.done) return step.value;
    waitsFor = step.value;
  }
}

/** @throws the reason of the signal */
async function settledOrAborted(awaited: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) {
    await awaited;
    return;
  }
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    await Promise.race([awaited, aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
