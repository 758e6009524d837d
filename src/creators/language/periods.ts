import { dayMs } from '../../core/durations.ts';
import type { ItemOf, QueryCondition } from './items.ts';
import { boundsOf, type Parts } from './parts.ts';

type Range = ItemOf<'range'>;

/** `in the last 30 days`, `2 weeks ago`, `for 3 months`. */
export function readPeriod(parts: Parts, place: number, range: Range): boolean {
  const unit = parts.at(place + 1);
  if (unit?.kind !== 'unit') return false;
  if (parts.is(place + 2, 'aged')) return false;
  const [fewer, more] = [range.to ?? range.from ?? 0, range.from ?? range.to ?? 0].map(
    (each) => each * unit.days,
  ) as [number, number];
  const before = parts.before(place);
  const places = [
    place + 1,
    ...(parts.is(before, 'within') ? [before] : []),
    ...(parts.is(place + 2, 'ago') ? [place + 2] : []),
  ];
  const isOlder = range.to === undefined && !range.bare;
  parts.put(places, place, {
    kind: 'span',
    text: parts.words(Math.min(...places, place), Math.max(...places) + 1),
    days: isOlder ? -more : fewer,
  });
  return true;
}

export const isMonth = (days: number): boolean => days >= 28 && days <= 31;

/** `5 posts a week`, `3 times a month`, `100 videos`, `8 uploads in the last month`. */
export function readUploads(parts: Parts, place: number, range: Range): boolean {
  // `at least one brand deal`
  if (range.from === 1 && range.to === undefined && parts.is(parts.after(place), 'sponsored')) {
    parts.take(place);
    return true;
  }
  const beyond = parts.after(place, 'statistic', 'niche');
  const next = parts.items.slice(place, beyond).some(({ text }) => /^(?:who|that|which)$/.test(text))
    ? place + 1
    : beyond;
  if (!parts.is(next, 'content', 'times', 'active') || range.percent) return false;
  const rate = rateAfter(parts, next) ?? rateBefore(parts, place);
  // `posted at least once in the last two weeks`
  if (rate?.isSpan && range.from === 1 && range.to === undefined) {
    const { conditions, otherwise } = publishedWithin(parts, 30 / rate.perMonth);
    const active = parts.before(place, 'content');
    parts.wish([next, ...rate.places, ...(parts.is(active, 'active') ? [active] : [])], place, {
      subject: 'lastPublishTime',
      conditions,
      otherwise,
    });
    return true;
  }
  if (!rate && parts.is(next, 'times')) return false;
  const name = rate ? 'contentsIn30Days' : 'totalContents';
  const scaled = rate ? scaledBy(range, rate.perMonth) : range;
  const active = parts.before(place, 'creator');
  const places = [next, ...(rate?.places ?? []), ...(parts.is(active, 'active') ? [active] : [])];
  parts.wish(places, place, { subject: name, conditions: boundsOf(name, scaled, false) });
  return true;
}

interface Rate {
  perMonth: number;
  places: number[];
  /** The time has passed, such as the last week. */
  isSpan?: boolean;
}

function rateAfter(parts: Parts, place: number): Rate | undefined {
  const passed = parts.after(place, 'per', 'within', 'active');
  const next = parts.at(passed)?.text === '/' ? passed + 1 : passed;
  const item = parts.at(next);
  if (item?.kind === 'often') return { perMonth: item.perMonth, places: [next] };
  if (item?.kind === 'unit')
    return {
      perMonth: 30 / item.days,
      places: [next, next - 1].filter((each) => parts.is(each, 'unit', 'per', 'within')),
    };
  if (item?.kind === 'span') return { perMonth: 30 / item.days, places: [next], isSpan: true };
  if (item?.kind === 'range' && parts.is(next + 1, 'unit')) {
    const days = (item.from ?? item.to ?? 0) * (parts.at(next + 1) as ItemOf<'unit'>).days;
    return {
      perMonth: 30 / days,
      isSpan: parts.is(next - 1, 'within'),
      places: [next, next + 1, ...(parts.is(next - 1, 'within') ? [next - 1] : [])],
    };
  }
  return undefined;
}

/** `in the last month at most 4 posts`, `monthly 10 videos`. */
function rateBefore(parts: Parts, place: number): Rate | undefined {
  const before = parts.before(place, 'comma');
  const item = parts.at(before);
  return item?.kind === 'often'
    ? { perMonth: item.perMonth, places: [before] }
    : item?.kind === 'span' && place - before < 3
      ? { perMonth: 30 / item.days, places: [before] }
      : undefined;
}

const scaledBy = (range: Range, perMonth: number): Range => {
  const scaled = (value: number | undefined) =>
    value === undefined ? undefined : Math.round(value * perMonth);
  const [from, to] = [scaled(range.from), scaled(range.to)];
  const { from: _from, to: _to, ...rest } = range;
  return { ...rest, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
};

const minuteMs = 60_000;

/** Published within so many days, or not since. */
export const publishedWithin = (
  parts: Parts,
  days: number,
): { conditions: QueryCondition[]; otherwise: QueryCondition[] } => {
  const value = parts.now - Math.round((days * dayMs) / minuteMs) * minuteMs;
  return {
    conditions: [{ filterName: 'lastPublishTime', op: '>', value }],
    otherwise: [{ filterName: 'lastPublishTime', op: '<', value }],
  };
};
