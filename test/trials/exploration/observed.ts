import type { ObservedCall, ObservedRun } from '../../../src/trials/exploration/call.ts';

/** A call that was delivered for two credits, but for what a test says. */
export const callOf = (
  operation: string,
  subject: string,
  rest: Partial<ObservedCall> = {},
): ObservedCall => ({
  ...{ operation, subject, occurrence: 1, shape: 'GET ', key: 1 },
  ...{ status: 200, code: null, credits: 2, isDelivered: true },
  request: { method: 'GET', path: `/${operation}`, parameters: {} },
  ...rest,
});

/** A run that passed, but for what a test says. */
export const runOf = (calls: readonly ObservedCall[], end: Partial<ObservedRun> = {}): ObservedRun => ({
  ...{ passed: true, timedOut: false, isUnbounded: false, brokenRules: [] },
  ...end,
  calls,
});
