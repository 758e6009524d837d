import type { Millicredits } from './credits.ts';
import type { OperationId } from './operations.ts';
import type { PriceBook, PriceInputs } from './prices.ts';

/** The part of a record that a look-up returns: everything, some fields, or some items of its arrays. */
export type Selection =
  | 'whole'
  | { readonly form: 'array'; readonly names: ReadonlySet<string> }
  | { readonly form: 'object'; readonly counts: ReadonlyMap<string, number> };

/** One operation's record inside each creator of a search. */
export interface SearchBlock {
  /** Its key in the creator: the bare operation name (contract 4.3(5)). */
  readonly name: string;
  readonly operation: OperationId;
  readonly selection: Selection;
}

/** Every profile has these free of charge, selected or not (assumed: fields-identifiers). */
export const identifiers: readonly string[] = ['uniqueId', 'channelId'];

/** The names of the selected parts. */
export const selectedNames = (selection: Exclude<Selection, 'whole'>): ReadonlySet<string> =>
  selection.form === 'array' ? selection.names : new Set(selection.counts.keys());

/** The estimated price of a look-up, at most the price of the whole (contract 4.3(6)). */
export const quoteLookup = (book: PriceBook, operation: OperationId, selection: Selection): Millicredits =>
  capped(book, operation, selection, (_name, count) => count);

/**
 * The actual price of a look-up. Missing items and fields cost nothing (contract 4.3(6)). Never above
 * the quote.
 * @param data the whole record or its selected parts; both give the same price
 */
export const priceLookup = (
  book: PriceBook,
  operation: OperationId,
  selection: Selection,
  data: object,
): Millicredits =>
  capped(book, operation, selection, (name, count) => {
    const part = Object.hasOwn(data, name) ? (data as Record<string, unknown>)[name] : undefined;
    if (part === undefined) return 0;
    // A field is one unit, whatever its length; a counted array has one unit per item.
    return isCounted(selection) && Array.isArray(part) ? Math.min(count, part.length) : count;
  });

const isCounted = (selection: Selection): boolean =>
  (selection as Exclude<Selection, 'whole'>).form === 'object';

/** The estimated price of a search: its own price, plus every block for each creator of a full page. */
export function quoteSearch(
  book: PriceBook,
  search: OperationId,
  blocks: readonly SearchBlock[],
  { pageSize, ...inputs }: PriceInputs & { pageSize: number },
): Millicredits {
  const each = blocks.reduce(
    (sum, { operation, selection }) => sum + quoteLookup(book, operation, selection),
    0,
  );
  return Math.min(Number.MAX_SAFE_INTEGER, book.full(search, inputs) + pageSize * each);
}

/** The selected parts of a record and its identifiers, in the record's order. */
export function selectParts<Data extends object>(data: Data, selection: Selection): Partial<Data> {
  if (selection === 'whole') return data;
  const parts = Object.entries(data).flatMap(([name, part]): [string, unknown][] => {
    if (identifiers.includes(name)) return [[name, part]];
    if (selection.form === 'array') return selection.names.has(name) ? [[name, part]] : [];
    const count = selection.counts.get(name);
    return count === undefined ? [] : [[name, Array.isArray(part) ? part.slice(0, count) : part]];
  });
  return Object.fromEntries(parts) as Partial<Data>;
}

function capped(
  book: PriceBook,
  operation: OperationId,
  selection: Selection,
  billed: (name: string, count: number) => number,
): Millicredits {
  const cap = book.full(operation);
  if (selection === 'whole') return cap;
  const parts =
    selection.form === 'array'
      ? [...selection.names].map((name) => [name, 1] as const)
      : [...selection.counts];
  const sum = parts.reduce(
    (total, [name, count]) => total + (book.part(operation, name) as Millicredits) * billed(name, count),
    0,
  );
  return Math.min(cap, sum);
}
