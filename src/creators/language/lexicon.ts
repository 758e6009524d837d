import { nicheSlug } from '../../core/niche-id.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Compare, Figure, Meaning, Statistic } from './items.ts';
import { generalTable } from './words/general.ts';
import { nicheTable } from './words/niches.ts';
import { countryTable, languageTable, regionTable } from './words/places.ts';

/** The words and lists by which descriptions of one world are read. */
export interface Lexicon {
  /** Phrase → meaning; the words of a phrase have one blank between them. */
  phrases: ReadonlyMap<string, Meaning>;
  /** Words that hint at a platform, beside what they mean. */
  hints: ReadonlyMap<string, Platform>;
  /** Codes of two and three letters → that of three. */
  countries: ReadonlyMap<string, string>;
  /** Whether a phrase has the word. */
  isWord(word: string): boolean;
  /** The words with a first letter, for misspelt ones. */
  wordsFrom(letter: string): readonly string[];
  /** Slug → id in the list of niches or topics. */
  nicheIds: ReadonlyMap<string, string>;
  topicIds: ReadonlyMap<string, string>;
  /** Slug of a narrower niche → slug of the wider one. */
  wider: ReadonlyMap<string, string>;
  /** The names of the most common niches, for suggestions. */
  commonNiches: readonly string[];
  /** The handles of the creators that a brand sponsors. */
  sponsoredBy(brandKey: string, platform: Platform): readonly string[];
}

/** The lists of a world. */
export interface WorldLists {
  niches(platform: Platform): readonly ListedNiche[];
  topics(): readonly ListedNiche[];
  brands(): Iterable<{ key: string; name: string }>;
  /** Each with its handle; on tube with its channel id. */
  sponsored(brandKey: string): readonly { platform: Platform; id: string }[];
  tube(channelId: string): { handle: string } | undefined;
}

interface ListedNiche {
  id: string;
  name: string;
  category: string;
  channelCount: number;
}

/** The longest phrase has so many words. */
export const maxWords = 6;

/** Some thousand phrases, in some milliseconds. */
export function makeLexicon(world: WorldLists): Lexicon {
  const niches = world.niches('clip').toSorted((a, b) => b.channelCount - a.channelCount);
  const topics = world.topics();
  const wideSlugs = new Map(niches.map(({ name, id }) => [name, nicheSlug(id)]));
  const slugs = new Map([...niches, ...topics].map(({ id, name }) => [nicheSlug(id), name]));
  const phrases = new Map<string, Meaning>();
  const hints = new Map<string, Platform>();
  const add = (phrase: string, meaning: Meaning): void => {
    if (!phrases.has(phrase)) phrases.set(phrase, meaning);
  };
  for (const [slug, name] of slugs)
    for (const phrase of [plainWords(name), slug]) add(phrase, { kind: 'niche', slugs: [slug] });
  for (const [name, words] of linesOf(nicheTable)) {
    const known = name.split(' ').filter((slug) => slugs.has(slug));
    if (known.length > 0) for (const phrase of words) add(phrase, { kind: 'niche', slugs: known });
  }
  for (const [name, words] of linesOf(generalTable)) {
    const [kind = '', ...rest] = name.split(' ');
    const meaning = meaningOf(kind, rest);
    for (const phrase of words)
      if (kind === 'hint') hints.set(phrase, rest[0] as Platform);
      else add(phrase, meaning);
  }
  const countries = addPlaces(add);
  for (const { key, name } of world.brands()) {
    const phrase = plainWords(name);
    if (/[a-z]{3}/.test(phrase)) add(phrase, { kind: 'brand', key });
  }
  return {
    phrases,
    hints,
    countries,
    ...spellingOf(phrases),
    nicheIds: new Map(niches.map(({ id }) => [nicheSlug(id), id])),
    topicIds: new Map(topics.map(({ id }) => [nicheSlug(id), id])),
    wider: new Map(
      topics.flatMap(({ id, category }) => {
        const wide = wideSlugs.get(category);
        return wide === undefined ? [] : [[nicheSlug(id), wide] as const];
      }),
    ),
    commonNiches: niches
      .filter(
        ({ id }) =>
          !topics.some((topic) => nicheSlug(topic.id) === nicheSlug(id) && topic.category !== 'All'),
      )
      .map(({ name }) => name.toLowerCase()),
    sponsoredBy: (key, platform) =>
      world
        .sponsored(key)
        .flatMap(({ id, ...each }) =>
          each.platform !== platform ? [] : platform === 'tube' ? (world.tube(id)?.handle ?? []) : [id],
        ),
  };
}

/** Every word, and those to correct by; made when a text has a word that is not a phrase. */
function spellingOf(phrases: Lexicon['phrases']): Pick<Lexicon, 'isWord' | 'wordsFrom'> {
  let words: Set<string> | undefined;
  let byLetter: Map<string, string[]> | undefined;
  return {
    isWord: (word) => {
      words ??= new Set([...phrases.keys()].join(' ').split(' '));
      return words.has(word);
    },
    wordsFrom: (letter) => {
      byLetter ??= Map.groupBy(
        new Set([...phrases].flatMap(([phrase, { kind }]) => (misspelt.has(kind) ? phrase.split(' ') : []))),
        (word) => word.slice(0, 1),
      );
      return byLetter.get(letter) ?? [];
    },
  };
}

/** Small letters without marks, words apart by one space. */
export const plainWords = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9']+/g, ' ')
    .trim();

/** `name: phrase,phrase`, one a line. */
const linesOf = (table: string): [string, string[]][] =>
  table
    .trim()
    .split(/\n|; /)
    .map((line) => {
      const at = line.indexOf(': ');
      return [line.slice(0, at), line.slice(at + 2).split(',')];
    });

function meaningOf(kind: string, [first = '', second = '']: readonly string[]): Meaning {
  const [from = 0, to = 0] = first.split('-').map(Number);
  const meanings: Readonly<Record<string, object>> = {
    platform: { platform: first },
    content: { content: first },
    figure: { figure: first as Figure },
    statistic: { statistic: first as Statistic },
    compare: { compare: first as Compare },
    after: { compare: first as Compare },
    gender: { gender: first },
    age: { from, to },
    ages: { from: from === 10 ? 20 : from },
    unit: { days: from },
    span: { days: from },
    often: { perMonth: from },
    size: { from, to: to === 0 ? Number.POSITIVE_INFINITY : to },
    order: { figure: first as Figure, desc: second === 'desc' },
    rank: { desc: first === 'most' },
    direction: { desc: first === 'desc' },
    ...Object.fromEntries(
      ['verified', 'sponsored', 'active', 'growing', 'lively'].map((each) => [
        each,
        { yes: first === 'yes' },
      ]),
    ),
  };
  return { kind, ...meanings[kind] } as Meaning;
}

function addPlaces(add: (phrase: string, meaning: Meaning) => void): Map<string, string> {
  const languages = new Map(
    linesOf(languageTable.replaceAll('\n', '; ').replace(/^; |; $/g, '')).flatMap(([codes, names]) =>
      names.map((name) => [name, codes.split(' ')] as const),
    ),
  );
  const place = (
    names: string,
    countries: readonly string[],
    kind: { city?: true; adjective?: true } = {},
  ): void => {
    for (const name of names.split(',').filter((each) => each !== ''))
      add(name, {
        kind: 'place',
        countries,
        languages: (kind.adjective && languages.get(name)) || [],
        city: kind.city ?? false,
        adjective: kind.adjective ?? false,
      });
  };
  const codes = new Map<string, string>();
  for (const line of countryTable.trim().split('\n')) {
    const [, code = '', alpha2 = '', names = '', adjectives = '', cities = ''] =
      /^(\w+) (\w+): ([^;]*)(?:; ([^;]*))?(?:; (.*))?$/.exec(line) ?? [];
    codes.set(alpha2, code);
    codes.set(code, code);
    place(names, [code]);
    place(adjectives, [code], { adjective: true });
    place(cities, [code], { city: true });
  }
  for (const [names, listed] of linesOf(regionTable)) place(names, listed.join(' ').split(' '));
  for (const [name, codesOf] of languages) add(name, { kind: 'language', languages: codesOf });
  return codes;
}

/** The kinds whose misspelt words are corrected, because a mistake in them would lose a condition or an order. */
const misspelt: ReadonlySet<Meaning['kind']> = new Set([
  'niche',
  'place',
  'language',
  'creator',
  'role',
  'platform',
  'figure',
  'audience',
  'verified',
  'sponsored',
  'growing',
  'order',
  'compare',
  'between',
  'statistic',
  'content',
  'lively',
  'not',
  'notList',
]);
