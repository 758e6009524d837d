import { type Figure, filterOf, type Item, type Statistic } from './items.ts';
import type { Parts } from './parts.ts';
import { isMonth } from './periods.ts';

/** Reads orders: `sorted by median views, lowest first`, `most followers`, `biggest first`, `top 10`. */
export function readOrder(parts: Parts): void {
  for (const [place, item] of [...parts.of('sort')]) readSort(parts, place, item.text);
  for (const [place, item] of [...parts.of('rank')]) readRank(parts, place, item.desc);
  for (const [place, { figure, desc, text }] of [...parts.of('order')]) {
    // `sorted by views, smallest first`
    const sorted = parts.items.slice(0, place).find((each) => each.kind === 'sorted');
    if (sorted?.kind === 'sorted' && / first$/.test(text)) {
      sorted.desc = desc;
      parts.take(place);
    } else if (text === 'newest' && parts.is(place + 1, 'creator'))
      parts.refuse([place + 1], place, 'no filter knows how old an account is');
    else put(parts, [], place, figure, desc);
  }
  for (const [place] of [...parts.of('top')]) put(parts, [], place, 'followers', true, undefined, true);
  for (const [place, item] of [...parts.of('direction')]) {
    const sorted = parts.items.find((each) => each.kind === 'sorted' && !each.isWeak);
    if (sorted?.kind === 'sorted') {
      sorted.desc = item.desc;
      parts.take(place);
    } else parts.refuse([], place, 'it is not said what the order is by');
  }
  for (const [place] of [...parts.of('first')]) readFirst(parts, place);
}

/** `biggest accounts first`, `newest post first`; any other `first` is an order that nobody knows. */
function readFirst(parts: Parts, place: number): void {
  const before = parts.before(place, 'creator', 'content', 'figure');
  const said = parts.at(before);
  if (said?.kind === 'sorted') parts.take(place);
  else if (said?.kind === 'active' && /^(?:newest|latest|most recent)/.test(said.text))
    put(parts, [before], place, 'lastPublished', true);
  else
    parts.refuse(said && !parts.is(before, 'comma', 'stop') ? [before] : [], place, 'no order is named so');
}

/** `sort by`, `ranked by average likes`; a `by` alone counts only before a figure. */
function readSort(parts: Parts, place: number, text: string): void {
  const next = parts.after(place, 'colon', 'rank', 'direction', 'sort');
  const [figure, statistic, places] = figureAt(parts, next);
  if (figure) {
    const rank = parts.items.slice(place, next).find(({ kind }) => kind === 'rank' || kind === 'direction') as
      | { desc?: boolean }
      | undefined;
    const passed = Array.from({ length: next - place }, (_, at) => place + at).filter((each) =>
      parts.is(each, 'rank', 'direction', 'sort'),
    );
    put(parts, [...passed, ...places], place, figure, rank?.desc ?? figure !== 'name', statistic);
  } else if (parts.is(next, 'order', 'top') || (next > place + 1 && parts.is(next - 1, 'rank')))
    parts.take(place);
  else if (text === 'by' || text === 'order' || text === 'rank' || text === 'ranking')
    parts.items[place] = { kind: 'glue', text };
  else if (parts.is(parts.before(place), 'order') || parts.is(parts.before(place), 'sorted'))
    parts.take(place);
  else
    parts.refuse(
      [next].filter((each) => parts.at(each)),
      place,
      'no figure is named so',
    );
}

/** `most followers`, `the highest average views`. */
function readRank(parts: Parts, place: number, desc: boolean): void {
  if (!parts.is(place, 'rank')) return;
  const [figure, statistic, places] = figureAt(parts, parts.after(place));
  if (figure) put(parts, places, place, figure, desc, statistic);
  else if (desc && parts.at(place)?.text === 'best') put(parts, [], place, 'score', true);
  else parts.refuse([], place, 'it is not said of what');
}

function figureAt(parts: Parts, place: number): [Figure | undefined, Statistic | undefined, number[]] {
  const item = parts.at(place);
  if (item?.kind === 'statistic') {
    const [figure, , places] = figureAt(parts, parts.after(place));
    return [figure, item.statistic, [place, ...places]];
  }
  if (item?.kind === 'figure') {
    const after = parts.after(place, 'per', 'content');
    const said = parts.at(after);
    return said?.kind === 'statistic'
      ? [item.figure, said.statistic, [place, after]]
      : [item.figure, undefined, [place]];
  }
  if (item?.kind === 'content') return ['contents', undefined, [place]];
  if (item?.kind === 'active') return ['activity', undefined, [place]];
  if (item?.kind === 'growing') return ['growth', undefined, [place]];
  return [undefined, undefined, []];
}

/** The month of `grew fastest this month`. */
const monthBeside = (parts: Parts, place: number, figure: Figure): number[] =>
  figure === 'growth'
    ? [parts.after(place, 'figure'), parts.before(place)].filter((each) => {
        const item = parts.at(each);
        return item?.kind === 'span' && isMonth(item.days);
      })
    : [];

function put(
  parts: Parts,
  places: readonly number[],
  at: number,
  figure: Figure,
  desc: boolean,
  statistic?: Statistic,
  isWeak = false,
): void {
  const sortBy = filterOf(parts.naming, figure, statistic);
  const text = parts.words(Math.min(at, ...places), Math.max(at, ...places) + 1);
  const item: Item =
    sortBy === undefined ? { kind: 'refused', text } : { kind: 'sorted', text, sortBy, desc, isWeak };
  parts.put([...places, ...monthBeside(parts, Math.max(at, ...places), figure)], at, item);
}
