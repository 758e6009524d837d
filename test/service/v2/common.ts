import { noon } from '../../harness.ts';

/** The whole body of a failure (contract 2.1): no data, four counters 0, the error string. */
export const failure = (error: string) => ({
  data: null,
  quotaUsed: 0,
  quotaUsedTotal: 0,
  remainingPlanCredit: 0,
  remainingPrepurchasedCredit: 0,
  timestamp: noon,
  error,
  success: false,
});

export interface Counters {
  used: number;
  total: number;
  plan: number;
  purchased?: number;
}

/** The whole body of a success (contract 2.1). */
export const success = (data: unknown, { used, total, plan, purchased = 0 }: Counters) => ({
  data,
  quotaUsed: used,
  quotaUsedTotal: total,
  remainingPlanCredit: plan,
  remainingPrepurchasedCredit: purchased,
  timestamp: noon,
  error: '',
  success: true,
});

let accounts = 0;
/** A key of its own for each test. */
export const newKey = (label: string, terms = 'plan=100') => `sandbox:${terms}:v2-${label}-${accounts++}`;
