import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { settingNames } from '../../src/core/settings-schema.ts';
import { renderDocuments, renderPage } from '../../ui/render-documents.ts';
import { entriesOfPages, findEntries } from '../../ui/src/document-search.ts';
import { testApp } from '../harness.ts';

const { pages, groups } = renderDocuments(fileURLToPath(new URL('../../', import.meta.url)));
const entries = entriesOfPages(pages);
const bestOf = (search: string) => {
  const [best] = findEntries(entries, search);
  return best && `${best.kind} ${best.title}, ${best.page}${best.anchor === '' ? '' : ` at ${best.anchor}`}`;
};
const titles = new Map([
  ['docs/x.md', 'X'],
  ['docs/cookbook/y.md', 'All about y'],
]);
const htmlOf = (markdown: string) => renderPage('docs/x.md', markdown, titles, new Set()).html;

describe('the documents of the dashboard', () => {
  it('are all listed once, with a title', () => {
    const listed = groups.flatMap(({ ids }) => ids);
    expect(listed.toSorted()).toEqual(pages.map(({ id }) => id).toSorted());
    expect(pages.filter(({ title }) => title === '')).toEqual([]);
    expect(pages.length).toBeGreaterThan(40);
  });

  it('lead only to pages and anchors that exist', () => {
    const html = new Map(pages.map((page) => [page.id, page.html]));
    const links = pages.flatMap(({ id, html: text }) =>
      [...text.matchAll(/href="#\/docs\/([^"/]*)(?:\/([^"]*))?"/g)].map(([, page = '', anchor]) => ({
        from: id,
        page: decodeURIComponent(page),
        anchor: anchor === undefined ? undefined : decodeURIComponent(anchor),
      })),
    );
    expect(links.length).toBeGreaterThan(200);
    const dead = links.filter(
      ({ page, anchor }) =>
        !html.has(page) || (anchor !== undefined && !html.get(page)?.includes(`id="doc-${anchor}"`)),
    );
    expect(dead).toEqual([]);
  });

  it('lead only to operations that the sandbox has', async () => {
    const app = await testApp();
    const served = new Set<string>();
    for (const [surface, query, prefix] of [
      ['3', 'generation=3', ''],
      ['2', 'generation=2', '/v2'],
      ['admin', 'surface=admin', ''],
    ] as const) {
      const { body } = await app.get(`/__admin/openapi.json?${query}`, 'demo-full');
      for (const [path, methods] of Object.entries(body['paths'] as Record<string, object>))
        for (const method of Object.keys(methods))
          served.add(`${surface}/${method.toUpperCase()}${prefix}${path}`);
    }
    const linked = pages.flatMap(({ html }) =>
      [...html.matchAll(/href="#\/api\/([^"]+)"/g)].map(([, to = '']) => to),
    );
    expect(linked.length).toBeGreaterThan(50);
    expect(linked.filter((to) => !served.has(to))).toEqual([]);
  });

  it('show HTML as text, and lead nowhere but to pages and http', () => {
    for (const hostile of [
      '<img src=x onerror="alert(1)">',
      '<script>alert(1)</script>',
      'a <b onclick="alert(1)">b</b>',
      '<a id="x" onclick="alert(1)">',
      '[x](javascript:alert(1))',
      '![x](javascript:alert(1))',
      '![x" onerror="alert(1)](docs/world.svg)',
      '[x](data:text/html,hi)',
      '```"onload="alert(1)\n</pre><script>\n```',
      '| `<img src=x onerror=alert(1)>` |\n|---|\n| <svg onload=alert(1)> |',
    ]) {
      const html = htmlOf(hostile);
      // Outside of attribute values there is no tag but those of the renderer.
      const tags = [...html.matchAll(/<(\w+)((?:\s[^<>]*)?)>/g)];
      for (const [, tag, attributes = ''] of tags) {
        expect(['p', 'span', 'pre', 'div', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'code']).toContain(
          tag,
        );
        expect(attributes.replace(/="[^"]*"/g, '=')).not.toMatch(/\bon\w+|href|src/);
      }
    }
    expect(htmlOf('[y](cookbook/y.md#a-b)')).toContain('<a href="#/docs/cookbook%2Fy/a-b">y</a>');
    expect(htmlOf('[cookbook/y.md](cookbook/y.md)')).toContain('>All about y</a>');
    expect(htmlOf('[z](../src/main.ts)')).not.toContain('<a');
    expect(htmlOf('[e](https://example.com/?a=1&b)')).toContain(
      '<a href="https://example.com/?a=1&amp;b" target="_blank" rel="noreferrer">e</a>',
    );
  });

  it.each([
    ['adminPort', 'setting adminPort, settings at setting=adminPort'],
    [
      'key_spend_threshold_exceeded',
      'refusal KEY_SPEND_THRESHOLD_EXCEEDED, refusals at refusal=KEY_SPEND_THRESHOLD_EXCEEDED',
    ],
    ['quotaRate', 'refusal QuotaRate, refusals at refusal=QuotaRate'],
    ['client rules', 'heading Client rules, report at client-rules'],
    ['the map', 'page The map, map'],
    ['renewal month', "page A month's renewal, cookbook/renewal"],
    ['nothing-has-these-letters', undefined],
  ])('finds %j first as %j', (search, expected) => {
    expect(bestOf(search)).toBe(expected);
  });

  it('finds every setting and every refusal by its name', () => {
    for (const name of settingNames) expect(bestOf(name)).toContain(`setting ${name}`);
    const refusals = new Set(entries.filter(({ kind }) => kind === 'refusal').map(({ title }) => title));
    expect(refusals.size).toBeGreaterThan(25);
    for (const name of refusals) expect(bestOf(name)).toContain(`refusal ${name}`);
  });
});
