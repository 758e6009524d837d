import { expect, it } from 'vitest';
import { opened, openScreen, profile } from './browser.ts';

const { adminUrl, call, page, trouble } = await opened();
const panel = page.getByRole('complementary', { name: 'Request' });
const shown = async () => (await panel.innerText()).replaceAll(/\s+/g, ' ');

/** Opens the newest request by one click, once the list has it. */
async function openNewest(id: number) {
  const rows = page.locator('.rows');
  await expect.poll(async () => Number(await rows.getAttribute('aria-rowcount')) - 1).toBe(id);
  await rows.locator('.row').first().click();
  await panel.getByRole('heading', { name: `Request ${id} ` }).waitFor();
}

it('whether a retry paid twice is read by one click, with the request that paid before', async () => {
  await openScreen(page, adminUrl, 'requests');
  const key = 'sandbox:plan=50:retrying';
  await call(profile, key, { prefer: 'code=503' });
  for (let n = 0; n < 2; n++) await call(profile, key);
  await openNewest(3);
  await expect.poll(shown).toContain('paid-again: 2 credits wasted in 1 request');
});

it('leads to its operation, its line and the decisions that it relies on', async () => {
  await call(profile, 'demo-full', { 'x-sandbox-call-site': 'src/profile.ts:4:9 load' });
  await openNewest(4);
  await panel.getByRole('link', { name: 'src/profile.ts:4:9 load' }).click();
  await expect.poll(() => page.locator('h2').first().innerText()).toBe('1 of 4 requests');
  await page.locator('.rows .row').first().click();
  await panel.getByRole('link', { name: 'second-language' }).click();
  const { count } = (await (await fetch(`${adminUrl}/requests/count?decision=second-language`)).json()) as {
    count: number;
  };
  await expect.poll(() => page.locator('h2').first().innerText()).toBe(`${count} of 4 requests`);
  expect(count).toBe(3);
  await page.locator('.rows .row').first().click();
  await panel.getByRole('link', { name: 'clip/profile', exact: true }).click();
  await page.getByRole('article').getByText('/clip/profile').first().waitFor();
  expect(page.url()).toContain('#/api/3/GET/clip/profile');
  expect(trouble).toEqual([]);
});
