import { expect, it } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { callWith, openScreen, pageOf, profile, sandboxFor } from './browser.ts';

it('two browsers at once see what the other does', async () => {
  const sandbox = await sandboxFor();
  const { url, adminUrl } = sandbox;
  const call = callWith(url);
  await call(profile);
  const [one, other] = [await pageOf(url), await pageOf(url)];
  for (const { page } of [one, other]) await openScreen(page, adminUrl, 'requests');
  const rowsOf = ({ page }: typeof one) => page.locator('.rows .row');
  await call(profile);
  for (const each of [one, other]) await expect.poll(() => rowsOf(each).count()).toBe(2);
  await sandbox.fault({ match: {}, respond: { status: 503 } });
  for (const { page } of [one, other]) await page.getByText('1 fault live').waitFor();
  await one.page.getByRole('button', { name: 'Turn off all fault rules' }).click();
  await other.page.getByText('no faults').waitFor();
  for (const { trouble } of [one, other]) expect(trouble).toEqual([]);
});

it('a sandbox that restarts under the page leaves nothing of before, and the page says so meanwhile', async () => {
  const first = await createSandbox({ size: 60 });
  const { port } = new URL(first.url);
  await callWith(first.url)(profile, 'sandbox:plan=9:of-before');
  await first.fault({ match: { operation: 'usage' }, respond: { status: 503 } });
  const { page } = await pageOf(first.url);
  await openScreen(page, first.adminUrl, 'requests/1');
  const panel = page.getByRole('complementary', { name: 'Request' });
  await expect.poll(() => panel.innerText()).toContain('of-before');
  await first.close();
  await page.getByText('The sandbox does not answer: what is shown may be out of date.').waitFor();
  expect(await page.getByRole('button', { name: 'Send again' }).isDisabled()).toBe(true);
  const second = await sandboxFor({ port: Number(port) });
  await page.locator('.dot.on').waitFor();
  await page.getByText('no faults').waitFor();
  await panel.getByText('The journal has no request with this id.').first().waitFor();
  expect(await page.locator('body').innerText()).not.toContain('of-before');
  // The same number names another request now.
  await callWith(second.url)('/usage');
  await page.goto(`${second.adminUrl}/#/requests`);
  await page.locator('.rows .row').first().click();
  await expect.poll(() => panel.innerText()).toContain('GET /usage');
});

it('an answer that fails once does not leave the page unconnected', async () => {
  const { url, adminUrl } = await sandboxFor();
  const { page } = await pageOf(url);
  await openScreen(page, adminUrl, 'requests');
  let isBroken = true;
  await page.route('**/__admin/clock', (route) => (isBroken ? route.abort() : route.continue()));
  await page.locator('.dot.off').waitFor();
  isBroken = false;
  await page.locator('.dot.on').waitFor();
});
