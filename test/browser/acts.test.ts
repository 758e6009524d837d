import { expect, it } from 'vitest';
import { opened, openScreen, pageOf, profile } from './browser.ts';

const { sandbox, adminUrl, call, page, trouble } = await opened();

it('every act says what it did', async () => {
  const start = Date.parse('2026-06-01T12:00:00Z');
  const other = await opened({ clock: new Date(start).toISOString() });
  const { page } = other;
  const day = 86_400_000;
  await other.call(profile, 'sandbox:plan=50:acted');
  await other.call(profile, 'sandbox:plan=50:left-alone');
  const rule = { match: { operation: 'usage' }, respond: { status: 503 } } as const;
  const account = `keys/${(await other.sandbox.findKey('sandbox:plan=50:acted')).id}`;
  const now = async () => ((await (await fetch(`${other.adminUrl}/clock`)).json()) as { now: number }).now;
  for (const [place, button, done] of [
    ['requests', '+1 day', 'The clock is a day later.'],
    ['requests', '+30 days', 'The clock is 30 days later. 2 plans renewed.'],
    ['requests', 'to renewal (29 d)', 'The clock is 29 d later. 2 plans renewed.'],
    ['requests', 'real', 'The clock is real.'],
    ['requests', 'freeze', 'The clock is frozen.'],
    ['requests', 'Turn off all fault rules', 'All fault rules are removed.'],
    ['faults', /^Remove the rule/, 'The rule is removed.'],
    [account, 'empty now', 'acted has no credits now.'],
    [account, 'reset', 'acted is reset.'],
    ['requests', 'reset everything', 'Everything is reset.'],
  ] as const) {
    if ((await other.sandbox.faults()).length === 0) await other.sandbox.fault(rule);
    await openScreen(page, other.adminUrl, place);
    await page.getByRole('button', { name: button, exact: true }).click();
    if (['reset', 'reset everything'].includes(String(button)))
      await page.getByRole('button', { name: 'Do it anyway' }).click();
    const notice = page.locator('.notice:not(.failed)');
    await expect.poll(() => notice.locator('span').first().innerText(), { message: done }).toBe(done);
    if (button === '+1 day') expect(await now()).toBe(start + day);
    if (button === '+30 days') expect(await now()).toBe(start + 31 * day);
    if (button === 'to renewal (29 d)') expect(await now()).toBe(start + 60 * day);
    // The reset of one key is not that of all.
    if (button === 'reset') expect((await other.sandbox.findKey('sandbox:plan=50:left-alone')).plan).toBe(50);
    if (button === 'reset') expect(await other.sandbox.count()).toBe(1);
  }
  expect(other.trouble).toEqual([]);
});

it('a notice stays for five seconds, and as long as it is read if it tells of a failure', async () => {
  const opened = await pageOf(sandbox.url);
  await opened.page.clock.install();
  await openScreen(opened.page, adminUrl, 'keys');
  const notice = opened.page.locator('.notice');
  const press = (name: string) => opened.page.getByRole('button', { name, exact: true }).click();
  const after = async (ms: number) => {
    await opened.page.clock.runFor(ms);
    return notice.innerText();
  };
  await opened.page.clock.pauseAt(Date.now() + 60_000);
  await press('larger plan');
  await notice.getByText('100 credits added to').waitFor();
  expect([await after(4_900), await after(200)]).toEqual([expect.stringContaining('added'), '']);
  await opened.page.route('**/credits', (route) => route.abort());
  await press('larger plan');
  await opened.page.locator('.notice.failed', { hasText: 'The sandbox does not answer.' }).waitFor();
  expect(await after(60_000)).not.toBe('');
  await press('Dismiss');
  await notice.getByRole('button').waitFor({ state: 'detached' });
});

it('what cannot be undone is asked first', async () => {
  await call(profile);
  await openScreen(page, adminUrl, 'requests');
  const reset = page.getByRole('button', { name: 'reset everything' });
  await reset.click();
  await page.getByText('go back to their start').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await reset.click();
  await page.getByRole('button', { name: 'Leave it' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // A reset would come before this answer.
  await page.getByRole('button', { name: 'freeze' }).click();
  await page.getByText('The clock is frozen.').waitFor();
  expect(await sandbox.count()).toBe(1);
  await reset.click();
  await page.getByRole('button', { name: 'Do it anyway' }).click();
  await expect.poll(() => sandbox.count()).toBe(0);
  await page.locator('.notice').getByText('Everything is reset.').waitFor();
});

it('the search narrows more than 200 keys down', async () => {
  await openScreen(page, adminUrl, 'keys');
  const keys = page.getByRole('region', { name: 'Keys' }).locator('tbody tr');
  await keys.first().waitFor();
  const added = 200 - (await keys.count());
  for (let n = 0; n < added; n++) await call('/usage', `sandbox:plan=1:k${n}`);
  await expect.poll(() => keys.count()).toBe(200);
  expect(await page.getByText('are shown').count()).toBe(0);
  await call('/usage', 'sandbox:plan=1:one-more');
  await page.getByText('200 of 201 are shown; the search finds the others.').waitFor();
  expect(await keys.count()).toBe(200);
});

it('had no error', () => {
  expect(trouble).toEqual([]);
});
