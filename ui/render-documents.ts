import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import type { DocumentPage, Documents } from './src/document-pages.ts';

const mapFile = 'docs/README.md';
const files = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'fixtures/README.md', mapFile];

/** Renders the documents of the repository for the dashboard. */
export function renderDocuments(root: string): Documents {
  const found = [...files, ...globSync('docs/**/*.md', { cwd: root })].map((file) =>
    file.replaceAll('\\', '/'),
  );
  const all = [...new Set(found)].sort();
  const pictures = new Set<string>();
  const texts = new Map(all.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const titles = new Map([...texts].map(([file, text]) => [file, /^# (.*)$/m.exec(text)?.[1] ?? file]));
  const pages = [...texts].map(([file, text]) => renderPage(file, text, titles, pictures));
  const map = readFileSync(join(root, mapFile), 'utf8');
  return { pages, groups: groupsOf(map, pages), pictures: [...pictures].sort() };
}

/** `docs/settings.md` → `settings`, `README.md` → `readme`, `docs/README.md` → `map`. */
const pageId = (file: string): string =>
  file === mapFile
    ? 'map'
    : file.startsWith('docs/')
      ? file.slice('docs/'.length, -'.md'.length)
      : file.slice(0, -'.md'.length).toLowerCase();

const addressOf = (id: string, anchor = ''): string =>
  `#/docs/${encodeURIComponent(id)}${anchor === '' ? '' : `/${encodeURIComponent(anchor)}`}`;

/** The chapters of the map with their pages, then the pages that the map leaves to another one. */
function groupsOf(map: string, pages: readonly DocumentPage[]): Documents['groups'] {
  const chapters = map.split(/^## /m).slice(1);
  const groups = chapters.map((chapter) => {
    const [title = '', ...lines] = chapter.split('\n');
    const targets = lines.flatMap((line) => /^- .*?\]\(([^)#]+\.md)\)/.exec(line)?.[1] ?? []);
    return { title, ids: targets.map((target) => pageId(join('docs', target).replaceAll('\\', '/'))) };
  });
  const known = new Set(pages.map(({ id }) => id));
  const listed = new Set(groups.flatMap(({ ids }) => ids));
  const others = pages.map(({ id }) => id).filter((id) => !listed.has(id));
  return [
    { title: 'Start here', ids: ['readme', 'map'] },
    ...groups.map(({ title, ids }) => ({ title, ids: ids.filter((id) => known.has(id)) })),
    { title: 'Recipes', ids: others.filter((id) => id.startsWith('cookbook/')) },
    { title: 'More', ids: others.filter((id) => !/^(readme|map|cookbook\/.*)$/.test(id)) },
  ].filter(({ ids }) => ids.length > 0);
}

/**
 * Renders one page. HTML of the source is shown as text, anchors alone are kept.
 * @param known the titles of the files that are pages
 * @param pictures gets the pictures that the page shows
 */
export function renderPage(
  file: string,
  markdown: string,
  known: ReadonlyMap<string, string>,
  pictures: Set<string>,
): DocumentPage {
  const id = pageId(file);
  const anchors = new Set([...markdown.matchAll(anchorTags)].map(([, name = '']) => name));
  let title = '';
  const renderer: RendererObject = {
    heading({ tokens, text, depth }) {
      if (title === '') title = plainText(tokens);
      const anchor = newAnchor(text, anchors);
      // The name of the dashboard is its first heading.
      const level = Math.min(6, depth + 1);
      return `<h${level} id="doc-${escapeHtml(anchor)}" tabindex="-1">${this.parser.parseInline(tokens)}</h${level}>\n`;
    },
    html: ({ text }) => htmlOf(text),
    link({ href, tokens }) {
      // Where a page is named by its file, its title says more.
      const named = known.get(targetOf(file, href));
      const inner =
        named !== undefined && /^[\w/-]+\.md$/.test(plainText(tokens))
          ? escapeHtml(named)
          : this.parser.parseInline(tokens);
      const address = linkOf(file, href, known);
      if (address === undefined)
        return `<span class="soft" title="${escapeHtml(href)}, in the repository">${inner}</span>`;
      const elsewhere = address.startsWith('#') ? '' : ' target="_blank" rel="noreferrer"';
      return `<a href="${escapeHtml(address)}"${elsewhere}>${inner}</a>`;
    },
    image({ href, text }) {
      const path = join(dirname(file), href).replaceAll('\\', '/');
      // Photographs of the dashboard itself stay in the repository.
      if (!/^docs\/[\w-]+\.svg$/.test(path)) return `<span class="soft">Picture: ${escapeHtml(text)}.</span>`;
      pictures.add(path);
      return `<img src="picture:${path}" alt="${escapeHtml(text)}" />`;
    },
    // The changelog names calls that are gone.
    codespan: ({ text }) => (id === 'changelog' ? `<code>${escapeHtml(text)}</code>` : linkedCode(text)),
    code: ({ text, lang }) =>
      `<pre class="code" data-language="${escapeHtml(lang ?? '')}">${escapeHtml(text)}</pre>\n`,
    table(token) {
      const cells = (row: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
        row
          .map(({ tokens }) => {
            const inside = this.parser.parseInline(tokens);
            // A heading without words would be read out as one.
            return tag === 'th' && inside !== '' ? `<th scope="col">${inside}</th>` : `<td>${inside}</td>`;
          })
          .join('');
      const rows = token.rows.map((row) => {
        const [first, second] = row.map(({ tokens }) => plainText(tokens));
        const screen = id === 'dashboard' ? screens[first ?? ''] : undefined;
        const inside = cells(row, 'td');
        return `<tr${rowMarks(id, row)}>${
          screen === undefined || second === undefined
            ? inside
            : inside.replace(`<td>${first}</td>`, `<td><a href="#/${screen}">${first}</a></td>`)
        }</tr>`;
      });
      const head = `<thead><tr>${cells(token.header, 'th')}</tr></thead>`;
      return `<div class="table-box" role="group" aria-label="Table" tabindex="0"><table>${head}<tbody>${rows.join('\n')}</tbody></table></div>\n`;
    },
  };
  const html = new Marked({ gfm: true, renderer }).parse(markdown, { async: false });
  return { id, title, html };
}

/** The screens by their names in the table of docs/dashboard.md. */
const screens: Readonly<Record<string, string>> = {
  Live: 'live',
  'Keys and money': 'money',
  Faults: 'faults',
  World: 'world',
  Report: 'report',
  API: 'api',
  State: 'state',
  Docs: 'docs',
};

/** The search finds settings and refusals by their rows. */
function rowMarks(id: string, row: readonly Tokens.TableCell[]): string {
  const names = (cell: Tokens.TableCell | undefined) =>
    (cell?.tokens ?? []).flatMap((token) =>
      token.type === 'codespan' ? [(token as Tokens.Codespan).text] : [],
    );
  const [first, second] = row;
  if (id === 'settings') {
    const settings = names(first).filter((name) => /^[a-z]\w*$/i.test(name));
    return settings.length === 0 ? '' : ` data-settings="${settings.join(' ')}"`;
  }
  if (id !== 'refusals') return '';
  const isStatus = /^\d{3}$/.test(first?.text ?? '');
  const codes = names(isStatus ? second : first).filter((name) => /^[A-Z]\w+$/.test(name));
  return codes.length === 0 ? '' : ` data-refusals="${codes.join(' ')}"`;
}

/** A call of the service or of the admin surface leads to its page. */
function linkedCode(text: string): string {
  const code = `<code>${escapeHtml(text)}</code>`;
  const [, method, path = ''] = /^(GET|PUT|POST|PATCH|DELETE) (\/[\w/.{}-]+)$/.exec(text) ?? [];
  if (method === undefined || path.endsWith('/nothing')) return code;
  const surface = path.startsWith('/__admin') ? 'admin' : path.startsWith('/v2/') ? '2' : '3';
  return `<a href="#/api/${surface}/${method}${path}">${code}</a>`;
}

/** @returns undefined for what is no page here: a file of the repository, another scheme than http */
function linkOf(file: string, href: string, known: ReadonlyMap<string, string>): string | undefined {
  if (/^https?:\/\//.test(href)) return href;
  const target = targetOf(file, href);
  return known.has(target) ? addressOf(pageId(target), href.split('#')[1]) : undefined;
}

/** The file to which a link leads. */
function targetOf(file: string, href: string): string {
  const [path = ''] = href.split('#');
  return path === '' ? file : join(dirname(file), path).replaceAll('\\', '/');
}

const anchorTags = /<a id="([\w.-]+)">/g;

function htmlOf(text: string): string {
  if (/^\s*<!--[\s\S]*-->\s*$/.test(text)) return '';
  if (/^\s*<\/a>\s*$/.test(text)) return '';
  const named = /^\s*<a id="([\w.-]+)">(?:<\/a>)?\s*$/.exec(text);
  return named ? `<span id="doc-${named[1]}"></span>` : escapeHtml(text);
}

/** The anchor that GitHub gives to a heading: a repeated one gets a number. */
function newAnchor(heading: string, taken: Set<string>): string {
  const anchor = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
  let numbered = anchor;
  for (let count = 1; taken.has(numbered); count++) numbered = `${anchor}-${count}`;
  taken.add(numbered);
  return numbered;
}

const plainText = (tokens: readonly Token[]): string =>
  tokens
    .map((token) =>
      token.type === 'html'
        ? ''
        : 'tokens' in token && token.tokens
          ? plainText(token.tokens)
          : 'text' in token
            ? String(token.text)
            : '',
    )
    .join('');

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
