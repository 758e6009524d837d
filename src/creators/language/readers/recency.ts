import { dayMs } from '../../../core/durations.ts';
import { type Constraint, constrained, type PassageReader, type QueryCondition } from '../constraints.ts';
import type { Item } from '../items.ts';
import { near, type Passage } from '../passage.ts';

/** Without a period, active means published within 30 days, inactive not within 90 (assumed: nls-words). */
const activeDays = 30;
const inactiveDays = 90;

/**
 * The time of the last content: `posted in the last two weeks`, `inactive for 3 months`, `active creators`.
 */
export const readRecency: PassageReader = (passage) => {
  const { items, negated, claimed, now } = passage;
  const years = yearsOf(passage);
  const found = new Map<boolean, number>();
  const note = (active: boolean, days: number) => {
    if (!found.has(active)) found.set(active, days);
  };
  for (const at of items.keys()) {
    const days = periodAt(passage, at);
    if (days === undefined) continue;
    const activity = activityBeside(items, at, claimed);
    const about = activity === undefined ? undefined : items[activity];
    if (about?.kind === 'activity') note(about.yes !== negated.has(activity as number), days);
    claimed.add(at);
  }
  if (found.size === 0 && years.length === 0)
    for (const [at, item] of items.entries()) {
      if (item.kind !== 'activity' || claimed.has(at)) continue;
      const active = item.yes !== negated.has(at);
      if (!active) note(false, inactiveDays);
      else if (/activ|recent|still|活|활/.test(item.text) && items[at + 1]?.kind !== 'audience')
        note(true, activeDays);
    }
  const often = frequencyOf(passage);
  return [
    ...[...found].map(
      ([active, days]): QueryCondition => ({
        filterName: 'lastPublishTime',
        op: active ? '>' : '<',
        value: Math.round(now - days * dayMs),
      }),
    ),
    ...years,
    ...often,
  ];
};

/** `posted in 2025`, `posted since 2025`, `has not posted since 2025`. Years are UTC. */
const yearsOf = ({ items, negated, claimed, now }: Passage): QueryCondition[] =>
  items.flatMap((item, at): QueryCondition[] => {
    if (item.kind !== 'amount' || !item.plain || !(item.value >= 1970 && item.value <= 2100)) return [];
    const link = items[at - 1]?.text ?? '';
    const since = sinceWords.has(link);
    const before = beforeWords.has(link);
    if (!since && !before && !withinWords.has(link)) return [];
    const activity = near(items, at, -1, {
      of: ['activity'],
      across: ['glue', 'word', 'content'],
      maxSteps: 5,
    });
    const about = activity === undefined ? undefined : items[activity];
    if (about?.kind !== 'activity' || activity === undefined) return [];
    claimed.add(at).add(activity);
    const [start, end] = [Date.UTC(item.value, 0), Date.UTC(item.value + 1, 0)];
    const published = (op: '>' | '<', value: number): QueryCondition => ({
      filterName: 'lastPublishTime',
      op,
      value,
    });
    if (before) return [published('<', start)];
    if (about.yes !== negated.has(activity))
      return since ? [published('>', start)] : [published('>', start), published('<', end)];
    // `has not posted since 2025` allows a last content in 2025; in a year that is not over, it cannot
    return [published('<', since && end <= now ? end : start)];
  });

const sinceWords = new Set(['since', 'after', 'desde', 'depuis', 'seit']);
const beforeWords = new Set(['before', 'antes', 'avant', 'vor']);
const withinWords = new Set(['in', 'during', 'within', 'en', 'em']);

/** The days of a period that reaches until now: `the last week`, `2 weeks ago`, `today`. */
function periodAt(passage: Passage, at: number): number | undefined {
  const { items } = passage;
  const item = items[at];
  if (item?.kind === 'since') return item.days;
  if (item?.kind !== 'duration' && item?.kind !== 'unit') return undefined;
  const lasting =
    near(items, at, -1, { of: ['last'], across: ['glue', 'compare'], maxSteps: 4 }) !== undefined ||
    items[at + 1]?.kind === 'last';
  if (lasting) return item.days;
  const before = items[at - 1];
  // `has not posted in 6 months`, `inactive for a year`
  return item.kind === 'duration' || /^(for|in|since|a)$/.test(before?.text ?? '')
    ? notActive(passage, at, item.days)
    : undefined;
}

const notActive = ({ items, negated }: Passage, at: number, days: number): number | undefined => {
  const activity = near(items, at, -1, {
    of: ['activity'],
    across: ['glue', 'compare', 'content'],
    maxSteps: 6,
  });
  const item = activity === undefined ? undefined : items[activity];
  return item?.kind === 'activity' && (!item.yes || negated.has(activity as number)) ? days : undefined;
};

/** The nearest word of activity, unless the period belongs to a growth or to a count of contents. */
function activityBeside(
  items: readonly Item[],
  at: number,
  claimed: ReadonlySet<number>,
): number | undefined {
  const across: Item['kind'][] = [
    'glue',
    'last',
    'compare',
    'content',
    'word',
    'since',
    'creator',
    'times',
    'per',
  ];
  const before = near(items, at, -1, { of: ['activity', 'growing', 'measure'], across, maxSteps: 6 });
  const after = near(items, at, 1, { of: ['activity'], across: ['glue'], maxSteps: 3 });
  const usable = (place: number | undefined): place is number =>
    place !== undefined && items[place]?.kind === 'activity' && !claimed.has(place);
  return [before, after].find(usable);
}

/**
 * `posts daily`, `uploads every week`: that many contents in 30 days, minus one day off (assumed: nls-words).
 */
function frequencyOf({ items, negated, claimed }: Passage): Constraint[] {
  return items.flatMap((item, at): Constraint[] => {
    if (item.kind !== 'often' || claimed.has(at)) return [];
    const activity = near(items, at, -1, {
      of: ['activity'],
      across: ['glue', 'content', 'word', 'niche', 'compare'],
      maxSteps: 4,
    });
    const following = near(items, at, 1, { of: ['activity'], across: ['content'], maxSteps: 2 });
    if (activity === undefined && following === undefined) return [];
    const counted = near(items, at, -1, {
      of: ['amount'],
      across: ['content', 'times', 'glue', 'activity'],
      maxSteps: 4,
    });
    if (counted !== undefined) return [];
    const value = Math.max(0, Math.floor(item.perMonth) - 2);
    return constrained(negated.has(at), [{ filterName: 'contentsIn30Days', op: '>', value }]);
  });
}
