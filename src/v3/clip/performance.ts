import { ClipPerformance, clipPerformance as record } from '../../records/clip-performance.ts';
import type { ClipAccount } from '../../world/account.ts';
import type { Lookup } from '../lookup.ts';

/** /clip/performance: how the recent contents of a clip creator do (observed). */
export const clipPerformance: Lookup<ClipAccount> = {
  operation: 'clip/performance',
  reply: ClipPerformance,
  record: (account) => record(account),
};
