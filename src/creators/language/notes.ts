import type { Platform } from '../../core/platforms.ts';
import type { ReadConstraint } from './assemble.ts';
import type { Item } from './items.ts';
import type { QueryCondition, Reading } from './readings.ts';
import type { Token } from './tokens.ts';

/** How each part of a text was read, and the rest of it, for the journal. The reply does not show it. */
export function notesOn(
  written: readonly Token[],
  read: readonly Token[],
  items: readonly Item[],
  constraints: readonly ReadConstraint[],
  {
    platform,
    named,
    refused,
    applied,
  }: { platform: Platform; named: boolean; refused: readonly string[]; applied: readonly Reading[] },
): string[] {
  const corrected = written.flatMap(({ text }, at) =>
    read[at]?.text === text ? [] : [`${text} as ${read[at]?.text}`],
  );
  const cities = items.flatMap((item) =>
    item.kind === 'read' && item.reading.as === 'texts' && item.reading.city
      ? [`${item.text} as ${item.reading.values.join(', ')}`]
      : [],
  );
  const unknown = unknownWords(items);
  return [
    ...(named ? [`Read as a search on ${platform}.`] : []),
    ...[...Map.groupBy(constraints, ({ words }) => quoted(words))].map(
      ([words, all]) =>
        `Read ${words} as ${all.map(({ constraint }) => shownConstraint(constraint)).join(' and ')}.`,
    ),
    ...items.flatMap((item) => noteOnResult(item, applied)),
    ...noteOf('Read a word as the nearest known one', corrected),
    ...noteOf('Read a place as its country', cities),
    ...noteOf('Not understood', unknown),
    ...noteOf(
      'Searched for nothing, because these parts have a number, a comparison or a negation that is not understood',
      refused,
    ),
  ];
}

/** Words without a meaning. Where a script has no spaces, each character is an item, and a few letters are a particle. */
const unknownWords = (items: readonly Item[]): string[] =>
  items.flatMap(({ kind, text }, at) => {
    if (kind !== 'word') return [];
    if (/^\p{L}{3,}$/u.test(text)) return [text];
    const isLetter = (item: Item | undefined) => item?.kind === 'word' && unspaced.test(item.text);
    if (!isLetter(items[at]) || isLetter(items[at - 1])) return [];
    const end = items.findIndex((item, place) => place > at && !isLetter(item));
    const word = items
      .slice(at, end === -1 ? items.length : end)
      .map((item) => item.text)
      .join('');
    return word.length > 1 ? [word] : [];
  });
const unspaced = /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]+$/u;

const quoted = (words: readonly string[]): string =>
  [...new Set(words)].map((text) => `"${text}"`).join(', ');

/** Such as `totalFollowers > 10000`, or `not (country = ESP)`; instants are ISO 8601. */
function shownConstraint(constraint: ReadConstraint['constraint']): string {
  return 'without' in constraint
    ? `not (${constraint.without.map(shownCondition).join(' and ')})`
    : shownCondition(constraint);
}

const shownCondition = ({ filterName, op, value, isFuzzySearch }: QueryCondition): string =>
  `${filterName} ${isFuzzySearch ? 'contains' : op} ${filterName === 'lastPublishTime' ? new Date(value as number).toISOString() : [value].flat().join(',')}`;

/** A text has one order and one count; others are left over. */
function noteOnResult(item: Item, applied: readonly Reading[]): string[] {
  if (item.kind !== 'read') return [];
  const { reading, text } = item;
  if (
    (reading.as === 'order' || reading.as === 'count') &&
    !applied.some((each) => areEqualReadings(each, reading))
  )
    return [`Left "${text}" out, because a text has one order and one count.`];
  if (reading.as === 'order')
    return [`Read "${text}" as the order ${reading.sortBy} ${reading.desc ? 'desc' : 'asc'}.`];
  if (reading.as === 'count') return [`Read "${text}" as ${reading.count} creators.`];
  return [];
}

const areEqualReadings = (one: Reading, other: Reading): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const noteOf = (what: string, values: readonly string[]): string[] =>
  values.length === 0 ? [] : [`${what}: ${[...new Set(values)].slice(0, maxListed).join('; ')}.`];

const maxListed = 20;
