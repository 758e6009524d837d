import { maxFilters } from '../../core/filters.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Constraint, PassageReader, QueryCondition } from './constraints.ts';
import { type Item, itemsOf } from './items.ts';
import type { Lexicon } from './lexicon.ts';
import { negatedItems } from './negations.ts';
import { notesOn } from './notes.ts';
import type { Passage } from './passage.ts';
import { readAudience } from './readers/audience.ts';
import { maxResults, readCount } from './readers/count.ts';
import { readFigures } from './readers/figures.ts';
import { readOrder } from './readers/order.ts';
import { readPlaces } from './readers/places.ts';
import { readPlatform } from './readers/platform.ts';
import { readGrowth, readLiveliness, readNames, readProperties, readTags } from './readers/properties.ts';
import { readRecency } from './readers/recency.ts';
import { readTopics } from './readers/topics.ts';
import { stemOf, type Token, tokensOf } from './tokens.ts';

/** A search that a description asks for. */
export interface Query {
  platform: Platform;
  /** Whether it mentions gender or age. No filter knows those of creators themselves. */
  people: boolean;
  /** The description names something: a condition, an order, a count or a platform. Otherwise it is too broad. */
  understood: boolean;
  /** The body of `/{platform}/search`. */
  body: {
    filters: QueryCondition[];
    /** No operation but /nls has it: creators that meet all conditions of a list are left out. */
    without?: QueryCondition[][];
    pageSize: number;
    offset: 0;
    sortBy?: string;
    desc?: boolean;
  };
  /** Whether a misspelt word was read as a known one. */
  corrected: boolean;
  /** Remarks for the journal, such as corrected spelling. */
  notes: string[];
}

/**
 * Reads a description of creators. Any text is valid: without a meaning for filters it gives no filters, and
 * with contradictions it gives filters that nobody matches.
 * @param now Unix milliseconds, for periods such as `the last week`
 */
export function readDescription(description: string, lexicon: Lexicon, now: number): Query {
  const written = tokensOf(description);
  const tokens = written.map((token) => correctSpelling(token, lexicon));
  const items = itemsOf(tokens, lexicon);
  const { platform, shorts, named } = readPlatform(tokens, lexicon);
  const negated = negatedItems(items);
  const passage: Passage = { items, negated, lexicon, platform, shorts, now, claimed: new Set() };
  const found = new Map(readersInOrder.map((reader) => [reader, reader(passage)]));
  const constraints = withoutRepeats(importance.flatMap((reader) => found.get(reader) ?? []));
  const without = constraints.flatMap((each) => ('without' in each ? [each.without] : []));
  const count = readCount(passage);
  const order = readOrder(passage);
  const people = items.some(
    (item) => ['gender', 'age', 'aged'].includes(item.kind) || (item.kind === 'amount' && item.decade),
  );
  return {
    platform,
    people,
    understood:
      constraints.length > 0 ||
      count !== undefined ||
      order !== undefined ||
      named ||
      people ||
      namesFigure(items),
    body: {
      filters: constraints.flatMap((each) => ('without' in each ? [] : [each])).slice(0, maxFilters),
      ...(without.length > 0 && { without: without.slice(0, maxFilters) }),
      pageSize: count ?? maxResults,
      offset: 0,
      ...order,
    },
    corrected: tokens.some((token, at) => token !== written[at]),
    notes: notesOn(written, tokens, passage),
  };
}

const namesFigure = (items: readonly Item[]): boolean =>
  items.some((item) => item.kind === 'measure' && item.measure !== 'unknown');

/** Corrects a misspelt word. A name in quotation marks is read from the corrected text too. */
function correctSpelling(token: Token, { spelling }: Lexicon): Token {
  const text = token.kind === 'word' ? spelling.corrected(token) : undefined;
  return text === undefined ? token : { ...token, text, stem: stemOf(text) };
}

/** Reading order: numbers claim their words first. */
const readersInOrder: readonly PassageReader[] = [
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
const importance: readonly PassageReader[] = [
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

function withoutRepeats(constraints: readonly Constraint[]): Constraint[] {
  return [...new Map(constraints.map((each) => [JSON.stringify(each), each])).values()];
}
