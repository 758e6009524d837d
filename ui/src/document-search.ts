import type { DocumentPage } from './document-pages.ts';

/** A part of the documents: a page down to its first heading, a heading with its text, or the row of a setting or refusal. */
export interface DocumentEntry {
  readonly kind: 'page' | 'heading' | 'setting' | 'refusal';
  readonly page: string;
  /** Empty = the page itself. */
  readonly anchor: string;
  readonly title: string;
  readonly text: string;
}

export interface FoundEntry extends DocumentEntry {
  /** The words of the text around the first that was found. */
  readonly excerpt: string;
}

/** The finds of a search, in the order of the pages. */
export const entriesOfPages = (pages: readonly DocumentPage[]): DocumentEntry[] =>
  pages.flatMap(entriesOfPage);

function entriesOfPage({ id, title, html }: DocumentPage): DocumentEntry[] {
  const parts = html.split(/(?=<h[2-6] id=)/).filter((part) => part.startsWith('<h'));
  const sections = parts.map((part, n): DocumentEntry => {
    const [, anchor = '', heading = ''] = /^<h\d id="doc-([^"]*)"[^>]*>(.*?)<\/h\d>/s.exec(part) ?? [];
    const text = textOfHtml(part.replace(/^<h\d.*?<\/h\d>/s, ''));
    return n === 0
      ? { kind: 'page', page: id, anchor: '', title, text }
      : { kind: 'heading', page: id, anchor, title: textOfHtml(heading), text };
  });
  return [...sections, ...rowsOf(id, html, 'setting'), ...rowsOf(id, html, 'refusal')];
}

/** One entry for each name, with all its rows. */
function rowsOf(page: string, html: string, kind: 'setting' | 'refusal'): DocumentEntry[] {
  const texts = new Map<string, string[]>();
  for (const [, names = '', row = ''] of html.matchAll(
    new RegExp(`<tr data-${kind}s="([^"]*)">(.*?)</tr>`, 'gs'),
  ))
    for (const name of names.split(' ')) texts.set(name, [...(texts.get(name) ?? []), textOfHtml(row)]);
  return [...texts].map(([name, rows]) => ({
    kind,
    page,
    anchor: rowAnchor(kind, name),
    title: name,
    text: rows.join(' '),
  }));
}

/** The place of a row in the address of its page. */
const rowAnchor = (kind: 'setting' | 'refusal', name: string): string => `${kind}=${name}`;

const maxFound = 60;
const weights = { setting: 3, refusal: 3, page: 2, heading: 1 } as const;

/** The entries that have every word, the best first: a name that is the search, then names, then texts. */
export function findEntries(entries: readonly DocumentEntry[], search: string): FoundEntry[] {
  const wanted = search.toLowerCase().trim();
  const words = wanted.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return [];
  const rated = entries.flatMap((entry) => {
    const name = entry.title.toLowerCase();
    const whole = `${name} ${entry.text.toLowerCase()}`;
    if (!words.every((word) => whole.includes(word))) return [];
    const inName = words.filter((word) => name.includes(word)).length;
    const rate = (name === wanted ? 1000 : 0) + (name.startsWith(wanted) ? 100 : 0) + inName * 10;
    return [{ entry, rate: rate + weights[entry.kind] }];
  });
  return rated
    .sort((a, b) => b.rate - a.rate)
    .slice(0, maxFound)
    .map(({ entry }) => ({ ...entry, excerpt: excerptOf(entry.text, words) }));
}

const around = 70;

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const start = first <= around ? 0 : lower.indexOf(' ', first - around) + 1;
  const end = start + 2 * around + 40;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${end < text.length ? ' …' : ''}`;
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const textOfHtml = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => characters[name] ?? whole)
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;:)])/g, '$1')
    .trim();
