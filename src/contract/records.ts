import { dayMs } from '../core/durations.ts';
import { ageRanges } from '../core/statistics.ts';
import { isObject } from '../core/values.ts';
import { type Difference, describeValue, differenceIfAny } from './difference.ts';

type Json = Readonly<Record<string, unknown>>;

/** Checks a value wherever its name appears. @param beside the record that it is part of */
type RecordCheck = (place: string, value: unknown, beside: Json) => Difference[];

/**
 * Checks what must hold for records anywhere in a reply: instants, the order of days, parts of a whole. Of a list's
 * elements that differ alike, only the first is reported.
 */
export function recordDifferences(place: string, value: unknown): Difference[] {
  const found = Array.isArray(value)
    ? value.flatMap((element, n) => recordDifferences(`${place}/${n}`, element))
    : isObject(value)
      ? Object.entries(value).flatMap(([name, part]) => [
          ...(/(?:Time|Date|^timestamp)$/.test(name) ? instantDifferences(`${place}/${name}`, part) : []),
          ...(recordChecks[name]?.(`${place}/${name}`, part, value) ?? []),
          ...recordDifferences(`${place}/${name}`, part),
        ])
      : [];
  const ways = Map.groupBy(found, ({ place: at, kind }) => `${kind} ${at.replace(/\/\d+(?=\/|$)/g, '/*')}`);
  return [...ways.values()].flatMap(([first]) => first ?? []);
}

/** Instants are in milliseconds, between 2001 and 2286; 0 is no instant. */
export const instantDifferences = (place: string, instant: unknown): Difference[] =>
  typeof instant === 'number' && instant !== 0 && (instant < 1e12 || instant >= 1e13)
    ? [{ kind: 'invariant', place, expected: 'milliseconds', actual: describeValue(instant) }]
    : [];

/** Only the handles of tube channels have an `@` (observed). */
const handleDifferences = (place: string, handle: unknown, hasAt = false): Difference[] =>
  typeof handle !== 'string' || handle === '' || handle.startsWith('@') === hasAt
    ? []
    : [
        {
          kind: 'invariant',
          place,
          expected: hasAt ? 'a leading @' : 'no leading @',
          actual: describeValue(handle),
        },
      ];

const listedHandleDifferences: RecordCheck = (place, handles) =>
  Array.isArray(handles) ? handles.flatMap((each, n) => handleDifferences(`${place}/${n}`, each)) : [];

/** content-detail lists the newest first (observed). */
const contentsDifferences: RecordCheck = (place, items) => [
  ...repetitionDifferences(place, items, 'contentId'),
  ...descendingDifferences(place, items, 'publishTime'),
];

const recordChecks: Readonly<Record<string, RecordCheck>> = {
  histories: (place, days, beside) =>
    // contract 2.4: generation 2 has weeks, and guarantees none of them.
    'basicClip' in beside || 'basicGram' in beside || 'basicTube' in beside
      ? descendingDifferences(place, days, 'timestamp')
      : dayDifferences(place, days),
  audienceLocations: (place, locations) => [
    ...descendingDifferences(place, locations, 'share'),
    ...repetitionDifferences(place, locations, 'country'),
    ...(sumOf(locations) > 1.001
      ? differenceIfAny('invariant', place, 'a sum of at most 1', sumOf(locations))
      : []),
  ],
  audienceGender: (place, gender) => {
    const { maleRatio, femaleRatio } = isObject(gender) ? gender : {};
    return wholeDifferences(place, Number(maleRatio) + Number(femaleRatio));
  },
  audienceAgeBreakdown: (place, ages) => [
    ...differenceIfAny(
      'invariant',
      `${place}/*/ageRange`,
      ageRanges.join(', '),
      valuesOf(ages, 'ageRange').join(', '),
    ),
    ...wholeDifferences(place, sumOf(ages)),
  ],
  recentVideos: contentsDifferences,
  recentShorts: contentsDifferences,
  recentImages: contentsDifferences,
  recentReels: contentsDifferences,
  // a submission repeats what was sent
  uniqueId: (place, handle, beside) =>
    'status' in beside ? [] : handleDifferences(place, handle, 'channelId' in beside),
  displayId: (place, handle) => handleDifferences(place, handle, true),
  clipId: (place, handle) => handleDifferences(place, handle),
  gramId: (place, handle) => handleDifferences(place, handle),
  relatedCreators: listedHandleDifferences,
  relatedUsers: listedHandleDifferences,
  mentionedCreators: listedHandleDifferences,
  taggedUsers: listedHandleDifferences,
  creatorList: (place, creators) => repetitionDifferences(place, creators, 'uniqueId'),
};

/** Every day from the newest on, each at 00:00 UTC (assumed: history-days). */
function dayDifferences(place: string, days: unknown): Difference[] {
  if (Array.isArray(days) && days.length === 0)
    return differenceIfAny('invariant', place, 'a day at least', days);
  const instants = valuesOf(days, 'timestamp').map(Number);
  const n = instants.findIndex(
    (instant, index) =>
      instant !== (index === 0 ? instant - (instant % dayMs) : Number(instants[index - 1]) - dayMs),
  );
  return n < 0
    ? []
    : [
        {
          kind: 'invariant',
          place: `${place}/${n}/timestamp`,
          expected: n === 0 ? '00:00 UTC of a day' : `a day before ${instants[n - 1]}`,
          actual: describeValue(instants[n]),
        },
      ];
}

/** Shares sum to 1, or to 0 where they are unknown. */
const wholeDifferences = (place: string, sum: number): Difference[] =>
  sum === 0 || Math.abs(sum - 1) < 0.001 || Number.isNaN(sum)
    ? []
    : [
        {
          kind: 'invariant',
          place,
          expected: 'a sum of 1',
          actual: describeValue(Math.round(sum * 10_000) / 10_000),
        },
      ];

const valuesOf = (list: unknown, name: string): unknown[] =>
  Array.isArray(list) ? list.filter(isObject).map((item) => item[name]) : [];

const sumOf = (list: unknown): number =>
  valuesOf(list, 'share').reduce<number>((sum, share) => sum + Number(share), 0);

/** No element appears twice. */
export function repetitionDifferences(place: string, list: unknown, name: string): Difference[] {
  const ids = valuesOf(list, name).filter((id) => id !== undefined);
  return differenceIfAny('invariant', `${place} distinct`, ids.length, new Set(ids).size);
}

export function descendingDifferences(place: string, list: unknown, name: string): Difference[] {
  const values = valuesOf(list, name).map(Number);
  const n = values.findIndex((value, index) => value > (values[index - 1] ?? value));
  return n < 0
    ? []
    : [
        {
          kind: 'invariant',
          place: `${place}/${n}/${name}`,
          expected: `at most ${values[n - 1]}`,
          actual: describeValue(values[n]),
        },
      ];
}
