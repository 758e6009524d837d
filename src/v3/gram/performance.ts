import { GramPerformance, gramPerformance as record } from '../../records/gram-performance.ts';
import type { GramAccount } from '../../world/account.ts';
import type { Lookup } from '../lookup.ts';

/** /gram/performance: how the recent contents of a gram creator do (observed). */
export const gramPerformance: Lookup<GramAccount> = {
  operation: 'gram/performance',
  reply: GramPerformance,
  record: (account) => record(account),
};
