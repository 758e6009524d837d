import type { Advice } from './advice.ts';
import type { ReadConstraint } from './constraints.ts';
import type { ItemOf, QueryCondition } from './items.ts';
import type { Parts } from './parts.ts';
import type { NamedPlatform } from './platform.ts';

interface Reading {
  parts: Parts;
  naming: NamedPlatform;
  constraints: readonly ReadConstraint[];
  corrections: readonly { written: string; read: string }[];
  /** Sizes that a number overruled. */
  dropped: readonly string[];
  order?: ItemOf<'sorted'>;
  count?: ItemOf<'count'>;
  advice?: Advice;
}

/** How each part of a text was read, and the rest of it, for the journal. The reply does not show it. */
export function notesOn({
  parts,
  naming,
  constraints,
  corrections,
  dropped,
  order,
  count,
  advice,
}: Reading): string[] {
  const { platform, isNamed, others } = naming;
  const leftOut = parts.items.flatMap((item) =>
    (item.kind === 'harmless' || item.kind === 'aside') && /\p{L}{3}/u.test(item.text) ? [item.text] : [],
  );
  return [
    isNamed ? `Read as a search on ${platform}.` : `Searched on ${platform}, because no platform is named.`,
    ...constraints.map(
      ({ words, filters, without }) =>
        `Read ${quoted(words)} as ${[...filters.map(describeCondition), ...without.map((list) => `not (${list.map(describeCondition).join(' and ')})`)].join(' and ')}.`,
    ),
    ...(order ? [`Read "${order.text}" as the order ${order.sortBy} ${order.desc ? 'desc' : 'asc'}.`] : []),
    ...(count ? [`Read "${count.text}" as ${Math.min(count.count, 20)} creators.`] : []),
    ...noteOf(
      'Read a word as the nearest known one',
      corrections.map(({ written, read }) => `${written} as ${read}`),
    ),
    ...noteOf(
      'Read a place as its country',
      parts.items.flatMap((item) =>
        item.kind === 'wish' && item.city ? [`${item.text} as ${(item.texts ?? []).join(', ')}`] : [],
      ),
    ),
    ...noteOf('Left out, because a number of followers says more', dropped),
    ...noteOf('Left out, because one search has one platform', others),
    ...noteOf(
      'Left out, because one search has one order',
      parts.items.flatMap((item) =>
        item.kind === 'sorted' && !item.isWeak && item !== order ? [item.text] : [],
      ),
    ),
    ...noteOf('Left out as no condition on creators', leftOut),
    ...(advice?.because === 'notUnderstood'
      ? noteOf('Searched for nothing, because these parts are not understood', advice.parts)
      : []),
    ...(advice?.because === 'foreign' ? ['Searched for nothing, because the text is not English.'] : []),
  ];
}

const quoted = (words: readonly string[]): string =>
  [...new Set(words)].map((text) => `"${text}"`).join(', ');

const describeCondition = ({ filterName, op, value, isFuzzySearch }: QueryCondition): string =>
  `${filterName} ${isFuzzySearch ? 'contains' : op} ${filterName === 'lastPublishTime' ? new Date(value as number).toISOString() : [value].flat().join(',')}`;

const noteOf = (what: string, values: readonly string[]): string[] =>
  values.length === 0 ? [] : [`${what}: ${[...new Set(values)].slice(0, 20).join('; ')}.`];
