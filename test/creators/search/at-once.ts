import { type Steps, workFor } from '../../../src/core/steps.ts';

/** The result of work that never pauses. */
export const atOnce = <Result>(steps: Steps<Result>): Result =>
  workFor(Number.POSITIVE_INFINITY, steps).value as Result;
