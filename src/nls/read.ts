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

/** The body of `/{platform}/search` for a description. Without filters the description is too broad. */
export interface Query {
  platform: Platform;
  /** Whether it mentions gender or age. No filter knows those of creators themselves. */
  people: boolean;
  body: {
    filters: Condition[];
    pageSize: number;
    offset: 0;
    sortBy?: string;
    desc?: boolean;
  };
}

/** A result lists at most this many creators (assumed: nls-most). */
export const mostResults = 20;

/**
 * Reads a description of creators. Any text is valid: without a meaning for filters it gives no filters, and
 * with contradictions it gives filters that nobody matches.
 * @param now Unix milliseconds, for periods such as `the last week`
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

/** Reading order: numbers claim their words first. */
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

/** Order of importance. A search accepts ten filters, so the last ones may be dropped. */
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
