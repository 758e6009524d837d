import { ageRanges } from '../../../core/statistics.ts';
import { anyOfTexts, type PassageReader, type QueryCondition, textConstraints } from '../constraints.ts';
import type { Item } from '../items.ts';
import { near, type Passage, underHeading } from '../passage.ts';
import type { NumberRange } from './ranges.ts';

/**
 * Gender and age of audiences. No filter knows those of creators themselves, so `female creators` gives no
 * filter.
 */
export const readAudience: PassageReader = (passage) => [...readGender(passage), ...readAges(passage)];

/** An audience of women and men is any audience, so both together give no condition. */
const readGender: PassageReader = (passage) => {
  const { items, claimed } = passage;
  return textConstraints(passage, 'mainAudienceGender', (item, at) =>
    item.kind === 'gender' && !claimed.has(at) && aboutAudience(items, at, claimed) ? [item.gender] : [],
  ).filter((found) => 'without' in found || found.op === '=');
};

const readAges: PassageReader = (passage) =>
  textConstraints(passage, 'mainAudienceAge', (item, at) =>
    item.kind === 'age' && (item.about === 'audience' || !describesCreators(passage.items, at))
      ? ageGroupsIn(item.from, item.to)
      : [],
  );

const ageBridgeKinds: readonly Item['kind'][] = ['glue', 'compare', 'between', 'not'];
const peopleKinds: readonly Item['kind'][] = ['gender', 'audience'];

/** `aged 30`, `aged 18-24`, `over 30 years old`, `in their 20s`. */
export const saysAge = (
  items: readonly Item[],
  { start, end, small, percent, decade }: NumberRange,
): boolean =>
  small &&
  !percent &&
  (decade ||
    near(items, end, 1, { of: ['aged'], across: ['glue'], maxSteps: 2 }) !== undefined ||
    near(items, start, -1, { of: ['aged'], across: ageBridgeKinds, maxSteps: 4 }) !== undefined);

/** Reads a number that is an age: `aged 30`, `women 18-24`, `viewers over 45`, `audience 35+`. */
export function agesOf({ items, claimed }: Passage, range: NumberRange): QueryCondition[] | undefined {
  const { start, end, bounds, small, percent, decade, bare } = range;
  if (!small || percent) return undefined;
  const plausible = [bounds.from, bounds.to].every((age) => age === undefined || (age >= 13 && age <= 99));
  // a bare number next to people is a count
  const beside =
    plausible &&
    !bare &&
    (near(items, end, 1, { of: peopleKinds, across: ['glue'], maxSteps: 2 }) !== undefined ||
      near(items, start, -1, { of: peopleKinds, across: [...ageBridgeKinds, 'mostly'], maxSteps: 4 }) !==
        undefined ||
      underHeading(items, start));
  if (!beside && !saysAge(items, range)) return undefined;
  if (describesCreators(items, start)) return [];
  claimed.add(start).add(end);
  const { from = 0, to = decade ? from + 9 : bare ? from : 120, open } = bounds;
  return anyOfTexts('mainAudienceAge', ageGroupsIn(from, open && bounds.to !== undefined ? to - 1 : to));
}

/** The groups inside the range; if there are none, those that overlap it. */
function ageGroupsIn(from: number, to: number): string[] {
  const spans = ageRanges.map((range) => {
    const [first = 0, last = 120] = range
      .split(/\D/)
      .filter((part) => part !== '')
      .map(Number);
    return { range, first, last };
  });
  const inside = spans.filter(({ first, last }) => first >= from && last <= to);
  const chosen = inside.length > 0 ? inside : spans.filter(({ first, last }) => first <= to && last >= from);
  return chosen.map(({ range }) => range);
}

const besideKinds: readonly Item['kind'][] = [
  'glue',
  'mostly',
  'gender',
  'age',
  'aged',
  'amount',
  'joint',
  'compare',
  'between',
  'place',
  'word',
  'not',
];

/** `female audience`, `watched by women`, `mostly women`, `for men`. */
function aboutAudience(items: readonly Item[], at: number, claimed: ReadonlySet<number>): boolean {
  const followed = near(items, at, 1, {
    of: ['audience', 'measure'],
    across: ['joint', 'gender', 'place'],
    maxSteps: 3,
  });
  if (followed !== undefined || underHeading(items, at)) return true;
  if (near(items, at, 1, { of: ['creator'], across: ['niche', 'place'], maxSteps: 3 }) !== undefined)
    return false;
  if (near(items, at, -1, { of: ['mostly'], across: ['glue'], maxSteps: 3 }) !== undefined) return true;
  if (near(items, at, -1, { of: ['audience', 'measure'], across: besideKinds, maxSteps: 8 }) !== undefined)
    return true;
  if (/^(for|by|para|pour|to|at)$/.test(items[at - 1]?.text ?? '')) return true;
  // `13-17 girls`, `women over 30`: no age of creators is known, so this describes the audience
  const ages = near(items, at, -1, { of: ['amount'], across: ['glue', 'compare', 'aged'], maxSteps: 3 });
  if (ages !== undefined && claimed.has(ages)) return true;
  const aged = near(items, at, 1, {
    of: ['aged', 'amount'],
    across: ['glue', 'compare', 'between'],
    maxSteps: 3,
  });
  return aged !== undefined && (items[aged]?.kind === 'aged' || claimed.has(aged));
}

/** `teen creators`, `creators aged 18-24`. */
function describesCreators(items: readonly Item[], at: number): boolean {
  if (near(items, at, 1, { of: ['audience'], across: ['glue'], maxSteps: 2 }) !== undefined) return false;
  if (near(items, at, 1, { of: ['creator'], across: ['niche'], maxSteps: 2 }) !== undefined) return true;
  const people = near(items, at, -1, { of: ['creator', 'audience'], across: besideKinds, maxSteps: 6 });
  return people !== undefined && items[people]?.kind === 'creator' && !genderBetween(items, people, at);
}

/** In `creators for women aged 18-24` the age is the women's. */
const genderBetween = (items: readonly Item[], from: number, to: number): boolean =>
  items.slice(from + 1, to).some((item) => item.kind === 'gender' || item.kind === 'mostly');
