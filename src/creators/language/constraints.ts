import { filterOf, type ItemOf, type QueryCondition, type Wish } from './items.ts';
import { type Group, groupsOf } from './negations.ts';
import { anyOf, type Parts } from './parts.ts';

/** A filter or an exclusion, and the words that were read as it. */
export interface ReadConstraint {
  words: string[];
  filters: QueryCondition[];
  without: QueryCondition[][];
}

/** Reads negations and lists. What contradicts itself is refused. */
export function constraintsOf(parts: Parts): {
  found: ReadConstraint[];
  refused: string[];
  dropped: string[];
} {
  const groups = groupsOf(parts);
  const refused: string[] = [];
  const dropped: string[] = [];
  const found: ReadConstraint[] = [];
  const wanted = groups.filter(({ negated }) => !negated);
  found.push(...listsOf(parts, wanted, refused));
  for (const { wishes, together } of groups.filter(({ negated }) => negated)) {
    const words = wishes.map(({ text }) => text);
    if (together && wishes.length > 1) {
      const conditions = wishes.flatMap((wish) => conditionsOf(parts, wish));
      if (conditions.length > 0) found.push({ words, filters: [], without: [conditions] });
      continue;
    }
    for (const [filter, listed] of Map.groupBy(
      wishes.filter((wish) => wish.texts),
      (wish) => wish.filter,
    )) {
      const [first] = listed;
      const texts = listed.flatMap((wish) => textsOf(parts, wish));
      const said = listed.map(({ text }) => text);
      if (!first || filter === undefined) continue;
      if (excludesWanted(parts, first, texts, wanted)) refused.push(said.join(', '));
      else if (texts.length > 0)
        found.push({ words: said, filters: [], without: [anyOf(filterNameOf(parts, first), texts)] });
    }
    for (const wish of wishes.filter(({ texts }) => !texts)) {
      if (wish.isWeak && saysFollowers(parts, found)) {
        dropped.push(wish.text);
        continue;
      }
      const turned = wish.otherwise ?? turnedBound(wish.conditions);
      found.push({
        words: [wish.text],
        filters: turned ? [...turned] : [],
        without: turned ? [] : [[...wish.conditions]],
      });
    }
  }
  readSizes(parts, wanted, found, refused, dropped);
  refused.push(...contradictions(found));
  return { found, refused, dropped };
}

/** A number of followers, which says more than a size. */
const saysFollowers = (parts: Parts, found: readonly ReadConstraint[]): boolean =>
  found.some(({ filters }) =>
    filters.some(({ filterName }) => filterName === filterOf(parts.naming, 'followers')),
  );

/** No more than, instead of not more than: one bound of a figure that every creator has. */
const turnedBound = (conditions: readonly QueryCondition[]): QueryCondition[] | undefined => {
  const [only] = conditions;
  if (
    conditions.length !== 1 ||
    !only ||
    typeof only.value !== 'number' ||
    only.op === '=' ||
    only.op === 'in'
  )
    return undefined;
  const step = /Rate|rowth|Ratio/.test(only.filterName) ? 0.0001 : 1;
  const value = Math.round((only.op === '>' ? only.value + step : only.value - step) * 1e4) / 1e4;
  return [{ filterName: only.filterName, op: only.op === '>' ? '<' : '>', value }];
};

const slugsOf = (wishes: readonly ItemOf<'wish'>[]): string[] =>
  wishes.flatMap(({ filter, texts = [] }) => (filter === 'niches' ? texts : []));

/** On tube niches become topics, which are narrower, if it has all of them (assumed: nls-topics). */
function filterNameOf(parts: Parts, { filter = '' }: Wish): string {
  if (filter !== 'niches') return filter;
  const all = parts.items.filter((item) => item.kind === 'wish');
  return parts.naming.platform === 'tube' && slugsOf(all).every((slug) => parts.lexicon.topicIds.has(slug))
    ? 'topics'
    : 'niches';
}

function textsOf(parts: Parts, wish: Wish): string[] {
  if (wish.filter !== 'niches') return [...(wish.texts ?? [])];
  const { topicIds, nicheIds } = parts.lexicon;
  const ids = filterNameOf(parts, wish) === 'topics' ? topicIds : nicheIds;
  return (wish.texts ?? []).flatMap((slug) => ids.get(slug) ?? []);
}

const conditionsOf = (parts: Parts, wish: Wish): QueryCondition[] =>
  wish.filter === 'niches' ? anyOf(filterNameOf(parts, wish), textsOf(parts, wish)) : [...wish.conditions];

/** The wanted conditions: the texts of each filter in one list, and everything else by itself. */
function listsOf(parts: Parts, wanted: readonly Group[], refused: string[]): ReadConstraint[] {
  const found: ReadConstraint[] = [];
  const byFilter = Map.groupBy(
    wanted.filter(({ wishes: [first] }) => first?.texts),
    ({ wishes: [first] }) => first?.filter ?? '',
  );
  for (const [filter, groups] of byFilter) {
    const wishes = groups.flatMap((group) => group.wishes);
    const words = wishes.map(({ text }) => text);
    const lists = groups.map((group) => group.wishes.flatMap((wish) => textsOf(parts, wish)));
    const values =
      filter === 'niches'
        ? narrowest(parts, groups)
        : filter === 'hashtags' || filter === 'uniqueId'
          ? lists.flat()
          : (common(lists) ?? (filter === 'mainAudienceAge' ? lists.flat() : undefined));
    if (values === undefined) refused.push(words.join(', '));
    // an audience of women and men is any audience
    else if (!(filter === 'mainAudienceGender' && new Set(values).size > 1)) {
      const [first] = wishes;
      if (first) found.push({ words, filters: anyOf(filterNameOf(parts, first), values), without: [] });
    }
  }
  for (const { wishes } of wanted)
    for (const wish of wishes)
      if (!wish.texts && !wish.isWeak)
        found.push({ words: [wish.text], filters: [...wish.conditions], without: [] });
  return found;
}

/** The narrowest of several lists that stand apart: `Milan` and `Italy`; undefined if they exclude each other. */
function common(lists: readonly string[][]): string[] | undefined {
  const [first = [], ...rest] = lists;
  return rest.reduce<string[] | undefined>((values, list) => {
    if (!values) return undefined;
    if (list.every((each) => values.includes(each))) return list;
    return values.every((each) => list.includes(each)) ? values : undefined;
  }, first);
}

/** Yoga among fitness creators is yoga, but `finance and investing` is both. */
function narrowest(parts: Parts, groups: readonly Group[]): string[] {
  const wishes = groups.flatMap((group) => group.wishes);
  const slugs = slugsOf(wishes);
  const wide = new Set(slugs.map((slug) => parts.lexicon.wider.get(slug)));
  const joined = groups.flatMap((group) => (group.isJoined ? slugsOf(group.wishes) : []));
  const [first] = wishes;
  return first
    ? textsOf(parts, { ...first, texts: slugs.filter((slug) => !wide.has(slug) || joined.includes(slug)) })
    : [];
}

/** No filter can exclude a part of what is asked for: in `Spain, but not Madrid` both mean Spain. */
function excludesWanted(
  parts: Parts,
  { filter, city }: Wish,
  texts: readonly string[],
  wanted: readonly Group[],
): boolean {
  const same = wanted.flatMap(({ wishes }) => wishes).filter((wish) => wish.filter === filter);
  const values = same.flatMap((wish) => textsOf(parts, wish));
  if (values.length === 0) return false;
  return city || filter === 'niches'
    ? values.some((each) => texts.includes(each))
    : values.every((each) => texts.includes(each));
}

/** A size such as `micro`, unless a number of followers says more; where the two exclude each other, neither counts. */
function readSizes(
  parts: Parts,
  wanted: readonly Group[],
  found: ReadConstraint[],
  refused: string[],
  dropped: string[],
): void {
  const sizes = wanted.flatMap(({ wishes }) => wishes).filter(({ isWeak }) => isWeak);
  if (sizes.length === 0) return;
  const name = filterOf(parts.naming, 'followers') ?? '';
  const words = sizes.map(({ text }) => text);
  const bound = (op: '>' | '<', conditions: readonly QueryCondition[]): number[] =>
    conditions.flatMap((each) => (each.op === op && each.filterName === name ? [Number(each.value)] : []));
  const lower = Math.min(...sizes.map(({ conditions }) => bound('>', conditions)[0] ?? -1));
  const upper = Math.max(
    ...sizes.map(({ conditions }) => bound('<', conditions)[0] ?? Number.POSITIVE_INFINITY),
  );
  const said = found.flatMap(({ filters }) => filters).filter(({ filterName }) => filterName === name);
  if (said.length === 0)
    found.push({
      words,
      filters: [
        ...(lower >= 0 ? [{ filterName: name, op: '>' as const, value: lower }] : []),
        ...(Number.isFinite(upper) ? [{ filterName: name, op: '<' as const, value: upper }] : []),
      ],
      without: [],
    });
  else if (
    Math.max(...bound('>', said), -1) >= upper ||
    Math.min(...bound('<', said), Number.POSITIVE_INFINITY) <= lower
  )
    refused.push(words.join(', '));
  else dropped.push(...words);
}

/** Two lower bounds of one figure, or nothing between a lower and an upper one. */
function contradictions(found: readonly ReadConstraint[]): string[] {
  const all = found.flatMap(({ words, filters }) => filters.map((filter) => ({ words, ...filter })));
  return all.flatMap((one, at) =>
    all
      .slice(0, at)
      .some(
        (other) =>
          one.filterName === other.filterName &&
          one.words !== other.words &&
          (typeof one.value === 'number' && typeof other.value === 'number'
            ? one.op === other.op
              ? one.value !== other.value
              : one.op === '>'
                ? one.value >= other.value
                : one.value <= other.value
            : one.op === '=' && other.op === '=' && one.value !== other.value),
      )
      ? [one.words.join(', ')]
      : [],
  );
}
