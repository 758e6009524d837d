import { expect, it } from 'vitest';
import { countryName } from '../../ui/src/countries.ts';
import {
  answerInWords,
  formatCount,
  formatNumber,
  instant,
  shortNumber,
  signed,
  span,
  timeOfDay,
} from '../../ui/src/format.ts';

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

it.each([
  [-1, '0 s'],
  [499, '0 s'],
  [500, '1 s'],
  [29 * second, '29 s'],
  [30 * second, '1 min'],
  [90 * second, '2 min'],
  [59 * minute, '59 min'],
  [60 * minute, '1 h 0 min'],
  [47 * hour + 59 * minute, '47 h 59 min'],
  [48 * hour, '2 d'],
  [49 * hour, '2 d 1 h'],
  [9 * day + 23 * hour, '9 d 23 h'],
  [10 * day + 23 * hour, '10 d'],
])('%d ms are %s', (ms, text) => {
  expect(span(ms)).toBe(text);
});

it('writes numbers with their nouns, and instants without their zone', () => {
  expect([0, 1, 2, 1_234.5678, 0.1].map(formatNumber)).toEqual(['0', '1', '2', '1,234.568', '0.1']);
  expect([0, 1_200.5, -0.25].map(signed)).toEqual(['', '+1,200.5', '−0.25']);
  expect([0, 1, 2].map((n) => formatCount(n, 'credit'))).toEqual(['0 credits', '1 credit', '2 credits']);
  expect(formatCount(2, 'rule is', 'rules are')).toBe('2 rules are');
  const at = Date.parse('2026-06-01T12:34:56.789Z');
  expect([instant(at), timeOfDay(at)]).toEqual(['2026-06-01 12:34:56', '12:34:56.789']);
});

it.each([
  [200, null, 'answered'],
  [299, '', 'answered'],
  [300, null, 'redirected'],
  [399, null, 'redirected'],
  [400, null, 'refused'],
  [404, null, 'unknown path'],
  [404, 'NOT_FOUND', 'not found'],
  [402, 'KEY_SPEND_THRESHOLD_EXCEEDED', 'key spend threshold exceeded'],
  [403, 'ApiKeyInvalid2Tries', 'api key invalid2 tries'],
])('%d %s is in words: %s', (status, code, words) => {
  expect(answerInWords(status, code)).toBe(words);
});

it('writes large numbers as people do', () => {
  expect([950, 1_000, 1_250_000, 3e9].map(shortNumber)).toEqual(['950', '1K', '1.3M', '3B']);
});

it('names countries', () => {
  expect(['ITA', 'DEU', 'USA', '', 'XXX'].map(countryName)).toEqual([
    'Italy',
    'Germany',
    'United States',
    '',
    'XXX',
  ]);
});
