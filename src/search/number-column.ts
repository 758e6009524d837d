import type { NumberFilter } from '../core/filters.ts';
import type { Column, ColumnBuilder } from './column.ts';
import { growing } from './growing.ts';

type Numbers = Uint16Array | Uint32Array | Float64Array;

/**
 * Counts, rates and instants. Counts are stored unchanged, rates of 4 decimals as ten thousandths, both in
 * the narrowest array that holds them exactly. Other numbers, and negative ones, are stored unchanged.
 */
export function numberColumn(): ColumnBuilder<number> {
  const found = growing();
  return {
    add: found.push,
    done: () => columnOf(found.values()),
  };
}

/** A flag is the number 0 or 1. */
export function flagColumn(): ColumnBuilder<boolean> {
  const numbers = numberColumn();
  return {
    add: (value) => numbers.add(Number(value)),
    done: () => flagsOf(numbers.done()),
  };
}

const flagsOf = (numbers: Column): Column => ({
  ...numbers,
  keep: (filter, rows, count) =>
    filter.type === 'boolean'
      ? numbers.keep({ name: filter.name, type: 'number', op: '=', value: Number(filter.value) }, rows, count)
      : 0,
});

function columnOf(values: Float64Array): Column {
  const { numbers, unit } = packed(values);
  return {
    keep: (filter, rows, count) =>
      filter.type === 'number' ? keepNumbers(numbers, inUnits(filter, unit), rows, count) : 0,
    keys: () => numbers,
    step: 2,
    bytes: numbers.byteLength,
  };
}

/** `unit`: how many stored steps make 1; null for unchanged numbers. */
function packed(values: Float64Array): { numbers: Numbers; unit: number | null } {
  for (const unit of [1, 10_000]) {
    const most = largestStep(values, unit);
    if (most === undefined) continue;
    const numbers = most < 2 ** 16 ? new Uint16Array(values.length) : new Uint32Array(values.length);
    for (let row = 0; row < values.length; row++) numbers[row] = Math.round((values[row] ?? 0) * unit);
    return { numbers, unit };
  }
  return { numbers: values.slice(), unit: null };
}

/** The largest value in steps of 1/unit; undefined unless every value is a whole step from 0 to 2^32. */
function largestStep(values: Float64Array, unit: number): number | undefined {
  let most = 0;
  for (const value of values) {
    const step = Math.round(value * unit);
    if (step / unit !== value || step < 0 || step >= 2 ** 32) return undefined;
    most = Math.max(most, step);
  }
  return most;
}

interface Bound {
  op: NumberFilter['op'];
  value: number;
}

/**
 * Translates a condition to stored steps, so that rates compare exactly as their decimals. `>` uses the last
 * step that is not above the value, `<` the first that is not below it.
 */
function inUnits({ op, value }: Bound, unit: number | null): Bound {
  if (unit === null) return { op, value };
  const near = Math.round(Math.min(Math.max(value, -1), 2 ** 32) * unit);
  if (op === '=') return { op, value: near / unit === value ? near : -1 };
  if (op === '>') return { op, value: near / unit > value ? near - 1 : near };
  return { op, value: near / unit < value ? near + 1 : near };
}

function keepNumbers(numbers: Numbers, { op, value }: Bound, rows: Uint32Array, count: number): number {
  if (op === '>') return keepAbove(numbers, value, rows, count);
  if (op === '<') return keepBelow(numbers, value, rows, count);
  return keepEqual(numbers, value, rows, count);
}

// One loop per operator, without calls and without branches on the data: searches spend most of their time
// here.

function keepAbove(numbers: Numbers, value: number, rows: Uint32Array, count: number): number {
  let kept = 0;
  for (let at = 0; at < count; at++) {
    const row = rows[at] as number;
    rows[kept] = row;
    kept += (numbers[row] as number) > value ? 1 : 0;
  }
  return kept;
}

function keepBelow(numbers: Numbers, value: number, rows: Uint32Array, count: number): number {
  let kept = 0;
  for (let at = 0; at < count; at++) {
    const row = rows[at] as number;
    rows[kept] = row;
    kept += (numbers[row] as number) < value ? 1 : 0;
  }
  return kept;
}

function keepEqual(numbers: Numbers, value: number, rows: Uint32Array, count: number): number {
  let kept = 0;
  for (let at = 0; at < count; at++) {
    const row = rows[at] as number;
    rows[kept] = row;
    kept += numbers[row] === value ? 1 : 0;
  }
  return kept;
}
