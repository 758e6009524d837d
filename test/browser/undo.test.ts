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
  for (let n = 0; n < 1_000; n++) await other('/usage', `sandbox:plan=1:k${n}`);
  const opened = await pageOf(many.url);
  await openScreen(opened.page, many.adminUrl, 'money');
  await opened.page.getByText(/^The search narrows 10\d\d keys down; 200 are shown\.$/).waitFor();
  expect(await opened.page.getByRole('region', { name: 'Keys' }).locator('tbody tr').count()).toBe(200);
  await openScreen(opened.page, many.adminUrl, 'state');
  const reset = opened.page.getByRole('button', { name: 'Reset everything' });
  await reset.click();
  await opened.page.getByText('more than 1000 keys').waitFor();
  await opened.page.keyboard.press('Escape');
  await opened.page.getByRole('dialog').waitFor({ state: 'detached' });
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
