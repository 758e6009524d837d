import { type Constraint, constrained, type PassageReader, type QueryCondition } from '../constraints.ts';
import type { Item } from '../items.ts';
import type { Measure, Statistic } from '../meanings.ts';
import { near, type Passage } from '../passage.ts';
import { agesOf, saysAge } from './audience.ts';
import { figureName } from './figure-names.ts';
import { boundConditions, type NumberBounds, type NumberRange, rangeAt } from './ranges.ts';
import { statisticOf } from './statistics.ts';

/** Reads numbers: the figure that each counts, and its bounds. */
export const readFigures: PassageReader = (passage) => {
  const found: Constraint[] = [];
  for (let at = 0; at < passage.items.length; at++) {
    const range = rangeAt(passage.items, at);
    if (!range) continue;
    found.push(...constrained(passage.negated.has(at), conditionsOf(passage, range)));
    at = range.end;
  }
  return [...found, ...readSizes(passage)];
};

function conditionsOf(passage: Passage, range: NumberRange): QueryCondition[] {
  if (range.doubtful) return [];
  const { items, claimed } = passage;
  const counted = saysAge(items, range) ? undefined : measureOf(passage, range);
  if (counted) {
    claimed.add(counted.at);
    const name = figureName(passage, counted.measure, counted.statistic);
    return boundConditions(name, asCounted(range, counted.measure, counted.perMonth ?? 1));
  }
  const ages = agesOf(passage, range);
  if (ages) return ages;
  const gender = genderOf(items, range);
  if (range.percent && gender) {
    claimed.add(gender.at);
    return boundConditions(gender.name, range.bounds);
  }
  // Without any figure, a large number means followers (assumed: nls-numbers).
  if (range.percent || range.small) return [];
  return boundConditions(figureName(passage, 'followers'), range.bounds);
}

interface CountedFigure {
  at: number;
  measure: Measure;
  statistic: Statistic;
  /** Factor from contents in another period to contents in 30 days. */
  perMonth?: number;
}

/**
 * The figure that a number counts: the one before it if only a comparison is between (`engagement above 4%`),
 * otherwise the one after it (`10k average views`).
 */
function measureOf(passage: Passage, range: NumberRange): CountedFigure | undefined {
  const { items } = passage;
  const often = contentsOf(items, range);
  if (often) return often;
  const fits = (at: number | undefined): at is number => at !== undefined && fitting(passage, at, range);
  const before = near(items, range.start, -1, {
    of: ['measure', 'growing'],
    across: ['glue', 'by', 'compare', 'between', 'statistic'],
  });
  const after = near(items, range.end, 1, {
    of: ['measure', 'growing'],
    across: ['glue', 'statistic', 'compare', 'place'],
    maxSteps: 4,
  });
  const closed =
    before !== undefined && items.slice(before + 1, range.start).some(({ text }) => havingWords.has(text));
  const at = fits(before) && !(closed && fits(after)) ? before : fits(after) ? after : undefined;
  if (at === undefined) return undefined;
  const item = items[at];
  return {
    at,
    measure: item?.kind === 'measure' ? item.measure : 'followerGrowth',
    statistic: statisticAt(items, at, range),
  };
}

const havingWords = new Set([
  'with',
  'have',
  'has',
  'having',
  'get',
  'gets',
  'getting',
  'mit',
  'con',
  'avec',
]);
const rates: readonly Measure[] = [
  'engagement',
  'followerGrowth',
  'viewGrowth',
  'likeGrowth',
  'commentGrowth',
  'engagementGrowth',
  'women',
  'men',
];

/** A percentage needs a rate; a rate needs a percentage, a fraction or a bare number below 1000. */
function fitting({ items, claimed }: Passage, at: number, { percent, small }: NumberRange): boolean {
  if (claimed.has(at)) return false;
  const item = items[at];
  if (item?.kind === 'growing') return percent;
  if (item?.kind !== 'measure') return false;
  if (item.measure === 'unknown') return true;
  return rates.includes(item.measure) ? percent || small : !percent;
}

/** The statistic next to the figure or its number, in the same clause. */
function statisticAt(items: readonly Item[], figure: number, { start, end }: NumberRange): Statistic {
  const [from, to] = [Math.min(figure, start), Math.max(figure, end)];
  const between = statisticOf(items, from, to);
  if (between !== undefined) return between;
  const across: readonly Item['kind'][] = ['glue', 'compare', 'between'];
  const beside =
    near(items, from, -1, { of: ['statistic'], across, maxSteps: 2 }) ??
    near(items, to, 1, { of: ['statistic'], across, maxSteps: 2 });
  const item = beside === undefined ? undefined : items[beside];
  if (item?.kind === 'statistic') return item.statistic;
  // `minimum views above 10k`: the number has a comparison of its own
  return (figure < start && statisticOf(items, figure - 1, figure)) || 'avg';
}

/** `500 videos`; `3 times a week`, `10 posts in the last month`: contents in 30 days. */
function contentsOf(items: readonly Item[], { end, percent }: NumberRange): CountedFigure | undefined {
  if (percent) return undefined;
  const what = items[end + 1];
  const content =
    what?.kind === 'content' || (what?.kind === 'activity' && /^(posts|uploads)$/.test(what.text));
  if (!content && what?.kind !== 'times') return undefined;
  const when = near(items, end + 1, 1, {
    of: ['often', 'unit', 'duration', 'since'],
    across: ['glue', 'last', 'per'],
    maxSteps: 5,
  });
  const item = when === undefined ? undefined : items[when];
  const counted = { at: end + 1, measure: 'contentsIn30Days', statistic: 'avg' } as const;
  if (item?.kind === 'often') return { ...counted, perMonth: item.perMonth };
  if (item?.kind === 'unit' || item?.kind === 'duration' || item?.kind === 'since')
    return { ...counted, perMonth: 30 / Math.max(item.days, 1 / 24) };
  return content ? { ...counted, measure: 'contents' } : undefined;
}

function asCounted(
  { bounds: { from, to, open }, percent }: NumberRange,
  measure: Measure,
  scale: number,
): NumberBounds {
  // `an engagement rate of 4` means per cent; 0.04 is a fraction
  const divide = rates.includes(measure) && !percent && Math.max(from ?? 0, to ?? 0) >= 1 ? 100 : 1;
  const scaled = (value: number): number => (value * scale) / divide;
  return {
    ...(from !== undefined && { from: scaled(from) }),
    ...(to !== undefined && { to: scaled(to) }),
    ...(open && { open }),
  };
}

/** `micro influencers`; several sizes make one range from the smallest to the largest. */
function readSizes(passage: Passage): Constraint[] {
  const sizes = passage.items.flatMap((item, at) => (item.kind === 'size' ? [{ ...item, at }] : []));
  const followers = (from: number, to: number): QueryCondition[] =>
    boundConditions(figureName(passage, 'followers'), {
      ...(from > 0 && { from }),
      ...(Number.isFinite(to) && { to }),
    });
  const excluded = sizes.filter(({ at }) => passage.negated.has(at));
  const included = sizes.filter(({ at }) => !passage.negated.has(at));
  return [
    ...(included.length > 0
      ? followers(Math.min(...included.map(({ from }) => from)), Math.max(...included.map(({ to }) => to)))
      : []),
    ...excluded.flatMap(({ from, to }) => constrained(true, followers(from, to))),
  ];
}

/** `60% women`, `women over 60%`, `70% of the audience is male`. */
function genderOf(
  items: readonly Item[],
  { start, end }: NumberRange,
): { at: number; name: string } | undefined {
  const at =
    near(items, end, 1, { of: ['gender'], across: ['glue', 'audience', 'measure'], maxSteps: 5 }) ??
    near(items, start, -1, { of: ['gender'], across: ['glue', 'compare', 'between', 'audience'] });
  const item = at === undefined ? undefined : items[at];
  if (item?.kind !== 'gender') return undefined;
  return { at: at as number, name: item.gender === 'female' ? 'audienceFemaleRatio' : 'audienceMaleRatio' };
}
