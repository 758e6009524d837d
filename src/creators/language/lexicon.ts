import { nicheSlug } from '../../core/niche-id.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Steps } from '../../core/steps.ts';
import { type Languages, languagesOf } from './languages.ts';
import type { Meaning } from './meanings.ts';
import {
  maxEnding,
  maxTokens,
  type PhraseEntry,
  type Phrases,
  phrasesOf,
  type ReadEntry,
  readEntry,
} from './phrases.ts';
import { type Spelling, type SpeltWord, spellingOf } from './spelling.ts';
import { tokensOf, wordSet } from './tokens.ts';
import { countries, regions } from './words/countries.ts';
import { languages } from './words/languages.ts';
import { type PlatformHint, platformWords } from './words/platforms.ts';
import { englishEntries, tonguesOf } from './words/tongues.ts';

/** The words and lists by which descriptions of one world are read. */
export interface Lexicon {
  phrases: Phrases<Meaning>;
  /** The words of each language but English: those of the text's language come first, those of others last. */
  tongues: ReadonlyMap<string, Phrases<Meaning>>;
  otherTongues: Phrases<Meaning>;
  /** Tells the language of a text. */
  languages: Languages;
  platforms: Phrases<PlatformHint>;
  /** Every word of the phrases. */
  spelling: Spelling;
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

/** The lists of a world. Tables of synonyms complete them. */
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

/** Thousands of phrases are read, so there are pauses. */
export function* makeLexicon(world: WorldLists): Steps<Lexicon> {
  const niches = world.niches('clip').toSorted((a, b) => b.channelCount - a.channelCount);
  yield;
  const topics = world.topics();
  const slugs = new Map([...niches, ...topics].map((niche) => [nicheSlug(niche.id), niche.name]));
  const wideSlugs = new Map(niches.map((niche) => [niche.name, nicheSlug(niche.id)]));
  const entries = yield* readEntries<Meaning>([
    ...brandEntries(world),
    ...placeEntries(),
    ...nicheEntries(slugs),
    ...englishEntries((slug) => slugs.has(slug)),
  ]);
  const tongues = new Map<string, ReadEntry<Meaning>[]>();
  for (const { language, entries } of tonguesOf((slug) => slugs.has(slug)))
    tongues.set(language, yield* readEntries<Meaning>(entries));
  const otherTongues = [...tongues.values()].flat();
  const platforms = yield* readEntries<PlatformHint>(platformWords);
  // a name of a country in another language is like too many ordinary words
  const isNaming = (meaning: Meaning | PlatformHint, exact: boolean): boolean =>
    !('kind' in meaning) || (naming.has(meaning.kind) && !(exact && meaning.kind === 'place'));
  const spelt = (
    listed: readonly ReadEntry<Meaning | PlatformHint>[],
    replaces: (meaning: Meaning | PlatformHint, exact: boolean) => string | undefined,
  ): SpeltWord[] =>
    listed.flatMap(({ phrases, meaning }) =>
      phrases.flatMap((phrase) =>
        phrase.map(({ token, key, exact }) => {
          // a beginning in a longer phrase knows short endings only
          const beginning = !/^~./.test(key) ? 0 : phrase.length === 1 ? maxEnding : 3;
          return {
            token,
            beginning,
            replaces: beginning > 0 ? undefined : replaces(meaning, exact),
            asWritten: exact && 'kind' in meaning && meaning.kind === 'place',
          };
        }),
      ),
    );
  const words = [
    ...spelt([...entries, ...platforms], (meaning, exact) =>
      !isNaming(meaning, exact) ? undefined : 'kind' in meaning && meaning.kind === 'place' ? 'place' : 'any',
    ),
    ...[...tongues].flatMap(([language, listed]) =>
      spelt(listed, (meaning) => ('kind' in meaning && deciding.has(meaning.kind) ? language : undefined)),
    ),
  ];
  yield;
  const spelling = spellingOf(words);
  yield;
  return {
    phrases: phrasesOf(entries),
    otherTongues: phrasesOf(otherTongues.map(commonPart)),
    tongues: new Map([...tongues].map(([language, read]) => [language, phrasesOf(read)])),
    languages: languagesOf(tongues, entries),
    platforms: phrasesOf(platforms),
    spelling,
    nicheIds: new Map(niches.map((niche) => [nicheSlug(niche.id), niche.id])),
    topicIds: new Map(topics.map((topic) => [nicheSlug(topic.id), topic.id])),
    wider: new Map(
      topics.flatMap((topic) => {
        const wide = wideSlugs.get(topic.category);
        return wide === undefined ? [] : [[nicheSlug(topic.id), wide] as const];
      }),
    ),
    commonNiches: niches
      .filter(
        (niche) =>
          !topics.some((topic) => nicheSlug(topic.id) === nicheSlug(niche.id) && topic.category !== 'All'),
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

/** The phrases that other languages do not have for something else: no beginnings, and no words of one or two letters. */
const commonPart = ({ phrases, meaning }: ReadEntry<Meaning>): ReadEntry<Meaning> => ({
  meaning,
  phrases: phrases.filter(
    (words) =>
      words.every(({ key }) => !/^~./.test(key)) &&
      (words.length > 1 || !/^[a-zà-ÿ]{1,2}$/.test(words[0]?.token.text ?? '')),
  ),
});

function* readEntries<Meaning>(entries: readonly PhraseEntry<Meaning>[]): Steps<ReadEntry<Meaning>[]> {
  const read: ReadEntry<Meaning>[] = [];
  for (const entry of entries) {
    read.push(readEntry(entry));
    yield;
  }
  return read;
}

const brandEntries = (world: WorldLists): PhraseEntry<Meaning>[] =>
  [...world.brands()].flatMap(({ key, name }): PhraseEntry<Meaning>[] =>
    isPhrase(name) ? [[`=${name.replaceAll('|', ' ')}`, { kind: 'brand', key }]] : [],
  );

/** Whether a brand can be meant by its name: fixtures may call one anything. */
const isPhrase = (name: string): boolean => /\p{L}/u.test(name) && tokensOf(name).length <= maxTokens;

/** The kinds whose misspelt words are corrected, because a mistake in them would lose a condition or an order. */
const naming: ReadonlySet<string> = wordSet(
  'niche place creator measure verified sponsored size order compare between not audience',
);

/** Those of them that are corrected in other languages, whose ordinary words nobody lists. */
const deciding: ReadonlySet<string> = wordSet('measure compare audience creator');

/** The names and slugs of the world's niches. */
const nicheEntries = (slugs: ReadonlyMap<string, string>): PhraseEntry<Meaning>[] =>
  [...slugs].flatMap(([slug, name]) =>
    [name.replaceAll('|', ' '), slug].map(
      (phrase): PhraseEntry<Meaning> => [phrase, { kind: 'niche', slugs: [slug] }],
    ),
  );

function placeEntries(): PhraseEntry<Meaning>[] {
  const place = (codes: string, tongues: readonly string[], adjective: boolean, city = false): Meaning => ({
    kind: 'place',
    countries: codes.split(' ').filter((code) => code !== ''),
    languages: tongues,
    adjective,
    ...(city && { city: true as const }),
  });
  return [
    ...Object.entries(regions).map(([names, codes]) => [names, place(codes, [], false)] as const),
    ...countries.flatMap(({ code, cities }) =>
      cities === '' ? [] : [[cities, place(code, [], false, true)] as const],
    ),
    ...Object.entries(languages).map(
      ([tongues, names]) => [names, place('', tongues.split(' '), true)] as const,
    ),
    ...countries.flatMap((country) => [
      [country.names, place(country.code, [], false)] as const,
      [country.adjectives, place(country.code, country.languages, true)] as const,
    ]),
  ];
}
