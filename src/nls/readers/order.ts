import type { Item } from '../items.ts';
import type { Measure } from '../meanings.ts';
import { near, type Passage } from '../passage.ts';
import { figureName } from './figure-names.ts';

export interface Order {
  sortBy: string;
  desc: boolean;
}

/** Reads the first order: `biggest first`, `highest engagement`, `sorted by views, ascending`. */
export function readOrder(passage: Passage): Order | undefined {
  const { items } = passage;
  // in `top 10 creators with the highest engagement`, the second order is the clearer one
  const ordered = [...items.keys()].toSorted((a, b) => Number(isTop(items[a])) - Number(isTop(items[b])));
  for (const at of ordered) {
    const wish = wishAt(items, at, items[at] as Item);
    const sortBy = wish && figureName(passage, wish.by);
    if (!wish || sortBy === undefined) continue;
    const direction = near(items, wish.end, 1, {
      of: ['direction'],
      across: ['glue', 'break', 'word'],
      most: 4,
    });
    const said = direction === undefined ? undefined : items[direction];
    return { sortBy, desc: said?.kind === 'direction' ? said.desc : wish.desc };
  }
  return undefined;
}

const isTop = (item: Item | undefined): boolean => item?.kind === 'order' && item.text.startsWith('top');

interface Wish {
  by: Measure;
  desc: boolean;
  end: number;
}

function wishAt(items: readonly Item[], at: number, item: Item): Wish | undefined {
  const figure = near(items, at, 1, { of: ['measure'], across: ['glue', 'statistic', 'rank'], most: 3 });
  const measure = figure === undefined ? undefined : items[figure];
  const named = measure?.kind === 'measure' ? { by: measure.measure, end: figure as number } : undefined;
  // `top engagement` is about the engagement, `top creators` about their size
  if (item.kind === 'order')
    return isTop(item) && named ? { ...named, desc: true } : { by: item.by, desc: item.desc, end: at };
  if (!named) return undefined;
  if (item.kind === 'rank') return { ...named, desc: item.desc };
  // names are sorted from a to z, figures from the largest (assumed: nls-order)
  return item.kind === 'sortBy' ? { ...named, desc: named.by !== 'name' } : undefined;
}
