import type { Item } from '../items.ts';
import type { Measure, Statistic } from '../meanings.ts';
import { near, type Passage } from '../passage.ts';
import { figureName } from './figure-names.ts';
import { statisticOf } from './statistics.ts';

export interface SortOrder {
  sortBy: string;
  desc: boolean;
}

/** Reads the first order: `biggest first`, `highest engagement`, `by median views, ascending`. */
export function readOrder(passage: Passage): SortOrder | undefined {
  const { items } = passage;
  // in `top 10 creators with the highest engagement`, the second order is the clearer one
  const ordered = [...items.keys()].toSorted((a, b) => Number(isTop(items[a])) - Number(isTop(items[b])));
  for (const at of ordered) {
    const wish = wishAt(passage, at, items[at] as Item);
    const sortBy = wish && sortNameOf(passage, wish);
    if (wish && sortBy !== undefined) return { sortBy, desc: directionOf(items, wish) ?? wish.desc };
  }
  return undefined;
}

/** Only tube counts the views of all contents; elsewhere the views of the recent ones replace them. */
const sortNameOf = (passage: Passage, { by, statistic }: Wish): string | undefined =>
  figureName(passage, by, statistic) ?? (by === 'totalViews' ? figureName(passage, 'views') : undefined);

const isTop = (item: Item | undefined): boolean => item?.kind === 'order' && item.text.startsWith('top');

interface Wish {
  by: Measure;
  statistic?: Statistic | undefined;
  desc: boolean;
  /** Its first and last items. */
  from: number;
  to: number;
}

function wishAt(passage: Passage, at: number, item: Item): Wish | undefined {
  switch (item.kind) {
    case 'order':
      // `top engagement` sorts by the engagement, `top creators` by their size
      return (isTop(item) && figureAfter(passage, at)) || { by: item.by, desc: item.desc, from: at, to: at };
    case 'rank': {
      const figure = figureAfter(passage, at);
      if (figure) return { ...figure, desc: item.desc };
      return item.text === 'best' ? { by: 'score', desc: true, from: at, to: at } : undefined;
    }
    case 'by':
      return figureAfter(passage, at);
    case 'sortBy':
    case 'direction':
      return figureBefore(passage, at);
    default:
      return undefined;
  }
}

/** Figures are sorted from the largest (assumed: nls-order). A figure with a number of its own is a filter. */
function figureAfter({ items, claimed }: Passage, at: number): Wish | undefined {
  const across: Item['kind'][] = ['glue', 'statistic', 'rank', 'compare'];
  const figure = near(items, at, 1, { of: ['measure'], across, maxSteps: 4 });
  const item = figure === undefined ? undefined : items[figure];
  if (figure === undefined || item?.kind !== 'measure' || claimed.has(figure)) return undefined;
  return { by: item.measure, statistic: statisticOf(items, at, figure), desc: true, from: at, to: figure };
}

/** `エンゲージメント順`, `views first`, `views high to low`. */
function figureBefore({ items, claimed }: Passage, at: number): Wish | undefined {
  const figure = near(items, at, -1, {
    of: ['measure'],
    across: ['glue', 'direction', 'break'],
    maxSteps: 3,
  });
  const item = figure === undefined ? undefined : items[figure];
  if (figure === undefined || item?.kind !== 'measure' || claimed.has(figure)) return undefined;
  return { by: item.measure, desc: true, from: figure, to: at };
}

/** `ascending` or `lowest first`, on either side. */
function directionOf(items: readonly Item[], { from, to }: Wish): boolean | undefined {
  const across: Item['kind'][] = ['glue', 'break', 'word', 'creator'];
  const within = items.slice(from, to + 1).find(({ kind }) => kind === 'direction');
  const beside =
    near(items, to, 1, { of: ['direction'], across, maxSteps: 4 }) ??
    near(items, from, -1, { of: ['direction'], across: ['glue', 'word'], maxSteps: 3 });
  const item = within ?? (beside === undefined ? undefined : items[beside]);
  return item?.kind === 'direction' ? item.desc : undefined;
}
