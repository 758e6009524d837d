import { body, data } from '../changed-target.ts';
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
    tells: ['3', '5'],
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
    tells: ['3', '77'],
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
    tells: ['1', '0'],
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
  {
    what: 'null in place of a list of generation 2',
    answered: data('/v2/gramBasic', ({ basicGram }) =>
      Object.assign(basicGram as object, { hashtags: null }),
    ),
    finds: { kind: 'type', place: '/data/basicGram/hashtags', exchange: 'v2/gramBasic/get' },
    contradicts: 'null-values',
    within: /^v2\/gramBasic\//,
  },
  {
    what: 'JSON under another content type',
    answered: (answer, { url: path }) =>
      answer.status === 200 && path.startsWith('/tube/audience')
        ? { ...answer, headers: { ...answer.headers, 'content-type': 'text/plain; charset=utf-8' } }
        : answer,
    finds: { kind: 'shape', place: 'header content-type', exchange: 'v3/tube/audience/get' },
    contradicts: null,
    within: /^v3\/tube\/audience\//,
  },
];
