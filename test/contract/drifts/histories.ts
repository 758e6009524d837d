import { data } from '../changed-target.ts';
import type { Drift } from './drift.ts';

export const histories: readonly Drift[] = [
  {
    what: 'more days than were asked for',
    finds: 'invariant /data/histories length (history-shape)',
    asked: (request) => ({ ...request, url: request.url.replace('pastDayRange=2', 'pastDayRange=3') }),
  },
  {
    what: 'days of a history from the oldest on',
    finds: 'invariant /data/histories/1/timestamp (history-days)',
    answered: data('/tube/performance-history', ({ histories }) => (histories as unknown[]).reverse()),
  },
  {
    what: 'days of usage that do not add up',
    finds: 'invariant /data/records/0/totalQuotaUsed (usage-shape)',
    answered: data('/usage', ({ records }) => {
      for (const record of records as Record<string, number>[]) record['totalQuotaUsed'] = 1;
    }),
  },
];
