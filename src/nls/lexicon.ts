import type { Platform } from '../core/platforms.ts';
import type { Meaning } from './meanings.ts';
import { type Entry, type Phrases, phrasesOf } from './phrases.ts';
import { cities } from './words/cities.ts';
import { countries, regions } from './words/countries.ts';
import { figureWords } from './words/figures.ts';
import { languages } from './words/languages.ts';
import { nicheWords } from './words/niches.ts';
import { peopleWords } from './words/people.ts';
import { type PlatformHint, platformWords } from './words/platforms.ts';

/** The words and lists by which descriptions of one world are read. */
export interface Lexicon {
  phrases: Phrases<Meaning>;
  platforms: Phrases<PlatformHint>;
  /** Slug → id in the list of niches or topics. */
  nicheIds: ReadonlyMap<string, string>;
  topicIds: ReadonlyMap<string, string>;
  /** Slug of a narrower niche → slug of the wider one. */
  wider: ReadonlyMap<string, string>;
  /** The names of the most common niches, for suggestions. */
  commonNiches: readonly string[];
}

/** The lists of a world. Tables of synonyms complete them. */
export interface WorldLists {
  niches(platform: Platform): readonly ListedNiche[];
  topics(): readonly ListedNiche[];
}

interface ListedNiche {
  id: string;
  name: string;
  category: string;
  channelCount: number;
}

export function lexiconOf(world: WorldLists): Lexicon {
  const niches = world.niches('clip');
  const topics = world.topics();
  const slugs = new Map([...niches, ...topics].map((niche) => [slugOf(niche), niche.name]));
  const wideSlugs = new Map(niches.map((niche) => [niche.name, slugOf(niche)]));
  return {
    phrases: phrasesOf([...placeEntries(), ...nicheEntries(slugs), ...peopleWords, ...figureWords]),
    platforms: phrasesOf(platformWords),
    nicheIds: new Map(niches.map((niche) => [slugOf(niche), niche.id])),
    topicIds: new Map(topics.map((topic) => [slugOf(topic), topic.id])),
    wider: new Map(
      topics.flatMap((topic) => {
        const wide = wideSlugs.get(topic.category);
        return wide === undefined ? [] : [[slugOf(topic), wide] as const];
      }),
    ),
    commonNiches: niches
      .toSorted((a, b) => b.channelCount - a.channelCount)
      .filter((niche) => !topics.some((topic) => slugOf(topic) === slugOf(niche) && topic.category !== 'All'))
      .map(({ name }) => name.toLowerCase()),
  };
}

/** `id_homecooking_All` → `homecooking` */
const slugOf = ({ id }: { id: string }): string => id.slice('id_'.length, id.lastIndexOf('_'));

/** By slug, which has no hyphens. */
const synonyms = new Map(
  Object.entries(nicheWords).map(([words, others]) => [
    words.replaceAll('-', ''),
    [words.replaceAll('-', ' '), others],
  ]),
);

/** A niche has its name, and its words and synonyms in the table. */
const nicheEntries = (slugs: ReadonlyMap<string, string>): Entry<Meaning>[] =>
  [...slugs].flatMap(([slug, name]) => {
    const phrases = [name.replaceAll('|', ' '), ...(synonyms.get(slug) ?? [slug])];
    return phrases.flatMap((phrase): Entry<Meaning>[] =>
      phrase ? [[phrase, { kind: 'niche', slugs: [slug] }]] : [],
    );
  });

function placeEntries(): Entry<Meaning>[] {
  const place = (codes: string, tongues: readonly string[], adjective: boolean): Meaning => ({
    kind: 'place',
    countries: codes.split(' ').filter((code) => code !== ''),
    languages: tongues,
    adjective,
  });
  return [
    ...Object.entries(regions).map(([names, codes]) => [names, place(codes, [], false)] as const),
    ...Object.entries(cities).map(([code, names]) => [names, place(code, [], false)] as const),
    ...Object.entries(languages).map(
      ([tongues, names]) => [names, place('', tongues.split(' '), true)] as const,
    ),
    ...countries.flatMap((country) => [
      [country.names, place(country.code, [], false)] as const,
      [country.adjectives, place(country.code, country.languages, true)] as const,
    ]),
  ];
}
