import { body } from '../changed-target.ts';
import { type Drift, events, withResult } from './drift.ts';

type Charged = Record<'creditsUsed' | 'quotaUsed', number> & Record<string, unknown>;

/** Prices, and forms of which the other drifts have one example each. */
export const prices: readonly Drift[] = [
  {
    what: 'another price in generation 2',
    finds: 'v2/clipHistory/get invariant /quotaUsed',
    answered: body('/v2/clipHistory', (content) => ({
      ...content,
      ...(content['success'] === true && { quotaUsed: (content as Charged).quotaUsed + 2 }),
    })),
  },
  {
    what: 'a history whose price does not depend on its range',
    finds: 'v3/gram/performance-history/two-days invariant /creditsUsed',
    answered: body('/gram/performance-history', (content) => ({
      ...content,
      ...(content['success'] === true && { creditsUsed: 77 }),
    })),
  },
  {
    what: 'a search that costs nothing',
    finds: 'v3/clip/search/first-page invariant /creditsUsed',
    answered: body('/clip/search', (content) => ({
      ...content,
      ...(content['success'] === true && { creditsUsed: 0 }),
    })),
  },
  {
    what: 'a search in plain words that costs nothing',
    finds: 'v3/nls/too-broad invariant /creditsUsed',
    answered: events((frames) => withResult(frames, (result) => ({ ...result, creditsUsed: 0 }))),
  },
];
