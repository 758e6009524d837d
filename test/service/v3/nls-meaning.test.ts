import { describe, expect, it } from 'vitest';
import { inSlices } from '../../../src/core/steps.ts';
import { makeLexicon } from '../../../src/creators/language/lexicon.ts';
import { readDescription } from '../../../src/creators/language/read.ts';
import { descriptions } from '../../creators/language/descriptions.ts';
import { shown } from '../../creators/language/shown.ts';
import { negations, translations } from '../../creators/language/translations.ts';
import { userTexts } from '../../creators/language/user-texts.ts';
import { expected, type JsonFilter } from '../../creators/search/reference.ts';
import { noon, testApp } from '../../harness.ts';
import { byLastData } from './nls-client.ts';
import { creators } from './search-subjects.ts';

const { app, deps, world } = await testApp();
const lexicon = await inSlices(makeLexicon(world));
const references = {
  clip: creators(world, 'clip', noon),
  gram: creators(world, 'gram', noon),
  tube: creators(world, 'tube', noon),
};
const read = (text: string) => readDescription(text, lexicon, noon);
const asTable = (text: string) => shown(read(text), noon);

/** All that a description finds. */
function found(text: string): string[] {
  const { platform, body, refused } = read(text);
  expect(refused, text).toEqual([]);
  return expected(references[platform], body);
}

const all = translations.flat();

/** The bounds of numbers and the exclusions of a text; undefined if nothing is searched. */
function sidesOf(text: string): string[] | undefined {
  const { filters, refused } = asTable(text);
  return refused ? undefined : filters.split('; ').filter((each) => /[<>]|^not /.test(each));
}

describe('the meaning of a description', () => {
  it.each(translations.map((group) => ({ english: group[0]?.text ?? '', group })))(
    'is the same in every language: $english',
    ({ english, group }) => {
      expect(group.length).toBeGreaterThanOrEqual(12);
      for (const { text } of group) expect(asTable(text), text).toEqual(asTable(english));
    },
  );

  it.each(all)('is the same in another order: $text', ({ text }) => {
    const parts = text.split(/[,،、，]\s*/);
    expect(asTable(parts.toReversed().join(', '))).toEqual(asTable(text));
  });

  it.each(all)('is the same as a list, in capitals and with emoji: $text', ({ text, language }) => {
    expect(asTable(`- ${text.split(/[,،、，]\s*/).join('\n- ')}`)).toEqual(asTable(text));
    expect(asTable(`✨ ${text} 🙏✨`)).toEqual(asTable(text));
    // no letter of Turkish has a capital that every machine writes alike
    if (language !== 'tur') expect(asTable(text.toUpperCase())).toEqual(asTable(text));
  });

  it.each(all.filter(({ text }) => /^[\p{Script=Latin}\p{N}\p{P}\p{S}\s]+$/u.test(text)))(
    'keeps its numbers and its sides with two letters swapped, or is not searched by: $text',
    ({ text }) => {
      const sides = sidesOf(text);
      const known = new Set(sides);
      for (const { 0: word, index } of text.matchAll(/(?<![\p{L}\p{N}])[a-z]{7,}(?!\p{L})/gu)) {
        const at = index + 3;
        const typo = `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`;
        const found = sidesOf(typo);
        // a word that nobody knows may lose a name, never turn a bound or an exclusion round
        if (found)
          expect(
            found.filter((each) => !known.has(each)),
            `${word} in ${typo}`,
          ).toEqual([]);
      }
    },
  );

  it.each(negations)('is disjoint from its negation: %s, %s', (plain, negated) => {
    const [one, other] = [found(plain), found(negated)];
    expect(one.length).toBeGreaterThan(0);
    expect(other.length).toBeGreaterThan(0);
    expect(one.filter((id) => other.includes(id))).toEqual([]);
  });

  it.each(translations[0] ?? [])('is narrower with a greater lower bound: $text', ({ text }) => {
    const narrower = text.replace(/10/, '90').replace(/1([万만])/, '9$1');
    expect(narrower).not.toBe(text);
    expect(found(text)).toEqual(expect.arrayContaining(found(narrower)));
    expect(asTable(narrower)).not.toEqual(asTable(text));
  });

  it.each(translations[4] ?? [])('is narrower with a smaller upper bound: $text', ({ text }) => {
    const narrower = text.replace(/20/, '10').replace(/2([万만])/, '1$1');
    expect(narrower).not.toBe(text);
    expect(found(text)).toEqual(expect.arrayContaining(found(narrower)));
    expect(asTable(narrower)).not.toEqual(asTable(text));
  });
});

describe('the notes in the journal', () => {
  it('show exactly the filters that are applied', () => {
    for (const { text } of [...descriptions, ...userTexts, ...all]) {
      const { body, notes, platform, refused } = read(text);
      if (refused.length > 0) continue;
      const { filters, without } = searchIn(notes);
      const { sortBy: _order, desc: _desc, ...applied } = body;
      expect(expected(references[platform], { filters, without }), text).toEqual(
        expected(references[platform], applied),
      );
    }
  });

  it('find the same creators as a search of their own', async () => {
    const headers = { 'api-key': 'demo-unlimited' };
    const texts = [...descriptions, ...userTexts, ...all].filter((_, at) => at % 3 === 0);
    let compared = 0;
    for (const { text } of texts) {
      if (text.length > 1000) continue;
      const reply = await app.inject({
        method: 'POST',
        url: '/nls',
        headers,
        payload: { description: text },
      });
      const { data, traceId } = byLastData(reply.body) as {
        data: { creatorList?: object[]; platform: string };
        traceId: string;
      };
      const entries = [...deps.journal.all()];
      const { notes } = entries.find((each) => each.traceId === traceId) ?? expect.fail(traceId);
      const { without, ...search } = searchIn(notes);
      // /{platform}/search has no exclusions, and wants a filter
      if (data.creatorList === undefined || without.length > 0 || search.filters.length === 0) continue;
      const url = `/${data.platform}/search`;
      const again = await app.inject({ method: 'POST', url, headers, payload: { ...search, offset: 0 } });
      expect(again.statusCode, `${text}: ${JSON.stringify(search)}`).toBe(200);
      expect(data.creatorList.map(idOf), text).toEqual(listIn(again.json()).map(idOf));
      compared += 1;
    }
    expect(compared).toBeGreaterThan(80);
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
  const [, filterName = '', op = '', written = ''] = /^(\w+) (=|in|>|<|contains) (.*)$/.exec(text) ?? [];
  if (filterName === '') return [];
  if (op === 'contains') return [{ filterName, op: '=', value: written, isFuzzySearch: true }];
  if (op === 'in') return [{ filterName, op, value: written.split(',') }];
  if (filterName === 'lastPublishTime') return [{ filterName, op, value: Date.parse(written) }];
  const value =
    /^(true|false|-?\d.*)$/.test(written) && !/^mainAudience/.test(filterName)
      ? JSON.parse(written)
      : written;
  return [{ filterName, op, value }];
}
