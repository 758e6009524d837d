import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { htmlReport } from '../../src/report/formats/html.ts';
import { version } from '../../src/system/version.ts';
import { newFolder } from '../new-folder.ts';
import { callWith, pageOf, sandboxFor, screens, settledPageOf } from './browser.ts';
import { sizeOf, withText } from './png.ts';

/**
 * Takes a picture of every screen in every state. `npm run ui:screenshots` (PICTURES=docs) also writes those of the
 * documents; all others are in .cache/pictures, to be looked at.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, '.cache', 'pictures');
mkdirSync(folder, { recursive: true });

const wide = { width: 1280, height: 800 };
const narrow = { width: 400, height: 800 };
const frozen = { clock: '2026-06-01T12:00:00Z' };

const watchedPage = (url: string, options: BrowserContextOptions) =>
  settledPageOf(url, { reducedMotion: 'reduce', ...options });

/** Goes to a place without loading the page again. */
async function show(page: Page, place: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `/${place}`);
  await page.locator(`main[data-place=${JSON.stringify(decodeURIComponent(place))}]`).waitFor();
}

async function take(page: Page, name: string): Promise<Buffer> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width, `${name} is wider than the window`).toBeLessThanOrEqual(0);
  const png = await page.screenshot();
  expect(sizeOf(png)).toEqual(page.viewportSize());
  writeFileSync(join(folder, `${name}.png`), png);
  return png;
}

/** Texts that overflow their box and are cut without a scroll bar, a title or an ellipsis that says so. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('#app *')]
      .filter((element) => {
        const { overflowX, textOverflow } = getComputedStyle(element);
        const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
        const hasText = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
        );
        return isCut && hasText && overflowX === 'hidden' && textOverflow !== 'ellipsis';
      })
      .map((element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 60)}`),
  );

/** The hints of empty fields that do not fit in them. */
const cutHints = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('#app input[placeholder]')]
      .filter((input) => input.clientWidth > 0)
      .filter((input) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(input);
        const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
        pen.font = font;
        const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        return pen.measureText(input.placeholder).width > room;
      })
      .map(({ placeholder }) => placeholder),
  );

/** A sandbox in the middle of some work. */
async function workedOn() {
  const sandbox = await createSandbox({ size: 60, ...frozen });
  const { url, adminUrl } = sandbox;
  const call = callWith(url);
  const sample = 'uniqueId=sample.creator';
  const checkout = 'sandbox:plan=80,limit=60,fractional:checkout';
  const of = (test: string, line: string) => ({ 'x-sandbox-test': test, 'x-sandbox-call-site': line });
  for (const [path, test, line] of [
    ['clip/profile', 'shows a creator', 'src/creator.ts:12:18 loadCreator'],
    ['clip/audience', 'shows a creator', 'src/audience.ts:8:10 loadAudience'],
    ['gram/performance', 'compares two platforms', 'src/compare.ts:31:9 performanceOf'],
    ['clip/profile', 'compares two platforms', 'src/creator.ts:12:18 loadCreator'],
    ['gram/contact', 'writes to a creator', 'src/contact.ts:5:3 mailOf'],
    ['clip/performance', 'compares two platforms', 'src/compare.ts:31:9 performanceOf'],
    ['gram/sponsorship', 'lists the sponsors', 'src/sponsors.ts:20:14 sponsorsOf'],
  ] as const) {
    await call(`/${path}?${sample}`, checkout, of(test, line));
    await sandbox.advance('50m');
  }
  await fetch(`${adminUrl}/keys/${(await sandbox.findKey(checkout)).id}/credits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ purchased: 20 }),
  });
  for (const name of ['before-checkout', 'plan-used-up'])
    await fetch(`${adminUrl}/snapshots/${name}`, { method: 'PUT' });
  await sandbox.advance('3h');
  const shows = of('shows a creator', 'src/creator.ts:12:18 loadCreator');
  await call(`/clip/profile?${sample}&fields=country&fields=bio`, checkout, shows);
  await call('/clip/profil', 'demo-standard');
  await call(`/clip/content-detail?${sample}`, 'demo-empty', shows);
  await call('/usage', 'sandbox:plam=5:mistyped');
  await call(`/clip/profile?${sample}`, 'demo-low', shows);
  await call(`/clip/audience?${sample}`, checkout, shows);
  await call(`/gram/profile?${sample}`, checkout, { prefer: 'code=503' });
  await call('/tube/topics', 'demo-full', of('lists the topics', 'src/topics.ts:4:22 topics'));
  await sandbox.advance('2h');
  await sandbox.fault({ match: { operation: 'clip/audience' }, respond: { status: 402 }, times: 1 });
  return { sandbox, key: (await sandbox.findKey(checkout)).id };
}

const { sandbox: worked, key } = await workedOn();

/** What each screen shows when something is opened in it. */
const openPlaces = [
  ['live', 'live/8'],
  ['money', `money/${key}`],
  ['faults', 'faults'],
  ['world', 'world/clip/sample.creator'],
  ['report', 'report'],
  ['api', 'api/3/GET/clip/profile'],
  ['state', 'state'],
  ['docs', 'docs/settings'],
] as const;

describe('pictures of every screen', () => {
  it.each([
    ['light-wide', { colorScheme: 'light', viewport: wide }],
    ['dark-wide', { colorScheme: 'dark', viewport: wide }],
    ['light-narrow', { colorScheme: 'light', viewport: narrow }],
    ['dark-narrow', { colorScheme: 'dark', viewport: narrow }],
  ] as const)('in use, %s, without text that is cut', async (name, options) => {
    const { page, trouble, settled } = await watchedPage(worked.url, options);
    await page.goto(`${worked.adminUrl}/`);
    await page.locator('.dot.on').waitFor();
    for (const [screen, place] of openPlaces) {
      await show(page, place);
      await settled();
      await take(page, `${screen}-${name}`);
      expect(await cutTexts(page), screen).toEqual([]);
      expect(await cutHints(page), screen).toEqual([]);
    }
    expect(openPlaces.map(([screen]) => screen)).toEqual(expect.arrayContaining([...screens]));
    expect(trouble).toEqual([]);
  });

  it('of a sandbox that nobody has asked', async () => {
    const empty = await sandboxFor(frozen);
    const { page, trouble, settled } = await watchedPage(empty.url, { viewport: wide });
    await page.goto(`${empty.adminUrl}/`);
    await page.locator('.dot.on').waitFor();
    for (const [screen, says] of [
      ['live', 'No requests yet. Paste one of these'],
      ['money', 'unused'],
      ['faults', 'No rule is live'],
      ['world', 'sample.creator'],
      ['report', 'No client rule is broken'],
      ['api', 'Generation 3'],
      ['state', 'Snapshots'],
      ['docs', 'The map'],
    ] as const) {
      await show(page, screen);
      await settled();
      await expect.poll(() => page.locator('main').innerText()).toContain(says);
      await take(page, `${screen}-empty`);
    }
    expect(trouble).toEqual([]);
  });

  it('while nothing has arrived yet: no screen claims that there is nothing', async () => {
    const { page } = await watchedPage(worked.url, { viewport: wide });
    const free = Promise.withResolvers<void>();
    await page.route('**/__admin/**', async (route) => {
      if (route.request().resourceType() === 'fetch') await free.promise;
      await route.continue().catch(() => {});
    });
    await page.goto(`${worked.adminUrl}/`);
    for (const screen of screens) {
      await show(page, screen);
      await expect
        .poll(() => page.locator('main').innerText())
        .toMatch(screen === 'docs' ? /The map/ : /loading|reading/i);
      const claims = await page.locator('main').innerText();
      expect(claims, screen).not.toMatch(/no requests|0 requests|nothing matches|no rule/i);
      await take(page, `${screen}-loading`);
    }
    free.resolve();
    await page.locator('.dot.on').waitFor();
  });

  it('when the sandbox is gone: every screen says so', async () => {
    const { sandbox } = await workedOn();
    const { page } = await watchedPage(sandbox.url, { viewport: wide });
    await page.goto(`${sandbox.adminUrl}/`);
    await page.locator('.dot.on').waitFor();
    for (const screen of ['docs', 'api', 'live']) {
      await show(page, screen);
      await page.locator('main :is(h2, .rows)').first().waitFor();
    }
    await sandbox.close();
    await page.locator('.dot.off').waitFor();
    for (const screen of screens) {
      await show(page, screen);
      expect(await page.locator('.dot').innerText()).toMatch(/^not connected/);
      if (screen === 'money')
        await page.locator('.notice.failed', { hasText: 'The sandbox does not answer.' }).waitFor();
      expect(await page.locator('body').innerText(), screen).not.toContain('Failed to fetch');
      await take(page, `${screen}-offline`);
    }
  });

  it('where a token is needed', async () => {
    const locked = await sandboxFor({ adminToken: 'secret-token' });
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await watchedPage(locked.url, { viewport: wide, colorScheme });
      for (const screen of screens) {
        await page.goto(`${locked.adminUrl}/#/${screen}`);
        await page.getByLabel('Admin token').waitFor();
      }
      await take(page, `token-${colorScheme}`);
    }
  });
});

it('pictures of the documents are taken, and written when they are asked for', async () => {
  const writes = process.env['PICTURES'] === 'docs';
  const keep = (name: string, png: Buffer) => {
    const file = join(writes ? join(root, 'docs') : newFolder(), `${name}.png`);
    writeFileSync(file, withText(png, 'Software', `creator-sandbox ${version}`));
  };
  for (const [name, place, colorScheme, viewport] of [
    ['live', 'live/8', 'light', wide],
    ['money', `money/${key}`, 'dark', wide],
    ['faults', 'faults', 'light', wide],
    ['api', 'api/3/GET/clip/profile', 'dark', wide],
    ['world', 'world/clip/sample.creator', 'light', wide],
    ['report', 'report', 'light', wide],
    ['state', 'state', 'dark', wide],
    ['narrow', 'live', 'light', narrow],
    ['narrow-dark', 'live/8', 'dark', narrow],
  ] as const) {
    const { page, settled } = await watchedPage(worked.url, {
      colorScheme,
      viewport: viewport === wide ? { width: 1280, height: 700 } : viewport,
    });
    await page.goto(`${worked.adminUrl}/`);
    await page.locator('.dot.on').waitFor();
    await show(page, place);
    await settled();
    // The version stands in the picture, too.
    expect(await page.locator('.frame').innerText()).toContain(version);
    keep(`dashboard-${name}`, await take(page, `docs-${name}`));
    await page.context().close();
  }
  const file = join(newFolder(), 'report.html');
  writeFileSync(file, htmlReport(await worked.report()));
  const { page } = await pageOf('about:blank', { viewport: { width: 1100, height: 800 } });
  await page.goto(pathToFileURL(file).href);
  expect(await page.locator('body').innerText()).toContain(`creator-sandbox ${version}`);
  keep('report', await page.screenshot({ clip: { x: 0, y: 0, width: 1100, height: 1500 }, fullPage: true }));
});
