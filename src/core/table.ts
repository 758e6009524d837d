import { plainLine } from './plain-text.ts';

/** Changes how a cell looks, such as its colour; it must not change the width. */
type PaintCell = (text: string, place: { row: number; column: number }) => string;

/** The lines of a table: columns are as wide as their widest cell, two spaces apart. @param right columns of figures */
export function tableLines(
  given: readonly (readonly string[])[],
  { right = [], paint = (text) => text }: { right?: readonly number[]; paint?: PaintCell } = {},
): string[] {
  const rows = given.map((cells) => cells.map(plainLine));
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, text] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, text.length);
  return rows.map((cells, row) =>
    cells
      .map((text, column) => {
        const space = ' '.repeat((widths[column] as number) - text.length);
        const painted = text === '' ? '' : paint(text, { row, column });
        return right.includes(column) ? `${space}${painted}` : `${painted}${space}`;
      })
      .join('  ')
      .trimEnd(),
  );
}
