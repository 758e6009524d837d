import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDescription } from '../../../src/creators/language/read.ts';
import { noon } from '../../harness.ts';
import { compareBrief, readBriefs, type Verdict } from './briefs.ts';
import { lexiconWithBrands as lexicon } from './lexicon.ts';
import { shown } from './shown.ts';

/**
 * Briefs as marketers write them, with what they mean. They were written, and their hashes committed, before the rules
 * were read; the meanings of the sets from `judged-ninth` on were settled later, as their heads say. `weak` names those that are not read in full, and how.
 */
const sets: readonly { name: string; size: number; weak: Readonly<Record<string, Verdict>> }[] = [
  {
    name: 'third',
    size: 150,
    weak: {
      // `not Tokyo` beside `from Korea` changes nothing
      'ja-01': 'silent',
      'de-08': 'refused',
      'de-12': 'refused',
      'ja-09': 'refused',
    },
  },
  {
    name: 'fourth',
    size: 60,
    weak: {
      // a trail is a hike
      'en-01': 'partly',
      'fr-04': 'refused',
    },
  },
  { name: 'fifth', size: 120, weak: {} },
  { name: 'sixth', size: 60, weak: {} },
  {
    name: 'seventh',
    size: 60,
    weak: { 'en-11': 'refused' },
  },
  // whoever wants no big accounts, and a number below, says the same twice
  { name: 'eighth', size: 123, weak: { 'en-10': 'silent' } },
  { name: 'ninth', size: 109, weak: { 'en-04': 'refused', 'en-18': 'refused', 'es-09': 'refused' } },
  { name: 'tenth', size: 114, weak: { 'en-01': 'refused', 'en-14': 'silent', 'en-16': 'refused' } },
  { name: 'eleventh', size: 103, weak: {} },
  { name: 'twelfth', size: 95, weak: {} },
  { name: 'thirteenth', size: 81, weak: { 'en-17': 'silent' } },
  // the notation has no letter for a growing engagement
  { name: 'fourteenth', size: 88, weak: { 'en-13': 'silent' } },
  // Indonesian names a language by its country: `bukan Inggris`
  { name: 'fifteenth', size: 59, weak: { 'id-01': 'silent' } },
  // a month of a year is a date by now: `active since March 2026`
  { name: 'sixteenth', size: 73, weak: { 'en-07': 'silent' } },
  { name: 'seventeenth', size: 65, weak: { 'ko-04': 'refused' } },
  { name: 'eighteenth', size: 44, weak: { 'en-07': 'refused' } },
  { name: 'nineteenth', size: 38, weak: {} },
  // the rules were mended by these
  { name: 'twentieth', size: 700, weak: {} },
  { name: 'twenty-first', size: 87, weak: {} },
  { name: 'twenty-second', size: 112, weak: {} },
  { name: 'twenty-third', size: 34, weak: {} },
  // each constraint in many words, in five languages
  { name: 'constraints', size: 1167, weak: {} },
  { name: 'northern', size: 76, weak: {} },
  { name: 'northern-words', size: 722, weak: {} },
  { name: 'northern-third', size: 373, weak: {} },
  { name: 'northern-second', size: 198, weak: {} },
  { name: 'thirtieth', size: 91, weak: {} },
  { name: 'thirty-first', size: 1375, weak: {} },
  { name: 'thirty-second', size: 65, weak: { 'es-04': 'refused' } },
  // West Africa is no longer a part of all Africa south of the Sahara
  { name: 'thirty-third', size: 59, weak: { 'fr-04': 'partly' } },
  { name: 'thirty-fifth', size: 61, weak: { 'es-04': 'refused' } },
  { name: 'thirty-sixth', size: 445, weak: {} },
  { name: 'thirty-seventh', size: 39, weak: { 'es-02': 'refused', 'pt-01': 'refused' } },
  { name: 'thirty-eighth', size: 783, weak: {} },
  // what no filter knows
  { name: 'thirty-fourth', size: 197, weak: {} },
  // The next two are by someone who does not build the grammar: 87 of 97 and 74 of 80 were read in full at first.
  {
    name: 'judged',
    size: 97,
    weak: {
      // food for cats is read as food, too
      'en-02': 'partly',
      // who lives mostly in Portugal: `com público maior em Portugal`
      'pt-04': 'partly',
      // a province is read as its country
      'fr-06': 'silent',
    },
  },
  // a nano creator has fewer than 10,000 followers: the range says 10,000, too
  { name: 'judged-again', size: 80, weak: { 'en-05': 'silent', 'en-17': 'refused' } },
  // by someone else again: 75 of 100 were read in full at first
  { name: 'judged-third', size: 100, weak: {} },
  // by a third one: 83 of 100
  { name: 'judged-fourth', size: 100, weak: {} },
  // and again: 68 of 100 at first
  { name: 'judged-b', size: 100, weak: {} },
  // and by an independent author: 88 of 100 at first
  { name: 'judged-fifth', size: 100, weak: {} },
  // by the same author: 80 of 100 at first
  { name: 'judged-sixth', size: 100, weak: {} },
  // by an independent author again: 84 of 100 at first
  { name: 'judged-seventh', size: 100, weak: {} },
  // by an independent author again: 81 of 100 at first; Vietnamese has no table
  {
    name: 'judged-eighth',
    size: 100,
    weak: { 'vi-01': 'refused', 'vi-02': 'refused', 'vi-03': 'refused' },
  },
  // like those that were not read in full: 54 of 60 at first
  { name: 'thirty-ninth', size: 60, weak: {} },
  // by the builder of the grammar: 292 of 361 at first
  {
    name: 'fortieth',
    size: 385,
    // `sin marcas` may mean accounts of brands; `toddler snacks` are read as food, too
    weak: { 'en-101': 'refused', 'en-205': 'partly', 'es-019': 'refused', 'ko-002': 'refused' },
  },
  // by an independent author again: 86 of 100 at first; `la dernière` is a video that the sentence named before
  { name: 'forty-first', size: 100, weak: { 'fr-05': 'refused' } },
  { name: 'forty-second', size: 114, weak: {} },
  // by an independent author again, who asked for many interests that the world lacks: 66 of 100 at first, 89 without these
  { name: 'judged-ninth', size: 100, weak: { 'en-40': 'refused', 'de-02': 'refused', 'en-44': 'partly' } },
  { name: 'forty-third', size: 28, weak: {} },
  // by an independent author again: 91 of 100 at first, 4 refused, 5 partly
  { name: 'judged-tenth', size: 100, weak: {} },
  { name: 'forty-fourth', size: 22, weak: {} },
  // by an independent author again: 90 of 100 at first, 6 refused, 3 partly, 1 silent
  { name: 'judged-eleventh', size: 100, weak: { 'pl-05': 'refused' } },
  { name: 'forty-fifth', size: 24, weak: {} },
  // by an independent author again: 94 of 100 at first, 3 refused, 1 partly, 1 silent, 1 opposite
  { name: 'judged-twelfth', size: 100, weak: { 'en-33': 'refused' } },
  { name: 'forty-sixth', size: 19, weak: {} },
  // by an independent author again: 91 of 100 at first, 2 refused, 5 partly, 1 silent, 1 opposite
  {
    name: 'judged-thirteenth',
    size: 100,
    weak: { 'en-39': 'refused', 'es-04': 'partly', 'sv-04': 'refused' },
  },
  { name: 'forty-seventh', size: 18, weak: {} },
  // by an independent author again: 101 of 105 at first, 3 refused, 1 opposite
  { name: 'judged-fourteenth', size: 105, weak: {} },
  { name: 'forty-eighth', size: 16, weak: {} },
  // by independent authors again: 91 of 100 at first, 4 refused, 4 partly, 1 opposite; 88 of 100, 6 refused, 5 partly, 1 silent
  { name: 'judged-fifteenth', size: 100, weak: { 'en-27': 'refused' } },
  { name: 'judged-sixteenth', size: 100, weak: {} },
  { name: 'forty-ninth', size: 24, weak: {} },
  // by independent authors again, 93 of 100 each at first: 2 refused, 4 partly, 1 silent; 1 refused, 6 partly
  { name: 'judged-seventeenth', size: 100, weak: { 'en-36': 'refused' } },
  { name: 'judged-eighteenth', size: 100, weak: { 'de-05': 'silent', 'ru-05': 'silent' } },
  { name: 'fiftieth', size: 17, weak: {} },
  // by an independent author again, 96 of 100 at first: 1 refused, 3 partly
  { name: 'judged-nineteenth', size: 100, weak: {} },
  { name: 'fifty-first', size: 30, weak: {} },
];

const fileOf = (name: string): URL => new URL(`unseen/${name}.txt`, import.meta.url);
const briefsOf = (name: string) => readBriefs(fileOf(name));

describe.each(sets)('the $name set of briefs', ({ name, size, weak }) => {
  const briefs = briefsOf(name);

  it('is that of the hash', () => {
    const [hash] = readFileSync(new URL(`unseen/${name}.sha256`, import.meta.url), 'utf8').split(' ');
    expect(
      createHash('sha256')
        .update(readFileSync(fileOf(name)))
        .digest('hex'),
    ).toBe(hash);
    expect(briefs).toHaveLength(size);
  });

  it.each(briefs)('$id: $text', (brief) => {
    const query = readDescription(brief.text, lexicon, noon);
    const { verdict, lacking, extra } = compareBrief(brief, shown(query, noon));
    expect({ verdict, lacking, extra }).toMatchObject({ verdict: weak[brief.id] ?? 'full' });
  });
});
