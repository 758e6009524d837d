import type { Item } from '../items.ts';
import type { Statistic } from '../meanings.ts';

/** The statistic that is named between two items: `median views`, `minimum likes`; undefined for none. */
export function statisticOf(items: readonly Item[], from: number, to: number): Statistic | undefined {
  for (const item of items.slice(from, to + 1)) {
    if (item.kind === 'statistic') return item.statistic;
    // elsewhere `minimum` compares: `minimum 10k views`
    if (item.kind === 'compare' && extremes[item.text] && to > from) return extremes[item.text];
  }
  return undefined;
}

const extremes: Readonly<Record<string, Statistic>> = {
  min: 'min',
  minimum: 'min',
  max: 'max',
  maximum: 'max',
};
