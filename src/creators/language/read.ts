import { maxFilters } from '../../core/filters.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Advice } from './advice.ts';
import { setAsides } from './asides.ts';
import { markAudience, readPeople } from './audience.ts';
import { constraintsOf, type ReadConstraint } from './constraints.ts';
import { readFigures } from './figures.ts';
import type { Item, ItemOf, QueryCondition } from './items.ts';
import type { Lexicon } from './lexicon.ts';
import { notesOn } from './notes.ts';
import { readOrder } from './order.ts';
import { Parts } from './parts.ts';
import { itemsOf } from './phrases.ts';
import { platformOf, takePlatforms } from './platform.ts';
import { readProperties } from './properties.ts';
import { readRanges } from './ranges.ts';
import { isAscii } from './tokens.ts';

/** A search that a description asks for. */
export interface Query {
  platform: Platform;
  /** Why nothing is searched; undefined if the search below is what the text means. */
  advice?: Advice;
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
  /** Whether it mentions gender or age. No filter knows those of creators themselves. */
  people: boolean;
  /** Whether a misspelt word was read as a known one. */
  corrected: boolean;
  /** Whether words were left out that name no condition on creators. */
  setAside: boolean;
  /** Remarks for the journal: how each part was read, and what was left out. */
  notes: string[];
}

export const maxResults = 20;

/**
 * Reads a description of creators. Any text is valid: what is not understood, contradicts itself or is not English gives
 * advice instead of a search.
 * @param now Unix milliseconds, for periods such as `the last week`
 */
export function readDescription(description: string, lexicon: Lexicon, now: number): Query {
  const { items, corrections, unknown, known } = itemsOf(description, lexicon);
  const naming = platformOf(items, lexicon);
  const pictures = picturesAlone(description, items);
  const people = items.some(({ kind }) => ['gender', 'age', 'ages', 'aged'].includes(kind));
  const parts = new Parts(items, { naming, lexicon, now });
  readRoles(parts);
  takeIdioms(parts);
  takeZeros(parts);
  setAsides(parts);
  readRanges(parts);
  markAudience(parts);
  readFigures(parts);
  takePlatforms(parts);
  readPeople(parts);
  readOrder(parts);
  readProperties(parts);
  const { found, refused, dropped } = constraintsOf(parts);
  const constraints = withoutRepeats(found);
  const filters = constraints.flatMap((each) => each.filters);
  const without = constraints.flatMap((each) => each.without);
  const orders = itemsIn(parts, 'sorted');
  const order = orders.find(({ isWeak }) => !isWeak) ?? orders[0];
  const count = itemsIn(parts, 'count')[0];
  const pageSize = Math.min(count?.count ?? maxResults, maxResults);
  const problems = [
    ...notUnderstoodIn(parts),
    ...pictures,
    ...refused,
    ...filters.slice(maxFilters).map(({ filterName }) => filterName),
  ];
  const isEmpty = constraints.length === 0 && !order && !count && !naming.isNamed;
  const advice: Advice | undefined = isForeign(items, unknown, known)
    ? { because: 'foreign', words: unknown }
    : problems.length > 0
      ? { because: 'notUnderstood', parts: problems }
      : isEmpty
        ? { because: 'broad' }
        : undefined;
  return {
    platform: naming.platform,
    ...(advice && { advice }),
    body: {
      filters: filters.slice(0, maxFilters),
      ...(without.length > 0 && { without: without.slice(0, maxFilters) }),
      pageSize,
      offset: 0,
      ...(order && { sortBy: order.sortBy, desc: order.desc }),
    },
    people,
    corrected: corrections.length > 0,
    setAside: parts.items.some(({ kind }) => kind === 'aside'),
    notes: notesOn({
      parts,
      naming,
      constraints,
      corrections,
      dropped,
      ...(order && { order }),
      ...(count && { count }),
      ...(advice && { advice }),
    }),
  };
}

const itemsIn = <Kind extends Item['kind']>(parts: Parts, kind: Kind): ItemOf<Kind>[] =>
  [...parts.of(kind)].map(([, item]) => item);

/** `guitar teachers` and `reviewers of gadgets` are creators; a role without its niche says what no filter knows. */
function readRoles(parts: Parts): void {
  for (const [place, { text }] of [...parts.of('role')]) {
    const after = parts.after(place);
    const isOfNiche =
      parts.is(parts.before(place, 'platform', 'creator', 'content'), 'niche') ||
      (parts.is(after, 'niche') && after > place + 1);
    parts.items[place] = { kind: isOfNiche ? 'creator' : 'word', text };
  }
  // a language that is taught is not the one that they speak
  for (const [place, { text }] of [...parts.of('teach')])
    parts.items[place] = {
      kind: parts.is(parts.after(place), 'place', 'language') ? 'word' : 'harmless',
      text,
    };
}

/** `0 sponsors` are none. */
function takeZeros(parts: Parts): void {
  for (const [place, { value, text }] of [...parts.of('number')])
    if (value === 0 && parts.is(place + 1, 'sponsored') && !parts.is(place - 1, 'compare'))
      parts.items[place] = { kind: 'not', text };
}

/** `if possible`, `no matter where`: negations and numbers that decide nothing. */
function takeIdioms(parts: Parts): void {
  for (const [place] of [...parts.of('named')]) readName(parts, place);
  for (const [place] of [...parts.of('notOnly')])
    if (parts.items.slice(place).some(({ kind, text }) => kind === 'contrast' || text === 'also'))
      parts.take(place);
    else parts.refuse([], place);
  // `everyone in fitness but weightlifting`
  for (const [place, { text }] of [...parts.of('contrast')])
    if (text === 'but' && parts.is(place + 1, 'niche', 'place', 'language', 'platform')) {
      const isAll = parts.items
        .slice(Math.max(0, place - 8), place)
        .some((each) => /^(?:every|any|all)/.test(each.text));
      const isNotOther =
        parts.is(place + 1, 'platform') &&
        parts.items
          .slice(Math.max(0, place - 5), place)
          .some((each) => each.kind === 'not' || each.kind === 'notList');
      if (isNotOther) parts.items[place] = { kind: 'glue', text };
      else if (isAll) parts.items[place] = { kind: 'notList', text };
      else parts.refuse([], place);
    } else if (
      text === 'but' &&
      parts.is(place + 1, 'verified', 'sponsored', 'size') &&
      /^(?:every|any)/.test(parts.at(place - 1)?.text ?? '')
    )
      parts.items[place] = { kind: 'notList', text };
  for (const [place, { text }] of [...parts.of('notAfter')])
    if (parts.is(place + 1, 'colon')) parts.items[place] = { kind: 'notList', text };
  // `Paid collab: …` is an offer
  for (const [place, { text }] of [...parts.of('sponsored')])
    if (
      /^paid/.test(text) &&
      parts.is(parts.after(place), 'stop', 'colon', 'comma') &&
      !parts.is(parts.before(place), 'creator', 'not')
    )
      parts.items[place] = { kind: 'aside', text };
}

/** `called slow`: a part of the displayed name, one word or what stands in quotation marks. */
function readName(parts: Parts, place: number): void {
  const isQuoted = /^["“]$/.test(parts.at(place + 1)?.text ?? '');
  const start = isQuoted ? place + 2 : place + 1;
  const close = parts.items.findIndex(({ text }, at) => at >= start && /^["”]$/.test(text));
  const end = isQuoted && close !== -1 ? close : start + 1;
  const value = parts.words(start, end);
  if (value === '' || parts.is(start, 'comma', 'stop')) return;
  const places = Array.from({ length: end - place }, (_, at) => place + at);
  parts.wish(places, place, {
    subject: 'displayName',
    conditions: [{ filterName: 'displayName', op: '=', value, isFuzzySearch: true }],
  });
}

/** Words that nobody knows, and numbers, comparisons and negations that no rule has read. */
const notUnderstoodIn = (parts: Parts): string[] =>
  parts.items.flatMap((item, at) =>
    item.kind === 'refused'
      ? [item.text]
      : item.kind === 'word' || item.kind === 'always' || item.kind === 'unsure'
        ? [item.text]
        : item.kind === 'compare' || item.kind === 'after'
          ? [parts.words(at, at + 4)]
          : [],
  );

/** `🏃 creators`: a picture says the topic where no word does. */
const picturesAlone = (description: string, items: readonly Item[]): string[] =>
  items.some(({ kind }) => kind === 'niche')
    ? []
    : (description.match(/\p{Extended_Pictographic}/gu) ?? []).filter((each) => !/[❌🚫⛔✖]/u.test(each));

/** A text is English when its words are: of seven words four are known, and each is in Latin letters. */
const isForeign = (items: readonly Item[], unknown: readonly string[], known: number): boolean =>
  items.some(
    ({ kind, text }) => kind === 'word' && !isAscii.test(text) && /[^\p{Script=Latin}']/u.test(text),
  ) ||
  (unknown.length > 1 && unknown.filter((word) => word.length > 1).length * 4 > known * 3);

/** The same condition in other words counts once. */
function withoutRepeats(found: readonly ReadConstraint[]): ReadConstraint[] {
  const seen = new Set<string>();
  return found.flatMap((each) => {
    const filters = each.filters.filter((filter) => !seen.has(JSON.stringify(filter)));
    const without = each.without.filter((list) => !seen.has(JSON.stringify(list)));
    for (const one of [...filters, ...without]) seen.add(JSON.stringify(one));
    return filters.length + without.length === 0 ? [] : [{ ...each, filters, without }];
  });
}
