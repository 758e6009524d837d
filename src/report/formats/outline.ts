import { type Html, html } from '../../core/html.ts';
import { tableLines } from '../../core/table.ts';
import { htmlPage, htmlTable } from './html-page.ts';
import { markdownTable } from './markdown.ts';

/** The findings of a verb, in the parts that each format of a text shows. */
export interface Outline {
  readonly title: string;
  /** The result in one sentence. */
  readonly head: string;
  readonly notes: readonly string[];
  /** A picture, on pages only. */
  readonly figure?: Html;
  readonly tables: readonly OutlineTable[];
}

export interface OutlineTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  /** The number of columns on the terminal, all when absent; with 0 it leaves the table out. */
  readonly textColumns?: number;
}

export const outlineHtml = ({ title, head, notes, figure, tables }: Outline, about: string): string =>
  htmlPage({
    title: `creator-sandbox: ${title}`,
    heading: title,
    head,
    soft: about,
    body: html`${notes.map((note): Html => html`<p>${note}</p>`)}
${figure}${tables.map((each) => htmlTable(each.title, each.head, each.rows))}
`,
  });

export const outlineMarkdown = ({ title, head, notes, tables }: Outline): string =>
  [
    `## creator-sandbox: ${title}`,
    head,
    ...notes,
    ...tables.map((each) =>
      markdownTable(
        each.title,
        each.head,
        each.rows.map((row) => row.map(String)),
      ),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');

export const outlineText = ({ head, notes, tables }: Outline): string =>
  [
    `creator-sandbox: ${head}`,
    ...tables
      .filter(({ textColumns, rows }) => textColumns !== 0 && rows.length > 0)
      .flatMap((table) => ['', `${table.title}:`, ...textTable(table)]),
    ...(notes.length > 0 ? ['', ...notes] : []),
    '',
  ].join('\n');

function textTable({ head, rows, textColumns = head.length }: OutlineTable): string[] {
  const shown = [head, ...rows].map((row) => row.slice(0, textColumns).map(String));
  const right = head.flatMap((_, column) =>
    rows.every((row) => typeof row[column] === 'number') ? [column] : [],
  );
  return tableLines(shown, { right }).map((line) => `  ${line}`);
}
