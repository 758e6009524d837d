import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { htmlReport } from '../../src/report/formats/html.ts';
import { version } from '../../src/system/version.ts';
import { newFolder } from '../new-folder.ts';
import { callWith, pageOf, sandboxFor, screens, settledPageOf } from './browser.ts';
import { sizeOf, withText } from './png.ts';

/**
 * Looks at every screen in every state. Each picture is in .cache/pictures, to be looked at; `npm run ui:screenshots`
 * (PICTURES=docs) also writes those of the documents.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, '.cache', 'pictures');
mkdirSync(folder, { recursive: true });

const sizeFor = (width: number) => ({ width, height: width < 600 ? 800 : 900 });
const frozen = { clock: '2026-06-01T12:00:00Z' };

/** A page of a sandbox, connected. The content policy allows no script of others, axe's neither. */
async function watched(url: string, options: BrowserContextOptions) {
  const watchedPage = await settledPageOf(url, { reducedMotion: 'reduce', bypassCSP: true, ...options });
  await watchedPage.page.goto(`${url}/__admin/`);
  return watchedPage;
}

/** Goes to a place without loading the page again. */
async function show(page: Page, place: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `/${place}`);
  await page.locator(`main[data-place=${JSON.stringify(decodeURIComponent(place))}]`).waitFor();
}

async function take(page: Page, name: string): Promise<Buffer> {
  const png = await page.screenshot();
  expect(sizeOf(png)).toEqual(page.viewportSize());
  writeFileSync(join(folder, `${name}.png`), png);
  return png;
}

const widerThanWindow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** The faults that axe finds, with targets of 24 px at least, which it checks on request only. */
async function axeFaults(page: Page): Promise<string[]> {
  await page.addScriptTag({ content: axe.source });
  return page.evaluate(async () => {
    const { axe: checker } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await checker.run({
      resultTypes: ['violations'],
      rules: { 'target-size': { enabled: true } },
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
    );
  });
}

/** Texts that overflow their box without a scroll bar or an ellipsis, and hints that do not fit in their field. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = [...document.querySelectorAll<HTMLElement>('#app *')].filter((element) => {
      const { overflowX, textOverflow } = getComputedStyle(element);
      const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
      return isCut && hasText && overflowX === 'hidden' && textOverflow !== 'ellipsis';
    });
    const hints = [...document.querySelectorAll<HTMLInputElement>('#app input[placeholder]')]
      .filter((input) => input.clientWidth > 0)
      .filter((input) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(input);
        const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
        pen.font = font;
        const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        return pen.measureText(input.placeholder).width > room;
      });
    return [
      ...texts.map((element) => `${element.tagName} ${element.className}: ${element.textContent}`),
      ...hints.map(({ placeholder }) => placeholder),
    ];
  });

/** A sandbox in the middle of some work. */
async function workedOn() {
  const sandbox = await sandboxFor(frozen);
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
  const { id: key } = await sandbox.findKey(checkout);
  await fetch(`${adminUrl}/keys/${key}/credits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ purchased: 20 }),
  });
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
  await sandbox.fault({ match: { operation: 'usage' }, respond: { status: 503 }, hold: {} });
  return { sandbox, key };
}

const { sandbox: worked, key } = await workedOn();

/** What each screen shows when something is opened in it. */
const openPlaces = [
  ['requests', 'requests/8'],
  ['keys', `keys/${key}`],
  ['world', 'world/clip/sample.creator'],
  ['api', 'api/3/GET/clip/profile'],
  ['api-admin', 'api/admin/PUT/__admin/clock'],
] as const;

describe('every screen', () => {
  it.each([
    ['light', 1440],
    ['dark', 1024],
    ['light', 400],
  ] as const)(
    'has no fault that axe finds, nothing cut and nothing beside the page: %s, %i wide',
    async (colorScheme, width) => {
      const { page, trouble, settled } = await watched(worked.url, { colorScheme, viewport: sizeFor(width) });
      await page.locator('.dot.on').waitFor();
      for (const [name, place] of [...screens.map((screen) => [screen, screen] as const), ...openPlaces]) {
        await show(page, place);
        await settled();
        await take(page, `${name}${name === place ? '' : '-open'}-${colorScheme}-${width}`);
        expect(await axeFaults(page), place).toEqual([]);
        expect(await widerThanWindow(page), `${place} is wider than the window`).toBeLessThanOrEqual(0);
        expect(await cutTexts(page), place).toEqual([]);
      }
      expect(trouble).toEqual([]);
      await page.context().close();
    },
  );

  it('says what is there before the first request', async () => {
    const empty = await sandboxFor(frozen);
    const { page, trouble, settled } = await watched(empty.url, { viewport: sizeFor(1440) });
    await page.locator('.dot.on').waitFor();
    for (const [screen, says] of [
      ['requests', 'No requests yet. Paste one of these'],
      ['keys', 'may call'],
      ['faults', 'No rule is live'],
      ['world', 'sample.creator'],
      ['report', 'No client rule is broken'],
      ['api', 'Generation 3'],
    ] as const) {
      await show(page, screen);
      await settled();
      await expect.poll(() => page.locator('main').innerText()).toContain(says);
      await take(page, `${screen}-empty`);
    }
    expect(trouble).toEqual([]);
  });

  it('claims nothing while nothing has arrived yet', async () => {
    const { page } = await settledPageOf(worked.url, { viewport: sizeFor(1440) });
    const free = Promise.withResolvers<void>();
    await page.route('**/__admin/**', async (route) => {
      if (route.request().resourceType() === 'fetch') await free.promise;
      await route.continue().catch(() => {});
    });
    await page.goto(`${worked.adminUrl}/`);
    for (const screen of screens) {
      await show(page, screen);
      const claims = () => page.locator('main').innerText();
      await expect.poll(claims).toMatch(/loading|reading/i);
      expect(await claims(), screen).not.toMatch(/no requests|0 requests|nothing matches|no rule/i);
    }
    free.resolve();
    await page.locator('.dot.on').waitFor();
  });

  it('says that the sandbox is gone', async () => {
    const { sandbox } = await workedOn();
    const { page } = await watched(sandbox.url, { viewport: sizeFor(1440) });
    await page.locator('.dot.on').waitFor();
    await sandbox.close();
    await page.locator('.dot.off').waitFor();
    for (const screen of screens) {
      await show(page, screen);
      expect(await page.locator('main :is(button, input, select):enabled').count(), screen).toBe(0);
      expect(await page.locator('.dot').innerText()).toMatch(/^The sandbox does not answer/);
      expect(await page.locator('body').innerText(), screen).not.toContain('Failed to fetch');
      await take(page, `${screen}-offline`);
    }
  });
});

it('pictures of the documents are taken, and written when they are asked for', async () => {
  const writes = process.env['PICTURES'] === 'docs';
  const keep = (name: string, png: Buffer) => {
    const file = join(writes ? join(root, 'docs') : newFolder(), `${name}.png`);
    writeFileSync(file, withText(png, 'Software', `creator-sandbox ${version}`));
  };
  const viewport = { width: 1280, height: 700 };
  for (const [name, place, colorScheme] of [
    ['requests', 'requests/8', 'light'],
    ['keys', `keys/${key}`, 'dark'],
    ['report', 'report', 'light'],
  ] as const) {
    const { page, settled } = await watched(worked.url, { colorScheme, viewport });
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
  const { page } = await pageOf('about:blank', { viewport: { width: 390, height: 800 } });
  await page.goto(pathToFileURL(file).href);
  expect(await widerThanWindow(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1100, height: 800 });
  expect(await page.locator('body').innerText()).toContain(`creator-sandbox ${version}`);
  keep('report', await page.screenshot({ clip: { x: 0, y: 0, width: 1100, height: 1500 }, fullPage: true }));
});
