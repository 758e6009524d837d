import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeLexicon } from '../../../src/creators/language/lexicon.ts';
import { readDescription } from '../../../src/creators/language/read.ts';
import { shown } from '../../creators/language/shown.ts';
import { expected, type JsonFilter } from '../../creators/search/reference.ts';
import { noon, testApp } from '../../harness.ts';
import { byLastData } from './nls-client.ts';
import { creators } from './search-subjects.ts';

const { app, deps, world } = await testApp();
const lexicon = makeLexicon(world);
const references = {
  clip: creators(world, 'clip', noon),
  gram: creators(world, 'gram', noon),
  tube: creators(world, 'tube', noon),
};
const read = (text: string) => readDescription(text, lexicon, noon);
const meaning = (text: string) => shown(read(text), noon);

/** All that a description finds. */
function found(text: string): string[] {
  const { platform, body, advice } = read(text);
  expect(advice, text).toBeUndefined();
  return expected(references[platform], body);
}

/** Constraints that may stand in any order. */
const lists = [
  'TikTok, fitness creators, Germany or Austria, more than 10k followers, verified',
  'Instagram, skincare creators, no sponsors, between 5k and 50k followers, engagement above 3%',
  'YouTube, guitar teachers, English speaking, at least 20k subscribers, posted in the last 30 days',
  'food creators, not from Spain, median views of at least 5k, female audience',
  'travel creators, fast growing, audience in the United Kingdom, sorted by engagement',
  'parenting creators, audience aged 25-34, post at least twice a week, no verified accounts',
];

describe('the meaning of a description', () => {
  it.each(lists)('is the same in another order, as a list, in capitals and with emoji: %s', (text) => {
    const parts = text.split(', ');
    expect(read(text).advice).toBeUndefined();
    expect(meaning(parts.toReversed().join(', '))).toBe(meaning(text));
    expect(meaning(`- ${parts.join('\n- ')}`)).toBe(meaning(text));
    expect(meaning(parts.join(' | '))).toBe(meaning(text));
    expect(meaning(`✨ ${text} 🙏✨`)).toBe(meaning(text));
    expect(meaning(text.toUpperCase())).toBe(meaning(text));
  });

  it.each(lists)('is the same with two letters swapped, or it is not searched by: %s', (text) => {
    for (const { 0: word, index } of text.matchAll(/[a-z]{7,}/g)) {
      const at = index + 3;
      const typo = `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`;
      if (!read(typo).advice) expect(meaning(typo), word).toBe(meaning(text));
    }
  });

  it.each([
    ['creators from Brazil', 'creators not from Brazil'],
    ['verified creators', 'creators who are not verified'],
    ['sponsored creators', 'creators without sponsors'],
    ['over 100k followers', 'no more than 100k followers'],
    ['engagement above 3%', 'engagement not above 3%'],
    ['yoga creators', 'no yoga creators'],
    ['creators who speak English', "creators who don't speak English"],
    ['creators with a female audience', 'creators without a female audience'],
    ['active creators', 'inactive creators'],
    ['fast-growing creators', 'creators who are not growing'],
    ['micro influencers', 'no micro influencers'],
  ])('is disjoint from its negation: %s, %s', (plain, negated) => {
    const [one, other] = [found(plain), found(negated)];
    expect(Math.min(one.length, other.length)).toBeGreaterThan(0);
    expect(one.filter((id) => other.includes(id))).toEqual([]);
  });

  it.each([
    ['food creators', 'food creators in Spain'],
    ['creators with over 10k followers', 'creators with over 90k followers'],
    ['creators below 500k followers', 'creators below 100k followers'],
    ['creators who posted in the last 60 days', 'creators who posted in the last 7 days'],
    ['creators in Spain or Italy', 'creators in Spain'],
    ['fitness or dance creators', 'dance creators'],
    ['creators, no verified ones', 'creators, no verified ones, no yoga'],
    ['engagement above 2%', 'engagement above 4%'],
  ])('is narrower when it is tighter: %s, %s', (wide, tight) => {
    expect(found(wide)).toEqual(expect.arrayContaining(found(tight)));
    expect(found(tight).length).toBeLessThan(found(wide).length);
  });
});

const briefs = readFileSync(new URL('../../creators/language/briefs.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^\S/.test(line));

describe('the notes in the journal', () => {
  it('show exactly the filters that are applied', () => {
    for (const text of briefs) {
      const { body, notes, platform, advice } = read(text);
      if (advice) continue;
      const { filters, without } = searchIn(notes);
      const { sortBy: _order, desc: _desc, ...applied } = body;
      expect(expected(references[platform], { filters, without }), text).toEqual(
        expected(references[platform], applied),
      );
    }
  });

  it('find the same creators as a search of their own', async () => {
    const headers = { 'api-key': 'demo-unlimited' };
    let compared = 0;
    for (const text of briefs.filter((_, at) => at % 2 === 0)) {
      const reply = await app.inject({
        method: 'POST',
        url: '/nls',
        headers,
        payload: { description: text },
      });
      const { data, traceId } = byLastData(reply.body) as {
        data: { creatorList?: object[]; platform: 'clip' | 'gram' | 'tube' };
        traceId: string;
      };
      const { notes } =
        [...deps.journal.all()].find((each) => each.traceId === traceId) ?? expect.fail(traceId);
      if (data.creatorList === undefined) continue;
      const { body } = read(text);
      expect(data.creatorList.map(idOf), text).toEqual(
        expected(references[data.platform], body).slice(0, body.pageSize),
      );
      const { without, ...search } = searchIn(notes);
      // /{platform}/search has no exclusions, and wants a filter
      if (without.length > 0 || search.filters.length === 0) continue;
      const url = `/${data.platform}/search`;
      const again = await app.inject({ method: 'POST', url, headers, payload: { ...search, offset: 0 } });
      expect(again.statusCode, `${text}: ${JSON.stringify(search)}`).toBe(200);
      expect(data.creatorList.map(idOf), text).toEqual(listIn(again.json()).map(idOf));
      compared += 1;
    }
    expect(compared).toBeGreaterThan(40);
  });
});

const idOf = (creator: object): unknown =>
  (creator as Record<string, unknown>)['channelId'] ?? (creator as Record<string, unknown>)['uniqueId'];

/** The list of creators in a reply of `/{platform}/search`. */
const listIn = ({ data }: { data: Record<string, unknown> }): object[] =>
  Object.values(data).find((each): each is object[] => Array.isArray(each)) ?? [];

/** The search that the notes show. */
function searchIn(notes: readonly string[]) {
  const shownFilters = notes.flatMap(
    (each) => /^Read ".*" as (.*)\.$/s.exec(each)?.[1]?.split(/ and (?![^(]*\))/) ?? [],
  );
  const [, sortBy, direction] =
    notes.map((each) => /^Read ".*" as the order (\w+) (asc|desc)\.$/s.exec(each)).find(Boolean) ?? [];
  const [, count] = notes.map((each) => /^Read ".*" as (\d+) creators\.$/s.exec(each)).find(Boolean) ?? [];
  return {
    filters: shownFilters.filter((each) => !each.startsWith('not (')).flatMap(conditionIn),
    without: shownFilters
      .filter((each) => each.startsWith('not ('))
      .map((each) => each.slice('not ('.length, -1).split(' and ').flatMap(conditionIn)),
    pageSize: Number(count ?? 20),
    ...(sortBy !== undefined && { sortBy, desc: direction === 'desc' }),
  };
}

/** Reads `totalFollowers > 10000` or `country in ESP,ITA`; none from an order or a count. */
function conditionIn(text: string): JsonFilter[] {
  const [, filterName = '', op = '', written = ''] = /^(\w+) (=|in|>|<) (.*)$/.exec(text) ?? [];
  if (filterName === '') return [];
  if (op === 'in') return [{ filterName, op, value: written.split(',') }];
  if (filterName === 'lastPublishTime') return [{ filterName, op, value: Date.parse(written) }];
  const value =
    /^(true|false|-?\d.*)$/.test(written) && !/^mainAudience/.test(filterName)
      ? JSON.parse(written)
      : written;
  return [{ filterName, op, value }];
}
