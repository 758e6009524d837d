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
import { creators } from './search-subjects.ts';

const { world } = await testApp();
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
      const shownFilters = notes.flatMap(
        (each) => /^Read ".*" as (.*)\.$/.exec(each)?.[1]?.split(/ and (?![^(]*\))/) ?? [],
      );
      const search = {
        filters: shownFilters.filter((each) => !each.startsWith('not (')).flatMap(conditionIn),
        without: shownFilters
          .filter((each) => each.startsWith('not ('))
          .map((each) => each.slice('not ('.length, -1).split(' and ').flatMap(conditionIn)),
      };
      const { sortBy: _order, desc: _desc, ...applied } = body;
      expect(expected(references[platform], search), text).toEqual(expected(references[platform], applied));
    }
  });
});

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
