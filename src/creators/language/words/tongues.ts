import { type Bare, bareLetters, type Compare, isMeasure, type Meaning, type Measure } from '../meanings.ts';
import type { PhraseEntry } from '../phrases.ts';
import { countries, regions } from './countries.ts';
import { tables } from './tables.ts';

const comparisonSlots = 'above atLeast below atMost about exactly';

/** The meanings of the slots of the tables. */
const slots: Readonly<Record<string, Meaning>> = {
  ...each(bareLetters.replace(/:\S/g, ''), (kind) => ({ kind: kind as Bare })),
  and: { kind: 'joint' },
  first: { kind: 'sortBy' },
  not: { kind: 'not' },
  whole: { kind: 'not', whole: true },
  notIn: { kind: 'not', placesOnly: true },
  notAfter: { kind: 'not', after: true },
  ...each(comparisonSlots, (compare) => ({ kind: 'compare', compare: compare as Compare })),
  ...each(
    comparisonSlots,
    (compare) => ({ kind: 'compare', compare: compare as Compare, after: true }),
    'After',
  ),
  older: { kind: 'compare', compare: 'above', aged: true },
  younger: { kind: 'compare', compare: 'below', aged: true },
  olderAfter: { kind: 'compare', compare: 'atLeast', after: true, aged: true },
  youngerAfter: { kind: 'compare', compare: 'atMost', after: true, aged: true },
  average: { kind: 'statistic', statistic: 'avg' },
  median: { kind: 'statistic', statistic: 'median' },
  women: { kind: 'gender', gender: 'female' },
  men: { kind: 'gender', gender: 'male' },
  ...yesOrNo('verified', 'verified', 'unverified'),
  ...yesOrNo('sponsored', 'sponsored', 'unsponsored'),
  ...yesOrNo('activity', 'active', 'inactive'),
  ...yesOrNo('growing', 'growing', 'shrinking'),
  ...yesOrNo('lively', 'lively', 'dull'),
  most: { kind: 'rank', desc: true },
  least: { kind: 'rank', desc: false },
  descending: { kind: 'direction', desc: true },
  ascending: { kind: 'direction', desc: false },
  ...days({
    minute: 1 / 1440,
    hour: 1 / 24,
    day: 1,
    week: 7,
    fortnight: 14,
    month: 30,
    quarter: 90,
    year: 365,
  }),
  daily: { kind: 'often', perMonth: 30 },
  weekly: { kind: 'often', perMonth: 30 / 7 },
  monthly: { kind: 'often', perMonth: 1 },
  everySecondDay: { kind: 'often', perMonth: 15 },
  fortnightly: { kind: 'often', perMonth: 30 / 14 },
  // Sizes of influencers in marketing; the limits are ours (assumed: nls-sizes).
  nano: { kind: 'size', from: 1_000, to: 9_999 },
  micro: { kind: 'size', from: 10_000, to: 99_999 },
  mid: { kind: 'size', from: 100_000, to: 499_999 },
  macro: { kind: 'size', from: 500_000, to: 999_999 },
  mega: { kind: 'size', from: 1_000_000, to: Number.POSITIVE_INFINITY },
  small: { kind: 'size', from: 0, to: 99_999 },
  big: { kind: 'size', from: 500_000, to: Number.POSITIVE_INFINITY },
};

/** Figures with another name in the tables. */
const figures: Readonly<Record<string, string>> = {
  growth: 'followerGrowth',
  activity: 'contentsIn30Days',
  womenShare: 'women',
  menShare: 'men',
};

/** A slot by its name: `30d` is the time since then, `13-17` an age, `+views` an order, anything else a figure. */
function meaningOf(name: string): Meaning {
  const [, days] = /^(\d+)d$/.exec(name) ?? [];
  if (days !== undefined) return { kind: 'since', days: Number(days) };
  const [, audience, from, to] = /^(audience )?(\d+)-(\d+)$/.exec(name) ?? [];
  if (from !== undefined)
    return { kind: 'age', from: Number(from), to: Number(to), about: audience ? 'audience' : 'people' };
  const [, sign, figure = ''] = /^([+-])(.+)$/.exec(name) ?? [];
  if (sign !== undefined) return { kind: 'order', by: measureOf(figure), desc: sign === '+' };
  return slots[name] ?? { kind: 'measure', measure: measureOf(name) };
}

function measureOf(name: string): Measure {
  const measure = figures[name] ?? name;
  if (!isMeasure(measure)) throw new Error(`'${name}' is no slot`);
  return measure;
}

function each(names: string, make: (name: string) => Meaning, ending = ''): Record<string, Meaning> {
  return Object.fromEntries(names.split(' ').map((name) => [name + ending, make(name)]));
}
function yesOrNo(
  kind: 'verified' | 'sponsored' | 'activity' | 'growing' | 'lively',
  yes: string,
  no: string,
): Record<string, Meaning> {
  return { [yes]: { kind, yes: true }, [no]: { kind, yes: false } };
}
function days(units: Record<string, number>): Record<string, Meaning> {
  return Object.fromEntries(Object.entries(units).map(([name, days]) => [name, { kind: 'unit', days }]));
}

const { eng, ...others } = tables;

export interface Tongue {
  language: string;
  entries: readonly PhraseEntry<Meaning>[];
}

/** @param isKnown whether the world has a niche */
export const tonguesOf = (isKnown: (slug: string) => boolean): Tongue[] =>
  Object.entries(others).map(([language, table]) => ({
    language,
    entries: withLeast(tableLines(table), language)
      .flatMap((line) => entriesOf(line, isKnown, exactly))
      .map(([phrases, meaning]) => [withArticles(phrases, language), meaning]),
  }));

/** The table of English, whose words have any ending. */
export const englishEntries = (isKnown: (slug: string) => boolean): PhraseEntry<Meaning>[] =>
  withLeast(tableLines(eng), 'eng').flatMap((line) => entriesOf(line, isKnown, (phrases) => phrases));

/** The words of the most and of the least: who knows `most liked` knows `least liked`. */
const extremes: Readonly<Record<string, string>> = {
  eng: 'most/least highest/lowest fastest/slowest best/worst',
  spa: 'más/menos mayor/menor',
  por: 'mais/menos maior/menor',
  fra: 'plus/moins meilleur/pire',
  deu: 'meist/wenigst schnellst/langsamst stärkst/schwächst meisten/wenigsten schnellsten/langsamsten',
  ita: 'più/meno maggior/minor',
  nld: 'meest/minst meeste/minste snelst/traagst best/slechtst',
  pol: 'najbardziej/najmniej najwięcej/najmniej najczęściej/najrzadziej najszybciej/najwolniej',
  tur: 'çok/az yüksek/düşük hızlı/yavaş',
  ind: 'banyak/sedikit tertinggi/terendah cepat/lambat',
  rus: 'самые/наименее сам~/наименее больше/меньше быстрее/медленнее наибольшим/наименьшим',
  jpn: '多い/少ない 高い/低い 速い/遅い',
  kor: '높은/낮은 많은/적은 많이/적게 빠르게/느리게',
  zho: '最多/最少 最高/最低 最快/最慢',
  ara: 'الأكثر/الأقل الأعلى/الأدنى الأسرع/الأبطأ',
  hin: 'ज्यादा/कम तेजी/धीरे',
};

/** The orders of a table, and before them their opposites, which the table need not list. */
function withLeast(lines: readonly string[], language: string): readonly string[] {
  const pairs = (extremes[language] ?? '').split(' ').map((pair) => pair.split('/'));
  const opposite = (phrase: string): string[] =>
    pairs.flatMap(([most = '', least = '']) =>
      most !== '' && phrase.includes(most) && !pairs.some(([, each = most]) => phrase.includes(each))
        ? [phrase.replace(most, least)]
        : [],
    );
  const turned = lines.flatMap((line) => {
    const [, figure = '', phrases = ''] = /^\+(\w+): (.*)$/.exec(line) ?? [];
    const found = phrases.split('|').flatMap((phrase) => opposite(phrase).slice(0, 1));
    return found.length === 0 ? [] : [`-${figure}: ${found.join('|')}`];
  });
  return [...turned, ...lines];
}

// where a phrase has two slots, a comparison before its number counts, and whatever is no glue
const tableLines = (table: string): string[] =>
  table
    .trim()
    .split(/\n|; /)
    .toSorted((one, other) => Number(isWeak.test(other)) - Number(isWeak.test(one)));

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

function entriesOf(
  line: string,
  isKnown: (slug: string) => boolean,
  written: (phrases: string) => string,
): PhraseEntry<Meaning>[] {
  const at = line.indexOf(': ');
  const [name, phrases] = [line.slice(0, at), line.slice(at + 2)];
  if (name.startsWith('#')) {
    const slugs = name.slice(1).split(' ').filter(isKnown);
    return slugs.length === 0 ? [] : [[written(phrases), { kind: 'niche', slugs }]];
  }
  if (name.startsWith('@')) {
    const [names = '', adjectives = ''] = ` ${phrases}`.split(' / ').map((each) => each.trim());
    return [
      ...(names === '' ? [] : [placeEntry(name.slice(1), names, false)]),
      ...(adjectives === '' ? [] : [placeEntry(name.slice(1), adjectives, true)]),
    ];
  }
  return [[written(phrases), meaningOf(name)]];
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
