import type { ItemOf } from './items.ts';
import { type Parts, textWish } from './parts.ts';

/** The age groups of audiences. */
const ageGroups: readonly (readonly [from: number, to: number, name: string])[] = [
  [13, 17, '13-17'],
  [18, 24, '18-24'],
  [25, 34, '25-34'],
  [35, 44, '35-44'],
  [45, 54, '45-54'],
  [55, 64, '55-64'],
  [65, 120, '65+'],
];

/** `aged 25-34`, `18 to 24 year olds`; without such a word, a group beside the audience. */
export function readAge(parts: Parts, place: number, range: ItemOf<'range'>): boolean {
  const next = parts.at(place + 1)?.kind === 'unit' ? place + 2 : parts.after(place);
  const before = parts.before(place, 'colon');
  const words = [before, next].filter((each) => parts.is(each, 'aged'));
  const [from, to] = [range.from ?? 13, range.to ?? (range.bare ? (range.from ?? 0) : 120)];
  const groups = groupsOf(from, to, range);
  const isGroup =
    groups !== undefined &&
    (range.from ?? 13) >= 13 &&
    (range.to ?? 17) >= 17 &&
    !range.percent &&
    range.small &&
    (!range.bare || range.text.endsWith('+')) &&
    (isNear(parts, place, 'audience') || isNear(parts, place, 'gender')) &&
    !parts.is(next, 'figure', 'content', 'creator', 'statistic', 'times', 'unit');
  if (words.length === 0 && !range.aged && !isGroup) return false;
  const unit = parts.is(place + 1, 'unit') ? [place + 1] : [];
  // `creators aged 25 to 30`: no filter knows their age
  if (
    !groups ||
    !(
      isNear(parts, place, 'audience') ||
      (isNear(parts, place, 'gender') && !isNear(parts, place, 'creator'))
    )
  )
    parts.refuse(
      [...words, ...unit],
      place,
      groups
        ? 'no filter knows the age of creators'
        : `the age groups are ${ageGroups.map(([, , name]) => name).join(', ')}`,
    );
  else parts.wish([...words, ...unit], place, textWish('mainAudienceAge', groups));
  return true;
}

/** The groups that a range of ages consists of; undefined if it cuts one. */
export function groupsOf(
  from: number,
  to: number,
  open: { openFrom?: boolean; openTo?: boolean } = {},
): string[] | undefined {
  // over 45 are those from 45 on, because a group begins there
  const isStart = ageGroups.some(([first]) => first === from);
  const [least, most] = [from + (open.openFrom && !isStart ? 1 : 0), to - (open.openTo ? 1 : 0)];
  const groups = ageGroups.filter(([first, last]) => first >= least && last <= Math.max(most, 0));
  const starts = ageGroups.some(([first]) => [first, first - 1, first + 1].includes(least) || least < 13);
  const ends = ageGroups.some(([, last]) => [last, last + 1].includes(most) || most >= 100);
  if (!starts || !ends) return undefined;
  return groups.length > 0 ? groups.map(([, , name]) => name) : undefined;
}

/** Whether an item of a kind stands in the same clause. */
export function isNear(parts: Parts, place: number, kind: 'audience' | 'gender' | 'creator'): boolean {
  for (const step of [-1, 1])
    for (let at = place + step; parts.at(at) && !parts.is(at, 'stop', 'contrast'); at += step) {
      if (parts.is(at, kind)) return true;
      const item = parts.at(at);
      if (
        kind === 'audience' &&
        (item?.kind === 'age' || (item?.kind === 'wish' && /^mainAudience/.test(item.subject)))
      )
        return true;
      if (
        parts.is(at, 'comma', 'range') &&
        !/[()]/.test(parts.at(at)?.text ?? '') &&
        (kind !== 'audience' || step > 0)
      )
        break;
      if (Math.abs(at - place) > 12) break;
    }
  return false;
}
