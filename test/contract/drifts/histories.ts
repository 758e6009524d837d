import { data } from '../changed-target.ts';
import type { Drift } from './drift.ts';

export const histories: readonly Drift[] = [
  {
    what: 'more days than were asked for',
    finds: 'v3/clip/performance-history/two-days invariant /data/histories length',
    asked: (request) => ({ ...request, url: request.url.replace('pastDayRange=2', 'pastDayRange=3') }),
  },
  {
    what: 'days of a history from the oldest on',
    finds: 'v3/tube/performance-history/two-days invariant /data/histories/1/timestamp',
    answered: data('/tube/performance-history', ({ histories }) => (histories as unknown[]).reverse()),
  },
  {
    what: 'days of usage that do not add up',
    finds: 'v3/usage/unused invariant /data/records/0/totalQuotaUsed',
    answered: data('/usage', ({ records }) => {
      for (const record of records as Record<string, number>[]) record['totalQuotaUsed'] = 1;
    }),
  },
];
