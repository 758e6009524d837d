import { describe, expect, it } from 'vitest';
import { opened, openScreen, profile } from './browser.ts';

const { sandbox, adminUrl, call, page, trouble } = await opened({ clock: '2026-06-01T12:00:00Z' });
const rows = page.locator('.rows .row');
const dear = 'sandbox:plan=100,fractional:dear';

await sandbox.fault({ match: { operation: 'clip/contact' }, respond: { status: 503 }, times: 1 });
await call(profile, 'demo-full');
await call('/clip/audience?uniqueId=sample.creator', dear);
await call(`${profile}&fields=country`, dear);
await call('/clip/contact?uniqueId=sample.creator', dear);
await call(profile, dear);
await call(profile, dear);
await call(profile, 'sandbox:plan=3:poor');
await call(profile, 'sandbox:plan=3:poor');

/** Each answer takes at most two actions, from the first look at a screen. */
const twoActions = async (...actions: readonly (() => Promise<unknown>)[]) => {
  expect(actions.length).toBeLessThanOrEqual(2);
  await openScreen(page, adminUrl, 'requests');
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(8);
  for (const act of actions) await act();
};
const screen = (name: string) => () =>
  page.locator('.screens').getByRole('link', { name, exact: true }).click();
const openKey = (name: string) => () =>
  page.getByRole('region', { name: 'Keys' }).getByRole('link', { name, exact: true }).click();
const panelOf = (key: string) => page.getByRole('region', { name: 'The account' }).filter({ hasText: key });

describe('a question is answered in one look', () => {
  it('when a plan renews', async () => {
    const dearAccount = panelOf('dear');
    await twoActions(screen('Keys'), openKey('dear'));
    const facts = async () => (await dearAccount.locator('.facts').innerText()).replaceAll(/\s+/g, ' ');
    await expect.poll(facts).toMatch(/renews 2026-07-01 12:00:00, in 30 d/);
  });

  it('what my last run cost', async () => {
    await twoActions(() => page.getByRole('button', { name: 'new run' }).click());
    await page.getByText('A new run begins').waitFor();
    await call(profile, dear);
    await call('/usage', dear);
    const run = page.getByRole('link', { name: 'this run: 2 requests, 2 credits' });
    await twoActions(() => run.click());
    await expect.poll(() => page.locator('main h2').innerText()).toBe('2 of 10 requests');
    expect(await rows.count()).toBe(2);
    // The search stands in the address: it survives a row, another screen and a reload.
    await rows.first().click();
    await screen('Keys')();
    await screen('Requests')();
    await page.getByRole('complementary', { name: 'Request' }).waitFor();
    await page.reload();
    await expect.poll(() => page.locator('main h2').first().innerText()).toBe('2 of 10 requests');
    await page.getByRole('complementary', { name: 'Request' }).waitFor();
    expect(await page.title()).toBe('Requests · creator-sandbox');
  });

  it('what a screen has of a word, whatever its letters', async () => {
    const other = await opened();
    const named = (name: string) => ({ 'x-sandbox-test': name });
    await other.call(profile, 'demo-full', named('Shows a Profile'));
    await other.call('/tube/topics', 'demo-full', named('Lists Topics'));
    await other.call(profile, 'demo-empty', named('Is Refused'));
    await other.call('/clip/profile?uniqueId=nobody.at.all', 'demo-full', named('Finds Nobody'));
    const region = (name: string | RegExp) => other.page.getByRole('region', { name }).locator('tbody tr');
    const searchbox = other.page.getByRole('searchbox');
    for (const [place, text, found, says] of [
      ['keys', 'DEMO-low', region('Keys'), 'demo-low'],
      [
        'report',
        'clip/PROFILE',
        other.page.getByRole('list', { name: 'Outcomes' }).locator('> li'),
        '402 INSUFFICIENT_CREDITS',
      ],
      ['api', 'get /TUBE/topics', other.page.locator('nav.operations a'), 'topics'],
      ['report', 'lists TOPICS', region('By test and line'), 'Lists Topics'],
    ] as const) {
      await openScreen(other.page, other.adminUrl, place);
      await expect.poll(() => found.count(), { message: place }).toBeGreaterThan(1);
      await searchbox.fill(text);
      await expect.poll(() => found.count(), { message: place }).toBe(1);
      expect(await found.innerText()).toContain(says);
      await searchbox.fill('zzz');
      await expect.poll(() => found.count(), { message: place }).toBe(0);
      if (place === 'api') await other.page.getByText('Nothing matches the search.').waitFor();
    }
    expect(other.trouble).toEqual([]);
  });

  it('without an error', () => {
    expect(trouble).toEqual([]);
  });
});
