import { tableLines } from '../core/table.ts';
import { noPaint, type Output, type Paint } from './io.ts';

/** A column of a table, with its text for a row. */
export interface Column<Row> {
  readonly head: string;
  readonly text: (row: Row) => string;
  /** Figures stand at the right. */
  readonly isFigure?: true;
  /** Where the terminal is too narrow for all columns, that with the highest number goes first; those without one stay. */
  readonly goes?: number;
}

/** How tables and sheets are shown. */
export interface Look {
  readonly paint: Paint;
  /** The width of the terminal; absent where there is none. */
  readonly width?: number | undefined;
}

/** The look of what is printed to an output. */
export const lookOf = ({ paint = noPaint, columns }: Output): Look => ({ paint, width: columns });

/** The lines of a table with a head, as wide as the terminal at most; a sentence when it has no rows. */
export function printTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { paint, width = Number.POSITIVE_INFINITY, none }: Look & { readonly none: string },
): string[] {
  if (rows.length === 0) return [none];
  const texts = columns.map(({ head, text }) => [head, ...rows.map(text)]);
  const widths = texts.map((cells) => Math.max(...cells.map((cell) => cell.length)));
  const shown = new Set(columns.keys());
  const leaving = columns
    .flatMap(({ goes }, at) => (goes === undefined ? [] : [{ at, goes }]))
    .sort((a, b) => b.goes - a.goes);
  const total = () => [...shown].reduce((sum, at) => sum + (widths[at] as number) + 2, -2);
  for (const { at } of leaving) if (total() > width) shown.delete(at);
  const kept = [...shown];
  return tableLines(
    ['head', ...rows].map((_, row) => kept.map((at) => texts[at]?.[row] ?? '')),
    {
      right: kept.flatMap((at, place) => (columns[at]?.isFigure ? [place] : [])),
      paint: (text, { row }) => (row === 0 ? paint('bold', text) : text),
    },
  );
}

/** One thing as lines of name and value. */
export const formatSheet = (
  entries: readonly (readonly [name: string, value: string])[],
  paint: Paint,
): string[] =>
  tableLines(entries, { paint: (text, { column }) => (column === 0 ? paint('bold', text) : text) });

/** Credits with their unit. */
export const formatCredits = (amount: number): string => `${amount} cr`;

/** An instant as a date and time in UTC. */
export const formatInstant = (at: number): string =>
  Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : String(at);

/** JSON without its quotes around names: `{limit: 5}`. */
export const formatValue = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
