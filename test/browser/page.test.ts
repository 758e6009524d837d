import { execFile } from 'node:child_process';
import { get } from 'node:http';
import { promisify } from 'node:util';
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { callWith, openScreen, pageOf, sandboxFor, screens, settledPageOf } from './browser.ts';

const sandbox = await sandboxFor();
const { url, adminUrl } = sandbox;
const call = callWith(url);

const views = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['narrow', { viewport: { width: 400, height: 800 } }],
] as const;

describe.each(views)('the dashboard, %s', (_name, options) => {
  it('has no fault that axe finds, and nothing beside the page', async () => {
    for (const path of ['/usage', '/clip/profile?uniqueId=sample.creator', '/clip/profil', '/tube/topics'])
      await call(path, 'demo-full', path === '/usage' ? { prefer: 'code=503' } : {});
    await sandbox.fault({ match: { operation: 'clip/audience' }, respond: { status: 402 }, hold: {} });
    // The content policy of the page allows no script of others, axe's neither.
    const { page, trouble, settled } = await settledPageOf(url, { ...options, bypassCSP: true });
    for (const place of [
      ...screens,
      'live/1',
      'api/3/GET/clip/profile',
      'api/admin/PUT/__admin/clock',
      'docs/settings',
    ]) {
      await openScreen(page, adminUrl, place);
      await settled();
      await page.addScriptTag({ content: axe.source });
      const found = await page.evaluate(async () => {
        const { axe: checker } = window as unknown as {
          axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        };
        // Targets of 24 px at least, which axe checks on request only.
        const { violations } = await checker.run({ rules: { 'target-size': { enabled: true } } });
        return violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
        );
      });
      expect(found, place).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(width, `${place} is wider than the window`).toBeLessThanOrEqual(0);
    }
    expect(trouble).toEqual([]);
    await sandbox.reset();
  });
});

/** As sent, without the changes that a URL makes to a path. */
const ask = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const { port } = new URL(url);
      get({ port, path, headers }, async (reply) => {
        let text = '';
        for await (const piece of reply) text += piece;
        resolve({ status: reply.statusCode, headers: reply.headers, text });
      }).on('error', reject);
    },
  );

describe('the files of the dashboard', () => {
  it('allow scripts and styles of their own only', async () => {
    const { headers, text } = await ask('/__admin/');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' });
    expect(text).not.toMatch(/<script(?![^>]*src=)|<style|\son\w+=|style=/);
  });

  it('keep the guard, and give nothing else of the disk', async () => {
    expect((await ask('/__admin/', { host: 'evil.example' })).status).toBe(403);
    expect((await ask('/__admin/', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(await ask('/__admin')).toMatchObject({ status: 308, headers: { location: '/__admin/' } });
    for (const path of ['..%2findex.html', '..%2f..%2f..%2fpackage.json', '%2e%2e', 'index.html', 'x.js'])
      expect((await ask(`/__admin/assets/${path}`)).status).toBe(404);
  });
});

describe('a sandbox with an admin token', () => {
  it('is asked for it once per tab; it is in no address', async () => {
    const locked = await sandboxFor({ adminToken: 'secret-token' });
    const { page, trouble } = await pageOf(locked.url);
    await page.goto(`${locked.adminUrl}/`);
    const field = page.getByLabel('Admin token');
    await field.fill('wrong');
    await page.getByRole('button', { name: 'Open' }).click();
    await field.waitFor();
    await field.fill('secret-token');
    await field.press('Enter');
    await page.locator('.dot.on').waitFor();
    await page.reload();
    await page.locator('.dot.on').waitFor();
    expect(page.url()).not.toContain('secret');
    expect(await page.evaluate(() => [localStorage.length, document.cookie, sessionStorage.length])).toEqual([
      0,
      '',
      1,
    ]);
    expect(trouble).toEqual([]);
  });
});

describe('code of an admin operation', () => {
  it.each([
    ['curl', (code: string) => ['bash', '-c', code]],
    ['TypeScript', (code: string) => [process.execPath, '--input-type=module', '-e', code]],
    ['Python', (code: string) => ['python3', '-c', code]],
  ] as const)('reads the token of %s from the environment', async (form, commandOf) => {
    const token = 'a-secret-token';
    const locked = await sandboxFor({ adminToken: token });
    const { page } = await pageOf(locked.url);
    await page.goto(`${locked.adminUrl}/#/api/admin/GET/__admin/prices`);
    await page.getByLabel('Admin token').fill(token);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('button', { name: form, exact: true }).click();
    const shown = page.getByRole('region', { name: `The request as ${form}` });
    const code = await shown.innerText();
    expect(code).not.toContain(token);
    const [program, ...words] = commandOf(code) as [string, ...string[]];
    const run = promisify(execFile);
    const env = { ...process.env, SANDBOX_ADMIN_TOKEN: token };
    expect((await run(program, words, { env })).stdout).toContain('clip/profile');
    // The service asks for a key, not for the token.
    await page.goto(`${locked.adminUrl}/#/api/3/GET/clip/profile`);
    await page.getByRole('button', { name: form, exact: true }).click();
    await expect.poll(() => shown.innerText()).toMatch(/api-key["']?: ["']?demo-full/);
  });
});

describe('an admin surface on a port of its own', () => {
  it('gives code that asks the service, and the admin surface for its own operations', async () => {
    const separate = await sandboxFor({ adminPort: 0 });
    const { page } = await pageOf(separate.url);
    const asks = async (place: string, url: string) => {
      await page.goto(`${separate.adminUrl}/#/api/${place}`);
      await page.getByRole('region', { name: 'The request as curl' }).getByText(url).waitFor();
    };
    await asks('3/GET/clip/profile', `${separate.url}/clip/profile`);
    await asks('admin/GET/__admin/prices', `${separate.adminUrl}/prices`);
    await page.goto(`${separate.adminUrl}/`);
    await page.getByText(`'${separate.url}/clip/profile?uniqueId=sample.creator'`).first().waitFor();
  });
});

describe('a sandbox of the published words', () => {
  it('sends for a creator of its world in them', async () => {
    const published = await sandboxFor({ vocabulary: 'published' });
    const { page } = await pageOf(published.url);
    await callWith(published.url)('/tiktok/profile?uniqueId=sample.creator');
    await callWith(published.url)('/usage');
    // Searches find an operation by its neutral name, too.
    await openScreen(page, published.adminUrl, 'live');
    await page.getByRole('searchbox').fill('CLIP/profile');
    await expect.poll(() => page.locator('h2').first().innerText()).toBe('1 of 2 requests');
    await openScreen(page, published.adminUrl, 'world/clip/sample.creator');
    await page.getByRole('button', { name: 'Send /tiktok/profile' }).click();
    await expect
      .poll(() => page.getByRole('region', { name: /^Reply of/ }).innerText())
      .toContain('"uniqueId": "sample.creator"');
  });
});

describe('a sandbox that serves look-ups by POST only', () => {
  it('sends for a creator by POST', async () => {
    const posted = await sandboxFor({ lookups: 'post' });
    const { page } = await pageOf(posted.url);
    await openScreen(page, posted.adminUrl, 'world/gram/sample.creator');
    await page.getByRole('button', { name: 'Send /gram/profile' }).click();
    await expect
      .poll(() => page.getByRole('region', { name: /^Reply of/ }).innerText())
      .toContain('"uniqueId": "sample.creator"');
  });
});
