import type { FilterName } from '../../core/filters.ts';
import type { ContentField } from '../world/world.ts';

/** A name that searches filter by: its type, whether it sorts results, and how its value is read from a subject. */
export interface SearchName<Subject> extends FilterName {
  readonly read: (subject: Subject) => number | boolean | string | readonly string[];
  /** A subject has several texts; a filter matches if any of them matches. */
  readonly list?: true;
  /** How filters compare an instant. */
  readonly time?: InstantMeaning;
  readonly comparison?: Comparison;
  /** The column of the contents of the world that has the number, on the day of its epoch. */
  readonly field?: ContentField;
  /** The value depends on the texts of contents, which take most of the time where no world stores them. */
  readonly isWritten?: boolean;
  /** Only the order of the texts is kept. */
  readonly isOrder?: true;
  /** Instead of the number, the part of the other rows that have less counts, 0 to 1. */
  readonly isRank?: true;
}

/**
 * How a filter compares an instant (observed). For contents the number is an age in days: `< 7` means newer
 * than seven days. For creators it is an instant, Unix milliseconds.
 */
export type InstantMeaning = 'age' | 'moment';

/** How a filter compares texts. Parts always match in any case (assumed: caseless). */
interface Comparison {
  /** In any case, too, if whole. */
  readonly caseless?: boolean;
  /** The texts are handles, which filters may write with a leading @. */
  readonly handle?: boolean;
  /** The texts are long, and always matched by their parts (observed). */
  readonly parts?: boolean;
}

export const numberName = <Subject>(
  name: string,
  read: (subject: Subject) => number,
  time?: InstantMeaning,
): SearchName<Subject> => ({ name, type: 'number', sortable: true, read, ...(time && { time }) });

export const flagName = <Subject>(
  name: string,
  read: (subject: Subject) => boolean,
): SearchName<Subject> => ({ name, type: 'boolean', sortable: false, read });

interface TextOptions extends Comparison {
  readonly sortable?: boolean;
  readonly isWritten?: boolean;
}

export const textName = <Subject>(
  name: string,
  read: (subject: Subject) => string,
  { sortable = false, isWritten = false, ...comparison }: TextOptions = {},
): SearchName<Subject> => ({ name, type: 'string', sortable, read, comparison, isWritten });

/** A filter matches if any of the texts does. */
export const listName = <Subject>(
  name: string,
  read: (subject: Subject) => readonly string[],
  { isWritten = false, ...comparison }: Omit<TextOptions, 'sortable'> = {},
): SearchName<Subject> => ({
  name,
  type: 'string',
  sortable: false,
  list: true,
  read,
  comparison,
  isWritten,
});

/** The default order of results. Equal keys are ordered by id. */
export interface DefaultOrder {
  readonly by: string;
  readonly desc: boolean;
}

/** The name of what orders results with equal keys. No name of a filter begins so. */
export const tie = '#tie';

export const tieName = <Subject>(read: (subject: Subject) => string): SearchName<Subject> => ({
  ...textName(tie, read, { sortable: true }),
  isOrder: true,
});
