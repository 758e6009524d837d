import { isNear, readAge } from './ages.ts';
import { eachOf, universalAt } from './each-content.ts';
import { type Figure, filterOf, type ItemOf, isRate, type NumberRange, type Statistic } from './items.ts';
import { boundsOf, type Parts } from './parts.ts';
import { isMonth, readPeriod, readUploads } from './periods.ts';

type Range = ItemOf<'range'>;

/** The readers of a range, in this order; the first that fits reads it. */
const uses: readonly ((parts: Parts, place: number, range: Range) => boolean)[] = [
  readMoney,
  readCountOf,
  readPeriod,
  readAge,
  readShare,
  readFigure,
  readUploads,
  readCount,
  readBareFollowers,
];

/** Reads every range: as a count, a time, an age, a share of the audience or a figure. */
export function readFigures(parts: Parts): void {
  for (const [place, range] of [...parts.of('range')])
    if (parts.is(place, 'range') && !uses.some((use) => use(parts, place, range))) parts.refuse([], place);
}

function readMoney(parts: Parts, place: number, range: Range): boolean {
  if (!range.money && !parts.is(place + 1, 'stands')) return false;
  parts.refuse([place + 1], place, 'no filter knows prices');
  return true;
}

/** `top 10`, `the first 15`, `10 results`. */
function readCountOf(parts: Parts, place: number, range: Range): boolean {
  const before = parts.before(place);
  if (!parts.is(before, 'top', 'first') || !isCount(range)) return false;
  parts.put(parts.is(before, 'first') ? [before] : [], place, countItem(range));
  return true;
}

/** Creators to list; a search lists at most 100, /nls 20. */
const isCount = ({ from, to, percent, small }: Range): boolean => {
  const count = to ?? from ?? 0;
  // About 12 is the range from 9.6 to 14.4.
  return small && !percent && count > 0 && (isWhole(count) || isWhole((count + (from ?? 0)) / 2));
};
const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-9;
const countItem = ({ from, to, openTo, text }: Range) =>
  ({
    kind: 'count',
    text,
    count:
      Math.round(
        ((to ?? from ?? 1) +
          (/about|around|roughly|approx|some|circa|~/.test(text) ? (from ?? 0) : (to ?? from ?? 1))) /
          2,
      ) - (openTo ? 1 : 0),
  }) as const;

/** `over 60% women`, `female audience above 70%`. */
function readShare(parts: Parts, place: number, range: Range): boolean {
  if (!range.percent) return false;
  const passed = ['audience', 'mostly', 'colon', 'between'] as const;
  const after = parts.after(place, ...passed, 'figure');
  const near = parts.before(place, ...passed);
  const before = parts.at(near)?.text === '(' ? parts.before(near, ...passed) : near;
  const at = parts.is(after, 'gender') ? after : parts.is(before, 'gender') ? before : undefined;
  const gender = parts.at(at ?? -1);
  if (gender?.kind === 'gender' && !(at === before && parts.is(after, 'figure'))) {
    const between = passedPlaces(place, at ?? place).filter((each) => parts.is(each, 'mostly'));
    parts.wish([at ?? place, ...between], place, {
      subject: gender.gender,
      conditions: boundsOf(
        gender.gender === 'female' ? 'audienceFemaleRatio' : 'audienceMaleRatio',
        range,
        true,
      ),
    });
    return true;
  }
  if (
    parts.is(after, 'place') ||
    (parts.is(before, 'place') && isNear(parts, place, 'audience') && !parts.is(after, 'figure'))
  ) {
    if (!parts.is(before, 'figure', 'growing')) {
      parts.refuse([], place, 'no filter knows how large a part of an audience is in a country');
      return true;
    }
  }
  return false;
}

const passedPlaces = (one: number, other: number): number[] =>
  Array.from({ length: Math.abs(one - other) }, (_, at) => Math.min(one, other) + at);

/** `10k followers`, `engagement above 4%`, `1,000 likes on average`, `median views of 5k`. */
function readFigure(parts: Parts, place: number, range: Range): boolean {
  const right = figureOn(parts, place, 1);
  const left = figureOn(parts, place, -1);
  const grown = grownOn(parts, place, range);
  const beside = choose(parts, place, range, left, right);
  const gained = range.percent && beside?.figure === 'followers' && parts.at(place - 1)?.text === '+';
  // `+5% followers`
  if (gained) beside.figure = 'growth';
  // `gained 5% followers`
  const chosen =
    range.percent && grown && (!beside || beside.figure === 'followers')
      ? { ...grown, places: [...grown.places, ...(beside?.places ?? [])] }
      : (beside ?? grown);
  if (!chosen) return false;
  const { figure, places } = chosen;
  const universal = universalAt(parts, place, range);
  const each = chosen.statistic ? undefined : eachOf(parts, range, figure, universal);
  const statistic = chosen.statistic ?? (each === 'unknown' ? 'avg' : (each ?? 'avg'));
  const filter = filterOf(namingAt(parts, places, place), figure, statistic);
  const last = Math.max(place, ...places);
  // `1m plays a month`
  const isPerTime =
    !/rowth$/.test(figure) &&
    parts.is(last + 2, 'unit') &&
    /^(?:a|per|each|every|\/)$/.test(parts.at(last + 1)?.text ?? '');
  const isLoss = grown?.isLoss && /rowth$/.test(figure);
  const isWrong =
    filter === undefined ||
    (each !== undefined && (each === 'unknown' || isRate(figure))) ||
    isPerTime ||
    (range.percent !== isRate(figure) && !(isRate(figure) && isFraction(range))) ||
    (figure === 'followers' && grown && grown.places.some((each) => Math.abs(each - place) <= 2));
  const around = [
    ...places,
    ...universal.filter((at) => parts.is(at, 'always')),
    ...perContent(parts, Math.max(place, ...places)),
    ...growthPeriod(parts, place, places, figure),
  ];
  if (isWrong)
    parts.refuse(
      around,
      place,
      filter === undefined ? `${parts.naming.platform} has no such figure` : undefined,
    );
  else
    parts.wish(around, place, {
      subject: filter,
      conditions: boundsOf(filter, isLoss ? lost(range) : range, isRate(figure)),
    });
  return true;
}

/** Lost more than 5 %: a growth below -5 %. */
const lost = ({ from, to, openFrom, openTo, ...rest }: NumberRange): NumberRange => ({
  ...rest,
  ...(from !== undefined && { to: -from, ...(openFrom && { openTo: true }) }),
  ...(to !== undefined && { from: -to, ...(openTo && { openFrom: true }) }),
});

interface Chosen {
  isLoss?: boolean;
  figure: Figure;
  places: number[];
  statistic?: Statistic;
}

const isFraction = ({ from = 0, to = 0 }: NumberRange): boolean => from < 1 && to < 1;

/** The figure beside a range, and the places of its words. */
function figureOn(parts: Parts, place: number, step: 1 | -1): Chosen | undefined {
  const places: number[] = [];
  let statistic: Statistic | undefined;
  for (let at = place + step, passed = 0; passed < 8; at += step, passed++) {
    const item = parts.at(at);
    if (item?.kind === 'figure') {
      const beyond = parts.at(at + step);
      if (beyond?.kind === 'statistic') {
        statistic ??= beyond.statistic;
        places.push(at + step);
      } else if ((step === 1 && parts.is(at + 1, 'content', 'per')) || parts.is(at + 1, 'glue')) {
        const late = parts.after(at, 'content', 'per');
        const said = parts.at(late);
        if (said?.kind === 'statistic') {
          statistic ??= said.statistic;
          places.push(late);
        }
      } else if (step === -1) {
        const early = parts.before(at, 'content', 'per');
        const said = parts.at(early);
        if (said?.kind === 'statistic') {
          statistic ??= said.statistic;
          places.push(early);
        }
      }
      const before = parts.before(place);
      const led = parts.at(before);
      // `a median of 10,000 views`
      if (step === 1 && statistic === undefined && led?.kind === 'statistic')
        return { figure: item.figure, places: [...places, at, before], statistic: led.statistic };
      return { figure: item.figure, places: [...places, at], ...(statistic && { statistic }) };
    }
    if (item?.kind === 'lively' && step === -1) return { figure: 'engagement', places: [...places, at] };
    if (item?.kind === 'statistic') {
      statistic = item.statistic;
      places.push(at);
    } else if (item?.kind === 'unit' && step === 1 && parts.is(at + 1, 'figure')) places.push(at);
    else if (step === -1 && (item?.text === '(' || item?.text === '/' || item?.kind === 'audience')) continue;
    else if (
      !item ||
      ![
        'glue',
        'harmless',
        'content',
        'taken',
        'colon',
        'per',
        'mostly',
        'to',
        'ask',
        'platform',
        'always',
      ].includes(item.kind)
    )
      return undefined;
  }
  return undefined;
}

/** Between a figure on the left and one on the right: `followers over 10k`, but `ER 3%, 10k followers`. */
function choose(
  parts: Parts,
  place: number,
  range: Range,
  left: Chosen | undefined,
  right: Chosen | undefined,
): Chosen | undefined {
  if (!left || !right) return left ?? right;
  const isRightOfNext = figureOn2(parts, right) && (range.led || parts.is(place - 1, 'colon'));
  if (range.percent !== isRate(right.figure) && range.percent === isRate(left.figure)) return left;
  if (range.percent !== isRate(left.figure) && range.percent === isRate(right.figure)) return right;
  return isRightOfNext ? left : right;
}

/** Whether a further range follows the figure, which may be its own. */
const figureOn2 = (parts: Parts, { places }: Chosen): boolean =>
  parts.is(parts.after(Math.max(...places), 'colon', 'per', 'content', 'statistic'), 'range');

/** Figures of short videos, where the words beside the number say so. */
function namingAt(parts: Parts, places: readonly number[], place: number): Parts['naming'] {
  const [from, to] = [Math.min(place, ...places) - 4, Math.max(place, ...places) + 4];
  let content: string | undefined;
  for (let at = from; at <= to; at++) {
    const item = parts.at(at);
    if (item?.kind === 'content')
      content = at <= Math.max(place, ...places) ? item.content : (content ?? item.content);
    if (item?.kind === 'stop' || item?.kind === 'comma' || item?.kind === 'wish')
      if (at < Math.min(place, ...places)) content = undefined;
      else break;
  }
  return { ...parts.naming, shorts: content === 'shorts' || (content === undefined && parts.naming.shorts) };
}

/** `per video`, `a post` behind a figure. */
function perContent(parts: Parts, place: number): number[] {
  const next = parts.after(place, 'per');
  return parts.is(next, 'content') &&
    (parts.is(next - 1, 'per') || /^(?:a|per|each)$/.test(parts.at(next - 1)?.text ?? ''))
    ? [next - 1, next]
    : [];
}

const growthOf: Partial<Record<Figure, Figure>> = {
  engagement: 'engagementGrowth',
  views: 'viewGrowth',
  likes: 'likeGrowth',
  comments: 'commentGrowth',
};

/** `grew by more than 5%`, `growing 10% a month`. */
function grownOn(parts: Parts, place: number, { percent }: Range): Chosen | undefined {
  for (const near of [parts.before(place, 'figure', 'statistic', 'sort'), parts.after(place, 'figure')]) {
    const item = parts.at(near);
    if (item?.kind !== 'growing') continue;
    const of = parts.before(near, 'content');
    const said = parts.at(of);
    const grows = said?.kind === 'figure' && percent ? growthOf[said.figure] : undefined;
    return { figure: grows ?? 'growth', places: [near, ...(grows ? [of] : [])], isLoss: !item.yes };
  }
  return undefined;
}

/** The month that growth is measured in, where a text says so. */
function growthPeriod(parts: Parts, place: number, places: readonly number[], figure: Figure): number[] {
  if (!/rowth$/.test(figure)) return [];
  const next = parts.after(Math.max(place, ...places), 'within', 'per', 'figure');
  const item = parts.at(next);
  if (item?.kind === 'range' && parts.is(next + 1, 'unit')) {
    const unit = parts.at(next + 1) as ItemOf<'unit'>;
    return isMonth((item.from ?? item.to ?? 0) * unit.days)
      ? [parts.before(next), next, next + 1].filter((each) => parts.is(each, 'within', 'range', 'unit'))
      : [];
  }
  return (item?.kind === 'unit' || item?.kind === 'span') && isMonth(item.days)
    ? [next]
    : item?.kind === 'often' && item.perMonth === 1
      ? [next]
      : [];
}

/** `15 food creators`, `5 comedians`: a number and, in the same noun phrase, people (assumed: nls-count). */
function readCount(parts: Parts, place: number, range: Range): boolean {
  if (!isCount(range) || (range.from !== undefined && range.to === undefined && range.openFrom)) return false;
  if (
    /^(?:with|have|has|having)$/.test(parts.at(place - 1)?.text ?? '') &&
    !parts.items.slice(place, place + 4).some(({ kind }) => kind === 'creator')
  )
    return false;
  const described = [
    'niche',
    'place',
    'platform',
    'verified',
    'size',
    'gender',
    'language',
    'growing',
    'lively',
    'active',
    'and',
    'or',
    'sponsored',
    'not',
    'speaking',
    'order',
    'rank',
    'brand',
    'word',
    'direction',
  ] as const;
  const end = parts.after(place, ...described);
  const hasPeople =
    parts.is(end, 'creator') ||
    parts.items
      .slice(place, end)
      .some(
        ({ kind, text }) =>
          kind === 'niche' || kind === 'platform' || (kind === 'size' && text.includes(' ')),
      );
  const isAsked =
    /(?:^|\b(?:want|need|like|me|only|send|the|,))$/.test(parts.at(place - 1)?.text ?? '') &&
    (parts.is(place + 1, 'comma', 'stop') ||
      parts.at(place + 1) === undefined ||
      /^(?:of them|with|who|whose|that)\b/.test(parts.at(place + 1)?.text ?? ''));
  if (isAsked) {
    parts.put([], place, countItem(range));
    return true;
  }
  if (!hasPeople || parts.is(place + 1, 'comma', 'stop')) return false;
  parts.put([], place, countItem(range));
  return true;
}

/** `over 10k` and nothing else means followers (assumed: nls-numbers). */
function readBareFollowers(parts: Parts, place: number, range: Range): boolean {
  const next = parts.at(place + 1);
  if (parts.is(parts.before(place), 'content', 'statistic') || next?.kind === 'unsupported') return false;
  if ((next?.kind === 'glue' || next?.kind === 'harmless') && !endsFigure.test(next.text)) return false;
  if (range.percent || range.small || range.decade || parts.is(place + 1, 'word', 'times', 'unit', 'content'))
    return false;
  if (range.bare && (range.from ?? 0) >= 1900 && (range.from ?? 0) <= 2100 && !/[k,.]/.test(range.text))
    return false;
  const name = filterOf(parts.naming, 'followers') as string;
  parts.wish([], place, { subject: name, conditions: boundsOf(name, range, false) });
  return true;
}

/** The words that may follow a number without its figure. */
const endsFigure =
  /^(?:in|on|at|of them|for|with|who|that|which|whose|from|based|based in|and|is|are|please|pls|each|only|ideally|so|as|thanks|total|there|to|then|max|preferred|also|or|but|if|nearby|the|no|not|living in|located in|works|work|good|fine|perfect|ideal|plenty|range|count|amount|number)\b/;
