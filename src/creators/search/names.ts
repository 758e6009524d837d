import type { FilterName } from '../../core/filters.ts';
import type { IndexParts } from '../world/index-parts.ts';
import type { Column, ColumnBuilder } from './column.ts';
import type { Comparison } from './dictionary.ts';
import type { WholeNumbers } from './growing.ts';
import type { InstantMeaning } from './instants.ts';
import { flagColumn, numberColumn, openFlags, openNumbers } from './number-column.ts';
import type { PartSource } from './parts.ts';
import { openRanks } from './rank-column.ts';
import { codeColumn, listColumn, openCodes, openLists } from './string-columns.ts';
import { openTexts, textColumn } from './text-column.ts';

/** A name that searches filter by: its type, whether it sorts results, and how its value is read from a subject. */
export interface SearchName<Subject> extends FilterName {
  /** The name of the column that this name shares. */
  readonly sameAs?: string;
  /** A subject has several texts; a filter matches if any of them matches. */
  readonly list?: true;
  /** How filters compare the name if it is an instant. */
  readonly time?: InstantMeaning;
  readonly collect: () => Collector<Subject>;
  readonly open: (parts: PartSource) => Column;
}

/** Builds the column of a name. */
export interface Collector<Subject> {
  /** @param rows the number of rows that have the value of the subject, one after another */
  add(subject: Subject, rows: number): void;
  done(place: WholeNumbers): IndexParts;
}

export const numberName = <Subject>(
  name: string,
  read: (subject: Subject) => number,
  time?: InstantMeaning,
): SearchName<Subject> => ({
  name,
  type: 'number',
  sortable: true,
  ...(time && { time }),
  collect: collector(numberColumn, read),
  open: openNumbers,
});

export const flagName = <Subject>(
  name: string,
  read: (subject: Subject) => boolean,
): SearchName<Subject> => ({
  name,
  type: 'boolean',
  sortable: false,
  collect: collector(flagColumn, read),
  open: openFlags,
});

/** A text that is compared as a whole. */
export const wordName = <Subject>(
  name: string,
  read: (subject: Subject) => string,
  { sortable = false, ...comparison }: Comparison & { sortable?: boolean } = {},
): SearchName<Subject> => ({
  name,
  type: 'string',
  sortable,
  collect: collector(() => codeColumn(comparison), read),
  open: (parts) => openCodes(parts, comparison),
});

/** A filter matches if any of the texts does. */
export const wordsName = <Subject>(
  name: string,
  read: (subject: Subject) => readonly string[],
  comparison: Comparison = {},
): SearchName<Subject> => ({
  name,
  type: 'string',
  sortable: false,
  list: true,
  collect: collector(() => listColumn(comparison), read),
  open: (parts) => openLists(parts, comparison),
});

/** A long text, always matched by its parts (observed). */
export const textName = <Subject>(name: string, read: (subject: Subject) => string): SearchName<Subject> => ({
  name,
  type: 'string',
  sortable: false,
  collect: collector(textColumn, read),
  open: openTexts,
});

export const aliasName = <Subject>(name: string, of: SearchName<Subject>): SearchName<Subject> => ({
  ...of,
  name,
  sameAs: of.name,
});

/** The part of the rows whose number under another name is lower, 0 to 1. Computed from that name's column, so it takes no space. */
export const rankedName = <Subject>(name: string, of: SearchName<Subject>): SearchName<Subject> => ({
  ...aliasName(name, of),
  open: openRanks,
});

function collector<Subject, Value>(
  build: () => ColumnBuilder<Value>,
  read: (subject: Subject) => Value,
): () => Collector<Subject> {
  return () => {
    const column = build();
    return {
      add(subject, rows) {
        const value = read(subject);
        for (let row = 0; row < rows; row++) column.add(value);
      },
      done: column.done,
    };
  };
}
