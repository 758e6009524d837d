import type { ItemOf } from '../items.ts';
import { type Found, itemIn, type Made, type Parts, type Rule } from '../parts.ts';
import type { NumberBounds } from '../readings.ts';
import { wordSet } from '../tokens.ts';
import { boundsOn, boundsWith, contradicts } from './bounds.ts';
import { verbLast } from './ranges.ts';
import { recencyOf } from './recency.ts';

/** Reads how often creators publish, and how much: `3 times a week`, `10 posts in the last month`, `500 videos`. */
export const readContents: Rule = (parts) => {
  const contents = (found: Found, perMonth: number): Made => {
    const [number, other] = found.items.filter((item) => item.kind === 'number') as [
      ItemOf<'number'>,
      ItemOf<'number'>?,
    ];
    const times = (value: number | undefined) => value && value * perMonth;
    if (contradicts(number, found)) return { kind: 'lost' };
    // `at least one upload in the last fortnight`
    const isLatest = found.items.some(({ kind }) => kind === 'last' || kind === 'since');
    if (number.value === 1 && number.bounds.to === undefined && isLatest)
      return recencyOf(parts.now, true, 30 / perMonth);
    const bounds: NumberBounds = { ...boundsWith(number, found), ...other?.bounds };
    if (bounds.from !== undefined) bounds.from = times(bounds.from) as number;
    if (bounds.to !== undefined) bounds.to = times(bounds.to) as number;
    // no one publishes 12.86 contents
    if (bounds.from !== undefined && bounds.from === bounds.to)
      bounds.from = bounds.to = Math.round(bounds.from);
    // a year is 12.2 times 30 days: the figure is whole
    if (bounds.openFrom && bounds.from !== undefined) bounds.from = Math.floor(bounds.from);
    if (bounds.openTo && bounds.to !== undefined) bounds.to = Math.ceil(bounds.to);
    return boundsOn(parts, 'contentsIn30Days', bounds);
  };
  // `comments averaging more than 40 a video`
  parts.reduce(/(?<=M[gsh]{0,2}[nN])[ge]k/g, ({ items: [link] }) =>
    link?.kind === 'per' || /^(?:an?|per|each|every|pro|por|par)$/.test(link?.text ?? '')
      ? { kind: 'glue' }
      : undefined,
  );
  // `likes per video at least 1.5k`
  parts.reduce(/M[eBgoj/]g?k(?=[gcab:]{0,4}[NnY]|[cC](?:[.,;]|$))/g, ({ items: [item, link] }) =>
    link?.kind === 'joint' && link.text !== '/' ? undefined : (item as ItemOf<'measure'>),
  );
  // `월 5회`, `주 3회`
  parts.reduce(/\?(?=n)/g, ({ items: [item], at }) => {
    const isCounted =
      /[회번개편건本]/.test(parts.items[at + 1]?.text ?? '') || /^n[kzT]/.test(parts.after(at));
    const perMonth = isCounted ? { 월: 1, 月: 1, 주: 30 / 7, 週: 30 / 7 }[item?.text ?? ''] : undefined;
    return perMonth === undefined ? undefined : { kind: 'often', perMonth };
  });
  // `dropped a video`, `kadınların takip ettiği`: those that women follow
  // `whose latest video went up in the past 3 days`
  parts.reduce(/(?<=[kz]g?)w(?=g{0,2}L)/g, ({ items: [item] }) =>
    item?.text === 'went up' ? { kind: 'glue' } : undefined,
  );
  parts.reduce(/w(?=g{0,2}k)|(?<=G)U/g, ({ items: [item] }) =>
    /^drop/.test(item?.text ?? '')
      ? { kind: 'activity', yes: true }
      : /^takip e/.test(item?.text ?? '')
        ? { kind: 'audience' }
        : undefined,
  );
  // `deliver 3 videos within 10 days`, `stories with 5k views`, `follow fewer than 500 profiles`: no filter knows them
  parts.reduce(
    /U[gsbcahMLkT:?]{0,5}[NnY%¤dS](?:g?[ik])?|[NnY%¤][gsMkiTeI]{0,4}U|[NnY%¤dS]C?[gk]{0,2}Lg?U|[ca]?¤|U[gkT?i]{0,3}(?:L[gca]{0,2}[udoS]|[oS])|L[gca]{0,2}[ud][gh?]{0,2}U/g,
    ({ items, after }) =>
      reaches.test(items[0]?.text ?? '') && /^g?M/.test(after) ? undefined : { kind: 'lost' },
  );
  // `Beauty, Germany. Reach 50k+.`
  parts.reduce(/(?<=(?:^|[.,]))h[gca:]{0,2}[NnY](?![gs]{0,2}[MRk])/g, ({ items: [item] }) =>
    item?.text === 'reach' ? { kind: 'lost' } : undefined,
  );
  // `tiktokers following less than 1k others`: here it is a verb; and `300 saves per reel`
  parts.reduce(/(?<=(?:i|^|[.,h])g?)M[NnY]g?[i?]|[NnY][gT]?[gt?U]/g, ({ items }) =>
    items[0]?.text === 'following' || items.some(({ text }) => uncounted.has(text))
      ? { kind: 'lost' }
      : undefined,
  );
  readTimes(parts, contents);
  // `게시물 200개 이상`, `publicaciones: 100 o más`
  parts.reduce(
    /(?<![eB?]g?)k[:g]?[Nn](?![gsh]{0,2}[MRkUTuodifG?])|(?<![eB?]g?)k[:g]?n(?=[.,;]|$)/g,
    (found) => {
      const number = itemIn(found, 'number') as ItemOf<'number'>;
      const isClear =
        verbLast.has(parts.language) || number.small || found.items.some(({ kind }) => kind === 'colon');
      return !isClear || (number.bare && !found.items.some(({ kind }) => kind === 'colon'))
        ? undefined
        : boundsOn(parts, 'contents', number.bounds);
    },
  );
  // `10k followers, 3k of them from Berlin`: no filter counts a part of them
  parts.reduce(
    /(?<=[NnMR%][gsMRC]{0,3}[,.(]?g{0,2})[?gi]{1,2}[gh]?[Nn](?!g?[MRUk])|[Nn]g?i(?=g?[pPlG])/g,
    ({ items }) => (items.some(({ text }) => partitive.test(text)) ? { kind: 'lost' } : undefined),
  );
  parts.reduce(
    /[Nn][gT]?k(?!g?[MR])(?:C|c(?=g?(?:[.,;]|$)))?|(?<![MRs][gsbca:]{0,4})[Nn]z(?![gkca]{0,3}[LSdtpPl])/g,
    (found) => {
      const number = found.items[0] as ItemOf<'number'>;
      if (found.items.some(({ text }) => text === ')')) return undefined;
      const what = found.items.find(({ kind }) => kind === 'content' || kind === 'activity') ?? number;
      if (what.text.startsWith('activ')) return undefined;
      // `a median of 4,000+ reel saves`
      if (number.statistic && found.after.startsWith('?')) return { kind: 'lost' };
      // `3 videos per semaine`: an unknown word beside so few may be their period
      if (
        /^g{0,2}o/.test(found.after) ||
        (number.small && (/^g{0,2}[eBT?]/.test(found.after) || /\?[gca]{0,2}$/.test(found.before)))
      )
        return { kind: 'lost' };
      return boundsOn(parts, 'contents', boundsWith(number, found));
    },
  );
};

const times =
  'z?[gk]{0,2}(?:n[\\/g]?[kzT][kzgeLca]{0,4}j?[oudS](?:C|c(?=$|[.,]))?|n[gj]?[ou](?=[^i]|$)|[ou][gzkc]{0,4}n(?:[Tk]z?|z)?|(?:L[gca]{0,2}[du]L?|S)(?:[gz]{0,2}n[kTz]|g?[zk]{1,2}g?nT?(?!g?[?])))z?';
const [anyTimes, pairedTimes] = [times, `${times},?[jg]?n(?=g?(?:[.,;]|$))`].map(
  (each) => new RegExp(each, 'g'),
) as [RegExp, RegExp];

/** `3 times a week`, `10 posts in the last month`. */
function readTimes(parts: Parts, contents: (found: Found, perMonth: number) => Made): void {
  const often = (found: Found): Made | undefined => {
    const { items } = found;
    // `6/month`, but not `6 and weekly`
    if (items.some(({ kind, text }) => kind === 'joint' && text !== '/')) return undefined;
    // `每周4次或以上`: the number has the word for times
    const [first, second] = items.filter((item) => item.kind === 'number');
    if (first && second && (first.bare || second.bare || isOneSided(first, second))) return undefined;
    const last = second ? undefined : items.at(-1);
    const hasContent = items.some(({ kind }) => kind === 'content');
    // `clicks exceed 500 a month`, `live 3 times a week`: an unknown word beside may be what is counted
    const isCounted = (kinds: string) => items.some(({ kind }) => kinds.includes(kind));
    const isUnclear = isCounted('times') ? /^g?\?/.test(found.after) : /\?[gptk]{0,5}$/.test(found.before);
    const near = parts.items.slice(Math.max(0, found.at - 2), found.at + items.length + 2);
    if (near.some(({ text }) => uncounted.has(text)) || (isUnclear && !isCounted('content activity')))
      return { kind: 'lost' };
    if (last?.kind === 'number' && !hasContent && !/[次回번회度条篇支期本個개频頻]/.test(last.text))
      return undefined;
    const often = itemIn(found, 'often');
    if (often) return contents(found, often.perMonth);
    const days = items.find(
      (item) => item.kind === 'unit' || item.kind === 'duration' || item.kind === 'since',
    );
    return days && 'days' in days ? contents(found, 30 / Math.max(days.days, 1 / 24)) : undefined;
  };
  // `at least three uploads a week but no more than seven`
  parts.reduce(pairedTimes, often);
  parts.reduce(anyTimes, often);
}

/** `a reach of 10k followers` */
const reaches =
  /reach|alcance|portee|reichweite|portata|copertura|bereik|zasieg|erisim|jangkauan|охват|リーチ|도달|触达|وصول|पहुंच/;
export const partitive =
  /^(?:of whom|of which|of them|of those|davon|darunter|wovon|de los cuales|de las cuales|de ellos|de ellas|dont|parmi eux|parmi lesquels|d'entre eux|di cui|dei quali|dos quais|das quais|deles|delas|waarvan|daarvan|z czego|z nich|w tym|из них|из которых|di antaranya|bunlardan|bunların|そのうち|うち|그중|그 중|其中|منهم|منها|इनमें से|उनमें से)$/;

/** Whether two numbers bound the same side. */
const isOneSided = (one: ItemOf<'number'>, other: ItemOf<'number'>): boolean =>
  (one.bounds.from === undefined) === (other.bounds.from === undefined);

/** Figures of contents that have no filter, where a number is beside them. */
const uncounted = wordSet(
  'live lives directos dirette эфир эфиры shares saves reposts hashtags bookmarks shared saved geteilt gespeichert gedeeld opgeslagen',
);
