import type { ObservedCall, ObservedRun } from '../../../src/trials/exploration/call.ts';

/** A call that was delivered for two credits, but for what a test says. */
export const callOf = (
  operation: string,
  about: string,
  { occurrence = 1, ...rest }: Partial<ObservedCall> = {},
): ObservedCall => {
  const subject = `${operation} ${about}`.trim();
  return {
    ...{ call: `${subject}#${occurrence}`, subject, operation, occurrence, key: 1 },
    ...{ method: 'GET', path: `/${operation}`, parameters: {} },
    ...{ status: 200, code: null, credits: 2, isDelivered: true },
    ...rest,
  };
};

/** A run that passed, but for what a test says. */
export const runOf = (calls: readonly ObservedCall[], end: Partial<ObservedRun> = {}): ObservedRun => ({
  ...{ passed: true, timedOut: false, isUnbounded: false, brokenRules: [] },
  ...end,
  calls,
});
