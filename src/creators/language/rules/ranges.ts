import type { Item, ItemOf } from '../items.ts';
import type { Compare } from '../meanings.ts';
import { articles } from '../numbers.ts';
import { type Found, itemIn, type Made, type Parts, type Rule } from '../parts.ts';
import type { NumberBounds, NumberRange } from '../readings.ts';
import { wordSet } from '../tokens.ts';
import { orWords } from '../words/joints.ts';
import { readBare } from './bare.ts';
import { boundsFor } from './bounds.ts';
import { readPeriods } from './periods.ts';

type Amount = ItemOf<'amount'>;

const one = {
  ...{ value: 1, scale: 1, plain: true },
  ...{ percent: false, open: false, scaled: false, money: false, decade: false },
};

/** Reads numbers with their comparisons: `10k to 50k`, `at least 10k`, `1万人以上`, `more than 10k but under 50k`. */
export const readNumbers: Rule = (parts) => {
  // `al menos un post a la semana`, `um post por semana no mínimo`
  parts.reduce(/(?<=c)g(?=k)|g(?=k[gk]{0,2}oc)/g, ({ items: [item] }) =>
    articles.has(item?.text ?? '') ? { kind: 'amount', ...one } : undefined,
  );
  // `unas 10 cuentas`, where the word for nails is written the same
  parts.reduce(/t(?=0)/g, ({ items: [item] }) =>
    item?.text === 'unas' ? { kind: 'compare', compare: 'about' } : undefined,
  );
  readComparisons(parts);
  // `20 bin ile 60 bin takipçi arası`: the word for between follows the figure
  parts.reduce(/[ca]?g?0[/gcaj]0(?=[gs]?[MR][gs]?b)/g, ({ items }) => readRange(items, true));
  parts.reduce(/(?<=N[gs]?[MR][gs]?|n[gs]?[MR][gs]?|%[gs]?[MR][gs]?)b/g, () => ({ kind: 'used' }));
  parts.reduce(
    /(?:b[gh:a]{0,2}0[^0][ga]?0b?|[ca]?g?0g?[/gcaj]0[/g]?b|[ca]?g?0(?:g?[/gca]g?|\.{2,3})0)g?C?/g,
    (found) => {
      const { items } = found;
      const joint = items[items.findLastIndex(({ kind }) => kind === 'amount') - 1];
      if (joint?.kind === 'compare' && (areTwoFigures(found) || isCount(found))) return undefined;
      return readRange(
        items,
        itemIn({ items }, 'between') !== undefined || itemIn({ items }, 'stop') !== undefined,
      );
    },
  );
  parts.reduce(
    /[ca][gh]{0,2}0y?[j,]?[g,]?[ca][g]{0,2}0(?!\?|[ghs]{0,2}[MRUG])|[ca][gh]{0,2}0[j,]c[g]{0,2}0(?!\?)|0g?Cg{0,2}[j,]?0g?C(?![gs]{0,2}[MRU])|0c,?0c(?=[.,]|$)/g,
    (found) => {
      const { items } = found;
      const isComma = items.some(({ kind, text }) => kind === 'break' && !/\p{L}/u.test(text));
      if (areTwoFigures(found) || (isComma && /^[ghs]{0,2}[MRU]/.test(found.after))) return undefined;
      const [first, last] = items.filter(({ kind }) => kind === 'amount') as [Amount, Amount];
      const [one, other] = items.filter(({ kind }) => kind === 'compare') as ItemOf<'compare'>[];
      const bounds = {
        ...boundsFor(one?.compare, sameScale(first, last)[0]),
        ...boundsFor(other?.compare, last.value),
      };
      if (!isOneRange(first, last) || bounds.from === undefined || bounds.to === undefined) return undefined;
      // `under 100k, at least five videos`
      if (isComma && bounds.to >= 1000 && bounds.from < 500 && /^[gh]{0,2}[kTz]/.test(found.after))
        return undefined;
      // `at least 3k, max 10 names`
      if (bounds.from > bounds.to && (isComma || items.some(({ text }) => orWords.has(text))))
        return undefined;
      return numberOf(last, bounds, { bare: false });
    },
  );
  parts.reduce(
    /(?:s[gh]{0,2})?[ca][ghsa]{0,2}0(?:[gTy/]?C)?|s[gh]{0,2}0(?:[gTy/]?C|c(?=[.,;]|$))?|0[gTy/s]?C|0[gT]?(?:j?c(?=[.,;"jhMfk]|g{0,2}G|$)|a(?=[.,;"j]|$))/g,
    (found) => {
      const { items } = found;
      const amount = itemIn(found, 'amount') as Amount;
      const compared = items.filter((item) => item.kind === 'compare');
      // `at least about 20k`
      const comparison = compared.findLast(({ compare }) => compare !== 'about') ?? compared.at(-1);
      const statistic = itemIn(found, 'statistic')?.statistic;
      const said = comparison?.compare ?? (amount.open ? 'atLeast' : undefined);
      // `10k and above` includes 10k
      const compare = itemIn(found, 'joint') && said ? (inclusive[said] ?? said) : said;
      return numberOf(amount, boundsFor(compare, amount.value), {
        bare: compare === undefined,
        year: amount.plain && amount.value >= 1900 && amount.value <= 2100 && compare === undefined,
        aged: items.some((item) => item.kind === 'aged' || (item.kind === 'compare' && item.aged === true)),
        ...(statistic && { statistic }),
      });
    },
  );
  // `50 bini geçmesin`: where the verb is the last word, an unknown one may say the opposite
  if (verbLast.has(parts.language))
    parts.reduce(/0[gT]?[CM]?[?g](?=$|[.,?])/g, ({ items, before }) => {
      const last = items.at(-1);
      // `10名ご提案ください`
      if (/^(?:[名人件組社명개곳]|adet|tane)$/.test(items[1]?.text ?? '') && !/M[gsh]{0,2}$/.test(before))
        return undefined;
      return last?.kind === 'word' || notBe.test(last?.text ?? '') ? { kind: 'lost' } : undefined;
    });
  parts.reduce(/0/g, ({ items: [amount] }) => {
    const { value, open, plain } = amount as Amount;
    return numberOf(
      amount as Amount,
      { from: value },
      {
        bare: !open,
        year: plain && value >= 1900 && value <= 2100,
      },
    );
  });
};

/** Comparisons: `not below 3%`, `1k < x < 25k`. */
function readComparisons(parts: Parts): void {
  readBare(parts);
  // `not below 3%` is at least 3%, `must not be below 3%` too
  // `weder unter 18 noch über 44`
  parts.reduce(/(?<=x[gh]{0,2}c[gh]{0,2}0[yM]?,?)j(?=c)/g, ({ items: [item] }) =>
    item?.text === 'noch' ? { kind: 'not' } : undefined,
  );
  // `não inclua ninguém acima de 80 mil`: two words of one negation
  parts.reduce(/x[g?hi]{0,3}x(?=[gh]{0,2}c)/g, ({ items }) =>
    /^(?:ningu|nadie|nessun|personne|aucun|nikogo|nikt|никого)/.test(items.at(-1)?.text ?? '')
      ? (items.at(-1) as ItemOf<'not'>)
      : undefined,
  );
  parts.reduce(/x[gh]{0,2}c(?=[gh]{0,2}0|o|g?u)/g, ({ items, after }) => {
    const [negation, compare] = [items[0], items.at(-1)] as [ItemOf<'not'>, ItemOf<'compare'>];
    if (items.slice(1, -1).some(({ text }) => !modals.has(text))) return undefined;
    const isPair = /^[gh]{0,2}0M?,?[xj]g?c/.test(after);
    return negation.after || (negation.whole && negation.text !== 'no' && !isPair)
      ? undefined
      : { ...compare, compare: opposites[compare.compare] };
  });
  readFromOtherSide(parts);
  // `2 haftadan eski olmasın`: what negates a comparison behind its number
  if (parts.language === 'tur')
    parts.reduce(/(?<=[0u][gsM]{0,2})Cg?X(?=$|[.,;g])/g, ({ items: [item] }) => {
      const { compare, aged } = item as ItemOf<'compare'>;
      return { kind: 'compare', compare: opposites[compare], after: true, ...(aged && { aged }) };
    });
  // `ayda 30'dan fazla gönderi paylaşmayan`
  for (const { index } of parts.language === 'tur' ? [...parts.letters.matchAll(/(?<=0)Ck?g?[XZ]/g)] : []) {
    const end = index + (/^Ck?g?/.exec(parts.letters.slice(index))?.[0].length ?? 0);
    const [first, verb] = [parts.items[index] as ItemOf<'compare'>, parts.items[end] as Item];
    if (!/m[ae](?:yan|sin|mis|z)/.test(verb.text) || !/[kZ]/.test(parts.letters.slice(index, end + 1)))
      continue;
    const turned: Item = { ...first, compare: opposites[first.compare] };
    const active: Item = { kind: 'activity', yes: true, text: verb.text };
    parts.replaceAll(parts.items.with(index, turned).with(end, active));
  }
  // `no publican más de 3 veces por semana`: the negation is that of the number
  for (const { index, 0: matched } of [...parts.letters.matchAll(/Zg{0,2}c(?=0T|0[gk]{0,2}[oe])/g)]) {
    const [first, ...rest] = parts.items.slice(index, index + matched.length) as [Item, ...Item[]];
    const last = rest.pop() as ItemOf<'compare'>;
    const turned: Item = { ...last, compare: opposites[last.compare] };
    const active: Item = { kind: 'activity', yes: true, text: first.text };
    parts.replaceAll(parts.items.toSpliced(index, matched.length, active, ...rest, turned));
  }
  // `en yüksek 20 bin`, and `20 bini geçen`, which also means the last
  parts.reduce(/r(?=g?0)|(?<=0[gs]?M?)L/g, ({ items: [item] }) => {
    const desc = superlatives.get(item?.text ?? '');
    if (item?.kind === 'last')
      return item.text === 'gecen' ? { kind: 'compare', compare: 'above', after: true } : undefined;
    return desc === undefined ? undefined : { kind: 'compare', compare: desc ? 'atMost' : 'atLeast' };
  });
  // `1k < x < 25k`
  parts.reduce(/0c[?T]c0/g, ({ items }) => {
    const [first, sign, , other, last] = items as [Amount, Item, Item, Item, Amount];
    if (!/^[<≤]/.test(sign.text) || !/^[<≤]/.test(other.text)) return undefined;
    if ((items[2]?.text.length ?? 0) > 2) return { kind: 'lost' };
    const [from, to] = sameScale(first, last);
    return numberOf(
      last,
      { from, to, openFrom: sign.text === '<', openTo: other.text === '<' },
      { bare: false, percent: first.percent || last.percent, small: to < 1000 },
    );
  });
  // `under 5k or over 50k`: what is `or over` behind a compared number compares the next one
  for (const { index } of [...parts.letters.matchAll(/(?<=[ca][gh]{0,2}0)C(?=g?0)/g)].toReversed()) {
    const { text, compare } = parts.items[index] as ItemOf<'compare'>;
    const [or = '', ...rest] = text.split(' ');
    if (orWords.has(or))
      parts.replaceAll(
        parts.items.toSpliced(
          index,
          1,
          { kind: 'joint', text: or },
          { kind: 'compare', text: rest.join(' '), compare: exclusive[compare] ?? compare },
        ),
      );
  }
  // `como poco 3`: what may follow a number stands before it
  parts.reduce(/(?<!0[gTMRkusoyzi]{0,4})C(?=g?0)/g, ({ items: [item] }) => {
    const { compare, aged, text } = item as ItemOf<'compare'>;
    return verbLast.has(parts.language) || conjunction.test(text)
      ? undefined
      : { kind: 'compare', compare, ...(aged && { aged }) };
  });
  // `menos de 50k y más de 200k`: what is `and more` behind a number compares the next one
  parts.reduce(/Cj?(?=g{0,2}0)/g, ({ items: [item] }) => {
    const { text, compare, aged } = item as ItemOf<'compare'>;
    return aged || !conjunction.test(text)
      ? undefined
      : { kind: 'compare', compare: exclusive[compare] ?? compare };
  });
  readPairs(parts);
}

/** Two numbers that belong together, and a number with what is beside it. */
function readPairs(parts: Parts): void {
  // `between 20k followers and 90k followers`
  parts.reduce(/(?<=[bc][gh]?0[gs]?)[MR][gs]?[j/](?=[gs]?0[gs]?[MR])/g, ({ items, at }) => {
    const [one, other] = [items[0], parts.items.slice(at + 2, at + 7).find(({ kind }) => kind === 'measure')];
    return one?.kind === 'measure' && other?.kind === 'measure' && one.measure === other.measure
      ? (items.at(-1) as ItemOf<'joint'>)
      : undefined;
  });
  // `two or three times a week`
  parts.reduce(/0j0(?=[gT]?[kzTou])/g, ({ items }) => {
    const [first, joint, last] = items as [Amount, Item, Amount];
    const isNear = first.value < last.value && last.value - first.value <= 2 && last.value < 100;
    return isNear && orWords.has(joint.text) ? readRange(items, true) : undefined;
  });
  // `20 bin ile 150 bin abone`, `suscriptores 10k/80k`
  parts.reduce(/0j0(?=[gs]?[MR]|g?T)|(?<=[MR][g:]{0,2})0j0(?![gs]?b)/g, ({ items }) =>
    /^(?:ile|\/)$/.test(items[1]?.text ?? '') ? readRange(items, true) : undefined,
  );
  // `40k (min) to 90k (max)`
  parts.reduce(/0g[cC]g/g, ({ items }) => {
    const [amount, open, compare, close] = items as [Amount, Item, ItemOf<'compare'>, Item];
    if (open.text !== '(' || close.text !== ')') return undefined;
    return numberOf(amount, boundsFor(compare.compare, amount.value), { bare: false });
  });
  // `ces 30 derniers jours`
  parts.reduce(/0Lu/g, ({ items }) => {
    const [amount, , unit] = items as [Amount, Item, ItemOf<'unit'>];
    return amount.percent || amount.scaled ? undefined : { kind: 'since', days: amount.value * unit.days };
  });
  // `mind. 4 %`
  parts.reduce(/c[.:](?=g?0)/g, ({ items: [item, sign] }) =>
    item?.kind === 'compare' && (item.text.length <= 4 || sign?.kind === 'colon')
      ? { kind: 'compare', compare: item.compare }
      : undefined,
  );
  readPeriods(parts);
}

/** Between a negation and its comparison. */
const modals = wordSet(
  'include incluyas incluir inclua anybody anyone nadie ninguem qui quem chi wer iemand tenha tenham tenga tengan abbia abbiano ait aient sea sean seja sejam sia siano soit soient be go deve devono dovrebbe puo possono debe deben deberia puede pueden devem deveria pode podem soll sollte darf kann moze moga powinno musi byc должно должен должны может быть boleh 能 应该',
);
/** Languages whose sentences end with the verb. */
export const verbLast: ReadonlySet<string> = new Set(['tur', 'jpn', 'kor', 'hin']);
/** A Turkish verb that says what must not be. */
const notBe = /m[ae](?:sin|yan|yen|mali|meli)$/;

/** `10k < followers < 50k` is `followers > 10k < 50k`. */
function readFromOtherSide(parts: Parts): void {
  for (const { index } of [...parts.letters.matchAll(/0c(?=[MR])/g)]) {
    const [amount, sign, measure] = parts.items.slice(index, index + 3) as [Amount, ItemOf<'compare'>, Item];
    const compare = flipped[sign.compare];
    if (/^[<>≤≥]/.test(sign.text) && compare)
      parts.replaceAll(
        parts.items.toSpliced(index, 3, measure, { kind: 'compare', text: sign.text, compare }, amount),
      );
  }
}
const flipped: Partial<Record<Compare, Compare>> = {
  above: 'below',
  atLeast: 'atMost',
  below: 'above',
  atMost: 'atLeast',
};

/** `views above 50k and up to 200k followers`: each number has a figure of its own. */
const areTwoFigures = ({ items, before, after }: Found): boolean =>
  (/[MRU][gcab:h"]{0,4}$/.test(before) || items.some(({ text }) => text === '(')) &&
  /^[ghs]{0,2}[MRUGk]/.test(after);

/** `top 10 and up to 500 comments`: the first number counts creators. */
const isCount = ({ items: [first], before }: Found): boolean =>
  first?.kind === 'amount' && first.plain && /[rO]g?$/.test(before);

function readRange(items: readonly Item[], isBetween: boolean): Made | undefined {
  const [first, last] = items.filter(({ kind }) => kind === 'amount') as [Amount, Amount];
  const before = items
    .slice(0, items.indexOf(last))
    .findLast(({ text }) => !articles.has(text) || text === 'a');
  if (!isBetween && !(before && joinsRange(before))) return undefined;
  if (!isOneRange(first, last)) return undefined;
  const [from, to] = sameScale(first, last);
  // `above 50k but no more than 400k` leaves out 50k
  const isOpen = items.some((item) => item.kind === 'compare' && item.compare === 'above');
  return numberOf(
    last,
    { from: Math.min(from, to), to: Math.max(from, to), ...(isOpen && { openFrom: true }) },
    {
      bare: false,
      percent: first.percent || last.percent,
      money: first.money || last.money,
      small: to < 1000,
    },
  );
}

/** Words that ask for an order without a number, and compare with one. */
export const superlatives: ReadonlyMap<string, boolean> = new Map([
  ...['en cok', 'en fazla', 'en yuksek', 'paling banyak', '最多', '最高'].map(
    (text) => [text, true] as const,
  ),
  ...['en az', 'en dusuk', 'paling sedikit', '最低', '最少'].map((text) => [text, false] as const),
]);

/** Joints of two constraints, at the beginning of a comparison. */
export const conjunction = /^(?:and|y|e|et|und|en|и|i|ve|dan|nor|ni|nem|ne|ani) |^و/;

const exclusive: Partial<Record<Compare, Compare>> = { atLeast: 'above', atMost: 'below' };
const inclusive: Partial<Record<Compare, Compare>> = { above: 'atLeast', below: 'atMost' };

const opposites: Readonly<Record<Compare, Compare>> = {
  above: 'atMost',
  atLeast: 'below',
  below: 'atLeast',
  atMost: 'above',
  about: 'about',
  exactly: 'exactly',
};

/** Words that stand between the two ends of a range, beside `to`. */
const joinsRange = (item: Item): boolean =>
  item.kind === 'to' || rangeWords.has(item.text) || (item.kind === 'compare' && item.compare === 'atMost');
const rangeWords = wordSet('~ a do до al ai ila ile sampai hingga s/d إلى الى से para bis at 에서 부터 から');

const numberOf = (
  { value, percent, money, decade }: Amount,
  bounds: NumberBounds,
  others: Partial<NumberRange>,
) => ({
  kind: 'number' as const,
  bounds,
  value,
  bare: true,
  percent,
  money,
  decade,
  small: value < 1000,
  year: false,
  aged: false,
  ...others,
});

/** In `50k and at least 4%` the numbers are those of two figures. */
const isOneRange = (first: Amount, last: Amount): boolean =>
  first.percent ? last.percent : !last.percent || first.value <= 100;

/** In `10-50k` both numbers are thousands, in `4-8%` both are percentages. */
function sameScale(first: Amount, last: Amount): [number, number] {
  if (last.percent && !first.percent) return [first.value / 100, last.value];
  if (first.scaled || !last.scaled || first.value >= 1000) return [first.value, last.value];
  return [first.value * last.scale, last.value];
}
