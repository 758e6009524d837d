import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { html } from '../../src/core/html.ts';
import { testApp } from '../harness.ts';
import { documentFrom, placesOf } from '../openapi/documented.ts';

const app = await testApp();
const pageOf = async (query = '', host = '127.0.0.1:4310') =>
  (await app.app.inject({ url: `/__admin/docs${query}`, headers: { host } })) as {
    statusCode: number;
    headers: Record<string, unknown>;
    body: string;
  };

describe('the page of the documents', () => {
  it.each([2, 3] as const)(
    'shows every operation of generation %i with price, form and example',
    async (generation) => {
      const { statusCode, headers, body } = await pageOf(`?generation=${generation}`);
      expect(statusCode).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      const document = await documentFrom(app, generation);
      for (const { path, operation } of placesOf(document)) {
        expect(body).toContain(path);
        expect(body).toContain(`<code>${operation.operationId}</code>`);
      }
      const paths = Object.keys(document.paths).length;
      expect(body.match(/<article /g)).toHaveLength(paths);
      expect(body.match(/Price: /g)?.length).toBe(paths);
      expect(body.match(/<summary>Example reply/g)).toHaveLength(paths);
      expect(body.match(/<pre class="copy">curl -s/g)).toHaveLength(placesOf(document).length);
    },
  );

  it('shows generation 3 by default, 2 on request, and refuses others', async () => {
    expect((await pageOf()).body).toBe((await pageOf('?generation=3')).body);
    expect((await pageOf('?generation=4')).statusCode).toBe(400);
  });

  it('loads nothing and runs nothing: its policy allows only its own style', async () => {
    const { headers, body } = await pageOf();
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(body) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(body).not.toMatch(
      /<(script|img|link|iframe|form|object|embed)\b|\sstyle=|\son\w+=|\ssrc=|@import|url\(/,
    );
    const outside = [...body.matchAll(/href="([^"]*)"/g)].filter(
      ([, target = '']) => !/^(#|docs\?|openapi\.json)/.test(target),
    );
    expect(outside).toEqual([]);
  });

  it('links to every operation and to nothing else', async () => {
    const { body } = await pageOf();
    const ids = new Set([...body.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(40);
    expect(targets.filter((id) => !ids.has(id))).toEqual([]);
  });

  it('shows commands that can be pasted', async () => {
    const { body } = await pageOf('', 'localhost:4310');
    const plain = body.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    expect(plain).toContain(
      "curl -s -H 'api-key: demo-full' 'http://127.0.0.1:4310/clip/profile?uniqueId=sample.creator'",
    );
    expect(plain).toContain(
      `curl -s -H 'api-key: demo-full' -H 'content-type: application/json' -d '{"uniqueId":"sample.creator"}' 'http://127.0.0.1:4310/clip/profile'`,
    );
  });

  it('is protected by the guard of the surface', async () => {
    expect((await pageOf('', 'evil.example')).statusCode).toBe(403);
    const guarded = await testApp({ adminToken: 'secret' });
    expect(
      (await guarded.app.inject({ url: '/__admin/docs', headers: { host: 'localhost' } })).statusCode,
    ).toBe(401);
  });
});

describe('html', () => {
  it('escapes every inserted text once', () => {
    const inner = html`<b>${'a & "b"'}</b>`;
    expect(html`<p title="${`"'<>`}">${['<script>', inner, false, null, undefined, 7]}</p>`.html).toBe(
      '<p title="&quot;&#39;&lt;&gt;">&lt;script&gt;<b>a &amp; &quot;b&quot;</b>7</p>',
    );
  });
});
