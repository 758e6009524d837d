import { body } from '../changed-target.ts';
import { type Drift, events, withResult } from './drift.ts';

type Charged = Record<'creditsUsed' | 'quotaUsed', number> & Record<string, unknown>;

/** Prices, and forms of which the other drifts have one example each. */
export const prices: readonly Drift[] = [
  {
    what: 'another price in generation 2',
    answered: body('/v2/clipHistory', (content) => ({
      ...content,
      ...(content['success'] === true && { quotaUsed: (content as Charged).quotaUsed + 2 }),
    })),
    finds: { kind: 'invariant', place: '/quotaUsed', exchange: 'v2/clipHistory/get' },
    contradicts: 'v2-prices',
    within: /^v2\/clipHistory\//,
  },
  {
    what: 'a history whose price does not depend on its range',
    answered: body('/gram/performance-history', (content) => ({
      ...content,
      ...(content['success'] === true && { creditsUsed: 77 }),
    })),
    finds: { kind: 'invariant', place: '/creditsUsed', exchange: 'v3/gram/performance-history/two-days' },
    contradicts: 'price-history-steps',
    within: /^v3\/gram\/performance-history\//,
  },
  {
    what: 'a search that costs nothing',
    answered: body('/clip/search', (content) => ({
      ...content,
      ...(content['success'] === true && { creditsUsed: 0 }),
    })),
    finds: { kind: 'invariant', place: '/creditsUsed', exchange: 'v3/clip/search/first-page' },
    contradicts: 'prices',
    within: /^v3\/clip\/search\//,
  },
  {
    what: 'a search in plain words that costs nothing',
    answered: events((frames) => withResult(frames, (result) => ({ ...result, creditsUsed: 0 }))),
    finds: { kind: 'invariant', place: '/creditsUsed', exchange: 'v3/nls/clip' },
    contradicts: 'nls-price',
    within: /^v3\/nls\//,
  },
];
