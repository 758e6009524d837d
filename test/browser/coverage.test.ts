import { expect, it } from 'vitest';
import { opened, openScreen, profile } from './browser.ts';

const { sandbox, adminUrl, call, page, trouble } = await opened();
const map = page.getByRole('region', { name: 'Coverage' });

/** The cells of clip/profile: what each shows, and what it does. */
const cellsOfProfile = () =>
  map
    .locator('tr', { has: page.getByRole('rowheader', { name: 'clip/profile', exact: true }) })
    .locator('.cell')
    .evaluateAll((cells) =>
      cells.map((cell) => `${cell.textContent} ${cell.ariaLabel?.replace(' of clip/profile', '')}`),
    );

it('shows as a map which answers were met, by force or not, and which never were', async () => {
  await call(profile, 'demo-empty');
  await call(profile, 'demo-empty');
  await call(profile, 'demo-full', { prefer: 'code=503' });
  await openScreen(page, adminUrl, 'live');
  // One action from anywhere.
  await page.keyboard.press('5');
  await expect
    .poll(cellsOfProfile)
    .toContain('2 clip/profile answered 402 INSUFFICIENT_CREDITS: 2 earned, 0 forced');
  const cells = await cellsOfProfile();
  expect(cells).toContain('1 clip/profile answered 503 SERVICE_UNAVAILABLE: 0 earned, 1 forced');
  expect(cells).toContain('+ Make it happen: 404 NOT_FOUND');
  const { coverage } = await sandbox.report();
  const known = coverage.cells.filter(({ operation }) => operation === 'clip/profile');
  expect(cells).toHaveLength(known.length);
  expect(cells.filter((cell) => cell.startsWith('+'))).toHaveLength(known.length - 2);
});

it('makes an answer that was never met come next, by a second action', async () => {
  const name = 'Make it happen: 404 NOT_FOUND of clip/profile';
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name, pressed: true }).waitFor();
  expect(await call(profile)).toMatchObject({ status: 404, body: { errorCode: 'NOT_FOUND' } });
  await expect.poll(cellsOfProfile).toContain('1 clip/profile answered 404 NOT_FOUND: 0 earned, 1 forced');
  expect((await call(profile)).status).toBe(200);
});

it('takes a forced answer back by another click', async () => {
  const name = 'Make it happen: 500 INTERNAL_SERVER_ERROR of clip/profile';
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name, pressed: true }).click();
  await page.getByRole('button', { name, pressed: false }).waitFor();
  expect((await call(profile)).status).toBe(200);
});

it('leads from what was met to the first request, and from a success to what brings it about', async () => {
  await page.getByRole('link', { name: 'clip/profile answered 402 INSUFFICIENT_CREDITS' }).click();
  await page.getByRole('heading', { name: 'Request 1 ' }).waitFor();
  await page.keyboard.press('5');
  await page
    .getByRole('link', { name: 'private-account of clip/profile: look up a private creator' })
    .click();
  await page.getByRole('heading', { name: 'Creators' }).waitFor();
  await page.keyboard.press('5');
  await page.getByRole('link', { name: 'unlimited-account of clip/profile: call it' }).click();
  await page.locator('main[data-place="api/3/GET/clip/profile"]').waitFor();
  expect(trouble).toEqual([]);
});

it('shows generation 2 too, and finds operations by the search', async () => {
  await openScreen(page, adminUrl, 'report');
  await page.getByLabel('Generation').selectOption('2');
  await map.getByRole('rowheader', { name: 'v2/clipBasic', exact: true }).waitFor();
  await page.getByRole('searchbox').fill('clipBasic');
  await expect.poll(() => map.getByRole('rowheader').allInnerTexts()).toEqual(['v2/clipBasic']);
});
