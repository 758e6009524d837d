import type { QueryCondition } from '../constraints.ts';
import type { Item } from '../items.ts';
import type { Compare } from '../meanings.ts';
import { conjunctions } from '../negations.ts';
import { near } from '../passage.ts';

/** One number or a range; `start` and `end` are its first and last items. */
export interface NumberRange {
  start: number;
  end: number;
  bounds: NumberBounds;
  percent: boolean;
  /** A bare number below 1000, which means nothing without a figure. */
  small: boolean;
  /** Possibly a year or an amount of money. */
  doubtful: boolean;
  decade: boolean;
  /** One number without a comparison. */
  bare: boolean;
}

export interface NumberBounds {
  from?: number;
  to?: number;
  /** The bounds are exclusive: over 10k. */
  open?: boolean;
}

type AmountItem = Extract<Item, { kind: 'amount' }>;

/** The number or range that begins at an item. */
export function rangeAt(items: readonly Item[], at: number): NumberRange | undefined {
  const first = items[at];
  if (first?.kind !== 'amount') return undefined;
  const second = secondOf(items, at);
  const common = { start: at, percent: first.percent, decade: first.decade };
  if (second !== undefined) {
    const last = items[second] as AmountItem;
    const [from, to] = sameScale(first, last);
    return {
      ...common,
      bare: false,
      end: second,
      percent: first.percent || last.percent,
      bounds: { from: Math.min(from, to), to: Math.max(from, to) },
      small: to < 1000,
      doubtful: first.money || last.money,
    };
  }
  const { compare, end } = comparison(items, at);
  return {
    ...common,
    bare: compare === undefined && !first.open,
    end,
    bounds: boundsFor(compare, first.value),
    small: first.value < 1000,
    doubtful:
      first.money || (first.plain && first.value >= 1900 && first.value <= 2100 && compare === undefined),
  };
}

/** The second number of `10k to 50k`, `10-50k`, `between 10k and 50k`. */
function secondOf(items: readonly Item[], at: number): number | undefined {
  const joint = items[at + 1];
  if (joint?.kind !== 'joint' || items[at + 2]?.kind !== 'amount') return undefined;
  const between = near(items, at, -1, { of: ['between'], across: ['glue'], maxSteps: 3 }) !== undefined;
  return between || !conjunctions.has(joint.text) ? at + 2 : undefined;
}

/** In `10-50k` both numbers are thousands, in `4-8%` both are percentages. */
function sameScale(first: AmountItem, last: AmountItem): [number, number] {
  if (last.percent && !first.percent) return [first.value / 100, last.value];
  if (first.scaled || !last.scaled) return [first.value, last.value];
  for (const scale of [1e9, 1e6, 1e3])
    if (last.value >= scale && first.value * scale < last.value) return [first.value * scale, last.value];
  return [first.value, last.value];
}

function comparison(items: readonly Item[], at: number): { compare: Compare | undefined; end: number } {
  const amount = items[at] as AmountItem;
  const next = items[at + 1];
  if (next?.kind === 'compare' && next.after) return { compare: next.compare, end: at + 1 };
  const before = near(items, at, -1, { of: ['compare'], across: ['glue', 'statistic'], maxSteps: 3 });
  const item = before === undefined ? undefined : items[before];
  if (item?.kind === 'compare' && !item.after) return { compare: item.compare, end: at };
  return { compare: amount.open ? 'atLeast' : undefined, end: at };
}

/** A bare number is a minimum; about means a fifth more or less (assumed: nls-numbers). */
function boundsFor(compare: Compare | undefined, value: number): NumberBounds {
  switch (compare) {
    case 'above':
      return { from: value, open: true };
    case 'below':
      return { to: value, open: true };
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
 * counts, a ten-thousandth for rates. Without a filter for the figure there is no condition.
 */
export function boundConditions(
  filterName: string | undefined,
  { from, to, open }: NumberBounds,
): QueryCondition[] {
  if (filterName === undefined) return [];
  const step = stepOf(filterName);
  const round = (value: number): number => Math.round(value * 1e4) / 1e4;
  if (from !== undefined && from === to) return [{ filterName, op: '=', value: round(from) }];
  const found: QueryCondition[] = [];
  if (from !== undefined)
    found.push({
      filterName,
      op: '>',
      value: open ? round(from) : round((step === 1 ? Math.ceil(from) : from) - step),
    });
  if (to !== undefined)
    found.push({
      filterName,
      op: '<',
      value: open ? round(to) : round((step === 1 ? Math.floor(to) : to) + step),
    });
  return found;
}

const stepOf = (filterName: string): number => (/Rate|Growth|Ratio/.test(filterName) ? 0.0001 : 1);
