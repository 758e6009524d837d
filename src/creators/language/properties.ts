import { filterOf, type ItemOf, type QueryCondition } from './items.ts';
import { maxReach, type Parts, textWish } from './parts.ts';
import { isMonth, publishedWithin } from './periods.ts';

/** Reads what needs no number: niches, badges, sponsors, activity, growth, sizes, hashtags, handles, brands. */
export function readProperties(parts: Parts): void {
  readLikeness(parts);
  readBrands(parts);
  readGrowth(parts);
  readActivity(parts);
  readFlags(parts);
  readSizes(parts);
  for (const [place, { text }] of [...parts.of('tag')]) parts.wish([], place, textWish('hashtags', [text]));
  for (const [place, { text }] of [...parts.of('handle')]) {
    const handle = parts.naming.platform === 'tube' ? text : text.slice(1);
    parts.wish([], place, textWish('uniqueId', [handle]));
  }
  for (const [place, { slugs }] of [...parts.of('niche')])
    parts.wish([], place, { subject: 'niches', filter: 'niches', texts: slugs, conditions: [] });
  for (const [place, { text }] of [...parts.of('here')])
    if (parts.items.some((item) => item.kind === 'wish' && item.subject === 'country'))
      parts.items[place] = { kind: 'harmless', text };
    else parts.refuse([], place, 'nothing says where that is');
  for (const [place] of [...parts.of('unsupported', 'named', 'stands')])
    parts.refuse([], place, 'no filter knows it');
  refuseVagueFigures(parts);
}

/** `more likes than followers`, `lots of views`: a filter needs a number. */
function refuseVagueFigures(parts: Parts): void {
  for (const [place] of [...parts.of('figure')]) {
    const before = parts.at(place - 1);
    if (before?.kind !== 'harmless' || !vague.test(before.text)) continue;
    const than = parts.at(place + 1)?.text;
    const isCompared = (than === 'than' || than === 'then' || than === 'as') && parts.is(place + 2, 'figure');
    parts.refuse(
      isCompared ? [place - 1, place + 1, place + 2] : [place - 1],
      place,
      'it is not said how many',
    );
  }
}

const vague =
  /^(?:more|many|much|little|few|several|various|(?:a )?lots?(?: of)?|plenty(?: of)?|good|great|decent|nice|amazing|solid|strong|real)$/;

/** `like @someone`, `similar to Marlizen`, `bigger than @someone`: nobody is like somebody. */
function readLikeness(parts: Parts): void {
  for (const [place] of [...parts.of('like')]) {
    const next = parts.after(place);
    if (parts.is(next, 'handle', 'brand', 'word', 'creator'))
      parts.refuse([next], place, 'likeness to somebody is no filter');
    else if (parts.is(next, 'niche', 'place', 'range', 'content', 'wish', 'tag')) parts.take(place);
    else if (parts.is(next, 'stop', 'comma') || parts.at(next) === undefined) parts.take(place);
    else parts.refuse([], place, 'likeness to somebody is no filter');
  }
  for (const [place] of [...parts.of('compare')]) {
    const next = parts.after(place);
    if (parts.is(next, 'handle', 'brand'))
      parts.refuse([next], place, 'a comparison with somebody is no filter');
  }
}

/** `sponsored by Vesnilo`: the creators whom the brand sponsors. Elsewhere a brand is who writes. */
function readBrands(parts: Parts): void {
  for (const [place, { key }] of [...parts.of('brand')]) {
    const before = parts.before(place);
    const after = parts.after(place, 'harmless');
    const listed = parts.before(place, 'comma', 'and', 'or');
    if (listed < before && isSponsorship(parts, listed))
      parts.wish([], place, textWish('uniqueId', parts.lexicon.sponsoredBy(key, parts.naming.platform)));
    else if (parts.is(before, 'sponsorOf', 'sponsored'))
      parts.wish(
        [before],
        place,
        textWish('uniqueId', parts.lexicon.sponsoredBy(key, parts.naming.platform)),
      );
    else if (parts.is(after, 'sponsorOf', 'sponsored'))
      parts.wish([after], place, textWish('uniqueId', parts.lexicon.sponsoredBy(key, parts.naming.platform)));
    else parts.items[place] = { kind: 'aside', text: parts.at(place)?.text ?? '' };
  }
  for (const [place, { text }] of [...parts.of('sponsorOf')])
    if (
      /^(?:anyone|anybody|someone|somebody|others?|brands?)$/.test(
        parts.at(parts.after(place))?.text ?? '',
      ) &&
      / by$| with$/.test(text)
    )
      parts.put([parts.after(place)], place, { kind: 'sponsored', yes: true, text });
    else if (parts.is(parts.after(place), 'creator', 'word') || !/^sponsored|promot|advertis/.test(text))
      parts.refuse([], place, 'this world has no such brand');
    else parts.items[place] = { kind: 'sponsored', yes: true, text };
}

/** `sponsored by Vesnilo or Marlizen`: the wish before the second brand. */
const isSponsorship = (parts: Parts, place: number): boolean => {
  const item = parts.at(place);
  return item?.kind === 'wish' && item.subject === 'uniqueId' && !item.text.startsWith('@');
};

/** Growth without a number is above 2 % in 30 days (assumed: nls-words). */
function readGrowth(parts: Parts): void {
  const name = filterOf(parts.naming, 'growth') as string;
  for (const [place, { yes, text }] of [...parts.of('growing')]) {
    // `fast-growing, growth above 5%`: the figure says more
    if (yes && !parts.is(parts.before(place), 'not', 'notList') && saysGrowth(parts, name)) {
      parts.items[place] = { kind: 'harmless', text };
      continue;
    }
    const span = [parts.after(place, 'figure'), parts.before(place)].find((each) => parts.is(each, 'span'));
    const days = span === undefined ? 30 : (parts.at(span) as ItemOf<'span'>).days;
    const figures = [place + 1, place + 2].filter((each) => parts.is(each, 'figure'));
    if (!isMonth(days)) parts.refuse(span === undefined ? [] : [span], place, 'growth is known for 30 days');
    else {
      const bound = /positive/.test(text) ? 0 : yes ? 0.02 : 0;
      const above: QueryCondition = { filterName: name, op: '>', value: bound };
      const below: QueryCondition = { filterName: name, op: '<', value: yes ? bound + 0.0001 : 0 };
      const [is, isNot]: QueryCondition[] = yes ? [above, below] : [below, { ...above, value: -0.0001 }];
      parts.wish([...(span === undefined ? [] : [span]), ...figures], place, {
        subject: name,
        conditions: is ? [is] : [],
        ...(isNot && { otherwise: [isNot] }),
      });
    }
  }
}

/** A growth that is read already, and is none of the excluded ones. */
const saysGrowth = (parts: Parts, name: string): boolean =>
  [...parts.of('wish')].some(
    ([
      place,
      {
        subject,
        conditions: [first],
      },
    ]) =>
      subject === name &&
      first?.op === '>' &&
      Number(first.value) >= 0 &&
      /\d/.test(parts.at(place)?.text ?? '') &&
      !parts.is(parts.before(place), 'not', 'notList'),
  );

/** Words that mean activity by themselves; others, such as `post`, only beside a time. */
const saysActive =
  /^(?:active|active account|been active|still posting|recent activity|recent post|fresh content|new content|been posting)$/;

/** Active: published within 30 days, or the time that the text names; inactive: not within 90 (assumed: nls-words). */
function readActivity(parts: Parts): void {
  for (const [place] of [...parts.of('often')]) {
    const before = parts.before(place);
    const compare = parts.at(before);
    if (compare?.kind === 'compare' && (compare.compare === 'atLeast' || compare.compare === 'about'))
      parts.take(before);
  }
  // `haven't posted ads`
  for (const [place, { yes, text }] of [...parts.of('active')])
    if (!yes && parts.is(place + 1, 'sponsored')) parts.items[place] = { kind: 'not', text };
  for (const [place, item] of [...parts.of('active')]) {
    if (!parts.is(place, 'active')) continue;
    const near = [
      parts.after(place, 'content', 'per', 'colon', 'times', 'active', 'compare', 'platform'),
      parts.before(place, 'content', 'creator', 'active', 'times'),
    ];
    const often = near.find((each) => parts.is(each, 'often', 'steady'));
    const span = near.find((each) => parts.is(each, 'span'));
    if (
      item.yes &&
      span !== undefined &&
      span > place &&
      parts.items.slice(place, span).some(({ text }) => text === 'for')
    ) {
      parts.refuse([span], place);
      continue;
    }
    const days = span === undefined ? (item.yes ? 30 : 90) : (parts.at(span) as ItemOf<'span'>).days;
    const places = span === undefined ? [] : [span];
    for (const each of near)
      for (let at = Math.min(each, place) + 1; at < Math.max(each, place); at++)
        if (parts.is(at, 'active') && (each === span || each === often)) places.push(at);
    const said = parts.at(often ?? -1);
    if (said?.kind === 'often') parts.wish([often as number], place, frequency(said.perMonth));
    else if (span !== undefined || !item.yes || saysActive.test(item.text) || said) {
      const { conditions, otherwise } = publishedWithin(parts, Math.abs(days));
      const isActive = item.yes && days > 0;
      parts.wish([...places, ...(said ? [often as number] : [])], place, {
        subject: 'lastPublishTime',
        conditions: isActive ? conditions : otherwise,
        otherwise: isActive ? otherwise : conditions,
      });
    } else
      parts.items[place] = {
        kind: /^posts?$|^uploads?$/.test(item.text) ? 'content' : 'glue',
        content: 'posts',
        text: item.text,
      } as never;
  }
  for (const [place, { perMonth, text }] of [...parts.of('often')])
    if (isOfContents(parts, place)) parts.wish([], place, frequency(perMonth));
    else if (parts.is(place + 1, 'niche', 'wish')) parts.items[place] = { kind: 'harmless', text };
    else parts.refuse([], place);
  for (const [place, { days, text }] of [...parts.of('span')])
    if (/recently|lately|currently|these days|right now|moment/.test(text))
      parts.items[place] = { kind: 'harmless', text };
    else if (
      (parts.items.some(({ kind }) => kind === 'tag') || parts.is(parts.before(place), 'content')) &&
      days > 0
    ) {
      const { conditions, otherwise } = publishedWithin(parts, days);
      parts.wish([], place, { subject: 'lastPublishTime', conditions, otherwise });
    } else parts.refuse([], place);
}

/** Whether the clause speaks of posting. */
function isOfContents(parts: Parts, place: number): boolean {
  for (const step of [-1, 1])
    for (
      let at = place + step;
      Math.abs(at - place) < maxReach && parts.at(at) && !parts.is(at, 'comma', 'stop', 'contrast');
      at += step
    )
      if (parts.is(at, 'content', 'active')) return true;
  return false;
}

/** So many contents in 30 days, at least; daily with a day of grace. */
const frequency = (perMonth: number) => ({
  subject: 'contentsIn30Days',
  conditions: [
    {
      filterName: 'contentsIn30Days',
      op: '>' as const,
      value: Math.round(perMonth) - (perMonth >= 29 ? 2 : 1),
    },
  ],
});

function readFlags(parts: Parts): void {
  for (const [place, { kind, yes }] of [...parts.of('verified', 'sponsored')]) {
    const filterName = kind === 'verified' ? 'isAccountVerified' : 'hasSponsors';
    const flag = (value: boolean): QueryCondition[] => [{ filterName, op: '=', value }];
    parts.wish([], place, { subject: filterName, conditions: flag(yes), otherwise: flag(!yes) });
  }
  const rate = filterOf(parts.naming, 'engagement') as string;
  for (const [place, { yes }] of [...parts.of('lively')]) {
    const [high, low]: QueryCondition[][] = [
      [{ filterName: rate, op: '>', value: 0.03 }],
      [{ filterName: rate, op: '<', value: 0.0301 }],
    ];
    parts.wish([], place, {
      subject: rate,
      conditions: (yes ? high : low) as QueryCondition[],
      otherwise: (yes ? low : high) as QueryCondition[],
    });
  }
}

/** Micro, mid-tier, small: sizes in followers, which a number overrules (assumed: nls-sizes). */
function readSizes(parts: Parts): void {
  const name = filterOf(parts.naming, 'followers') as string;
  for (const [place, { from, to }] of [...parts.of('size')])
    parts.wish(parts.is(place + 1, 'figure') ? [place + 1] : [], place, {
      subject: 'size',
      isWeak: true,
      conditions: [
        ...(from > 0 ? [{ filterName: name, op: '>' as const, value: from - 1 }] : []),
        ...(Number.isFinite(to) ? [{ filterName: name, op: '<' as const, value: to + 1 }] : []),
      ],
    });
}
