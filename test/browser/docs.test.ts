import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { openScreen, pageOf, sandboxFor } from './browser.ts';

const { url, adminUrl } = await sandboxFor();

it('shows the pages of the documents, which come with the dashboard and when they are read', async () => {
  const { page, trouble } = await pageOf(url);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openScreen(page, adminUrl, 'live');
  const documents = () => asked.filter((path) => path.includes('documents'));
  expect(documents()).toEqual([]);
  await page.getByRole('link', { name: 'Docs', exact: true }).click();
  const text = page.locator('article');
  await text.getByRole('heading', { name: 'The map' }).waitFor();
  expect(documents()).toHaveLength(1);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  expect(await pages.getByRole('link').count()).toBeGreaterThan(20);

  await pages.getByRole('link', { name: 'Settings' }).click();
  await text.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
  expect(await pages.locator('[aria-current]').innerText()).toBe('Settings');
  // A link to another page, to a heading of the same one, to a call of the API, and to a screen.
  await text.getByRole('link', { name: 'client rules', exact: true }).click();
  await text.getByText('On this page').click();
  await text.locator('.contents').getByRole('link', { name: 'Gates' }).click();
  await expect.poll(() => page.url()).toContain('#/docs/report/gates');
  const heading = text.getByRole('heading', { name: 'Gates', exact: true });
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(async () => (await heading.boundingBox())?.y ?? 0).toBeLessThan(500);

  await text.getByRole('link', { name: 'GET /__admin/report' }).first().click();
  await page.locator('main[data-place="api/admin/GET/__admin/report"] .operation h2').waitFor();
  await openScreen(page, adminUrl, 'docs/dashboard');
  await text.getByRole('link', { name: 'Keys and money' }).click();
  await page.locator('main[data-place="money"]').waitFor();

  await openScreen(page, adminUrl, 'docs/no%20such%20page');
  await page.getByText('There is no page “no such page”').waitFor();
  expect(documents()).toHaveLength(1);
  expect(trouble).toEqual([]);
});

it('finds settings, refusals, headings and words, by keys alone', async () => {
  const { page, trouble } = await pageOf(url);
  await openScreen(page, adminUrl, 'docs');
  await page.locator('article').waitFor();
  const results = page.locator('.results li');
  const first = () => results.first().innerText();
  const find = async (words: string) => {
    await page.keyboard.press('/');
    await page.keyboard.type(words);
  };
  await find('adminPort');
  await expect.poll(first).toMatch(/^adminPort setting Settings/);
  await results.first().getByRole('link').focus();
  await page.keyboard.press('Enter');
  const row = page.locator('tr.found');
  await expect.poll(() => row.innerText()).toContain('a port of its own');
  await expect.poll(() => row.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(600);
  expect(await page.getByRole('searchbox').inputValue()).toBe('');

  await find('INSUFFICIENT_CREDITS');
  await expect.poll(first).toMatch(/^INSUFFICIENT_CREDITS refusal/);
  await page.getByRole('searchbox').fill('fast clock');
  await expect.poll(() => results.count()).toBeGreaterThan(0);
  await page.getByRole('searchbox').fill('zzz zzz');
  await page.getByRole('heading', { name: 'Nothing in the documents has “zzz zzz”' }).waitFor();
  expect(trouble).toEqual([]);
});

it.each([
  ['docs', 'all pages', 'Settings', 'docs/settings'],
  ['api', 'all operations', 'GET POST clip/audience', 'api/3/GET/clip/audience'],
])('hides the list of %s in a narrow window until it is asked for', async (screen, button, link, place) => {
  const { page, trouble } = await pageOf(url, { viewport: { width: 400, height: 800 } });
  await openScreen(page, adminUrl, screen);
  const list = page.locator('nav.operations');
  await list.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: button }).click();
  await list.waitFor();
  await page.getByRole('button', { name: 'hide the list' }).click();
  await list.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: button }).click();
  await list.getByRole('link', { name: link, exact: true }).click();
  await list.waitFor({ state: 'hidden' });
  await page.locator(`main[data-place="${place}"]`).waitFor();
  expect(trouble).toEqual([]);
});

it('is less than 120 KB without the documents, and loads them apart', () => {
  const folder = fileURLToPath(new URL('../../dist/ui/', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(js|css|html|svg)$/.test(file),
  );
  const isOfDocuments = (file: string) => /\b_?(documents|terminal|world)-/.test(file);
  const own = files.filter((file) => !isOfDocuments(file));
  expect(files.length - own.length).toBe(3);
  const compressed = own.map((file) => gzipSync(readFileSync(folder + file)).length);
  expect(compressed.reduce((sum, size) => sum + size)).toBeLessThan(120_000);
  const main = own.filter((file) => file.endsWith('.js')).map((file) => readFileSync(folder + file, 'utf8'));
  expect(main.filter((text) => text.includes('The report of a run'))).toEqual([]);
});
