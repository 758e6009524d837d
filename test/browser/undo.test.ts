import { expect, it } from 'vitest';
import { callWith, opened, openScreen, pageOf, profile, sandboxFor } from './browser.ts';

const { sandbox, adminUrl, call, page, trouble } = await opened();
const key = 'sandbox:plan=50:undone';
const left = async () => (await sandbox.findKey(key)).planRemaining;

it('a reset of everything is undone from its notice, which says what does not come back', async () => {
  await call(profile, key);
  await sandbox.fault({ match: { key }, respond: { status: 503 }, times: 5 });
  await openScreen(page, adminUrl, 'state');
  await page.getByText('Nothing to undo.').waitFor();
  await page.getByRole('button', { name: 'Reset everything' }).click();
  const notice = page.locator('.notice');
  await notice.getByText('Everything is reset.').waitFor();
  expect(await sandbox.faults()).toEqual([]);
  await notice.getByRole('button', { name: 'Undo' }).click();
  await notice.getByText('The journal does not come back.').waitFor();
  expect(await left()).toBe(48);
  expect(await sandbox.faults()).toMatchObject([{ respond: { status: 503 }, times: 5 }]);
  expect(await sandbox.count()).toBe(0);
});

it('an emptied key and a moved clock are undone in State', async () => {
  await openScreen(page, adminUrl, `money/${(await sandbox.findKey(key)).id}`);
  await page.getByRole('button', { name: 'empty now' }).click();
  await expect.poll(left).toBe(0);
  await page.goto(`${adminUrl}/#/state`);
  await page.getByRole('button', { name: 'Undo the emptying of undone' }).click();
  await expect.poll(left).toBe(48);
  await page.getByText('Nothing to undo.').waitFor();
  await page.getByRole('button', { name: 'freeze' }).click();
  await page.locator('.notice').getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(async () => (await (await fetch(`${adminUrl}/clock`)).json()) as object)
    .toMatchObject({
      mode: 'real',
    });
});

it('every act that can be undone says what it did, and is named where it is undone', async () => {
  const start = Date.parse('2026-06-01T12:00:00Z');
  const other = await opened({ clock: new Date(start).toISOString() });
  const { page } = other;
  const day = 86_400_000;
  await other.call(profile, 'sandbox:plan=50:acted');
  await other.call(profile, 'sandbox:plan=50:left-alone');
  await other.sandbox.snapshot('kept');
  const rule = { match: { operation: 'usage' }, respond: { status: 503 } } as const;
  const account = `money/${(await other.sandbox.findKey('sandbox:plan=50:acted')).id}`;
  const now = async () => ((await (await fetch(`${other.adminUrl}/clock`)).json()) as { now: number }).now;
  for (const [place, button, done, what] of [
    ['live', '+1 day', 'The clock is a day later.', "the clock's move by a day"],
    ['live', '+30 days', 'The clock is 30 days later. 2 plans renewed.', "the clock's move by 30 days"],
    ['live', 'to renewal (29 d)', 'The clock is 29 d later. 2 plans renewed.', "the clock's move by 29 d"],
    ['live', 'real', 'The clock is real.', 'setting the clock real'],
    ['live', 'freeze', 'The clock is frozen.', 'setting the clock frozen'],
    ['live', 'Turn off all fault rules', 'All fault rules are removed.', 'the end of all fault rules'],
    ['faults', /^Remove the rule/, 'The rule is removed.', 'the end of a fault rule'],
    [account, 'empty now', 'acted has no credits now.', 'the emptying of acted'],
    [account, 'reset', 'acted is reset.', 'the reset of acted'],
    ['state', 'Restore kept', 'The snapshot kept is restored.', 'the restore of kept'],
    ['state', 'Reset everything', 'Everything is reset.', 'the reset of everything'],
  ] as const) {
    if ((await other.sandbox.faults()).length === 0) await other.sandbox.fault(rule);
    await openScreen(page, other.adminUrl, place);
    await page.getByRole('button', { name: button, exact: true }).click();
    const notice = page.locator('.notice:not(.failed)');
    await expect.poll(() => notice.locator('span').first().innerText(), { message: what }).toBe(done);
    await notice.getByRole('button', { name: 'Undo' }).waitFor();
    await openScreen(page, other.adminUrl, 'state');
    await page.getByRole('button', { name: `Undo ${what}`, exact: true }).waitFor();
    if (button === '+1 day') expect(await now()).toBe(start + day);
    if (button === '+30 days') expect(await now()).toBe(start + 31 * day);
    if (button === 'to renewal (29 d)') expect(await now()).toBe(start + 60 * day);
    // The reset of one key is not that of all.
    if (button === 'reset') expect((await other.sandbox.findKey('sandbox:plan=50:left-alone')).plan).toBe(50);
    if (button === 'reset') expect(await other.sandbox.count()).toBe(1);
  }
  expect(other.trouble).toEqual([]);
});

it('an act that fails says so, and offers nothing to undo', async () => {
  const other = await opened();
  await other.sandbox.snapshot('gone');
  await openScreen(other.page, other.adminUrl, 'state');
  await other.page.route('**/restore', (route) => route.abort());
  await other.page.getByRole('button', { name: 'Restore gone' }).click();
  const notice = other.page.locator('.notice.failed');
  await notice.getByText('The sandbox does not answer.').waitFor();
  await other.page.getByRole('button', { name: /^Undo the restore of gone/ }).waitFor();
  expect(await notice.getByRole('button').allInnerTexts()).toEqual(['×']);
});

it('a notice stays for five seconds, for twenty with an undo, and as long as it is read if it tells of a failure', async () => {
  const opened = await pageOf(sandbox.url);
  await opened.page.clock.install();
  await openScreen(opened.page, adminUrl, 'state');
  const notice = opened.page.locator('.notice');
  const press = (name: string) => opened.page.getByRole('button', { name, exact: true }).click();
  const after = async (ms: number) => {
    await opened.page.clock.runFor(ms);
    return notice.innerText();
  };
  await opened.page.clock.pauseAt(Date.now() + 60_000);
  await press('Take a snapshot');
  await notice.getByText('The snapshot before is taken.').waitFor();
  expect([await after(4_900), await after(200)]).toEqual([expect.stringContaining('is taken'), '']);
  await press('Reset everything');
  await notice.getByRole('button', { name: 'Undo' }).waitFor();
  expect([await after(19_900), await after(200)]).toEqual([expect.stringContaining('is reset'), '']);
  await opened.page.getByLabel('Name').fill('NO NAME');
  await press('Take a snapshot');
  await opened.page.locator('.notice.failed').waitFor();
  expect(await after(60_000)).not.toBe('');
  await press('Dismiss');
  await notice.getByRole('button').waitFor({ state: 'detached' });
});

it('what cannot be undone is asked first', async () => {
  const many = await sandboxFor();
  const other = callWith(many.url);
  const opened = await pageOf(many.url);
  await openScreen(opened.page, many.adminUrl, 'money');
  const keys = opened.page.getByRole('region', { name: 'Keys' }).locator('tbody tr');
  await keys.first().waitFor();
  const added = 200 - (await keys.count());
  for (let n = 0; n < added; n++) await other('/usage', `sandbox:plan=1:k${n}`);
  await expect.poll(() => keys.count()).toBe(200);
  expect(await opened.page.getByText('The search narrows').count()).toBe(0);
  for (let n = added; n < 1_000; n++) await other('/usage', `sandbox:plan=1:k${n}`);
  await opened.page.getByText(/^The search narrows 10\d\d keys down; 200 are shown\.$/).waitFor();
  expect(await keys.count()).toBe(200);
  await openScreen(opened.page, many.adminUrl, 'state');
  const reset = opened.page.getByRole('button', { name: 'Reset everything' });
  await reset.click();
  await opened.page.getByText('more than 1000 keys').waitFor();
  await opened.page.keyboard.press('Escape');
  await opened.page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await many.count()).toBe(1_000);
  await reset.click();
  await opened.page.getByRole('button', { name: 'Leave it' }).click();
  await opened.page.getByRole('dialog').waitFor({ state: 'detached' });
  // A reset would come before this snapshot.
  await opened.page.getByRole('button', { name: 'Take a snapshot' }).click();
  await opened.page.getByText('The snapshot before is taken.').waitFor();
  expect(await many.count()).toBe(1_000);
  await reset.click();
  await opened.page.getByRole('button', { name: 'Do it anyway' }).click();
  await expect.poll(() => many.count()).toBe(0);
  const notice = opened.page.locator('.notice');
  await notice.getByText('Everything is reset.').waitFor();
  expect(await notice.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  expect(opened.trouble).toEqual([]);
});

it('had no error', () => {
  expect(trouble).toEqual([]);
});
