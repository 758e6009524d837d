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
  await openScreen(page, adminUrl, 'live');
  await expect.poll(() => rows.count()).toBe(8);
  for (const act of actions) await act();
};
const screen = (name: string) => () =>
  page.locator('.screens').getByRole('link', { name, exact: true }).click();
const openKey = (name: string) => () =>
  page.getByRole('region', { name: 'Keys' }).getByRole('link', { name, exact: true }).click();
const panelOf = (key: string) =>
  page.locator('.columns > div', { has: page.locator('h2', { hasText: new RegExp(`^${key}`) }) });

describe('a question is answered in one look', () => {
  it('when a plan renews', async () => {
    const dearAccount = panelOf('dear');
    await twoActions(screen('Keys and money'), openKey('dear'));
    const facts = async () => (await dearAccount.locator('.facts').innerText()).replaceAll(/\s+/g, ' ');
    await expect.poll(facts).toMatch(/renews 2026-07-01 12:00:00, in 30 d/);
  });

  it('what changed since the last run', async () => {
    const before = page.locator('.section', { hasText: 'Changed since the run before' });
    await twoActions(screen('Report'));
    await before.getByText('This browser has seen no run before this one here.').waitFor();
    await sandbox.clearReport();
    await before.getByText('8 requests, 18.1 credits, 2 refusals').waitFor();
    await call(profile, 'demo-full');
    await call('/nowhere');
    await call('/clip/profile?uniqueId=nobody.at.all');
    await page.reload();
    await page.locator('.dot.on').waitFor();
    await screen('Report')();
    const table = page.getByRole('region', { name: 'Operations that changed' });
    await expect.poll(() => table.innerText()).toMatch(/clip\/audience\s+1\s+0\s+0\s+0\s+10\s+0/);
    const text = await before.innerText();
    expect(text).toMatch(/8 requests, 18\.1 credits, 2 refusals/);
    expect(text).toMatch(/Met now, not before: clip\/profile 404 NOT_FOUND\./);
    expect(text).toMatch(/Met before, not now: .*clip\/profile 402 INSUFFICIENT_CREDITS/);
    // clip/profile, clip/audience, clip/contact and unknown paths changed, and now seventeen more.
    const { routes } = (await (await fetch(`${adminUrl}/routes`)).json()) as {
      routes: { method: string; path: string; generation: number }[];
    };
    const others = routes.filter(
      ({ method, path, generation }) =>
        method === 'GET' && generation === 3 && !/^\/clip\/(profile|audience|contact)$/.test(path),
    );
    const changed = () => table.locator('tbody tr').count();
    for (const { path } of others.slice(0, 16)) await call(path);
    await expect.poll(changed).toBe(20);
    expect(await before.getByText('The 20 that changed most').count()).toBe(0);
    await call(others[16]?.path ?? '');
    await before.getByText('The 20 that changed most, of 21.').waitFor();
    expect(await changed()).toBe(20);
  });

  it('what changed since a run of another process, though it called as much', async () => {
    const other = await opened();
    const section = other.page.locator('.section', { hasText: 'Changed since the run before' });
    const shown = async () => (await section.innerText()).replaceAll(/\s+/g, ' ');
    for (let n = 0; n < 2; n++) await other.call(profile);
    await openScreen(other.page, other.adminUrl, 'report');
    await section.getByText('This browser has seen no run before this one here.').waitFor();
    // As if the sandbox had been restarted since.
    await other.page.evaluate(() => {
      const runs = JSON.parse(localStorage.getItem('creator-sandbox-runs') ?? '') as {
        now: { startedAt: number };
      };
      runs.now.startedAt -= 1;
      localStorage.setItem('creator-sandbox-runs', JSON.stringify(runs));
    });
    await other.page.reload();
    await expect.poll(shown).toContain('Every operation has the same calls, refusals and credits.');
    expect(await shown()).toContain('2 requests, 4 credits, 0 refusals');
    await other.call('/usage');
    await expect.poll(() => section.locator('tbody tr').allInnerTexts()).toEqual(['usage\t0\t1\t0\t0\t0\t0']);
    expect(await shown()).toContain('2 requests, 4 credits, 0 refusals');
    // Twenty answers stand one by one.
    const { routes } = (await (await fetch(`${other.adminUrl}/routes`)).json()) as {
      routes: { method: string; path: string; generation: number }[];
    };
    const lookups = routes.filter(({ method, generation }) => method === 'GET' && generation === 3);
    for (const { path } of lookups.slice(0, 24)) await other.call(path, 'demo-full', { prefer: 'code=503' });
    await expect.poll(shown).toMatch(/Met now, not before: ([^,.]+, ){19}[^,.]+ and \d+ more\./);
    // Another program may store anything there; only a run counts.
    for (const stored of ['{', '7', '{"now":{"calls":1}}', '{"now":null}']) {
      await other.page.evaluate((text) => localStorage.setItem('creator-sandbox-runs', text), stored);
      await other.page.reload();
      await section.getByText('This browser has seen no run before this one here.').waitFor();
    }
    expect(other.trouble).toEqual([]);
  });

  it('what a key did that was not used', async () => {
    await openScreen(page, adminUrl, 'report');
    await page.locator('.frame select').selectOption({ label: 'demo-low' });
    for (const name of ['Calls', 'Credits', 'Refusals'])
      await expect
        .poll(() =>
          page
            .locator('.tile', { has: page.getByText(name, { exact: true }) })
            .locator('b')
            .innerText(),
        )
        .toBe('0');
    await page.locator('.frame select').selectOption('');
  });

  it('what a screen has of a word, whatever its letters', async () => {
    const other = await opened();
    const named = (name: string) => ({ 'x-sandbox-test': name });
    await other.call(profile, 'demo-full', named('Shows a Profile'));
    await other.call('/tube/topics', 'demo-full', named('Lists Topics'));
    await other.call(profile, 'demo-empty', named('Is Refused'));
    await other.call('/clip/profile?uniqueId=nobody.at.all', 'demo-full', named('Finds Nobody'));
    await other.sandbox.snapshot('made-early');
    await other.sandbox.snapshot('made-late');
    const region = (name: string | RegExp) => other.page.getByRole('region', { name }).locator('tbody tr');
    const searchbox = other.page.getByRole('searchbox');
    for (const [place, text, found, says] of [
      ['money', 'DEMO-low', region('Keys'), 'demo-low'],
      ['faults', 'TUBE/topics', other.page.locator('table.grid tbody tr'), 'tube/topics'],
      ['report', 'clip/PROFILE insufficient', region('Outcomes'), 'clip/profile'],
      ['state', 'MADE-early', other.page.locator('.rules .rule'), 'made-early'],
      ['report', 'lists TOPICS', region('Receipt by test and line'), 'Lists Topics'],
      ['api', 'get /TUBE/topics', other.page.locator('nav.operations a'), 'topics'],
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
