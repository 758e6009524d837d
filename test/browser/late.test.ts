import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { opened, openScreen } from './browser.ts';

const { url, adminUrl, call, page } = await opened();
const pay = () => call('/tube/topics');
const search = (text: string) => (of: Page) => of.getByRole('searchbox').fill(text);
const choose = (platform: string) => (of: Page) => of.getByLabel('Platform').selectOption(platform);
/** Two turns, so that what arrived is on the screen. */
const drawn = () => page.evaluate(() => new Promise((resolve) => setTimeout(() => setTimeout(resolve))));
const fields = (names: string) => (of: Page) => of.getByLabel('fields').fill(names);
const headers = { 'api-key': 'demo-full', 'content-type': 'application/json' };
await (await fetch(`${url}/clip/search`, { method: 'POST', headers, body: '{"pageSize":"few"}' })).text();
await pay();

it.each([
  ['creators', 'world', '**/creators?*', choose('clip'), choose('gram'), 'tr.open td:nth-child(2)', 'gram'],
  [
    'requests',
    'requests',
    '**/requests?*filter=*',
    search('body~none'),
    search('body~few'),
    'h2',
    '1 of 2 requests',
  ],
  [
    'prices',
    'api/3/GET/clip/profile',
    '**/quote',
    fields('languages'),
    fields('languages,bio'),
    'output.price',
    'costs 0.3 credits',
  ],
] as const)(
  'shows the newest of %s when an older answer comes late',
  async (_what, place, path, older, newer, where, says) => {
    await openScreen(page, adminUrl, place);
    const shown = page.locator(`main ${where}`).first();
    await shown.waitFor();
    const held = Promise.withResolvers<void>();
    const late = Promise.withResolvers<void>();
    let isFirst = true;
    await page.route(path, async (route) => {
      const isHeld = isFirst;
      isFirst = false;
      const response = await route.fetch();
      if (isHeld) {
        held.resolve();
        await late.promise;
      }
      await route.fulfill({ response });
    });
    await older(page);
    await held.promise;
    await newer(page);
    await expect.poll(() => shown.innerText()).toBe(says);
    const answered = page.waitForResponse(path);
    late.resolve();
    await (await answered).finished();
    await drawn();
    expect(await shown.innerText()).toBe(says);
    await page.unroute(path);
  },
);

it('tells no failure of an answer that nobody waits for any more', async () => {
  await openScreen(page, adminUrl, 'world');
  const creators = '**/creators?*';
  const held = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<void>();
  await page.route(creators, async (route) => {
    if (!route.request().url().includes('platform=clip')) return await route.continue();
    held.resolve();
    await late.promise;
    await route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"detail":"Gone."}' });
    failed.resolve();
  });
  await choose('clip')(page);
  await held.promise;
  await choose('gram')(page);
  const shown = page.locator('main tr.open td:nth-child(2)').first();
  await expect.poll(() => shown.innerText()).toBe('gram');
  const answered = page.waitForResponse((response) => response.status() === 503);
  late.resolve();
  await (await answered).finished();
  await failed.promise;
  await drawn();
  expect(await page.locator('.notice.failed').count()).toBe(0);
  await page.unroute(creators);
});
