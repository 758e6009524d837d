import { dayMs } from '../../core/durations.ts';
import type { Filter, NumberFilter, StringFilter } from '../../core/filters.ts';
import { withoutAt } from '../../core/handles.ts';
import { rowsPerYield, type Yielding } from '../../core/yield-to-loop.ts';
import type { World } from '../world/world.ts';
import type { Column } from './columns.ts';
import type { SearchName } from './names.ts';

/** The instant of a search. Replies show the instants of the world, moved by `shiftMs`. */
export interface Moment {
  now: number;
  shiftMs: number;
}

export const momentAt = (world: Pick<World, 'shiftMs'>, now: number): Moment => ({
  now,
  shiftMs: world.shiftMs(now),
});

/** Whether a row meets a filter. */
export type RowTest = (row: number) => boolean;

/** Prepares a filter by a column: one of texts tests each distinct text once. */
export function* rowTest(
  name: Pick<SearchName<never>, 'time' | 'comparison'>,
  column: Column,
  filter: Filter,
  moment: Moment,
): Yielding<RowTest> {
  const { values, ends } = column;
  if (filter.type === 'number') return numberTest(values, filter, name.time, moment);
  if (filter.type === 'boolean') return (row) => values[row] === Number(filter.value);
  if (column.bytes) {
    const isFound = yield* rowsContaining(column.bytes, ends as Uint32Array, filter.anyOf);
    return (row) => isFound[row] === 1;
  }
  const isMet = yield* textsMeeting(column, filter, name.comparison ?? {});
  if (!ends) return (row) => isMet[values[row] as number] === 1;
  return (row) => {
    const end = ends[row] as number;
    for (let at = row === 0 ? 0 : (ends[row - 1] as number); at < end; at++)
      if (isMet[values[at] as number] === 1) return true;
    return false;
  };
}

function numberTest(
  values: Column['values'],
  { op, value }: NumberFilter,
  time: SearchName<never>['time'],
  { now, shiftMs }: Moment,
): RowTest {
  const stored = (row: number): number => values[row] as number;
  if (time === undefined) {
    if (op === '>') return (row) => (values[row] as number) > value;
    if (op === '<') return (row) => (values[row] as number) < value;
    return (row) => values[row] === value;
  }
  // what a client sees; 0 means that there is no such instant, in the world and in replies
  const shown =
    time === 'age'
      ? (row: number) => (now - shiftMs - stored(row)) / dayMs
      : (row: number) => (stored(row) === 0 ? 0 : stored(row) + shiftMs);
  if (op === '>') return (row) => shown(row) > value;
  if (op === '<') return (row) => shown(row) < value;
  if (time === 'moment') return (row) => shown(row) === value;
  // this many whole days old (assumed: publish-age-equal)
  return (row) => shown(row) >= value && shown(row) < value + 1;
}

/** Marks the texts that a filter matches with 1. */
function* textsMeeting(
  column: Column,
  { anyOf, contains }: StringFilter,
  { caseless = false, handle = false }: NonNullable<SearchName<never>['comparison']>,
): Yielding<Uint8Array> {
  const { texts = [] } = column;
  const isMet = new Uint8Array(texts.length);
  const sought = handle ? anyOf.map(withoutAt) : anyOf;
  if (contains) {
    const lower = sought.map((text) => text.toLowerCase());
    const textsPerStep = Math.ceil(rowsPerYield / 4 / lower.length);
    for (let place = 0; place < texts.length; place++) {
      if (place % textsPerStep === 0) yield;
      const given = (texts[place] as string).toLowerCase();
      for (const part of lower) if (given.includes(part)) isMet[place] = 1;
    }
    return isMet;
  }
  const places = yield* placesOf(column, caseless);
  for (const text of sought) for (const place of places(text)) isMet[place] = 1;
  return isMet;
}

/** Marks the rows whose long text contains any of the parts, in any case, with 1. */
function* rowsContaining(bytes: Buffer, ends: Uint32Array, parts: readonly string[]): Yielding<Uint8Array> {
  const isFound = new Uint8Array(ends.length);
  for (const part of parts) {
    const lower = part.toLowerCase();
    if (lower === '') return isFound.fill(1);
    // half of an emoji has no bytes
    yield* lower.isWellFormed()
      ? markByBytes(isFound, bytes, ends, Buffer.from(lower))
      : markByText(isFound, bytes, ends, lower);
  }
  return isFound;
}

function* markByBytes(isFound: Uint8Array, bytes: Buffer, ends: Uint32Array, sought: Buffer): Yielding<void> {
  for (let from = 0; from < ends.length; from += rowsPerYield) {
    const to = Math.min(ends.length, from + rowsPerYield);
    const block = bytes.subarray(0, ends[to - 1]);
    let row = from;
    for (let at = block.indexOf(sought, ends[from - 1] ?? 0); at >= 0; ) {
      while ((ends[row] as number) <= at) row += 1;
      const end = ends[row] as number;
      const isWithin = at + sought.length <= end;
      if (isWithin) isFound[row] = 1;
      // the rest of the text is as good as read
      at = block.indexOf(sought, isWithin ? end : at + 1);
    }
    yield;
  }
}

function* markByText(isFound: Uint8Array, bytes: Buffer, ends: Uint32Array, sought: string): Yielding<void> {
  for (let row = 0; row < ends.length; row++) {
    if (bytes.toString('utf8', ends[row - 1] ?? 0, ends[row]).includes(sought)) isFound[row] = 1;
    if (row % 1024 === 0) yield;
  }
}

/** Finds the places of a text among the texts of a column. */
function* placesOf(column: Column, caseless: boolean): Yielding<(text: string) => readonly number[]> {
  const { texts = [] } = column;
  const compared = (text: string): string => (caseless ? text.toLowerCase() : text);
  let known = placesIn.get(column);
  if (!known) {
    known = new Map();
    for (const [place, text] of texts.entries()) {
      if (place % rowsPerYield === 0) yield;
      const key = compared(text);
      known.set(key, [...(known.get(key) ?? []), place]);
    }
    placesIn.set(column, known);
  }
  const places = known;
  return (text) => places.get(compared(text)) ?? [];
}

/** Made when a filter first asks for a whole text. */
const placesIn = new WeakMap<Column, Map<string, readonly number[]>>();
