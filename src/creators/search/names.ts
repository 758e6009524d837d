import type { FilterName } from '../../core/filters.ts';
import type { Parts } from '../world/index-parts.ts';
import type { Column, ColumnBuilder } from './column.ts';
import type { Comparison } from './dictionary.ts';
import type { WholeNumbers } from './growing.ts';
import type { Time } from './instants.ts';
import { flagColumn, numberColumn, openFlags, openNumbers } from './number-column.ts';
import type { PartsOf } from './parts.ts';
import { openRanks } from './rank-column.ts';
import { codeColumn, listColumn, openCodes, openLists } from './string-columns.ts';
import { openTexts, textColumn } from './text-column.ts';

/** One filter name: its type, whether results can be sorted by it, and how it is read from a subject. */
export interface Name<Subject> extends FilterName {
  /** The name of the column that this name shares. */
  readonly sameAs?: string;
  /** A subject has several texts; a filter matches if any of them does. */
  readonly list?: true;
  /** How a filter compares its number if this is an instant. */
  readonly time?: Time;
  readonly collect: () => Collector<Subject>;
  readonly open: (parts: PartsOf) => Column;
}

/** Builds the column of a name. */
export interface Collector<Subject> {
  add(subject: Subject): void;
  done(place: WholeNumbers): Parts;
}

export const number = <Subject>(
  name: string,
  read: (subject: Subject) => number,
  time?: Time,
): Name<Subject> => ({
  name,
  type: 'number',
  sortable: true,
  ...(time && { time }),
  collect: collector(numberColumn, read),
  open: openNumbers,
});

export const flag = <Subject>(name: string, read: (subject: Subject) => boolean): Name<Subject> => ({
  name,
  type: 'boolean',
  sortable: false,
  collect: collector(flagColumn, read),
  open: openFlags,
});

/** A text that is compared as a whole. */
export const word = <Subject>(
  name: string,
  read: (subject: Subject) => string,
  { sortable = false, ...comparison }: Comparison & { sortable?: boolean } = {},
): Name<Subject> => ({
  name,
  type: 'string',
  sortable,
  collect: collector(() => codeColumn(comparison), read),
  open: (parts) => openCodes(parts, comparison),
});

/** A filter matches if any of the texts does. */
export const words = <Subject>(
  name: string,
  read: (subject: Subject) => readonly string[],
  comparison: Comparison = {},
): Name<Subject> => ({
  name,
  type: 'string',
  sortable: false,
  list: true,
  collect: collector(() => listColumn(comparison), read),
  open: (parts) => openLists(parts, comparison),
});

/** A long text, always matched by its parts (observed). */
export const text = <Subject>(name: string, read: (subject: Subject) => string): Name<Subject> => ({
  name,
  type: 'string',
  sortable: false,
  collect: collector(textColumn, read),
  open: openTexts,
});

export const alias = <Subject>(name: string, of: Name<Subject>): Name<Subject> => ({
  ...of,
  name,
  sameAs: of.name,
});

/** The part of the rows that have less of another number, 0 to 1. Read from that column, so it takes no space. */
export const ranked = <Subject>(name: string, of: Name<Subject>): Name<Subject> => ({
  ...alias(name, of),
  open: openRanks,
});

function collector<Subject, Value>(
  build: () => ColumnBuilder<Value>,
  read: (subject: Subject) => Value,
): () => Collector<Subject> {
  return () => {
    const column = build();
    return { add: (subject) => column.add(read(subject)), done: column.done };
  };
}
