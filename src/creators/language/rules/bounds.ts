import type { ItemOf } from '../items.ts';
import { type Compare, figureName, type Measure, type Statistic } from '../meanings.ts';
import { type Found, type Made, type Parts, readAs } from '../parts.ts';
import type { NumberBounds, QueryCondition } from '../readings.ts';

/** `uns 50`, which another comparison may say better. */
export const isAbout = ({ bounds, value }: ItemOf<'number'>): boolean => bounds.from === value * 0.8;

/** The bounds of a number; if it is bare, by a comparison that stands apart: `minimum followers: 10k`. */
export function boundsWith(number: ItemOf<'number'>, { items }: Pick<Found, 'items'>): NumberBounds {
  const apart = items.find((item) => item.kind === 'compare');
  return (number.bare || isAbout(number)) && apart ? boundsFor(apart.compare, number.value) : number.bounds;
}

/** `at least 10 posts a month or less`: a second comparison says the other side. */
export function contradicts(number: ItemOf<'number'>, { items }: Pick<Found, 'items'>): boolean {
  const apart = items.find((item) => item.kind === 'compare');
  return (
    !(number.bare || isAbout(number)) &&
    apart !== undefined &&
    number.bounds[/below|atMost/.test(apart.compare) ? 'to' : 'from'] === undefined
  );
}

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

export const isRateName = (name: string): boolean => /Rate|Growth|Ratio/.test(name);
export const boundsReading = (name: string, bounds: NumberBounds) => ({
  as: 'bounds' as const,
  subject: name,
  conditions: boundConditions(name, bounds) as QueryCondition[],
});

/** A bare number is a minimum; about means a fifth more or less (assumed: nls-numbers). */
export function boundsFor(compare: Compare | undefined, value: number): NumberBounds {
  switch (compare) {
    case 'above':
      return { from: value, openFrom: true };
    case 'below':
      return { to: value, openTo: true };
    case 'atMost':
      return { to: value };
    case 'exactly':
      return { from: value, to: value };
    case 'about':
      return { from: value * 0.8, to: value * 1.2 };
    default:
      return { from: value };
  }
}

/**
 * Writes bounds as `>` and `<`. These exclude the bound itself, so an inclusive bound moves by a step: 1 for
 * counts, a ten-thousandth for rates.
 */
export function boundConditions(
  filterName: string,
  { from, to, openFrom, openTo }: NumberBounds,
): QueryCondition[] {
  const isRate = /Rate|Growth|Ratio/.test(filterName);
  const step = isRate ? 0.0001 : 1;
  const round = (value: number): number => Math.round(value * 1e4) / 1e4;
  if (from !== undefined && from === to) return [{ filterName, op: '=', value: round(from) }];
  const found: QueryCondition[] = [];
  if (from !== undefined)
    found.push({
      filterName,
      op: '>',
      value: round(openFrom ? from : (isRate ? from : Math.ceil(from)) - step),
    });
  if (to !== undefined)
    found.push({ filterName, op: '<', value: round(openTo ? to : (isRate ? to : Math.floor(to)) + step) });
  return found;
}
