import type { Compare, Item, ItemOf, NumberRange } from './items.ts';
import type { Parts } from './parts.ts';
import { plainlyWritten } from './tokens.ts';

type NumberItem = ItemOf<'number'>;

const opposite: Readonly<Record<Compare, Compare>> = {
  above: 'atMost',
  atLeast: 'below',
  below: 'atLeast',
  atMost: 'above',
  about: 'about',
  exactly: 'exactly',
  older: 'younger',
  younger: 'older',
};

/** Reads numbers with their comparisons as ranges: `between 5k and 10k`, `5-10k`, `no more than 5k`, `10k+`. */
export function readRanges(parts: Parts): void {
  readLoneUnits(parts);
  // `sub-50k`
  for (const [place, { text }] of [...parts.of('figure')])
    if (
      text === 'sub' &&
      parts.is(place + 1, 'to', 'number') &&
      (parts.is(place + 2, 'number') || /^\d/.test(parts.at(place + 1)?.text ?? '')) &&
      !parts.is(place - 1, 'number')
    )
      parts.items.splice(place, parts.is(place + 1, 'to') ? 2 : 1, {
        kind: 'compare',
        text,
        compare: 'below',
      });
  partAfters(parts);
  // `more than once a week`
  for (const [place, { text, perMonth }] of [...parts.of('often')])
    if (text.startsWith('once ') && parts.is(parts.before(place), 'compare') && !isLeast(parts, place))
      parts.items.splice(
        place,
        1,
        { kind: 'once', text: 'once' },
        { kind: 'often', text: text.slice('once '.length), perMonth },
      );
  for (const [place, { kind, text }] of parts.of('once', 'twice')) {
    parts.items[place] = {
      ...plainNumber,
      text,
      value: kind === 'once' ? 1 : 2,
      digits: kind === 'once' ? 1 : 2,
    };
    parts.items.splice(place + 1, 0, { kind: 'times', text: '' });
  }
  for (let place = 0; place < parts.items.length; place++) {
    const item = parts.items[place];
    if (item?.kind === 'between') readBetween(parts, place);
    else if (item?.kind === 'compare') readCompared(parts, place, item.compare);
    else if (item?.kind === 'number') readBare(parts, place, item);
  }
  for (const [place, { text }] of [...parts.of('to')])
    parts.items[place] = { kind: /^[-–—]$/.test(text) ? 'comma' : 'glue', text };
  joinBounds(parts);
}

/** `at least once a week` is weekly (assumed: nls-words). */
const isLeast = (parts: Parts, place: number): boolean => {
  const before = parts.at(parts.before(place));
  return before?.kind === 'compare' && /^(?:atLeast|about)$/.test(before.compare);
};

/** `in the past week`: one of them. */
function readLoneUnits(parts: Parts): void {
  for (const [place, { days, text }] of [...parts.of('unit')])
    if (parts.is(place - 1, 'within'))
      parts.put([place - 1], place, { kind: 'span', days, text: `${parts.words(place - 1, place)} ${text}` });
}

/** `and fewer than 50k`, `and under 50k`: a further comparison; `10k and under` is one of the number before it. */
function partAfters(parts: Parts): void {
  for (const [place, { compare, text }] of [...parts.of('after')]) {
    const isThan = parts.at(place + 1)?.text === 'than';
    const next = parts.at(parts.after(place));
    if (!/^(?:and|or) /.test(text) || !(isThan || next?.kind === 'number')) continue;
    const opened: Compare = compare === 'atLeast' ? 'above' : 'below';
    parts.items.splice(
      place,
      1,
      text.startsWith('or') ? { kind: 'or', text: 'or' } : { kind: 'and', text: 'and' },
      { kind: 'compare', text: text.replace(/^\w+ /, ''), compare: opened },
    );
  }
}

const plainNumber = { kind: 'number', ...plainlyWritten } as const;

/** The next number, past words such as `a` or `of`. */
const numberAfter = (parts: Parts, place: number): number | undefined => {
  const next = parts.after(place);
  return next - place <= 4 && parts.is(next, 'number') ? next : undefined;
};

function readBetween(parts: Parts, place: number): void {
  const first = numberAfter(parts, place);
  if (first === undefined) {
    parts.items[place] = { kind: 'glue', text: parts.items[place]?.text ?? '' };
    return;
  }
  // `from 10k followers to 50k`
  const link = parts.after(first, 'figure');
  const second = parts.is(link, 'to', 'and') ? numberAfter(parts, link) : undefined;
  const [one, other] = [
    parts.at(first) as NumberItem,
    second === undefined ? undefined : (parts.at(second) as NumberItem),
  ];
  if (!other) {
    put(parts, place, first, boundsOf('atLeast', one), { led: true });
    return;
  }
  const figure = parts.items.slice(first, link).find(({ kind }) => kind === 'figure');
  put(parts, place, second as number, both(one, other), { led: true });
  if (figure) parts.items.splice(place + 1, 0, figure);
}

function readCompared(parts: Parts, place: number, compare: Compare): void {
  const next = numberAfter(parts, place) ?? numberBehindFigure(parts, place, compare);
  if (next === undefined) {
    if (prepositions.test(parts.at(place)?.text ?? ''))
      parts.items[place] = { kind: 'glue', text: parts.at(place)?.text ?? '' };
    return;
  }
  const number = parts.at(next) as NumberItem;
  // `not above 5k`, `isn't under 5k`
  const before = parts.before(place);
  const isNegated = parts.is(before, 'not') && place - before <= 3;
  const from = isNegated ? before : place;
  const link = next + 1;
  // `about 5 to 10k`
  if (compare === 'about' && parts.is(link, 'to')) {
    const second = numberAfter(parts, link);
    if (second !== undefined) {
      put(parts, from, second, both(number, parts.at(second) as NumberItem), { led: true });
      return;
    }
  }
  const figures = parts.items
    .slice(place + 1, next)
    .filter(({ kind }) => kind === 'figure' || kind === 'statistic');
  put(parts, from, next, boundsOf(isNegated ? opposite[compare] : compare, number), {
    led: true,
    aged: compare === 'older' || compare === 'younger',
  });
  parts.items.splice(from + 1, 0, ...figures);
}

/** `min engagement 3%` */
function numberBehindFigure(parts: Parts, place: number, compare: Compare): number | undefined {
  if (compare !== 'atLeast' && compare !== 'atMost') return undefined;
  const next = parts.after(place, 'figure', 'statistic', 'colon');
  return next - place <= 4 && parts.is(next, 'number') ? next : undefined;
}

/** Comparisons that mean something else without a number. */
const prepositions =
  /^(?:=|over|around|about|some|near|under|close to|up until|beyond|past the|clear|pass|cross|nearly|almost|anything from|starting from)$/;

function readBare(parts: Parts, place: number, number: NumberItem): void {
  const link = place + 1;
  if (parts.is(link, 'to')) {
    const second = numberAfter(parts, link);
    if (second !== undefined) {
      put(parts, place, second, both(number, parts.at(second) as NumberItem), {});
      return;
    }
  }
  const after = parts.at(link);
  if (after?.kind === 'after') {
    put(parts, place, link, boundsOf(after.compare, number), { aged: /old|young/.test(after.text) });
    return;
  }
  // `10,000 views or more`
  const late = parts.after(
    place,
    'figure',
    'statistic',
    'content',
    'per',
    'gender',
    'audience',
    'times',
    'unit',
    'platform',
  );
  const said = parts.at(late);
  if (
    late - place <= 7 &&
    (said?.kind === 'after' || (said?.kind === 'compare' && trailing.test(said.text) && !leads(parts, late)))
  ) {
    parts.take(late);
    put(parts, place, place, boundsOf(said.compare, number), {});
    return;
  }
  if (after?.kind === 'compare' && trailing.test(after.text) && !leads(parts, link)) {
    put(parts, place, link, boundsOf(after.compare, number), {});
    return;
  }
  put(parts, place, place, number.plus ? boundsOf('atLeast', number) : { from: number.value }, {
    bare: !number.plus,
  });
}

/** Comparisons that may stand behind their number: `3k min 20k max`. */
const trailing =
  /^(?:min|min\.|max|minimum|maximum|at least|at most|at minimum|at the very least|at a minimum)$/;
const leads = (parts: Parts, place: number): boolean => {
  const next = numberAfter(parts, place);
  return next !== undefined && !parts.is(next + 1, 'compare');
};

type Bounds = Pick<NumberRange, 'from' | 'to' | 'openFrom' | 'openTo'> & { numbers?: NumberItem[] };

function put(
  parts: Parts,
  from: number,
  to: number,
  bounds: Bounds,
  more: { led?: boolean; bare?: boolean; aged?: boolean },
): void {
  const numbers = parts.items.slice(from, to + 1).filter((item) => item.kind === 'number');
  const { numbers: _, ...limits } = bounds;
  parts.items.splice(from, to - from + 1, {
    kind: 'range',
    text: parts.words(from, to + 1),
    ...limits,
    percent: numbers.some(({ percent }) => percent),
    money: numbers.some(({ money }) => money),
    decade: numbers.some(({ decade }) => decade),
    small: numbers.every(({ value, magnitude }) => value < 1000 && magnitude === 1),
    bare: more.bare ?? false,
    led: more.led ?? false,
    aged: more.aged ?? false,
  });
}

/** `5-40k` is in thousands on both sides, `3-5%` in percent. */
function both(one: NumberItem, other: NumberItem): Bounds {
  const isShared = one.magnitude === 1 && other.magnitude > 1 && one.value < 1000;
  const [from = 0, to = 0] = [one.value * (isShared ? other.magnitude : 1), other.value].toSorted(
    (a, b) => a - b,
  );
  return { from, to };
}

function boundsOf(compare: Compare, { value }: NumberItem): Bounds {
  if (compare === 'above' || compare === 'older') return { from: value, openFrom: true };
  if (compare === 'atLeast') return { from: value };
  if (compare === 'below' || compare === 'younger') return { to: value, openTo: true };
  if (compare === 'atMost') return { to: value };
  if (compare === 'about') return { from: value * 0.8, to: value * 1.2 };
  return { from: value, to: value };
}

/** `over 5k but under 40k`, `min 5k, max 40k`: one range, where no figure stands between. */
function joinBounds(parts: Parts): void {
  for (const [place, one] of parts.of('range')) {
    const next = parts.after(place, 'comma', 'and', 'contrast', 'or');
    const other = parts.at(next);
    if (other?.kind !== 'range' || one.percent !== other.percent || one.small !== other.small) continue;
    const [lower, upper] = one.to === undefined ? [one, other] : [other, one];
    if (
      lower.from === undefined ||
      lower.to !== undefined ||
      upper.to === undefined ||
      upper.from !== undefined
    )
      continue;
    if (lower.bare || lower.from >= upper.to) continue;
    // each has its own figure: `views above 5k and fewer than 50k followers`
    if (
      parts.is(parts.before(place, 'colon', 'content', 'per', 'platform'), 'figure') &&
      parts.is(parts.after(next, 'statistic', 'content', 'platform'), 'figure')
    )
      continue;
    const joined: Item = {
      ...upper,
      ...lower,
      to: upper.to,
      ...(upper.openTo && { openTo: true }),
      text: parts.words(place, next + 1),
      led: one.led,
    };
    parts.items.splice(place, next - place + 1, joined);
  }
}
