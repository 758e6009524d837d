import type { ItemOf } from '../items.ts';
import type { Measure, Statistic } from '../meanings.ts';
import { type Found, itemIn, type Made, type Parts, type Rule, readAs } from '../parts.ts';
import { figureName } from './figure-names.ts';
import { statisticOf } from './figures.ts';

/** Reads orders: `biggest first`, `highest engagement`, `by median views, ascending`, `newest uploads first`. */
export const readOrder: Rule = (parts) => {
  // figures are sorted from the largest (assumed: nls-order)
  const byFigure = (found: Found): Made | undefined => {
    const by = itemIn(found, 'measure')?.measure;
    const desc = directionOf(found) ?? itemIn(found, 'rank')?.desc ?? true;
    return by && orderBy(parts, by, desc, statisticOf(found.items));
  };
  parts.reduce(
    /(?:>[g"]{0,2})?[Br][gscr]{0,3}[MR](?:[g,i"?]{0,3}[>F]+)?|[MR][g,/]{0,2}(?:[F>]+|rF)|O[gscr]{0,3}[MR](?=$|[.,gp])(?:[g,i"]{0,3}>)?/g,
    byFigure,
  );
  parts.reduce(/(?:>[g?]{0,2})?[B]?g?O[ki]{0,2}F?(?:[g,i"]{0,3}>)?/g, (found) => {
    const order = itemIn(found, 'order') as ItemOf<'order'>;
    // in `top 10 creators with the highest engagement`, the second order is the clearer one
    return orderBy(
      parts,
      order.by,
      directionOf(found) ?? order.desc,
      undefined,
      order.text.startsWith('top'),
    );
  });
  parts.reduce(/r/g, ({ items: [item] }) =>
    bestWords.has(item?.text ?? '') ? orderBy(parts, 'score', true) : undefined,
  );
};

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
const bestWords = new Set(
  'best mejores melhores meilleurs meilleures beste besten migliori лучшие terbaik'.split(' '),
);
