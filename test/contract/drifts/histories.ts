import { data } from '../changed-target.ts';
import type { Drift } from './drift.ts';

export const histories: readonly Drift[] = [
  {
    what: 'more days than were asked for',
    asked: (request) => ({ ...request, url: request.url.replace('pastDayRange=2', 'pastDayRange=3') }),
  },
  {
    what: 'days of a history from the oldest on',
    answered: data('/tube/performance-history', ({ histories }) => (histories as unknown[]).reverse()),
  },
  {
    what: 'days of usage that do not add up',
    answered: data('/usage', ({ records }) => {
      for (const record of records as Record<string, number>[]) record['totalQuotaUsed'] = 1;
    }),
  },
];
