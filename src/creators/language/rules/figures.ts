import type { Item, ItemOf } from '../items.ts';
import { figureName, isRate, type Measure, type Statistic } from '../meanings.ts';
import { type Found, itemIn, type Made, type Parts, type Rule, readAs } from '../parts.ts';
import type { NumberBounds, QueryCondition } from '../readings.ts';
import { wordSet } from '../tokens.ts';
import { relatives } from '../words/joints.ts';
import { boundConditions, boundsFor, superlatives, verbLast } from './ranges.ts';
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
    // a year is 12.2 times 30 days: the figure is whole
    if (bounds.openFrom && bounds.from !== undefined) bounds.from = Math.floor(bounds.from);
    if (bounds.openTo && bounds.to !== undefined) bounds.to = Math.ceil(bounds.to);
    return boundsOn(parts, 'contentsIn30Days', bounds);
  };
  // `likes per video at least 1.5k`
  parts.reduce(/M[eBgoj/]g?k(?=[gcab:]{0,4}[NnY]|[cC](?:[.,;]|$))/g, ({ items: [item, link] }) =>
    link?.kind === 'joint' && link.text !== '/' ? undefined : (item as ItemOf<'measure'>),
  );
  // `월 5회`, `주 3회`
  parts.reduce(/\?(?=n)/g, ({ items: [item], at }) => {
    const isCounted = /[회번개편건]/.test(parts.items[at + 1]?.text ?? '');
    const perMonth = isCounted ? { 월: 1, 주: 30 / 7 }[item?.text ?? ''] : undefined;
    return perMonth === undefined ? undefined : { kind: 'often', perMonth };
  });
  // `dropped a video`, `kadınların takip ettiği`: those that women follow
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
  const times =
    'z?[gk]{0,2}(?:n\\/?[kzT][kzgeLca]{0,4}j?[oudS](?:C|c(?=$|[.,]))?|n[gj]?[ou](?=[^i]|$)|[ou][gzkc]{0,4}n(?:[Tk]z?|z)?|(?:L[gca]{0,2}[du]|S)[gz]{0,2}n[kT])z?';
  // `at least three uploads a week but no more than seven`
  parts.reduce(new RegExp(`${times},?[jg]?n(?=g?(?:[.,;]|$))`, 'g'), often);
  parts.reduce(new RegExp(times, 'g'), often);
  // `at most 2 sponsored posts per month`
  parts.reduce(/[Nn%][gk]{0,4}=[gk]{0,2}|=[gk]{0,2}[cag]{0,3}[Nn%]/g, (found) =>
    itemIn(found, 'sponsored')?.yes ? { kind: 'lost' } : undefined,
  );
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

/** `a reach of 10k followers` */
const reaches =
  /reach|alcance|portee|reichweite|portata|copertura|bereik|zasieg|erisim|jangkauan|охват|リーチ|도달|触达|وصول|पहुंच/;
const partitive =
  /^(?:of whom|of which|of them|of those|davon|darunter|wovon|de los cuales|de las cuales|de ellos|de ellas|dont|parmi eux|parmi lesquels|d'entre eux|di cui|dei quali|dos quais|das quais|deles|delas|waarvan|daarvan|z czego|z nich|w tym|из них|из которых|di antaranya|bunlardan|bunların|そのうち|うち|그중|그 중|其中|منهم|منها|इनमें से|उनमें से)$/;

/** Whether two numbers bound the same side. */
const isOneSided = (one: ItemOf<'number'>, other: ItemOf<'number'>): boolean =>
  (one.bounds.from === undefined) === (other.bounds.from === undefined);

/** Figures of contents that have no filter, where a number is beside them. */
const uncounted = wordSet(
  'live lives directos dirette эфир эфиры shares saves reposts hashtags bookmarks shared saved geteilt gespeichert gedeeld opgeslagen',
);

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
    if (contradicts(number, found)) return { kind: 'lost' };
    // `25 gazillion followers`: the unknown word may scale the number
    const isVague = number.small && found.items.some(({ kind }) => kind === 'word');
    if (isVague && /followers|views/.test(measure?.measure ?? '')) return { kind: 'lost' };
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
  const number = '[gsb:ca"]{0,4}';
  // `10万人未満で平均再生2万回`: the figure is that of the next number
  parts.reduce(/(?<=[NnY%])g(?=[gs]{0,2}M)/g, ({ items: [item] }) =>
    /^(?:で|이?지만|이?고|이?며)$/.test(item?.text ?? '') ? { kind: 'break' } : undefined,
  );
  // `female share of audience`
  parts.reduce(/Rg{0,2}f/g, (found) => {
    const measure = itemIn(found, 'measure')?.measure;
    return measure === 'women' || measure === 'men' ? { kind: 'measure', measure } : undefined;
  });
  // `median reel views`, `where the median video gets 12k views`
  parts.reduce(/s[k/](?=[MR])|sk[gh]{1,2}(?=[NnY][gs]?M)/g, ({ items: [item] }) => ({
    ...(item as ItemOf<'statistic'>),
  }));
  // `50k followers max thanks`
  parts.reduce(/(?<=[NnY%]s?[gsh]{0,2}[MR]s?)c(?!g{0,2}[NnY%¤MR])/g, ({ items: [item] }) =>
    item?.kind === 'compare' && /^(?:m[aá]x|min|maks|макс|мин)/.test(item.text)
      ? { kind: 'compare', compare: item.compare, after: true }
      : undefined,
  );
  // `seguidores de 18-24 años`
  parts.reduce(/M(?=g{0,2}ng?y)|(?<=ng?y)M/g, ({ items: [item] }) =>
    item?.kind === 'measure' && item.measure === 'followers' ? { kind: 'audience' } : undefined,
  );
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
  parts.reduce(
    new RegExp(
      `(?:sg{0,2}(?=[MR])|[sca])?(?:M${number}[NnY](?![gsh]{0,2}M[gsh]{0,2}(?:[.,j]|$)|y)|M[gsb:ca"h]{0,4}[NnY](?![gsh]{0,2}M|y)|R[gsbca:h"]{0,4}[%n]|[NnY](?!sg?M[gsb:ca"]{0,4}[NnY])s?(?:[gsk?]{0,2}|[gsh?]{1,2}(?=Ms?(?![gsb:ca"]{0,4}[NnY])))Ms?(?:,?[cC](?=s?(?:[.,;j]|g?$))|[ge]{0,2}kc(?=[.,]|$)|C|a(?=s?(?:[.,;j]|$))|g[cC]g(?=[.,j]|$))?|%[gsh?]{0,3}R(?:,?[cC](?=s?(?:[.,;j]|g?$))|C|a(?=s?(?:[.,;j]|$))|g[cC]g(?=[.,j]|$))?|n(?=R)R)(?:gs(?![gh]?[MR]))?`,
      'g',
    ),
    figure,
  );
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
  parts.reduce(/%(?=g?(?:$|[.,;]))/g, ({ items: [item] }) => {
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
      // `2 millones de oyentes`
      (/^g\?/.test(found.after) && ofWords.has(parts.items[found.at + found.items.length]?.text ?? '')) ||
      isOfAnotherWord(found.before, found.after);
    return isUnclear ? { kind: 'lost' } : boundsOn(parts, 'followers', number.bounds);
  });
};

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

/** Reads growth: above 2% in 30 days without a number, a loss below 0 (assumed: nls-words). */
const readGrowing: Rule = (parts) => {
  // `losing weight`, `gained more than 10% profit`: what grows is no figure
  parts.reduce(/w[gcab:]{0,5}%g?\?|wg?\?|\?g?w|\?\?w/g, ({ items }) => {
    // `人気が伸びている`
    if (items[0]?.kind === 'word' && cases.test(items[1]?.text ?? '')) return { kind: 'lost' };
    const [first, last] = [items[0], items.at(-1)];
    const isObject = first?.kind === 'growing' || objectFirst.has(parts.language);
    const word = (first?.kind === 'growing' ? last : first)?.text ?? '';
    const verb = itemIn({ items }, 'growing')?.text ?? '';
    const isLinked = items.length < 3 || items.some(({ kind, text }) => kind === 'glue' && ofWords.has(text));
    return isObject && isLinked && transitive.test(verb) && !adverbs.test(word) && /\p{L}{3}/u.test(word)
      ? { kind: 'lost' }
      : undefined;
  });
  // `grew the most`
  // `gained the most subscribers in the last month`
  const followersGained = `(?:O|rg{0,2}M)`;
  const month = '(?:[gLeca]{0,3}[duoS])?';
  parts.reduce(
    new RegExp(
      `wg{0,2}(?:F|r(?![gsc]{0,3}[MR0nN%])|${followersGained})${month}|(?:rg?M?|O)g{0,2}w${month}`,
      'g',
    ),
    (found) => {
      const order = itemIn(found, 'order');
      const measure = itemIn(found, 'measure')?.measure ?? order?.by ?? 'followers';
      if (measure !== 'followers' && measure !== 'followerGrowth') return undefined;
      // `con más suscriptores que crecen`: those that grow have the most
      const verb = itemIn(found, 'growing')?.text ?? '';
      if (found.items[0]?.kind !== 'growing' && itemIn(found, 'measure') && relative.test(verb))
        return undefined;
      if (!isOfMonth(found)) return { kind: 'lost' };
      const desc =
        (itemIn(found, 'rank')?.desc ?? order?.desc ?? true) === (itemIn(found, 'growing')?.yes ?? true);
      const sortBy = figureName(parts, 'followerGrowth');
      return sortBy === undefined ? undefined : readAs({ as: 'order', sortBy, desc, isWeak: false });
    },
  );
  // `أسرع 5 قنوات نموا`
  parts.reduce(/(?<=rg?n?[gitP]{1,5})w/g, (found) => {
    const sortBy = figureName(parts, 'followerGrowth');
    const desc = itemIn(found, 'growing')?.yes === true;
    return sortBy === undefined ? undefined : readAs({ as: 'order', sortBy, desc, isWeak: false });
  });
  const growth = (found: Found): Made | undefined => {
    const growing = itemIn(found, 'growing');
    const number = itemIn(found, 'number');
    const measure = itemIn(found, 'measure');
    if (measure && !growthOf[measure.measure]) return undefined;
    if (!isOfMonth(found)) return { kind: 'lost' };
    // `engagement above 5% in the last 30 days` is no growth
    const isEngagement = !growing && measure?.measure === 'engagement';
    const name = isEngagement ? 'engagement' : ((measure && growthOf[measure.measure]) ?? 'followerGrowth');
    if (!number) {
      const up = boundsFor('above', 0.02);
      return boundsOn(parts, name, growing?.yes === false ? boundsFor('below', 0) : up);
    }
    if (!number.percent) return { kind: 'lost' };
    const { from, to, openFrom = false, openTo = false } = boundsWith(number, found);
    if (growing?.yes !== false) return boundsOn(parts, name, number.bounds);
    // a loss above 5% is a growth below -5%
    return boundsOn(parts, name, {
      ...(to !== undefined && { from: -to, openFrom: openTo }),
      ...(from !== undefined && { to: -from, openTo: openFrom }),
    });
  };
  const period = '(?:[gLeca]{0,3}[duoS])?';
  const before = '(?:L[gca]{0,2}[du]|S)g{0,2}';
  // `posted in the last 30 days and growing`: the period is that of the activity
  const behind = '(?<![zZ][gk?ieh"ca]{0,5})';
  // `growing at a good pace (more than 6 % a month)`
  parts.reduce(new RegExp(`w[gMs?i]{0,6}%${period}`, 'g'), (found) =>
    found.items.some(({ text }) => text === '(') ? growth(found) : undefined,
  );
  parts.reduce(
    new RegExp(
      `(?:${behind}${before})?(?:w[gcab:hMBLui]{0,6}%(?!g{0,2}[RG])(?:g{0,2}M)?|(?:Mg{0,2})?%[gh]{0,2}(?:M[gh]{0,2})?w)${period}|(?<![NnY]s?[gsh?]{0,2})[MR][ghLed]{0,3}w(?:[gcaB:]{0,3}%${period})?|w[g]{0,2}[MR](?![gcab:]{0,3}[Nn%])`,
      'g',
    ),
    growth,
  );
  parts.reduce(
    /(?:L[gca]{0,2}[du]|S)g{0,2}R[gcabh:]{0,3}%|R[gcabh:]{0,3}%(?:[gLeca]{0,3}[duoS])|%[g]{0,2}R(?:[gLeca]{0,3}[duoS])|Rg{0,2}L?[uo]g{0,2}%|[uo]g{0,2}%g?R/g,
    (found) => growth({ ...found }),
  );
  parts.reduce(new RegExp(`${behind}${before}w|w${period}`, 'g'), growth);
};

const ofWords = wordSet('of de di d do da del des von van');
const cases = /^[がを이가을를]$/;
const objectFirst = wordSet('deu nld tur hin');
const adverbs = /(?:ly|mente|ment|weise|erweise)$/;
const transitive =
  /(?:^| )(?:los[et]|losing|gain|shed|bleed|pierd|perd|gan[aeo]|ganh|gagn|verl[io]|gew[io]n|guadagn|pers[oie]|trac|strac|zysk|теря|потеря|набра|kaybe|kazan|kehilangan|خسر|فقد|يخسر|تخسر)/;
const relative = /^(?:que|che|qui|die|who|that|yang) /;

/** Growth is that of 30 days. */
function isOfMonth({ items }: Found): boolean {
  const period = items.find(
    ({ kind }) => kind === 'duration' || kind === 'unit' || kind === 'often' || kind === 'since',
  );
  if (period === undefined) return true;
  if ('perMonth' in period) return period.perMonth === 1;
  return 'days' in period && period.days >= 28 && period.days <= 31;
}

export const growthOf: Partial<Record<Measure, Measure>> = {
  followers: 'followerGrowth',
  followerGrowth: 'followerGrowth',
  views: 'viewGrowth',
  viewGrowth: 'viewGrowth',
  likes: 'likeGrowth',
  likeGrowth: 'likeGrowth',
  comments: 'commentGrowth',
  commentGrowth: 'commentGrowth',
  engagement: 'engagementGrowth',
  engagementGrowth: 'engagementGrowth',
};

/** `uns 50`, which another comparison may say better. */
export const isAbout = ({ bounds, value }: ItemOf<'number'>): boolean => bounds.from === value * 0.8;

/** The bounds of a number; if it is bare, by a comparison that stands apart: `minimum followers: 10k`. */
export function boundsWith(number: ItemOf<'number'>, { items }: Pick<Found, 'items'>): NumberBounds {
  const apart = items.find((item) => item.kind === 'compare');
  return (number.bare || isAbout(number)) && apart ? boundsFor(apart.compare, number.value) : number.bounds;
}

/** `at least 10 posts a month or less`: a second comparison says the other side. */
function contradicts(number: ItemOf<'number'>, { items }: Pick<Found, 'items'>): boolean {
  const apart = items.find((item) => item.kind === 'compare');
  return (
    !(number.bare || isAbout(number)) &&
    apart !== undefined &&
    number.bounds[/below|atMost/.test(apart.compare) ? 'to' : 'from'] === undefined
  );
}

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

/** Bounds on a figure; lost if no filter of the platform knows it. */
export function boundsOn(
  parts: Pick<Parts, 'platform' | 'shorts'>,
  measure: Measure,
  bounds: NumberBounds,
  statistic?: Statistic,
): Made {
  const name = figureName(parts, measure, statistic);
  return name === undefined ? { kind: 'lost' } : readAs(boundsReading(name, bounds));
}

/** Another figure, or a word that nobody knows, stands beside a number that would mean followers. */
const isOfAnotherWord = (before: string, after: string): boolean =>
  (/[MRUs][^.,;K]{0,6}$/.test(before) && !/[BrO][gs]{0,2}[MR]:[^MRUs]*$/.test(before)) ||
  /\?[gca:ek/]{1,4}$/.test(before) ||
  /^[^.,;Kp]{0,4}[MRUs]/.test(after);

const isRateName = (name: string): boolean => /Rate|Growth|Ratio/.test(name);
const boundsReading = (name: string, bounds: NumberBounds) => ({
  as: 'bounds' as const,
  subject: name,
  conditions: boundConditions(name, bounds) as QueryCondition[],
});
