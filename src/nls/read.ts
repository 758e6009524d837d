import { mostFilters } from '../core/filters.ts';
import type { Platform } from '../core/platforms.ts';
import { itemsOf } from './items.ts';
import type { Lexicon } from './lexicon.ts';
import type { Condition, Passage, Reader } from './passage.ts';
import { readAudience } from './readers/audience.ts';
import { readFigures } from './readers/figures.ts';
import { readOrder } from './readers/order.ts';
import { readPlaces } from './readers/places.ts';
import { readPlatform } from './readers/platform.ts';
import { readGrowth, readLiveliness, readNames, readProperties, readTags } from './readers/properties.ts';
import { readRecency } from './readers/recency.ts';
import { readTopics } from './readers/topics.ts';

/** What a description asks for: the body that `/{platform}/search` takes. Without filters it is too broad to search by. */
export interface Query {
  platform: Platform;
  /** Whether it speaks of gender or age: of creators themselves no filter knows them. */
  people: boolean;
  body: {
    filters: Condition[];
    pageSize: number;
    offset: 0;
    sortBy?: string;
    desc?: boolean;
  };
}

/** The result lists so many creators at most (assumed: nls-most). */
export const mostResults = 20;

/**
 * Reads a description of creators. Any text can be read: what says nothing, or nothing that a filter knows,
 * asks for nothing; what contradicts itself asks for nobody.
 * @param now Unix milliseconds: what recency is counted from
 */
export function readDescription(description: string, lexicon: Lexicon, now: number): Query {
  const { items, tokens } = itemsOf(description, lexicon);
  const { platform, shorts } = readPlatform(tokens, lexicon);
  const passage: Passage = { items, lexicon, platform, shorts, now, claimed: new Set() };
  const found = new Map(readers.map((reader) => [reader, reader(passage)]));
  const filters = importance.flatMap((reader) => found.get(reader) ?? []);
  return {
    platform,
    people: items.some(({ kind }) => kind === 'gender' || kind === 'age' || kind === 'aged'),
    body: {
      filters: distinct(filters).slice(0, mostFilters),
      pageSize: mostResults,
      offset: 0,
      ...readOrder(passage),
    },
  };
}

/** In the order in which they read: numbers claim their words before others look at them. */
const readers: readonly Reader[] = [
  readFigures,
  readTopics,
  readPlaces,
  readAudience,
  readProperties,
  readGrowth,
  readLiveliness,
  readRecency,
  readTags,
  readNames,
];

/** A search takes ten filters; of more, the last ones here are left out. */
const importance: readonly Reader[] = [
  readNames,
  readTopics,
  readPlaces,
  readFigures,
  readAudience,
  readProperties,
  readRecency,
  readTags,
  readGrowth,
  readLiveliness,
];

function distinct(filters: readonly Condition[]): Condition[] {
  const known = new Map(filters.map((filter) => [JSON.stringify(filter), filter]));
  return [...known.values()];
}
