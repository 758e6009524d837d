import axe from 'axe-core';
import { expect, it } from 'vitest';
import { callWith, openScreen, pageOf, sandboxFor } from './browser.ts';

const sandbox = await sandboxFor({ recordCapsule: true });
const { url, adminUrl } = sandbox;
for (let n = 0; n < 3; n++) await callWith(url)('/clip/profile?uniqueId=sample.creator');

const views = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['narrow', { viewport: { width: 400, height: 800 } }],
] as const;

it.each(views)('targets are large enough on the API screen and in time, %s', async (_name, options) => {
  const { page, trouble } = await pageOf(url, { ...options, bypassCSP: true });
  const check = async (where: string) => {
    await page.addScriptTag({ content: axe.source });
    const found = await page.evaluate(async () => {
      const { axe: checker } = window as unknown as {
        axe: {
          run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
        };
      };
      const { violations } = await checker.run({ rules: { 'target-size': { enabled: true } } });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 150)).join(' | ')}`,
      );
    });
    expect(found, where).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(width, `${where} is wider than the window`).toBeLessThanOrEqual(0);
  };
  await openScreen(page, adminUrl, 'api');
  await page.locator('main h2').first().waitFor();
  await check('api');
  await openScreen(page, adminUrl, 'api/3/GET/clip/profile');
  await page
    .getByRole('heading', { name: /profile/i })
    .first()
    .waitFor();
  await check('an operation');
  await openScreen(page, adminUrl, 'live/2/time');
  await page.getByRole('heading', { name: 'Just before request 2', exact: true }).waitFor();
  await check('time');
  // By the keyboard alone.
  await page.getByLabel('Its price').focus();
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Both bills, forked before request 2' }).waitFor();
  await check('both bills');
  await openScreen(page, adminUrl, 'live/2');
  await page.getByRole('link', { name: 'the moment before it' }).waitFor();
  await check('a request');
  expect(trouble).toEqual([]);
});
