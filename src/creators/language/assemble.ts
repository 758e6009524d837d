import { anyOfTexts, type Constraint, type QueryCondition } from './constraints.ts';
import type { ItemOf } from './items.ts';
import type { Parts } from './parts.ts';
import type { Reading } from './readings.ts';
import { figureName } from './rules/figure-names.ts';
import { boundConditions } from './rules/ranges.ts';

/** A filter or exclusion, and the words that were read as it. */
export interface ReadConstraint {
  words: string[];
  constraint: Constraint;
}

type Read = ItemOf<'read'>;

/** Puts together the constraints of all readings: several countries mean any of them, exclusions stand apart. */
export function constraintsOf(parts: Parts): { found: ReadConstraint[]; refused: string[] } {
  const reads = parts.items.filter((item) => item.kind === 'read');
  const plain = reads.filter(({ reading }) => reading.negated === undefined);
  const found = [...included(parts, plain)];
  const groups = Map.groupBy(
    reads.filter(({ reading }) => reading.negated !== undefined),
    ({ reading }) => reading.negated,
  );
  const excludedTexts: Read[] = [];
  for (const group of groups.values()) {
    const [only] = group;
    if (group.length === 1 && only?.reading.as === 'either')
      found.push(...only.reading.otherwise.map((constraint) => ({ words: [only.text], constraint })));
    else if (group.length === 1 && only && textOf(parts, only.reading)) excludedTexts.push(only);
    else {
      const conditions = group.flatMap((item) => included(parts, [item]).map(({ constraint }) => constraint));
      const without = conditions.filter((each): each is QueryCondition => !('without' in each));
      if (without.length > 0) found.push({ words: group.map(({ text }) => text), constraint: { without } });
    }
  }
  const refused = excludedTexts.filter((item) => excludesWanted(parts, item, plain));
  found.push(
    ...withoutTexts(
      parts,
      excludedTexts.filter((item) => !refused.includes(item)),
    ),
  );
  return { found, refused: refused.map(({ text }) => text) };
}

/** The conditions of plain readings. */
function included(parts: Parts, reads: readonly Read[]): ReadConstraint[] {
  const found: ReadConstraint[] = [];
  const texts = new Map<string, { words: string[]; values: string[] }>();
  const sizes = reads.flatMap(({ reading, text }) => (reading.as === 'size' ? [{ ...reading, text }] : []));
  const nicheNames = nichesIn(parts);
  const slugs = plainSlugs(reads);
  const wide = new Set([...slugs].map((slug) => parts.lexicon.wider.get(slug)));
  for (const { reading, text } of reads) {
    if (reading.as === 'bounds' || reading.as === 'either')
      found.push(...reading.conditions.map((constraint) => ({ words: [text], constraint })));
    const named = textOf(parts, reading);
    if (!named) continue;
    const list = texts.get(named.filter) ?? { words: [], values: [] };
    list.words.push(text);
    // a narrower niche replaces the wider one: yoga among fitness creators is yoga
    const remaining =
      reading.as === 'niches' && !reading.alternative
        ? reading.slugs.filter((slug) => !wide.has(slug) || parts.lexicon.wider.get(slug) === slug)
        : undefined;
    list.values.push(...(remaining?.flatMap((slug) => nicheNames.ids.get(slug) ?? []) ?? named.values));
    texts.set(named.filter, list);
  }
  for (const [filter, { words, values }] of texts) {
    // an audience of women and men is any audience
    if (filter === 'mainAudienceGender' && new Set(values).size > 1) continue;
    found.push(...anyOfTexts(filter, values).map((constraint) => ({ words, constraint })));
  }
  if (sizes.length > 0)
    found.push(
      ...sizeConditions(
        parts,
        Math.min(...sizes.map(({ from }) => from)),
        Math.max(...sizes.map(({ to }) => to)),
      ).map((constraint) => ({ words: sizes.map(({ text }) => text), constraint })),
    );
  return found;
}

const plainSlugs = (reads: readonly Read[]): Set<string> =>
  new Set(reads.flatMap(({ reading }) => (reading.as === 'niches' ? reading.slugs : [])));

const sizeConditions = (parts: Parts, from: number, to: number): QueryCondition[] =>
  boundConditions(figureName(parts, 'followers') ?? '', {
    ...(from > 0 && { from }),
    ...(Number.isFinite(to) && { to }),
  });

/** On tube niches become topics, which are narrower, if it has all of them (assumed: nls-topics). */
function nichesIn({ items, platform, lexicon }: Parts): { filter: string; ids: ReadonlyMap<string, string> } {
  const slugs = items.flatMap((item) =>
    item.kind === 'read' && item.reading.as === 'niches' ? item.reading.slugs : [],
  );
  return platform === 'tube' && slugs.every((slug) => lexicon.topicIds.has(slug))
    ? { filter: 'topics', ids: lexicon.topicIds }
    : { filter: 'niches', ids: lexicon.nicheIds };
}

function textOf(parts: Parts, reading: Reading): { filter: string; values: string[] } | undefined {
  if (reading.as === 'texts') return { filter: reading.filter, values: [...reading.values] };
  if (reading.as !== 'niches') return undefined;
  const { filter, ids } = nichesIn(parts);
  return { filter, values: reading.slugs.flatMap((slug) => ids.get(slug) ?? []) };
}

/**
 * No filter can exclude a part of what is asked for: in `pilates, not the gym` both words mean fitness, in `Spain, but
 * not Madrid` both mean Spain.
 */
function excludesWanted(parts: Parts, { reading }: Read, plain: readonly Read[]): boolean {
  if (reading.as === 'niches') {
    const slugs = plainSlugs(plain);
    const wide = new Set([...slugs].map((slug) => parts.lexicon.wider.get(slug)));
    return reading.slugs.some((slug) => slugs.has(slug) || wide.has(slug));
  }
  if (reading.as !== 'texts' || !reading.city) return false;
  const { filter, values } = reading;
  return plain.some(
    ({ reading: other }) =>
      other.as === 'texts' && other.filter === filter && other.values.some((value) => values.includes(value)),
  );
}

/** Excluded texts, one list for each filter. */
function withoutTexts(parts: Parts, reads: readonly Read[]): ReadConstraint[] {
  const lists = new Map<string, { words: string[]; values: string[] }>();
  for (const { reading, text } of reads) {
    const named = textOf(parts, reading);
    if (!named) continue;
    const list = lists.get(named.filter) ?? { words: [], values: [] };
    list.words.push(text);
    list.values.push(...named.values);
    lists.set(named.filter, list);
  }
  return [...lists].flatMap(([filter, { words, values }]) => {
    const without = anyOfTexts(filter, values);
    return without.length === 0 ? [] : [{ words, constraint: { without } }];
  });
}
