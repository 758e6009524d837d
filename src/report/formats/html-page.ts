import { type Html, html } from '../../core/html.ts';
import { reportStyle } from './style.ts';

/** One file without script and without network. */
export function htmlPage({
  title,
  heading,
  head,
  soft,
  body,
}: {
  title: string;
  heading: string;
  /** The run in one sentence. */
  head: string;
  soft: string;
  body: Html;
}): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${{ html: reportStyle }}</style>
</head>
<body>
<main>
<header>
<h1>${heading}</h1>
<p class="head">${head}</p>
<p class="soft">${soft}</p>
</header>
${body}</main>
</body>
</html>
`;
  return page.html;
}

type Rows = readonly (readonly (string | number | Html)[])[];

/** Rows that are shown before the others are folded. */
const maxOpenRows = 10;

/** @param rows the worst first: those after the first ones are folded */
export function htmlTable(title: string, head: readonly string[], rows: Rows): Html {
  if (rows.length === 0) return html``;
  const folded = rows.slice(maxOpenRows);
  return html`<section>
<h2>${title}</h2>
${tableOf(head, rows.slice(0, maxOpenRows))}
${folded.length > 0 && html`<details><summary>${folded.length} more</summary>${tableOf(head, folded)}</details>`}
</section>`;
}

const tableOf = (head: readonly string[], rows: Rows): Html => html`<div class="wide"><table>
<thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((value) => html`<td${typeof value === 'number' && { html: ' class="number"' }}>${value}</td>`)}</tr>`)}</tbody>
</table></div>`;
