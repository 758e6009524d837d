import { body } from '../changed-target.ts';
import { type Drift, events, withResult } from './drift.ts';

type Charged = Record<'creditsUsed' | 'quotaUsed', number> & Record<string, unknown>;

/** Prices, and forms of which the other drifts have one example each. */
export const prices: readonly Drift[] = [
  {
    what: 'another price in generation 2',
    finds: 'invariant /quotaUsed (v2-prices)',
    answered: body('/v2/clipHistory', (content) => ({
      ...content,
      ...(content['success'] === true && { quotaUsed: (content as Charged).quotaUsed + 2 }),
    })),
  },
  {
    what: 'a history whose price does not depend on its range',
    finds: 'invariant /creditsUsed (price-history-steps)',
    answered: body('/gram/performance-history', (content) => ({
      ...content,
      ...(content['success'] === true && { creditsUsed: 77 }),
    })),
  },
  {
    what: 'a search that costs nothing',
    finds: 'invariant /creditsUsed (prices)',
    answered: body('/clip/search', (content) => ({
      ...content,
      ...(content['success'] === true && { creditsUsed: 0 }),
    })),
  },
  {
    what: 'a search in plain words that costs nothing',
    finds: 'invariant /creditsUsed (nls-price)',
    answered: events((frames) => withResult(frames, (result) => ({ ...result, creditsUsed: 0 }))),
  },
];
