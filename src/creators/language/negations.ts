import type { Item, ItemKind } from './items.ts';
import { near } from './passage.ts';

/** The items that a text excludes: `not yoga`, `no gaming or beauty`, `outside Spain`, `yoga excluded`. */
export function negatedItems(items: readonly Item[]): ReadonlySet<number> {
  const negated = new Set<number>();
  for (const [at, item] of items.entries()) {
    if (item.kind !== 'not') continue;
    const [from, direction] = item.after
      ? [nearestBefore(items, at), -1 as const]
      : [firstConditionAfter(items, at), 1 as const];
    if (from === undefined || (item.placesOnly && items[from]?.kind !== 'place')) continue;
    for (const listed of listFrom(items, from, direction)) negated.add(listed);
  }
  return negated;
}

const kindSet = (names: readonly ItemKind[]): ReadonlySet<ItemKind> => new Set(names);

/** The kinds that a reader turns into a condition. */
const conditionKinds = kindSet([
  'niche',
  'place',
  'amount',
  'size',
  'gender',
  'age',
  'verified',
  'sponsored',
  'activity',
  'often',
  'growing',
  'lively',
  'tag',
  'handle',
  'named',
]);
/** Words between a negation and its condition: `no creators from Spain`, `do not speak English`. */
const bridgeKinds = kindSet([
  'glue',
  'by',
  'creator',
  'content',
  'audience',
  'speaking',
  'aged',
  'mostly',
  'topic',
  'between',
  'compare',
]);
/** After these, a negation concerns the number: `no creators with views below 10k`. */
const countingKinds = kindSet(['measure', 'statistic']);
const maxWords = 2;
const maxItems = 8;

/** The position of the first condition after a negation. */
function firstConditionAfter(items: readonly Item[], at: number): number | undefined {
  let words = 0;
  let hasFigure = false;
  const isHyphenated = items[at + 1]?.text === '-';
  // `non-fiction`
  if (isHyphenated && items[at + 2]?.kind === 'word') return undefined;
  for (let next = isHyphenated ? at + 2 : at + 1; next <= at + maxItems; next++) {
    const kind = items[next]?.kind;
    if (kind === undefined) return undefined;
    if (kind === 'activity' && isAbout(items, next)) continue;
    if (conditionKinds.has(kind)) return hasFigure && kind !== 'amount' ? undefined : next;
    if (countingKinds.has(kind)) hasFigure = true;
    else if (kind === 'word') words += 1;
    else if (!bridgeKinds.has(kind)) return undefined;
    if (words > maxWords) return undefined;
  }
  return undefined;
}

/** `do not post in English`, `never posting about yoga`, `not posting daily`: the negation is about what follows. */
const isAbout = (items: readonly Item[], at: number): boolean =>
  near(items, at, 1, {
    of: ['place', 'niche', 'often'],
    across: ['glue', 'content', 'topic', 'compare'],
    maxSteps: 3,
  }) !== undefined;

/** `yoga excluded`, `スペイン以外`. */
const nearestBefore = (items: readonly Item[], at: number): number | undefined =>
  near(items, at, -1, { of: [...conditionKinds], across: ['glue', 'creator', 'content'], maxSteps: 3 });

/**
 * A negation holds for a list of one kind up to its last conjunction: `not from Spain, France or Italy`. In
 * `no gaming, fitness creators` it ends at the comma.
 */
function listFrom(items: readonly Item[], first: number, direction: 1 | -1): number[] {
  const listed = [first];
  const kind = items[first]?.kind;
  for (let at = first, open: number[] = []; kind !== 'amount'; ) {
    let next = at + direction;
    let joined = false;
    for (; isLink(items[next]); next += direction) joined ||= conjunctions.has(items[next]?.text ?? '');
    if (next === at + direction || items[next]?.kind !== kind) break;
    open.push(next);
    if (joined) listed.push(...open.splice(0));
    at = next;
  }
  return listed;
}

const isLink = (item: Item | undefined): boolean =>
  item?.kind === 'glue' || item?.text === ',' || conjunctions.has(item?.text ?? '');

/** Words for `and` and `or`. */
export const conjunctions: ReadonlySet<string> = new Set(
  'and & or nor / y o e et und oder ou ni ve veya dan atau и или や と 和 与 或 或者 및 하고 또는 أو'.split(
    ' ',
  ),
);
