import type { Item, ItemOf } from '../items.ts';
import { figureName, type Measure, type Statistic } from '../meanings.ts';
import { type Found, itemIn, type Made, type Parts, type Rule, readAs } from '../parts.ts';
import { wordSet } from '../tokens.ts';
import { statisticOf } from './figures.ts';
import { growthOf } from './growth.ts';
import { superlatives, verbLast } from './ranges.ts';

/** Reads orders: `biggest first`, `highest engagement`, `by median views, ascending`, `newest uploads first`. */
export const readOrder: Rule = (parts) => {
  // figures are sorted from the largest (assumed: nls-order)
  const byFigure = (found: Found): Made | undefined => {
    const measure = itemIn(found, 'measure')?.measure;
    // `the fastest growing views`
    const isGrowth = measure && itemIn(found, 'order')?.by === 'followerGrowth';
    const by = isGrowth ? (growthOf[measure] ?? measure) : measure;
    // `by engagement, biggest first`: what is said of followers is the direction
    const last = isGrowth ? undefined : itemIn(found, 'order');
    const desc = directionOf(found) ?? itemIn(found, 'rank')?.desc ?? last?.desc ?? true;
    return by && orderBy(parts, by, desc, statisticOf(found.items));
  };
  // `en çok takipçi`: the most, without a number
  parts.reduce(
    /c(?=g{0,2}[MR](?![gs]{0,2}[NnY%]))|(?<=[MR]g{0,2})c(?![gh]{0,2}[NnY%])/g,
    ({ items: [item] }) => {
      const desc = superlatives.get(item?.text ?? '');
      return desc === undefined ? undefined : { kind: 'rank', desc };
    },
  );
  parts.reduce(
    />g{0,2}[MR](?![gs]{0,2}[NnY%])|(?:>[g"]{0,2})?[Br][gscr]{0,3}[MR](?:g?s(?=$|[.,]))?(?:[g,i"?B]{0,3}(?:[>F]+|O(?=$|[.,]))|g{0,2}r(?=$|[.,]))?|[MR][gB,/]{0,2}(?:[F>]+|rF)|[MR]B(?=$|[.,])|O[gscr]{0,3}[MR](?=$|[.,gpF])(?:F|[g,i"]{0,3}>)?/g,
    byFigure,
  );
  // `el engagement más bajo`
  parts.reduce(/(?:sg{0,2})?[MR]g{0,2}r(?=$|[.,])/g, byFigure);
  // `조회수가 가장 높은`
  if (verbLast.has(parts.language)) parts.reduce(/[MR]g{0,2}r(?![gsc]{0,3}[MR])/g, byFigure);
  parts.reduce(/(?:>[g?]{0,2})?[B]?g?(?:sg?)?O[ki]{0,2}F?(?:[g,i"]{0,3}>)?/g, (found) => {
    const order = itemIn(found, 'order') as ItemOf<'order'>;
    // `Beste, wij zoeken`: a greeting
    if (found.at === 0 && order.text === 'beste' && found.after.startsWith(',')) return { kind: 'used' };
    // in `top 10 creators with the highest engagement`, the second order is the clearer one
    return orderBy(
      parts,
      order.by,
      directionOf(found) ?? order.desc,
      statisticOf(found.items),
      order.text.startsWith('top'),
    );
  });
  // `average views between 5k and 30k, sorted from the most`
  parts.reduce(/[B>][gB]{0,2}>|>(?:g?F)?(?=g?(?:$|[.,;:]))/g, (found) => {
    if (found.items.length === 1 && !/[,.;]g?$/.test(found.before) && parts.items.some(isOrder))
      return undefined;
    const bounded = parts.items.findLast(
      (item, at) => at < found.at && item.kind === 'read' && item.reading.as === 'bounds',
    );
    const sortBy =
      bounded?.kind === 'read' && bounded.reading.as === 'bounds' ? bounded.reading.subject : undefined;
    const desc = directionOf(found) ?? true;
    return sortBy === undefined
      ? orderBy(parts, 'followers', desc, undefined, true)
      : readAs({ as: 'order', sortBy, desc, isWeak: false });
  });
  // `by number of posts`
  parts.reduce(/Bg{1,3}[kz](?=$|[.,])/g, ({ items }) =>
    items.some(({ text }) => countWords.test(text)) ? orderBy(parts, 'contents', true) : undefined,
  );
  turnOrder(parts);
  parts.reduce(/r/g, ({ items: [item] }) =>
    bestWords.has(item?.text ?? '') ? orderBy(parts, 'score', true, undefined, true) : undefined,
  );
};

export const isOrder = (item: Item): boolean => item.kind === 'read' && item.reading.as === 'order';

/** `the bottom 5 creators by engagement`: a direction apart from the only order of a text. */
function turnOrder(parts: Parts): void {
  if (parts.items.filter(isOrder).length !== 1 || parts.letters.split('>').length !== 2) return;
  const desc = parts.items.some((item) => item.kind === 'direction' && item.desc);
  parts.replaceAll(
    parts.items.map((item) =>
      item.kind === 'direction'
        ? { kind: 'used', text: item.text }
        : item.kind === 'read' && item.reading.as === 'order'
          ? { ...item, reading: { ...item.reading, desc } }
          : item,
    ),
  );
}

/** Only tube counts the views of all contents; elsewhere the views of the recent ones replace them. */
function orderBy(
  parts: Parts,
  by: Measure,
  desc: boolean,
  statistic?: Statistic,
  isWeak = false,
): Made | undefined {
  const sortBy =
    figureName(parts, by, statistic) ?? (by === 'totalViews' ? figureName(parts, 'views') : undefined);
  return sortBy === undefined ? undefined : readAs({ as: 'order', sortBy, desc, isWeak });
}

const directionOf = (found: Found): boolean | undefined => itemIn(found, 'direction')?.desc;
const countWords = /^(?:number|amount|numero|nombre|anzahl|zahl|aantal|liczb|jumlah|количеств)/;
const bestWords = wordSet('best mejores melhores meilleurs meilleures beste besten migliori лучшие terbaik');
