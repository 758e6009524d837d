import { workFor, type Yielding } from '../../../src/core/yield-to-loop.ts';

/** The result of work that never pauses. */
export const atOnce = <Result>(steps: Yielding<Result>): Result =>
  workFor(Number.POSITIVE_INFINITY, steps).value as Result;
