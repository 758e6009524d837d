import { describe, expect, it } from 'vitest';
import { opened, openScreen, profile } from './browser.ts';

const { sandbox, adminUrl, call, page, trouble } = await opened({ clock: '2026-06-01T12:00:00Z' });
const panel = page.getByRole('complementary', { name: 'Request' });
const rows = page.locator('.rows .row');
const dear = 'sandbox:plan=100,fractional:dear';

const acting = await sandbox.fault({
  match: { operation: 'clip/contact' },
  respond: { status: 503 },
  times: 1,
});
const idle = await sandbox.fault({ match: { operation: 'gram/profile' }, respond: { status: 503 } });
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
const open = (text: string | RegExp) => () => rows.filter({ hasText: text }).first().click();
const openId = (id: number) => () => page.locator(`#row-${id}`).click();
const screen = (name: string) => () =>
  page.locator('.screens').getByRole('link', { name, exact: true }).click();
const openKey = (name: string) => () =>
  page.getByRole('region', { name: 'Keys' }).getByRole('link', { name, exact: true }).click();
const panelOf = (key: string) =>
  page.locator('.columns > div', { has: page.locator('h2', { hasText: new RegExp(`^${key}`) }) });
const shown = async () => (await panel.innerText()).replaceAll(/\s+/g, ' ');

describe('a question is answered in one look', () => {
  it('which request spent most', async () => {
    await twoActions(() => page.getByRole('button', { name: 'Credits', exact: true }).click());
    await expect.poll(() => rows.first().innerText()).toContain('clip/audience');
    await page.getByRole('searchbox').fill('');
  });

  it('which key spent most', async () => {
    await twoActions(screen('Report'));
    const keys = page.getByRole('region', { name: 'Receipt by key' }).locator('tbody tr');
    await expect.poll(() => keys.first().innerText()).toMatch(/dear\s+5\s+1\s+14\.1/);
  });

  it('why it was refused, and what mends it', async () => {
    await twoActions(open('402 insufficient credits'), async () => {});
    await panel.getByRole('heading', { name: 'Refused: too few credits' }).waitFor();
    expect(await shown()).toMatch(/a whole call costs 2 .*plan left now 1 .*missing now 1/);
    await panel.getByRole('button', { name: 'Top up 1 credit' }).waitFor();
  });

  it('what a call costs, and why', async () => {
    await twoActions(openId(3));
    await expect.poll(shown).toMatch(/Price: by the call .*country 0\.1 charged 0\.1/);
  });

  it('what was injected', async () => {
    await twoActions(open('503 service unavailable'));
    await expect.poll(shown).toContain(`injected by ${acting.id}`);
  });

  it('why a rule did not act', async () => {
    await twoActions(openId(1));
    await expect.poll(shown).toContain(`${idle.id} is for gram/profile, not clip/profile.`);
  });

  it('what happened just before', async () => {
    await twoActions(openId(5), () => panel.getByRole('link', { name: 'previous of the key' }).click());
    await panel.getByRole('heading', { name: /^Request 4/ }).waitFor();
  });

  it('whether the retry paid twice', async () => {
    await twoActions(openId(6));
    await expect.poll(shown).toMatch(/Sent 2 times Paid 2 times: 4 credits, 2 of them for the same again\./);
  });

  it('when a plan renews, and how much of it is left', async () => {
    await twoActions(screen('Keys and money'));
    const row = page.getByRole('region', { name: 'Keys' }).getByRole('row', { name: 'dear' });
    await expect.poll(() => row.innerText()).toMatch(/85\.9.*30 d/s);
  });

  it('when a plan renews and runs out', async () => {
    const dearAccount = panelOf('dear');
    const look = () => twoActions(screen('Keys and money'), openKey('dear'));
    const facts = async () => (await dearAccount.locator('.facts').innerText()).replaceAll(/\s+/g, ' ');
    await look();
    await expect.poll(facts).toMatch(/renews 2026-07-01 12:00:00, in 30 d/);
    expect(await facts()).toContain(
      'runs out unknown: the clock stands where the cycle began, so its charges (14.1 credits) show no pace',
    );
    // 85.9 credits are left after 14.1 in a day: they last 6 days, 2 hours, 12 minutes and 45 seconds more.
    await sandbox.advance('1d');
    await look();
    await expect
      .poll(facts)
      .toContain('runs out 2026-06-08 14:12:45, at the pace of this cycle: 14.1 credits in 24 h 0 min');
    // At a tenth of the pace the plan renews first.
    await sandbox.advance('9d');
    await look();
    await expect
      .poll(facts)
      .toContain(
        'runs out never at the pace of this cycle, 14.1 credits in 10 d: 42.3 credits in 30d, of a plan of 100',
      );
    expect(await facts()).toContain('renews 2026-07-01 12:00:00, in 20 d');
    // In the next cycle nothing was charged.
    await sandbox.advance('20d');
    await look();
    await expect.poll(facts).toContain('runs out unknown: nothing was charged in this cycle');
    expect(await facts()).toContain('renews 2026-07-31 12:00:00, in 30 d');
    await twoActions(screen('Keys and money'), openKey('demo-unlimited'));
    await expect
      .poll(() => panelOf('demo-unlimited').locator('.facts').innerText())
      .toMatch(/never: it is unlimited/);
    await sandbox.freeze('2026-06-01T12:00:00Z');
  });

  it('which assumption an answer relies on', async () => {
    const section = panel.locator('.section', { hasText: 'Decisions that the reply relies on' });
    const assumptions = section.locator('li', { has: page.locator('.badge.assumption') });
    // A selection in the query of a GET: the service shows it nowhere.
    const entry = section.getByRole('link', { name: 'fields-get in the documents' });
    await twoActions(openId(3), () => entry.click());
    const row = page.locator('tr.found');
    await expect.poll(() => row.innerText()).toMatch(/^fields-get\s+fields on a GET.*\sassumed/);
    await page.goBack();
    await panel.getByRole('heading', { name: /^Request 3/ }).waitFor();
    await expect.poll(() => assumptions.count()).toBe(1);
    expect(await assumptions.innerText()).toMatch(/^assumed fields-get .*may ignore the text/s);
    // The whole profile of the same creator relies on others, and not on this one.
    await twoActions(openId(1));
    await panel.getByRole('heading', { name: /^Request 1/ }).waitFor();
    await section.locator('li').first().waitFor();
    expect(await assumptions.count()).toBe(0);
    expect(await section.innerText()).not.toContain('fields-get');
    expect((await sandbox.request(1)).decisions).not.toContain('fields-get');
    expect((await sandbox.request(3)).decisions).toContain('fields-get');
  });

  it('undo what I did', async () => {
    await twoActions(
      () => page.getByRole('button', { name: '+30 days' }).click(),
      () => page.locator('.notice').getByRole('button', { name: 'Undo' }).click(),
    );
    await page.locator('.notice').getByText('The journal does not come back.').waitFor();
    expect((await sandbox.clock()).now).toBe(Date.parse('2026-06-01T12:00:00Z'));
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

  it('without an error', () => {
    expect(trouble).toEqual([]);
  });
});
