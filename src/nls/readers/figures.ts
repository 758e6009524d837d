import type { Item } from '../items.ts';
import type { Measure, Statistic } from '../meanings.ts';
import { type Condition, near, type Passage, type Reader } from '../passage.ts';
import { agesOf } from './audience.ts';
import { figureName } from './figure-names.ts';
import { type Bounds, type Range, rangeAt, within } from './ranges.ts';

/** Numbers: the figure that they count, and their bounds. */
export const readFigures: Reader = (passage) => {
  const found: Condition[] = [];
  for (let at = 0; at < passage.items.length; at++) {
    const range = rangeAt(passage.items, at);
    if (!range) continue;
    found.push(...conditionsOf(passage, range));
    at = range.end;
  }
  return [...found, ...readSizes(passage)];
};

function conditionsOf(passage: Passage, range: Range): Condition[] {
  if (range.doubtful) return [];
  const { items, claimed } = passage;
  const counted = measureOf(passage, range);
  if (counted) {
    claimed.add(counted.at);
    const name = figureName(passage, counted.measure, counted.statistic);
    return within(name, asCounted(range, counted.measure, counted.perMonth ?? 1));
  }
  const ages = agesOf(passage, range);
  if (ages) return ages;
  const gender = genderOf(items, range);
  if (range.percent && gender) {
    claimed.add(gender.at);
    return within(gender.name, range.bounds);
  }
  // Without any figure, a large number means followers (assumed: nls-numbers).
  if (range.percent || range.small) return [];
  return within(figureName(passage, 'followers'), range.bounds);
}

interface Counted {
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
function measureOf(passage: Passage, range: Range): Counted | undefined {
  const { items } = passage;
  const often = contentsOf(items, range);
  if (often) return often;
  const fits = (at: number | undefined): at is number => at !== undefined && fitting(passage, at, range);
  const before = near(items, range.start, -1, {
    of: ['measure', 'growing'],
    across: ['glue', 'compare', 'between', 'statistic'],
  });
  const after = near(items, range.end, 1, {
    of: ['measure', 'growing'],
    across: ['glue', 'statistic', 'compare', 'place'],
    most: 4,
  });
  const closed =
    before !== undefined && items.slice(before + 1, range.start).some(({ text }) => havingWords.has(text));
  const at = fits(before) && !(closed && fits(after)) ? before : fits(after) ? after : undefined;
  if (at === undefined) return undefined;
  const item = items[at];
  return {
    at,
    measure: item?.kind === 'measure' ? item.measure : 'followerGrowth',
    statistic: statisticAt(items, Math.min(at, range.start), Math.max(at, range.end)),
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
const rates: readonly Measure[] = ['engagement', 'followerGrowth', 'viewGrowth'];

/** A percentage needs a rate; a rate needs a percentage, a fraction or a bare number below 1000. */
function fitting({ items, claimed }: Passage, at: number, { percent, small }: Range): boolean {
  if (claimed.has(at)) return false;
  const item = items[at];
  if (item?.kind === 'growing') return percent;
  if (item?.kind !== 'measure') return false;
  if (item.measure === 'unknown') return true;
  return rates.includes(item.measure) ? percent || small : !percent;
}

/** The statistic next to the figure or its number, in the same clause. */
function statisticAt(items: readonly Item[], start: number, end: number): Statistic {
  for (const item of items.slice(start, end + 1)) if (item.kind === 'statistic') return item.statistic;
  const across: readonly Item['kind'][] = ['glue', 'compare', 'between'];
  const beside =
    near(items, start, -1, { of: ['statistic'], across, most: 2 }) ??
    near(items, end, 1, { of: ['statistic'], across, most: 2 });
  const item = beside === undefined ? undefined : items[beside];
  return item?.kind === 'statistic' ? item.statistic : 'avg';
}

/** `500 videos`; `3 times a week`, `10 posts in the last month`: contents in 30 days. */
function contentsOf(items: readonly Item[], { end, percent }: Range): Counted | undefined {
  if (percent) return undefined;
  const what = items[end + 1];
  const content =
    what?.kind === 'content' || (what?.kind === 'activity' && /^(posts|uploads)$/.test(what.text));
  if (!content && what?.kind !== 'times') return undefined;
  const when = near(items, end + 1, 1, {
    of: ['often', 'unit', 'duration', 'since'],
    across: ['glue', 'last', 'per'],
    most: 5,
  });
  const item = when === undefined ? undefined : items[when];
  const counted = { at: end + 1, measure: 'contentsIn30Days', statistic: 'avg' } as const;
  if (item?.kind === 'often') return { ...counted, perMonth: item.perMonth };
  if (item?.kind === 'unit' || item?.kind === 'duration' || item?.kind === 'since')
    return { ...counted, perMonth: 30 / Math.max(item.days, 1 / 24) };
  return content ? { ...counted, measure: 'contents' } : undefined;
}

function asCounted({ bounds: { from, to, open }, percent }: Range, measure: Measure, scale: number): Bounds {
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
function readSizes(passage: Passage): Condition[] {
  const sizes = passage.items.filter((item) => item.kind === 'size');
  if (sizes.length === 0) return [];
  const from = Math.min(...sizes.map((size) => size.from));
  const to = Math.max(...sizes.map((size) => size.to));
  return within(figureName(passage, 'followers'), {
    ...(from > 0 && { from }),
    ...(Number.isFinite(to) && { to }),
  });
}

/** `60% women`, `women over 60%`, `70% of the audience is male`. */
function genderOf(items: readonly Item[], { start, end }: Range): { at: number; name: string } | undefined {
  const at =
    near(items, end, 1, { of: ['gender'], across: ['glue', 'audience', 'measure'], most: 5 }) ??
    near(items, start, -1, { of: ['gender'], across: ['glue', 'compare', 'between', 'audience'] });
  const item = at === undefined ? undefined : items[at];
  if (item?.kind !== 'gender') return undefined;
  return { at: at as number, name: item.gender === 'female' ? 'audienceFemaleRatio' : 'audienceMaleRatio' };
}
