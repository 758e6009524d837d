import { data } from '../changed-target.ts';
import type { Drift } from './drift.ts';

export const histories: readonly Drift[] = [
  {
    what: 'more days than were asked for',
    asked: (request) => ({ ...request, url: request.url.replace('pastDayRange=2', 'pastDayRange=3') }),
    finds: {
      kind: 'invariant',
      place: '/data/histories length',
      exchange: 'v3/gram/performance-history/two-days',
    },
    contradicts: 'history-shape',
    within: /performance-history\/two-days$/,
  },
  {
    what: 'days of a history from the oldest on',
    answered: data('/tube/performance-history', ({ histories }) => (histories as unknown[]).reverse()),
    finds: { kind: 'invariant', place: '/data/histories/1/timestamp' },
    contradicts: 'history-days',
    within: /^v3\/tube\/performance-history\//,
  },
  {
    what: 'days of usage that do not add up',
    answered: data('/usage', ({ records }) => {
      for (const record of records as Record<string, number>[]) record['totalQuotaUsed'] = 1;
    }),
    finds: { kind: 'invariant', place: '/data/records/0/totalQuotaUsed', exchange: 'v3/usage/unused' },
    contradicts: 'usage-shape',
    within: /usage/,
  },
];
