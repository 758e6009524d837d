import { tubePerformance as record, TubePerformance } from '../../records/tube-performance.ts';
import type { TubeAccount } from '../../world/account.ts';
import type { Lookup } from '../lookup.ts';

/** /tube/performance: how the recent contents of a tube creator do (observed). */
export const tubePerformance: Lookup<TubeAccount> = {
  operation: 'tube/performance',
  reply: TubePerformance,
  record: (account) => record(account),
};
