import type { BooleanFilter, NumberFilter } from '../../core/filters.ts';
import type { Numbers } from '../world/index-parts.ts';
import { type Column, type ColumnBuilder, knownRun, type RowCondition } from './column.ts';
import { growing, wholeNumbers } from './growing.ts';
import { sortRows } from './order-of.ts';
import type { PartSource } from './parts.ts';
import { firstAbove, firstFrom, type Run, type Sorted } from './sorted.ts';

/**
 * Counts, rates and instants. Counts are stored unchanged, rates of 4 decimals as ten thousandths, both in
 * the narrowest array that holds them exactly. Other numbers, and negative ones, are stored unchanged.
 */
export function numberColumn(): ColumnBuilder<number> {
  const values = growing();
  return {
    add: values.push,
    done(place) {
      const { numbers, unit } = packNumbers(values.values());
      return new Map<string, Numbers>([
        ['numbers', numbers],
        ['unit', Uint16Array.of(unit)],
        ['order', sortRows(numbers, place)],
      ]);
    },
  };
}

/** A flag is the number 0 or 1. */
export function flagColumn(): ColumnBuilder<boolean> {
  const numbers = numberColumn();
  return { add: (value) => numbers.add(Number(value)), done: numbers.done };
}

export function openNumbers(parts: PartSource): Column {
  const sorted = (): Sorted => ({
    order: parts.numbers('order') as Sorted['order'],
    keys: parts.numbers('numbers'),
  });
  return {
    *condition(filter) {
      const numbers = parts.numbers('numbers');
      // in a large world, reading each of the two parts takes milliseconds
      yield;
      return numberCondition(
        numbers,
        sorted(),
        inUnits(filter as NumberFilter, parts.numbers('unit')[0] as number),
      );
    },
    sorted,
  };
}

export function openFlags(parts: PartSource): Column {
  const numbers = openNumbers(parts);
  return {
    *condition(filter) {
      const { name, value } = filter as BooleanFilter;
      return yield* numbers.condition({ name, type: 'number', op: '=', value: Number(value) });
    },
    sorted: numbers.sorted,
  };
}

/** @returns `unit`: the number of stored steps that make 1; 0 for unchanged numbers */
function packNumbers(values: Float64Array): { numbers: Numbers; unit: number } {
  for (const unit of [1, 10_000]) {
    const largest = largestStep(values, unit);
    if (largest === undefined) continue;
    const numbers = wholeNumbers(values.length, largest + 1);
    for (let row = 0; row < values.length; row++) numbers[row] = Math.round((values[row] as number) * unit);
    return { numbers, unit };
  }
  return { numbers: values, unit: 0 };
}

/** The largest value in steps of 1/unit; undefined unless every value is a whole step from 0 to 2^32. */
function largestStep(values: Float64Array, unit: number): number | undefined {
  let largest = 0;
  for (const value of values) {
    const step = Math.round(value * unit);
    if (step / unit !== value || step < 0 || step >= 2 ** 32) return undefined;
    largest = Math.max(largest, step);
  }
  return largest;
}

interface Bound {
  op: NumberFilter['op'];
  value: number;
}

/**
 * Translates a condition to stored steps, so that rates compare exactly as their decimals. `>` uses the last
 * step that is not above the value, `<` the first that is not below it.
 */
function inUnits({ op, value }: Bound, unit: number): Bound {
  if (unit === 0) return { op, value };
  const near = Math.round(Math.min(Math.max(value, -1), 2 ** 32) * unit);
  if (op === '=') return { op, value: near / unit === value ? near : -1 };
  if (op === '>') return { op, value: near / unit > value ? near - 1 : near };
  return { op, value: near / unit < value ? near + 1 : near };
}

export const numberCondition = (numbers: Numbers, sorted: Sorted, bound: Bound): RowCondition => ({
  keep: (rows, count) => keepNumbers(numbers, bound, rows, count),
  known: knownRun(sorted, runOf(sorted, bound)),
  cost: 'look-up',
});

function runOf(sorted: Sorted, { op, value }: Bound): Run {
  const to = sorted.order.length;
  if (op === '<') return { from: 0, to: firstFrom(sorted, value) };
  if (op === '>') return { from: firstAbove(sorted, value), to };
  const from = firstFrom(sorted, value);
  return { from, to: firstAbove(sorted, value, { from, to }) };
}

function keepNumbers(numbers: Numbers, { op, value }: Bound, rows: Uint32Array, count: number): number {
  if (op === '>') return keepAbove(numbers, value, rows, count);
  if (op === '<') return keepBelow(numbers, value, rows, count);
  return keepEqual(numbers, value, rows, count);
}

// One loop per operator, without calls and without branches on the data: searches spend most of their time
// here.

function keepAbove(numbers: Numbers, value: number, rows: Uint32Array, count: number): number {
  let matched = 0;
  for (let at = 0; at < count; at++) {
    const row = rows[at] as number;
    rows[matched] = row;
    matched += (numbers[row] as number) > value ? 1 : 0;
  }
  return matched;
}

function keepBelow(numbers: Numbers, value: number, rows: Uint32Array, count: number): number {
  let matched = 0;
  for (let at = 0; at < count; at++) {
    const row = rows[at] as number;
    rows[matched] = row;
    matched += (numbers[row] as number) < value ? 1 : 0;
  }
  return matched;
}

function keepEqual(numbers: Numbers, value: number, rows: Uint32Array, count: number): number {
  let matched = 0;
  for (let at = 0; at < count; at++) {
    const row = rows[at] as number;
    rows[matched] = row;
    matched += numbers[row] === value ? 1 : 0;
  }
  return matched;
}
