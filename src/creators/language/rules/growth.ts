import { figureName, type Measure } from '../meanings.ts';
import { type Found, itemIn, type Made, type Rule, readAs } from '../parts.ts';
import { wordSet } from '../tokens.ts';
import { boundsFor, boundsOn, boundsWith } from './bounds.ts';

const followersGained = `(?:O|rg{0,2}M)`;
const month = '(?:[gLeca]{0,3}[duoS])?';
const period = '(?:[gLeca]{0,3}[duoS])?';
const before = '(?:L[gca]{0,2}[du]|S)g{0,2}';
const behind = '(?<![zZ][gk?ieh"ca]{0,5})';
const growthOrder = new RegExp(
  `wg{0,2}(?:F|r(?![gsc]{0,3}[MR0nN%])|${followersGained})${month}|(?:rg?M?|O)g{0,2}w${month}`,
  'g',
);
const growthInBrackets = new RegExp(`w[gMs?i]{0,6}%${period}`, 'g');
const growthOrLoss = new RegExp(
  `(?:${behind}${before})?(?:w[gcab:hMBLui]{0,6}%(?!g{0,2}[RG])(?:g{0,2}M)?|(?:Mg{0,2})?%[gh]{0,2}(?:M[gh]{0,2})?w)${period}|(?<![NnY]s?[gsh?]{0,2})[MR][ghLed]{0,3}w(?:[gcaB:]{0,3}%)?${period}(?:[gB]{0,2}%)?|w[g]{0,2}[MR](?![gcab:]{0,3}[Nn%])`,
  'g',
);
const growthAlone = new RegExp(`${behind}${before}w|w${period}`, 'g');

/** Reads growth: above 2% in 30 days without a number, a loss below 0 (assumed: nls-words). */
export const readGrowing: Rule = (parts) => {
  // `losing weight`, `gained more than 10% profit`: what grows is no figure
  parts.reduce(/w[gcab:]{0,5}%g?\?|wg?\?|\?g?w|\?\?w/g, ({ items }) => {
    // `人気が伸びている`
    if (items[0]?.kind === 'word' && cases.test(items[1]?.text ?? '')) return { kind: 'lost' };
    const [first, last] = [items[0], items.at(-1)];
    const isObject = first?.kind === 'growing' || objectFirst.has(parts.language);
    const word = (first?.kind === 'growing' ? last : first)?.text ?? '';
    const verb = itemIn({ items }, 'growing')?.text ?? '';
    const isLinked =
      items.at(-2)?.kind === 'number' ||
      items.length < 3 ||
      items.some(({ kind, text }) => kind === 'glue' && partWords.has(text));
    return isObject && isLinked && transitive.test(verb) && !adverbs.test(word) && /\p{L}{3}/u.test(word)
      ? { kind: 'lost' }
      : undefined;
  });
  // `followers up 2% this month`
  parts.reduce(/(?<=M)\?(?=[gca]{0,2}%)/g, ({ items: [item] }) =>
    /^(?:up|down)$/.test(item?.text ?? '') ? { kind: 'growing', yes: item?.text === 'up' } : undefined,
  );
  // `grew the most`
  // `gained the most subscribers in the last month`
  parts.reduce(growthOrder, (found) => {
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
  });
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
      const isAny = found.items.some(({ text }) => positive.test(text));
      const up = boundsFor('above', isAny ? 0 : 0.02);
      const isDown = growing?.yes === false || found.items.some(({ text }) => negative.test(text));
      return boundsOn(parts, name, isDown ? boundsFor('below', 0) : up);
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
  // `posted in the last 30 days and growing`: the period is that of the activity
  // `growing at a good pace (more than 6 % a month)`
  parts.reduce(growthInBrackets, (found) =>
    found.items.some(({ text }) => text === '(') ? growth(found) : undefined,
  );
  parts.reduce(growthOrLoss, growth);
  parts.reduce(
    /(?:L[gca]{0,2}[du]|S)g{0,2}R[gcabh:]{0,3}%|R[gcabh:]{0,3}%(?:[gLeca]{0,3}[duoS])|%[g]{0,2}R(?:[gLeca]{0,3}[duoS])|R[g:]{0,2}L?g?[duo]g{0,2}%|[uo]g{0,2}%g?R/g,
    (found) => growth({ ...found }),
  );
  parts.reduce(growthAlone, growth);
  // `positive follower growth`, `takipçi artışı pozitif`
  parts.reduce(signedGrowth, (found) =>
    found.items.some(({ text }) => positive.test(text) || negative.test(text)) ? growth(found) : undefined,
  );
  // `by growth in the last 30 days`
  parts.reduce(/(?<=R)g{0,2}L[gca]{0,2}d(?![gcab]{0,3}%)/g, (found) =>
    isOfMonth(found) ? { kind: 'glue' } : undefined,
  );
  // `with strong follower growth`
  parts.reduce(/(?<=h)[?]?R(?=[.,;]|$)/g, growth);
};
/** A sign without a number. */
const positive =
  /(?:^| )(?:positi[vef]|pozitif|pozityw|dodatn|положительн|позитивн)|إيجابي|सकारात्मक|プラス|플러스|正增长/;
const negative =
  /(?:^| )(?:negati[vef]|negatyw|ujemn|отрицательн|негативн)|سلبي|नकारात्मक|マイナス|마이너스|负增长/;
const signedGrowth = new RegExp(`[?](?:g?M)?g?R${period}|Rg?[?]${period}`, 'g');

export const partWords = wordSet('of de di d do da del des von van');
const cases = /^[がを이가을를]$/;
/** Languages with the object before the verb. */
export const objectFirst = wordSet('deu nld tur hin');
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
