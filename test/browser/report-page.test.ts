import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { htmlReport } from '../../src/report/formats/html.ts';
import { newFolder } from '../new-folder.ts';
import { largeReport } from '../report/large-report.ts';
import { pageOf } from './browser.ts';

it.each([1280, 390])('the report of a million requests fits on a few screens, %i wide', async (width) => {
  const file = join(newFolder(), 'report.html');
  writeFileSync(file, htmlReport(await largeReport()));
  const { page, trouble } = await pageOf('about:blank', { viewport: { width, height: 800 } });
  await page.goto(pathToFileURL(file).href);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const folded = await height();
  expect(folded).toBeLessThan(width < 400 ? 16_000 : 8_000);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  const rest = page.locator('details', { hasText: 'test 1234' });
  await rest.locator('summary').first().click();
  expect(await rest.getByText('test 1234', { exact: true }).isVisible()).toBe(true);
  expect(await height()).toBeGreaterThan(folded);
  expect(trouble).toEqual([]);
});
