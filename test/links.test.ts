import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { settingNames } from '../src/core/settings-schema.ts';
import { withoutBlocks } from './documents/blocks.ts';
import { linksIn } from './markdown.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
/** The page that lists all others. */
const map = 'docs/README.md';
const read = (page: string) => readFileSync(join(root, page), 'utf8');
const pages = globSync(
  [
    '*.md',
    'llms.txt',
    'skills/**/*.md',
    'docs/**/*.md',
    'fixtures/README.md',
    'examples/**/*.md',
    'packages/*/*.md',
  ],
  {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  },
).sort();

describe('the documents', () => {
  it.each(pages)('%s links only to files and headings that exist', (page) => {
    const dead = linksIn(read(page)).filter((link) => !leads(page, link));
    expect(dead).toEqual([]);
  });

  it('are all listed on the map', () => {
    const listed = linksIn(read(map)).map((link) => join('docs', link));
    const own = pages.filter((page) => page !== map && !listOf(page));
    expect(listed).toEqual(expect.arrayContaining(own));
    expect(linksIn(read('README.md'))).toContain(map);
  });

  it.each(pages.filter((page) => listOf(page)))('%s is listed in the page of its folder', (page) => {
    const list = listOf(page) ?? '';
    expect(linksIn(read(list)).map((link) => join(dirname(list), link))).toContain(page);
  });

  it('name existing tests for every guarantee', () => {
    const [tested = ''] = read('docs/guarantees.md').split('\n## Not promised\n');
    const rows = tested.match(/^\| [^|]+ \| .*$/gm) ?? [];
    const promises = rows.filter((row) => !row.startsWith('| promise |'));
    expect(promises.length).toBeGreaterThan(20);
    for (const row of promises) {
      const tests = linksIn(row.split('|')[2] ?? '');
      expect(tests, row).not.toEqual([]);
      for (const test of tests) expect(existsSync(join(root, 'docs', test)), test).toBe(true);
    }
  });

  it('have every rule of the contract that is cited', () => {
    const sources = globSync(['{src,seed,test,types,ui}/**/*.{ts,tsx}', 'docs/**/*.md', '*.md'], {
      cwd: root,
      exclude: (path) => path.includes('node_modules'),
    });
    const anchors = namedAnchors(read('docs/contract.md'));
    const cited = sources.flatMap((file) => citedRules(read(file)).map((rule) => `${rule} in ${file}`));
    expect(cited.length).toBeGreaterThan(150);
    expect(cited.filter((rule) => !anchors.includes(rule.split(' ')[0] ?? ''))).toEqual([]);
    expect(anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at)).toEqual([]);
  });

  it('describe every setting', () => {
    const rows = read('docs/settings.md').match(/^\| `.*$/gm) ?? [];
    const described = rows.flatMap((row) => row.split('|')[1]?.match(/\w+/g) ?? []);
    expect(described.sort()).toEqual([...settingNames].sort());
  });
});

/** The rules that a text cites: `contract 7.2(5)` is the anchor `7.2-5`, `contract 2.1 and 2.2` are two. */
function citedRules(text: string): string[] {
  const citations = text.matchAll(/\bcontract[\s*/#]+(\d[\d.()]*(?:(?: and | to |, )\d[\d.()]*)*)/gi);
  return [...citations].flatMap(([, numbers = '']) =>
    [...numbers.matchAll(/(\d+(?:\.\d+)?)(?:\((\d+)\))?/g)].map(([, section = '', rule]) =>
      rule === undefined ? section : `${section}-${rule}`,
    ),
  );
}

const namedAnchors = (markdown: string): string[] =>
  [...withoutBlocks(markdown).matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = '']) => id);

/** The page that lists the pages of a folder, where the map lists only that one. */
const listOf = (page: string): string | undefined =>
  page.startsWith('examples/') && page !== 'examples/README.md' ? 'examples/README.md' : undefined;

function leads(page: string, link: string): boolean {
  const [file = '', heading] = link.split('#');
  const target = file === '' ? page : join(dirname(page), file);
  const inside = !relative('.', target).startsWith('..');
  if (!inside || !existsSync(join(root, target))) return false;
  if (heading === undefined) return true;
  return statSync(join(root, target)).isFile() && anchorsIn(read(target)).has(heading);
}

/** The anchors that a page names, and those that GitHub gives to headings: a repeated heading gets a number. */
function anchorsIn(markdown: string): Set<string> {
  const anchors = new Set(namedAnchors(markdown));
  for (const [, title = ''] of withoutBlocks(markdown).matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    let numbered = anchor;
    for (let count = 1; anchors.has(numbered); count++) numbered = `${anchor}-${count}`;
    anchors.add(numbered);
  }
  return anchors;
}
