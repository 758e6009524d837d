import type { ItemOf } from './items.ts';
import { figureName } from './meanings.ts';
import type { Parts } from './parts.ts';
import { anyOfTexts, type Constraint, type QueryCondition, type Reading } from './readings.ts';
import { boundConditions } from './rules/bounds.ts';

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
  const niches = nichesIn(parts, reads);
  const found = included(parts, niches, plain);
  const groups = Map.groupBy(
    reads.filter(({ reading }) => reading.negated !== undefined),
    ({ reading }) => reading.negated,
  );
  const excludedTexts: Read[] = [];
  for (const group of groups.values()) {
    const [only] = group;
    if (group.length === 1 && only?.reading.as === 'either')
      found.push(...only.reading.otherwise.map((constraint) => ({ words: [only.text], constraint })));
    else if (group.length === 1 && only && textOf(niches, only.reading)) excludedTexts.push(only);
    else {
      const without = group
        .flatMap((item) => included(parts, niches, [item]).map(({ constraint }) => constraint))
        .filter((each): each is QueryCondition => !('without' in each));
      if (without.length > 0) found.push({ words: group.map(({ text }) => text), constraint: { without } });
    }
  }
  const refused = [
    ...excludedTexts.filter((item) => excludesWanted(parts, item, plain)),
    ...plain.filter((item, at) =>
      plain.slice(0, at).some((other) => contradicts(item.reading, other.reading)),
    ),
  ];
  const excluded = listsOf(
    niches,
    excludedTexts.filter((item) => !refused.includes(item)),
  );
  for (const [filter, { words, values }] of excluded) {
    const without = anyOfTexts(filter, values);
    if (without.length > 0) found.push({ words, constraint: { without } });
  }
  return { found, refused: refused.map(({ text }) => text) };
}

/** The conditions of plain readings. */
function included(parts: Parts, niches: NicheNames, reads: readonly Read[]): ReadConstraint[] {
  const found: ReadConstraint[] = reads.flatMap(({ reading, text }) =>
    reading.as === 'bounds' || reading.as === 'either'
      ? reading.conditions.map((constraint) => ({ words: [text], constraint }))
      : [],
  );
  const { wider } = parts.lexicon;
  const wide = new Set([...plainSlugs(reads)].map((slug) => wider.get(slug)));
  // a narrower niche replaces the wider one: yoga among fitness creators is yoga
  const isNarrow = (slug: string): boolean => !wide.has(slug);
  for (const [filter, { words, values }] of listsOf(niches, reads, isNarrow)) {
    // an audience of women and men is any audience
    if (filter === 'mainAudienceGender' && new Set(values).size > 1) continue;
    found.push(...anyOfTexts(filter, values).map((constraint) => ({ words, constraint })));
  }
  const named = reads.flatMap(({ reading, text }) => (reading.as === 'size' ? [{ ...reading, text }] : []));
  // `small creators: nobody over 15k`: the number says more
  const isExcluded = parts.items.some(
    (item) =>
      item.kind === 'read' &&
      item.reading.as === 'bounds' &&
      item.reading.negated !== undefined &&
      item.reading.subject === figureName(parts, 'followers'),
  );
  const sizes = named.filter(({ from, negated }) => !(isExcluded && from === 0 && negated === undefined));
  if (sizes.length > 0) {
    const from = Math.min(...sizes.map((size) => size.from));
    const to = Math.max(...sizes.map((size) => size.to));
    const name = figureName(parts, 'followers');
    const said = found.flatMap(({ constraint }) =>
      'filterName' in constraint && constraint.filterName === name ? [constraint] : [],
    );
    // `we had a bad time with big names, so max 12k`
    if (said.some(({ op, value }) => (op === '<' ? Number(value) <= from : Number(value) >= to)))
      return found;
    // of emerging creators below 10k, the number says more
    const bounds = {
      ...(from > 0 && !said.some(({ op, value }) => op === '>' && Number(value) >= from - 1) && { from }),
      ...(Number.isFinite(to) &&
        !said.some(({ op, value }) => op === '<' && Number(value) <= to + 1) && { to }),
    };
    const words = sizes.map(({ text }) => text);
    for (const constraint of boundConditions(figureName(parts, 'followers') ?? '', bounds))
      found.push({ words, constraint });
  }
  return found;
}

/** `5k to 10k or 50k to 100k`: two lower bounds of one figure, or nothing between a lower and an upper one. */
function contradicts(one: Reading, other: Reading): boolean {
  if (one.as !== 'bounds' || other.as !== 'bounds' || one.subject !== other.subject) return false;
  return one.conditions.some((condition) =>
    other.conditions.some(
      ({ op, value }) =>
        typeof value === 'number' &&
        typeof condition.value === 'number' &&
        (op === condition.op
          ? op === '>' && value !== condition.value
          : op === '>'
            ? value >= condition.value
            : op === '<' && value <= condition.value),
    ),
  );
}

const plainSlugs = (reads: readonly Read[]): Set<string> =>
  new Set(reads.flatMap(({ reading }) => (reading.as === 'niches' ? reading.slugs : [])));

interface NicheNames {
  filter: string;
  /** Slug → id */
  ids: ReadonlyMap<string, string>;
}

/** On tube niches become topics, which are narrower, if it has all of them (assumed: nls-topics). */
const nichesIn = ({ platform, lexicon }: Parts, reads: readonly Read[]): NicheNames =>
  platform === 'tube' && [...plainSlugs(reads)].every((slug) => lexicon.topicIds.has(slug))
    ? { filter: 'topics', ids: lexicon.topicIds }
    : { filter: 'niches', ids: lexicon.nicheIds };

function textOf(
  { filter, ids }: NicheNames,
  reading: Reading,
  isNarrow: (slug: string) => boolean = () => true,
): { filter: string; values: readonly string[] } | undefined {
  if (reading.as === 'texts') return reading;
  if (reading.as !== 'niches') return undefined;
  const slugs = reading.alternative ? reading.slugs : reading.slugs.filter(isNarrow);
  return { filter, values: slugs.flatMap((slug) => ids.get(slug) ?? []) };
}

/** The texts of some readings, one list for each filter. */
function listsOf(
  niches: NicheNames,
  reads: readonly Read[],
  isNarrow?: (slug: string) => boolean,
): Map<string, { words: string[]; values: string[] }> {
  const lists = new Map<string, { words: string[]; values: string[] }>();
  for (const { reading, text } of reads) {
    const named = textOf(niches, reading, isNarrow);
    if (!named) continue;
    const list = lists.get(named.filter) ?? { words: [], values: [] };
    list.words.push(text);
    list.values.push(...named.values);
    lists.set(named.filter, list);
  }
  return lists;
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
  if (reading.as !== 'texts') return false;
  const { filter, values, city } = reading;
  const isExcluded = (value: string) => values.includes(value);
  return plain.some(
    ({ reading: other }) =>
      other.as === 'texts' &&
      other.filter === filter &&
      (city ? other.values.some(isExcluded) : other.values.every(isExcluded)),
  );
}
