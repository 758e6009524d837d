import { maxFilters } from '../../core/filters.ts';
import type { Platform } from '../../core/platforms.ts';
import { constraintsOf, type ReadConstraint } from './assemble.ts';
import { type Item, type ItemOf, itemsOf, letterOf, partsOf } from './items.ts';
import type { Lexicon } from './lexicon.ts';
import { notesOn } from './notes.ts';
import { Parts, type Rule } from './parts.ts';
import type { QueryCondition } from './readings.ts';
import { readAges, readGenders, readRatios } from './rules/audience.ts';
import { readBeside } from './rules/beside.ts';
import { readBrandWork } from './rules/brand-work.ts';
import { readClient } from './rules/client.ts';
import { readContents } from './rules/contents.ts';
import { maxResults, readCount } from './rules/count.ts';
import { readFigures } from './rules/figures.ts';
import { readNegations } from './rules/negations.ts';
import { isOrder, readOrder } from './rules/order.ts';
import { readPlaces } from './rules/places.ts';
import { readPlatform } from './rules/platform.ts';
import { readDone, readNames, readOptional, readProperties } from './rules/properties.ts';
import { readNumbers } from './rules/ranges.ts';
import { readRecency } from './rules/recency.ts';
import { readRemovals } from './rules/removals.ts';
import { stemOf, type Token, tokensOf, wordSet } from './tokens.ts';

/** A search that a description asks for. */
export interface Query {
  platform: Platform;
  /** Whether it mentions gender or age. No filter knows those of creators themselves. */
  people: boolean;
  /** The description names something: a condition, an order, a count or a platform. Otherwise it is too broad. */
  understood: boolean;
  /** The parts with a number, a comparison or a negation that nobody understood. With one of them nothing is searched. */
  refused: string[];
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
  /** Remarks for the journal: how each part was read, and what was left over. */
  notes: string[];
}

/** The grammar: each rule reads its parts and leaves the others to those after it. Numbers come first. */
const grammar: readonly Rule[] = [
  readNames,
  readClient,
  readOptional,
  readBrandWork,
  readRemovals,
  readBeside,
  readNumbers,
  readDone,
  readContents,
  readRatios,
  readFigures,
  readAges,
  readCount,
  readRecency,
  readPlaces,
  readGenders,
  readProperties,
  readOrder,
  readNegations,
];

/**
 * Reads a description of creators. Any text is valid: without a meaning for filters it gives no filters, and
 * with contradictions it gives filters that nobody matches.
 * @param now Unix milliseconds, for periods such as `the last week`
 */
export function readDescription(description: string, lexicon: Lexicon, now: number): Query {
  const split = tokensOf(description);
  const language = lexicon.languages.of(split);
  const written = split.flatMap((token) => partsOf(token, lexicon, language));
  const tokens = written.map((token) => correctSpelling(token, lexicon, language));
  const { items, platform, shorts, named } = readPlatform(itemsOf(tokens, lexicon, language));
  const parts = new Parts(items, { platform, shorts, now, lexicon, language });
  for (const rule of grammar) rule(parts);
  const { found, refused: excluded } = constraintsOf(parts);
  const read = withoutRepeats(found);
  const filters = read.flatMap(({ constraint }) => ('without' in constraint ? [] : [constraint]));
  const without = read.flatMap(({ constraint }) => ('without' in constraint ? [constraint.without] : []));
  const counted = readingsIn(parts, 'count')[0];
  const count = counted?.count;
  const orders = readingsIn(parts, 'order');
  const order = orders.find(({ isWeak }) => !isWeak) ?? orders[0];
  const people = items.some(
    (item) => ['gender', 'age', 'aged'].includes(item.kind) || (item.kind === 'amount' && item.decade),
  );
  const refused = [
    ...refusedParts(parts),
    ...excluded,
    ...[...filters.slice(maxFilters), ...without.slice(maxFilters).flat()].map(
      ({ filterName }) => filterName,
    ),
  ];
  return {
    platform,
    people,
    understood:
      read.length > 0 || count !== undefined || order !== undefined || named || people || namesFigure(items),
    refused,
    body: {
      filters: filters.slice(0, maxFilters),
      ...(without.length > 0 && { without: without.slice(0, maxFilters) }),
      pageSize: count ?? maxResults,
      offset: 0,
      ...(order && { sortBy: order.sortBy, desc: order.desc }),
    },
    corrected: tokens.some((token, at) => token !== written[at]),
    notes: notesOn(written, tokens, parts.items, read, {
      platform,
      named,
      refused,
      applied: [order, counted].filter((each) => each !== undefined),
    }),
  };
}

const readingsIn = <As extends 'order' | 'count'>({ items }: Parts, as: As) =>
  items.flatMap((item) =>
    item.kind === 'read' && item.reading.as === as
      ? [item.reading as Extract<ItemOf<'read'>['reading'], { as: As }>]
      : [],
  );

/** Numbers, comparisons and negations that no rule has understood, each with the words after it. */
const refusedParts = (parts: Parts): string[] =>
  parts.items.flatMap((item, at) =>
    (decisive.test(letterOf(item)) && !(item.kind === 'compare' && prepositions.has(item.text))) ||
    // `this week` is a time, `right now` is none
    (item.kind === 'since' && (item.days !== 30 || months.test(item.text)) && !parts.items.some(saysMonth)) ||
    (item.kind === 'last' &&
      (/^[gca]{0,2}u/.test(parts.after(at)) || /[uo]$/.test(parts.before(at))) &&
      !parts.items.some(saysMonth)) ||
    (ordering.test(item.text) &&
      /^[?gB]/.test(letterOf(item)) &&
      /^[gB:]{0,2}[MRUkzo?Kr>O]/.test(parts.after(at)) &&
      !parts.items.some(isOrder)) ||
    // `sorted by prettiness, top 5`, `顔面偏差値順`
    (item.kind === 'by' &&
      /^[gsk]{0,2}\?/.test(parts.after(at)) &&
      orderedBy.test(parts.words(at - 1, at + 1))) ||
    (item.kind === 'sortBy' && orderLast.has(parts.language) && /\?$/.test(parts.before(at))) ||
    // `videos longer than a minute`
    (item.kind === 'unit' && item.days < 1 && item.text !== '분') ||
    /^(?:than|niz|чем)$/.test(item.text)
      ? [parts.words(at, at + 4)]
      : [],
  );

/** The letters of items that may decide between a result and its opposite. */
const decisive = /[0NnY%¤*cCbxXd]/;

/** The subjects of the last month anyway: growth, and being active. */
const saysMonth = (item: Item): boolean =>
  item.kind === 'read' && /Growth|lastPublishTime/.test(JSON.stringify(item.reading));

const months = /\p{N}|mon|mes|mois|maand|miesi|ay$|bulan|месяц|月|달|महीने|الشهر/u;

/** Words that ask for an order. */
const ordering =
  /^(?:sort|rank|order(?!s)|ord[ei]n(?:ad|ar|at)|orde[mn] |ordem$|ordre$|orden$|ordine$|tri[ée]?e?s?$|class[ée]|reihenfolge|sortier|volgorde|sorteer|kolejno|sortuj|posortow|sirala|siraya|urut|сортир|порядк|упорядоч|정렬|ترتيب|क्रम)/;

const orderedBy =
  /按|sort|rank|order|orden|ordin|tri[eé]|class|sortier|gesorteerd|sorter|posort|sortu|sirala|urut|сорт|упоряд|排序/;
/** Languages whose word for the order follows the figure. */
const orderLast = wordSet('jpn kor tur hin');

/** Comparisons that mean something else without a number. */
const prepositions: ReadonlySet<string> = wordSet(
  '= uber over sobre bis tot hasta ate от до ab desde vanaf fran до حتى hingga sampai boven unter onder sous oltre up to por encima de a partir de od do desde min max dai dal ai al von vom na kucuk buyuk',
);

/** In `creators like @someone` the word is no figure. */
const namesFigure = (items: readonly Item[]): boolean =>
  items.some(
    (item, at) => item.kind === 'measure' && item.measure !== 'unknown' && items[at + 1]?.kind !== 'handle',
  );

/** Corrects a misspelt word. A name in quotation marks is read from the corrected text too. */
function correctSpelling(token: Token, { spelling }: Lexicon, language: string): Token {
  const text = token.kind === 'word' ? spelling.corrected(token, language) : undefined;
  return text === undefined ? token : { ...token, text, stem: stemOf(text) };
}

/** Without what another one says already: not within 90 days, beside not within 180. */
function withoutRepeats(read: readonly ReadConstraint[]): ReadConstraint[] {
  const unlike = [...new Map(read.map((each) => [JSON.stringify(each.constraint), each])).values()];
  return unlike.filter(
    ({ constraint: one }) =>
      !unlike.some(
        ({ constraint: other }) =>
          'op' in one &&
          'op' in other &&
          one.filterName === 'lastPublishTime' &&
          one.filterName === other.filterName &&
          one.op === other.op &&
          (one.op === '<' ? one.value > other.value : one.value < other.value),
      ),
  );
}
