import { type BillNode, billNodes } from '../core/bill-nodes.ts';
import { formatCallSite } from '../core/call-site.ts';
import { formatCount } from '../core/count.ts';
import { flameBoxes } from '../core/flame-boxes.ts';
import { type Html, html } from '../core/html.ts';
import type { Outline } from '../report/formats/outline.ts';
import type { Bill } from './bill.ts';
import type { Proposal } from './proposals.ts';

/** Lines of the tree on a terminal. */
const maxLines = 100;

/** A bill for the terminal: the tree. */
export function billText(bill: Bill, proposals: readonly Proposal[]): Outline {
  const rows = treeRows(billNodes(bill));
  return {
    ...billHead(bill, proposals),
    tables: [
      { title: 'Where the credits went', head: ['credits', 'calls', ''], rows: rows.slice(0, maxLines) },
    ],
    notes: [
      ...(rows.length > maxLines ? [`${rows.length - maxLines} more lines: see --json or --html.`] : []),
      ...billNotes(bill, proposals),
    ],
  };
}

/** A bill as a page: the flame chart, and all rows. */
export function billPage(bill: Bill, proposals: readonly Proposal[]): Outline {
  return {
    ...billHead(bill, proposals),
    notes: billNotes(bill, proposals),
    figure: flameChart(billNodes(bill)),
    tables: [
      {
        title: 'Where the credits went',
        head: ['test', 'line', 'operation', 'replies in turn', 'how often', 'calls', 'credits'],
        rows: flatRows(bill),
      },
    ],
  };
}

const billHead = ({ credits, calls }: Bill, proposals: readonly Proposal[]) => ({
  title: 'bill',
  head: `${formatCount(credits, 'credit')} in ${formatCount(calls, 'call')}${proposals.length > 0 ? `, and ${formatCount(proposals.length, 'proposal')}` : ''}.`,
});

const billNotes = ({ tests }: Bill, proposals: readonly Proposal[]): string[] => [
  ...proposals.map(({ sentence }) => sentence),
  ...(tests.some(({ callSites }) => callSites.some(({ callSite }) => callSite !== null))
    ? []
    : ['No request named its line: run the command with --call-sites.']),
];

const treeRows = ({ parts }: BillNode, depth = 0): (string | number)[][] =>
  parts.flatMap((part) => [
    [part.credits, part.calls, `${'  '.repeat(depth)}${part.name}`],
    ...treeRows(part, depth + 1),
  ]);

const flatRows = (bill: Bill): (string | number)[][] =>
  bill.tests.flatMap(({ test, callSites }) =>
    callSites.flatMap(({ callSite, operations }) =>
      operations.flatMap(({ operation, chains }) =>
        chains.map(({ replies, chains: equal, requests, credits }) => [
          test ?? '',
          callSite ? formatCallSite(callSite) : '',
          operation ?? 'unknown paths',
          replies.join(', '),
          equal,
          requests,
          credits,
        ]),
      ),
    ),
  );

const rowHeight = 1.6;

/** The whole above, the chains below: each box as wide as its share of the credits. */
function flameChart(whole: BillNode): Html {
  const boxes = flameBoxes(whole);
  if (boxes.length === 0) return html``;
  const rows = Math.max(...boxes.map(({ depth }) => depth)) + 1;
  return html`<figure style="margin:1rem 0">
<div role="img" aria-label="Credits by test, line, operation and chain; the table below has the same." style="position:relative;height:${rows * rowHeight}rem">
${boxes.map(
  ({ name, credits, depth, left, width }) =>
    html`<div title="${name}: ${formatCount(credits, 'credit')}" style="position:absolute;left:${left}%;width:${width}%;top:${depth * rowHeight}rem;height:${rowHeight - 0.1}rem;box-sizing:border-box;border-right:1px solid var(--back);padding:0 .3rem;overflow:hidden;white-space:nowrap;font-size:.8rem;line-height:${rowHeight - 0.1}rem;background:var(--${depth % 2 === 0 ? 'good-back' : 'block'})">${name}</div>
`,
)}</div>
<figcaption class="soft">Each box is as wide as its share of the credits, and stands below what it is a part of.</figcaption>
</figure>`;
}
