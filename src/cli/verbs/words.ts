import { tableLines } from '../../core/table.ts';
import type { Paint } from '../io.ts';

/** Credits with their unit. */
export const formatCredits = (amount: number): string => `${amount} cr`;

/** An instant as a date and time in UTC. */
export const formatInstant = (at: number): string =>
  Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : String(at);

/** A table with a head; a sentence when it has no rows. @param right columns of figures */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { paint, none, right = [] }: { paint: Paint; none: string; right?: readonly number[] },
): string[] {
  if (rows.length === 0) return [none];
  const paintHead = (text: string, { row }: { row: number }) => (row === 0 ? paint('bold', text) : text);
  return tableLines([head, ...rows], { right, paint: paintHead });
}

/** One thing as lines of name and value. */
export const formatSheet = (
  entries: readonly (readonly [name: string, value: string])[],
  paint: Paint,
): string[] =>
  tableLines(entries, { paint: (text, { column }) => (column === 0 ? paint('bold', text) : text) });

/** JSON without its quotes around names: `{limit: 5}`. */
export const formatValue = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);
