import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { callWith, openScreen, pageOf, sandboxFor } from './browser.ts';

const sandbox = await sandboxFor();
const { url } = sandbox;

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

  it('are less than 45 KB', () => {
    const folder = fileURLToPath(new URL('../../dist/ui/', import.meta.url));
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(js|css|html|svg)$/.test(file),
    );
    const compressed = files.map((file) => gzipSync(readFileSync(folder + file)).length);
    expect(compressed.reduce((sum, size) => sum + size)).toBeLessThan(45_000);
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
  it('reads the token from the environment', async () => {
    const token = 'a-secret-token';
    const locked = await sandboxFor({ adminToken: token });
    const { page } = await pageOf(locked.url);
    await page.goto(`${locked.adminUrl}/#/api/admin/GET/__admin/prices`);
    await page.getByLabel('Admin token').fill(token);
    await page.getByRole('button', { name: 'Open' }).click();
    const env = { ...process.env, SANDBOX_ADMIN_TOKEN: token };
    for (const [form, ...command] of [
      ['curl', 'bash', '-c'],
      ['fetch', process.execPath, '--input-type=module', '-e'],
    ] as const) {
      await page.getByRole('button', { name: form, exact: true }).click();
      const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
      await expect.poll(clipboard).toContain(form);
      const code = await clipboard();
      expect(code).not.toContain(token);
      const [program, ...words] = command;
      expect((await promisify(execFile)(program, [...words, code], { env })).stdout).toContain(
        'clip/profile',
      );
    }
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
    await openScreen(page, published.adminUrl, 'requests');
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
