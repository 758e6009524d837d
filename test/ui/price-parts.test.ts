import { expect, it } from 'vitest';
import type { PriceView } from '../../src/core/prices.ts';
import { type PricedRequest, pricePartsOf } from '../../ui/src/price-parts.ts';

const byCall: PriceView = { rule: 'byCall', credits: 3, fields: { bio: 0.1, videos: 0.2 } };
const byFilters: PriceView = { rule: 'byFilters', credits: 1 };
const filters = (count: number) => ({ filters: Array(count).fill({}) });
const notGiven = 'Fields and items that the record does not have cost nothing.';

it.each<[what: string, PriceView, Partial<PricedRequest> & { credits: number }, parts: string, note: string]>(
  [
    ['a cut body', byCall, { credits: 2, bodyCut: true }, 'the call: 2', 'The journal has cut its body.'],
    ['names', byCall, { query: { fields: 'bio' }, credits: 0.1 }, 'bio: 0.1', ''],
    ['another name', byCall, { query: { fields: ['bio', 'old'] }, credits: 0.3 }, 'bio, old: 0.3', ''],
    ['a name of objects', byCall, { query: { fields: 'toString' }, credits: 0.3 }, 'toString: 0.3', ''],
    ['no JSON', byCall, { query: { fields: '{"bio"' }, credits: 3 }, 'the whole reply: 3', ''],
    [
      'fewer items',
      byCall,
      { body: { fields: { videos: 5 } }, credits: 0.4 },
      'videos, 5 × 0.2: 1',
      notGiven,
    ],
    [
      'most',
      byCall,
      { body: { fields: { videos: 50 } }, credits: 3 },
      'videos, 50 × 0.2: 10',
      'Parts cost at most the whole, 3.',
    ],
    [
      'more',
      byCall,
      { body: { fields: ['bio'] }, credits: 0.2 },
      'bio: 0.1',
      'More was charged than these parts cost.',
    ],
    ['one filter', byFilters, { credits: 1 }, 'up to ten filters: 1', ''],
    ['no filter', byFilters, { body: filters(0), credits: 1 }, 'up to ten filters: 1', ''],
    ['ten filters', byFilters, { body: filters(10), credits: 1 }, 'up to ten filters: 1', ''],
    ['eleven filters', byFilters, { body: filters(11), credits: 2 }, '2 times ten filters: 2', ''],
    [
      '30 filters',
      byFilters,
      { body: { ...filters(30), fields: { a: {}, b: [] } }, credits: 5 },
      '3 times ten filters: 3; a, b of the creators found: 2',
      '',
    ],
    [
      'days',
      { rule: 'byRange', days: { 30: 2, 90: 4 } },
      { credits: 4 },
      'a history of up to 90 days: 4',
      '',
    ],
    ['other days', { rule: 'byRange', days: { 30: 2, 90: 4 } }, { credits: 3 }, 'the history: 3', ''],
    [
      'tokens',
      { rule: 'byTokens', base: 1, perToken: 0.002, most: 5 },
      { credits: 1.2 },
      'each call: 1; tokens, 0.002 each: 0.2',
      '',
    ],
    [
      'most tokens',
      { rule: 'byTokens', base: 1, perToken: 0.002, most: 5 },
      { credits: 5 },
      'each call: 1; tokens, 0.002 each: 4',
      'A call costs at most 5.',
    ],
  ] as never,
)('names the parts and the difference of a price by %s', (_what, price, request, expected, note) => {
  const { parts, ...rest } = pricePartsOf(price, { query: {}, bodyCut: false, ...request });
  expect(parts.map(({ name, credits }) => `${name}: ${credits}`).join('; ')).toBe(expected);
  expect(rest.note).toBe(note);
});
