import type { Item, ItemOf } from '../items.ts';
import { isRate, type Statistic } from '../meanings.ts';
import { type Found, itemIn, type Made, type Parts, type Rule, readAs } from '../parts.ts';
import type { NumberBounds } from '../readings.ts';
import { relatives } from '../words/joints.ts';
import { boundsOn, boundsReading, boundsWith, contradicts, isRateName } from './bounds.ts';
import { partWords, readGrowing } from './growth.ts';
import { superlatives } from './ranges.ts';

/** Reads numbers with the figure that each counts: `engagement above 4%`, `10k average views`. */
export const readFigures: Rule = (parts) => {
  const figure = (found: Found): Made | undefined => {
    const measure = itemIn(found, 'measure');
    const number = itemIn(found, 'number') as ItemOf<'number'>;
    // `under 25k whose views grew`: the number is that of another figure
    if (found.items[0] === number && found.items.some(({ text }) => relatives.has(text.split(' ')[0] ?? '')))
      return undefined;
    // `10 000 unbekannte Follower`: a word between may say the opposite
    // `the most likes: 5 dancers`
    if (number.bare && /r[gc]?$/.test(found.before) && found.items.at(-1) === number) return undefined;
    // `sorted by comments (7 accounts)`
    if (found.items.some(({ text }) => text === '(') && number.bare && /^[gtpPK]{0,3}i/.test(found.after))
      return undefined;
    // `en az takipçili 10 hesap`: the number counts creators
    const isLast = number.bare && number.small && found.items.at(-1) === number;
    const asksMost = [parts.items[found.at - 1], found.items[0]].some(
      (item) => item && superlatives.has(item.text),
    );
    if (isLast && asksMost && /^[gtvp=KPO]{0,4}[i?]/.test(found.after)) return undefined;
    if (number.bare && isOfAnotherFigure(found, found.items.indexOf(number))) return { kind: 'lost' };
    // `from some to 20k followers`
    const isEnd = number.bare && /\/g?$/.test(found.before);
    if (isEnd || contradicts(number, found)) return { kind: 'lost' };
    // `25 gazillion followers`: the unknown word may scale the number
    const isVague = number.small && found.items.some(({ kind }) => kind === 'word');
    if (isVague && /followers|views/.test(measure?.measure ?? '')) return { kind: 'lost' };
    // `10 Instagram followers`: creators, or thousands
    if (number.bare && number.value < 100 && !number.percent && measure?.measure === 'followers')
      return { kind: 'lost' };
    // `1m plays a month`: figures are those of one content
    if (/^(?:views|likes|comments)$/.test(measure?.measure ?? '') && /^g?(?:o|[e/j]g?u)/.test(found.after))
      return { kind: 'lost' };
    const name = measure ? measure.measure : 'followerGrowth';
    if (number.year && number.bare && /^contents/.test(name)) return { kind: 'lost' };
    const bounds = boundsWith(number, found);
    // `2 million views in total`: no filter counts likes or comments in total
    if (/views|likes|comments/.test(name) && saysTotal(parts, found))
      return boundsOn(parts, name === 'views' ? 'totalViews' : 'unknown', bounds);
    return boundsOn(
      measure?.form ? { platform: parts.platform, shorts: measure.form === 'shorts' } : parts,
      name,
      isRate(name) ? asRate(number, bounds) : bounds,
      statisticIn(found, number),
    );
  };
  // `female share of audience`
  parts.reduce(/Rg{0,2}f/g, (found) => {
    const measure = itemIn(found, 'measure')?.measure;
    return measure === 'women' || measure === 'men' ? { kind: 'measure', measure } : undefined;
  });
  // `median reel views`, `where the median video gets 12k views`
  parts.reduce(/s[k/](?=[MR])|sk[gh]{1,2}(?=[NnY][gs]?M)/g, ({ items: [item] }) => ({
    ...(item as ItemOf<'statistic'>),
  }));
  // `more comments than 100`
  parts.reduce(/[rc?,]g?M[gc](?=[NnY])/g, ({ items }) => {
    const measure = itemIn({ items }, 'measure');
    const than = items.at(-1)?.text ?? '';
    return measure && (isThan.test(than) || (items[0]?.kind === 'rank' && than === 'de'))
      ? { kind: 'lost' }
      : undefined;
  });
  // `10k on Instagram and another 10k on TikTok`
  parts.reduce(/[Nn][gM]{0,3}[iI][gj,?!]{1,5}[Nn](?=[gM]{0,3}[iI])/g, () => ({ kind: 'lost' }));
  readGrowing(parts);
  parts.reduce(countedFigure, figure);
  readLoose(parts);
};

const number = '[gsb:ca"]{0,4}';
const countedFigure = new RegExp(
  `(?:sg{0,2}(?=[MR])|[sca])?(?:M${number}[NnY](?![gsh]{0,2}M[gsh]{0,2}(?:[.,j]|$)|y)|M[gsb:ca"h]{0,4}[NnY](?![gsh]{0,2}M|y)|R[gsbca:h"]{0,4}[%n]|[NnY](?!sg?M[gsb:ca"]{0,4}[NnY])s?(?:[gsk?]{0,2}|[gsh?]{1,2}(?=Ms?(?![gsb:ca"]{0,4}[NnY])))Ms?(?:,?[cC](?=s?(?:[.,;j]|g?$))|[ge]{0,2}kc(?=[.,]|$)|C|a(?=s?(?:[.,;j]|$))|g[cC]g(?=[.,j]|$))?|%[gsh?]{0,3}R(?:,?[cC](?=s?(?:[.,;j]|g?$))|C|a(?=s?(?:[.,;j]|$))|g[cC]g(?=[.,j]|$))?|n(?=R)R)(?:gs(?![gh]?[MR]))?`,
  'g',
);

/** Numbers whose figure is said elsewhere, or nowhere. */
function readLoose(parts: Parts): void {
  // `at least 2% engagement but below 10%`: the second number is of the same figure
  parts.reduce(/(?<=K[,gj]{1,2})[Nn%](?=g?(?:$|[.,;]))/g, ({ items: [item], at }) => {
    const number = item as ItemOf<'number'>;
    const joint = parts.items[at - 1]?.kind === 'glue' ? parts.items[at - 2] : parts.items[at - 1];
    const before = parts.items.slice(0, at).findLast(({ kind }) => kind === 'read');
    const reading = before?.kind === 'read' ? before.reading : undefined;
    if (number.bare || reading?.as !== 'bounds' || reading.conditions.length !== 1) return undefined;
    if (!/^\p{L}/u.test(joint?.text ?? '') || number.percent !== isRateName(reading.subject))
      return undefined;
    // `two reels a week and not above 20k`
    if (!number.percent && (joint?.kind !== 'break' || /In30Days/.test(reading.subject))) return undefined;
    const isBelow = reading.conditions[0]?.op === '<';
    if (
      isBelow === (number.bounds.from === undefined) ||
      (number.bounds.from !== undefined) === (number.bounds.to !== undefined)
    )
      return undefined;
    return readAs(boundsReading(reading.subject, number.bounds));
  });
  // `fewest followers first, at least 800`
  parts.reduce(/(?<=[,.]g?)n[gi]?(?=[,.]|$)/g, ({ items: [item] }) => {
    const { bounds, value, bare, percent } = item as ItemOf<'number'>;
    const isOfFollowers = /O/.test(parts.letters) || parts.items.some(saysFollowers);
    return !bare && !percent && bounds.to === undefined && value >= 100 && isOfFollowers
      ? boundsOn(parts, 'followers', bounds)
      : undefined;
  });
  // `few followers but high engagement: below 5k and above 6%`
  parts.reduce(/%(?=g{0,2}(?:$|[.,;]))/g, ({ items: [item] }) => {
    const { bare, bounds } = item as ItemOf<'number'>;
    return !bare && parts.letters.includes('W') ? boundsOn(parts, 'engagement', bounds) : undefined;
  });
  if (parts.items.some(saysEngagement)) parts.reduce(/W/g, () => ({ kind: 'used' }));
  // without any figure, a large number means followers (assumed: nls-numbers)
  parts.reduce(/[?"]?g?N(?:I?\?)?/g, (found) => {
    const [first] = found.items;
    const number = itemIn(found, 'number') as ItemOf<'number'>;
    const isUnclear =
      found.items.at(-1)?.kind === 'word' ||
      // `canales de ajedrez con más de 100k`
      (first?.kind === 'word' &&
        !/^(?:con|com|avec|mit|met) /.test(number.text) &&
        !found.items.some(({ text }) => text === '(')) ||
      number.statistic !== undefined ||
      (number.bare && /\/g?$/.test(found.before)) ||
      // `2 millones de oyentes`
      (/^g\?/.test(found.after) && partWords.has(parts.items[found.at + found.items.length]?.text ?? '')) ||
      isOfAnotherWord(found.before, found.after);
    return isUnclear ? { kind: 'lost' } : boundsOn(parts, 'followers', number.bounds);
  });
}

const saysEngagement = (item: Item): boolean =>
  item.kind === 'read' && /avgRecent\w+EngagementRate"/.test(JSON.stringify(item.reading));
const saysFollowers = (item: Item): boolean =>
  (item.kind === 'measure' && item.measure === 'followers') ||
  (item.kind === 'read' && /total(?:Followers|Subscribers)/.test(JSON.stringify(item.reading)));

/** Beside a figure and its number, in its clause. */
function saysTotal(parts: Parts, { at, items, before, after }: Found): boolean {
  const [left, right] = [
    /[gch?]{0,3}$/.exec(before)?.[0].length ?? 0,
    /^[gh?]{0,3}/.exec(after)?.[0].length ?? 0,
  ];
  return parts.items
    .slice(at - left, at + items.length + right)
    .some(({ kind, text }) => kind !== 'measure' && totalWords.test(text));
}
const isThan = /^(?:than|que|di|als|niż|niz|чем|dari)$/;
const totalWords =
  /(?:^|\s)(?:(?:in |en |au |no |im )?(?:total(?:es|[ei])?|totais|totaux)|in totale|altogether|combined|lifetime|insgesamt|gesamt|in totaal|totaal|opgeteld|cumul\S*|complessiv\S*|acumulad\S*|lacznie|w sumie|toplam(?:da)?|secara total|суммарно|в сумме|всего|合計|累計|総|총|누적|합쳐서|总共|累计|总|إجمالا|إجمالي|مجموع|कुल)(?:$|\s)/;

/** `engagement rate of 4`: a number of 1 or more is a percentage. */
const asRate = ({ percent, value }: ItemOf<'number'>, bounds: NumberBounds): NumberBounds =>
  percent || value < 1
    ? bounds
    : {
        ...bounds,
        ...(bounds.from !== undefined && { from: bounds.from / 100 }),
        ...(bounds.to !== undefined && { to: bounds.to / 100 }),
      };

/** An unknown word beside the number in a script whose comparisons may stand there. */
const isOfAnotherFigure = ({ items, before, after }: Found, at: number): boolean => {
  const next = items[at + 1];
  return (
    (next?.kind === 'word' && !/^[a-z]/.test(next.text)) ||
    (at === 0 && /\?g?$/.test(before)) ||
    (after.startsWith('?') && /[\u0250-\uffff]/.test(items.map(({ text }) => text).join('')))
  );
};

/** The statistic that stands beside the figure; elsewhere `minimum` compares: `minimum 10k views`. */
function statisticIn({ items }: Found, number: ItemOf<'number'>): Statistic {
  const named = items.find((item) => item.kind === 'statistic');
  const extreme = number.bare ? undefined : items.find((item) => item.kind === 'compare');
  return named?.statistic ?? number.statistic ?? extremes[extreme?.text ?? ''] ?? 'avg';
}
const extremes: Readonly<Record<string, Statistic>> = {
  min: 'min',
  minimum: 'min',
  max: 'max',
  maximum: 'max',
};

export const statisticOf = (items: Found['items']): Statistic | undefined => {
  const item = items.find(
    ({ kind, text }) => kind === 'statistic' || (kind === 'compare' && text in extremes),
  );
  return item && (item.kind === 'statistic' ? item.statistic : extremes[item.text]);
};

/** Another figure, or a word that nobody knows, stands beside a number that would mean followers. */
const isOfAnotherWord = (before: string, after: string): boolean =>
  (/[MRUs][^.,;K]{0,6}$/.test(before) && !/[BrO][gs]{0,2}[MR]:[^MRUs]*$/.test(before)) ||
  /\?[gca:ek/]{1,4}$/.test(before) ||
  /^[^.,;Kp]{0,4}[MRUs]/.test(after);
