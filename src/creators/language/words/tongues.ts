import type { Compare, Meaning } from '../meanings.ts';
import type { PhraseEntry } from '../phrases.ts';
import { countries, regions } from './countries.ts';
import { ara } from './tongues/ara.ts';
import { deu } from './tongues/deu.ts';
import { fra } from './tongues/fra.ts';
import { hin } from './tongues/hin.ts';
import { ind } from './tongues/ind.ts';
import { ita } from './tongues/ita.ts';
import { jpn } from './tongues/jpn.ts';
import { kor } from './tongues/kor.ts';
import { nld } from './tongues/nld.ts';
import { others } from './tongues/others.ts';
import { pol } from './tongues/pol.ts';
import { por } from './tongues/por.ts';
import { rus } from './tongues/rus.ts';
import { spa } from './tongues/spa.ts';
import { tur } from './tongues/tur.ts';
import { zho } from './tongues/zho.ts';

/**
 * The tables of `tongues/`, one for each language but English, which the other tables have. A line lists a slot and its
 * phrases, `#` a niche, `@` a country with its names and, after `/`, its adjectives. A word that a table lacks makes its
 * constraint one that is not understood.
 */
const compare = (name: Compare, after = false, aged = false): Meaning => ({
  kind: 'compare',
  compare: name,
  ...(after && { after: true }),
  ...(aged && { aged: true }),
});

const slots = {
  not: { kind: 'not' },
  whole: { kind: 'not', whole: true },
  notIn: { kind: 'not', placesOnly: true },
  notAfter: { kind: 'not', after: true },
  above: compare('above'),
  atLeast: compare('atLeast'),
  below: compare('below'),
  atMost: compare('atMost'),
  about: compare('about'),
  aboveAfter: compare('above', true),
  atLeastAfter: compare('atLeast', true),
  belowAfter: compare('below', true),
  atMostAfter: compare('atMost', true),
  aboutAfter: compare('about', true),
  older: compare('above', false, true),
  younger: compare('below', false, true),
  between: { kind: 'between' },
  to: { kind: 'to' },
  and: { kind: 'joint' },
  followers: { kind: 'measure', measure: 'followers' },
  views: { kind: 'measure', measure: 'views' },
  likes: { kind: 'measure', measure: 'likes' },
  comments: { kind: 'measure', measure: 'comments' },
  engagement: { kind: 'measure', measure: 'engagement' },
  growth: { kind: 'measure', measure: 'followerGrowth' },
  average: { kind: 'statistic', statistic: 'avg' },
  median: { kind: 'statistic', statistic: 'median' },
  audience: { kind: 'audience' },
  creator: { kind: 'creator' },
  content: { kind: 'content' },
  mostly: { kind: 'mostly' },
  speaking: { kind: 'speaking' },
  women: { kind: 'gender', gender: 'female' },
  men: { kind: 'gender', gender: 'male' },
  aged: { kind: 'aged' },
  verified: { kind: 'verified', yes: true },
  unverified: { kind: 'verified', yes: false },
  sponsored: { kind: 'sponsored', yes: true },
  unsponsored: { kind: 'sponsored', yes: false },
  active: { kind: 'activity', yes: true },
  inactive: { kind: 'activity', yes: false },
  last: { kind: 'last' },
  day: { kind: 'unit', days: 1 },
  week: { kind: 'unit', days: 7 },
  month: { kind: 'unit', days: 30 },
  year: { kind: 'unit', days: 365 },
  minute: { kind: 'unit', days: 1 / 1440 },
  hour: { kind: 'unit', days: 1 / 24 },
  twoDays: { kind: 'since', days: 2 },
  twoWeeks: { kind: 'since', days: 14 },
  twoMonths: { kind: 'since', days: 60 },
  thisWeek: { kind: 'since', days: 7 },
  thisMonth: { kind: 'since', days: 30 },
  daily: { kind: 'often', perMonth: 30 },
  weekly: { kind: 'often', perMonth: 30 / 7 },
  monthly: { kind: 'often', perMonth: 1 },
  lost: { kind: 'lost' },
  activity: { kind: 'measure', measure: 'contentsIn30Days' },
  contents: { kind: 'measure', measure: 'contents' },
  unknown: { kind: 'measure', measure: 'unknown' },
  best: { kind: 'order', by: 'score', desc: true },
  engaging: { kind: 'order', by: 'engagement', desc: true },
  alphabetical: { kind: 'order', by: 'name', desc: false },
  mid: { kind: 'size', from: 100_000, to: 499_999 },
  big: { kind: 'size', from: 500_000, to: Number.POSITIVE_INFINITY },
  mega: { kind: 'size', from: 1_000_000, to: Number.POSITIVE_INFINITY },
  dull: { kind: 'lively', yes: false },
  topic: { kind: 'topic' },
  similar: { kind: 'similar' },
  per: { kind: 'per' },
  word: { kind: 'word' },
  recently: { kind: 'since', days: 30 },
  today: { kind: 'since', days: 1 },
  teens: { kind: 'age', from: 13, to: 17, about: 'people' },
  genZ: { kind: 'age', from: 13, to: 27, about: 'people' },
  millennials: { kind: 'age', from: 28, to: 43, about: 'people' },
  seniors: { kind: 'age', from: 55, to: 120, about: 'people' },
  young: { kind: 'age', from: 13, to: 24, about: 'audience' },
  times: { kind: 'times' },
  growing: { kind: 'growing', yes: true },
  shrinking: { kind: 'growing', yes: false },
  lively: { kind: 'lively', yes: true },
  biggest: { kind: 'order', by: 'followers', desc: true },
  smallest: { kind: 'order', by: 'followers', desc: false },
  newest: { kind: 'order', by: 'lastPublished', desc: true },
  fastest: { kind: 'order', by: 'followerGrowth', desc: true },
  viewed: { kind: 'order', by: 'views', desc: true },
  liked: { kind: 'order', by: 'likes', desc: true },
  commented: { kind: 'order', by: 'comments', desc: true },
  most: { kind: 'rank', desc: true },
  least: { kind: 'rank', desc: false },
  by: { kind: 'by' },
  first: { kind: 'sortBy' },
  descending: { kind: 'direction', desc: true },
  ascending: { kind: 'direction', desc: false },
  nano: { kind: 'size', from: 1_000, to: 9_999 },
  micro: { kind: 'size', from: 10_000, to: 99_999 },
  macro: { kind: 'size', from: 500_000, to: 999_999 },
  small: { kind: 'size', from: 0, to: 99_999 },
  having: { kind: 'having' },
  glue: { kind: 'glue' },
  ignored: { kind: 'ignored' },
} as const satisfies Record<string, Meaning>;

/** By language. */
const tables = { spa, por, fra, deu, ita, nld, pol, tur, ind, rus, jpn, kor, zho, ara, hin, others };

export interface Tongue {
  language: string;
  entries: readonly PhraseEntry<Meaning>[];
}

/** @param isKnown whether the world has a niche */
export const tonguesOf = (isKnown: (slug: string) => boolean): Tongue[] =>
  Object.entries(tables).map(([language, table]) => ({
    language,
    entries: table
      .trim()
      .split(/\n|; /)
      // where a phrase has two slots, a comparison before its number counts, and whatever is no glue
      .toSorted((one, other) => Number(isWeak.test(other)) - Number(isWeak.test(one)))
      .flatMap((line) => entriesOf(line, isKnown))
      .map(([phrases, meaning]) => [withArticles(phrases, language), meaning]),
  }));

const isWeak = /After: |^(?:glue|topic): /;

/** The prepositions at the end of a phrase, alone and with their articles: `inferiore a`, `inferiore al`. */
const articled: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  spa: { a: 'al', de: 'del' },
  por: { a: 'ao|à|aos|às', de: 'do|da|dos|das', em: 'no|na|nos|nas' },
  fra: { à: 'au|aux', de: 'du|des|d|de la' },
  deu: { von: 'vom|von den|von der', in: 'im|in der|in den', aus: 'aus der|aus den', der: 'des' },
  ita: {
    a: 'al|ai|alla|alle|all|allo|agli',
    da: 'dal|dai|dalla|dalle|dall|dallo|dagli',
    di: 'del|dei|della|delle|dell|dello|degli',
  },
  nld: { van: 'van de|van het', in: 'in de|in het', uit: 'uit de|uit het' },
};

const withArticles = (phrases: string, language: string): string =>
  phrases
    .split('|')
    .flatMap((phrase) => {
      const [, start = '', last = ''] = /^(.* )(\S+)$/.exec(phrase) ?? [];
      return [phrase, ...(articled[language]?.[last]?.split('|') ?? []).map((form) => start + form)];
    })
    .join('|');

function entriesOf(line: string, isKnown: (slug: string) => boolean): PhraseEntry<Meaning>[] {
  const at = line.indexOf(': ');
  const [name, phrases] = [line.slice(0, at), line.slice(at + 2)];
  if (name.startsWith('#')) {
    const slugs = name.slice(1).split(' ').filter(isKnown);
    return slugs.length === 0 ? [] : [[exactly(phrases), { kind: 'niche', slugs }]];
  }
  if (name.startsWith('@')) {
    const [names = '', adjectives = ''] = phrases.split(' / ');
    return [
      ...(names === '' ? [] : [placeEntry(name.slice(1), names, false)]),
      ...(adjectives === '' ? [] : [placeEntry(name.slice(1), adjectives, true)]),
    ];
  }
  const meaning = slots[name as keyof typeof slots];
  if (!meaning) throw new Error(`'${name}' is no slot`);
  return [[exactly(phrases), meaning]];
}

const exactly = (phrases: string): string =>
  phrases
    .split('|')
    .map((phrase) => `=${phrase}`)
    .join('|');

/** `BRA`, a region by its English name, or a language: `=spa`. */
const placeEntry = (codes: string, phrases: string, adjective: boolean): PhraseEntry<Meaning> => {
  const isLanguage = codes.startsWith('=');
  const region = Object.keys(regions).find((names) => names.split('|').includes(codes));
  const listed = isLanguage ? [] : ((region && regions[region]) ?? codes).split(' ');
  const languages = isLanguage
    ? codes.slice(1).split(' ')
    : adjective && listed.length === 1
      ? (countries.find(({ code }) => code === listed[0])?.languages ?? [])
      : [];
  return [exactly(phrases), { kind: 'place', countries: listed, languages, adjective }];
};
