import { expect, it } from 'vitest';
import { opened, openScreen, profile } from './browser.ts';

const { url, adminUrl, call, page, trouble } = await opened();
const panel = page.getByRole('complementary', { name: 'Request' });
const shown = async () => (await panel.innerText()).replaceAll(/\s+/g, ' ');

/** The row with an answer: a time of day may end in the same three digits. */
const answered = (status: string) => page.locator('.rows .row .status', { hasText: `${status} ` });

/** Opens the newest request by one click, once the list has it. */
async function openNewest(id: number) {
  const rows = page.locator('.rows');
  await expect.poll(async () => Number(await rows.getAttribute('aria-rowcount')) - 1).toBe(id);
  await rows.locator('.row').first().click();
  await panel.getByRole('heading', { name: `Request ${id} ` }).waitFor();
}

it('whether a retry paid twice is read by one click, and the rest of its chain too', async () => {
  await openScreen(page, adminUrl, 'live');
  const key = 'sandbox:plan=50:retrying';
  await call(profile, key, { prefer: 'code=503' });
  for (let n = 0; n < 3; n++) await call(profile, key);
  await answered('503').click();
  await panel.getByRole('heading', { name: 'Sent 4 times' }).waitFor();
  await expect.poll(shown).toContain('Paid 3 times: 6 credits, 4 of them for the same again.');
  expect(await shown()).toMatch(/this one 503 \S+, 0 credits/);
  await panel.getByRole('link', { name: 'request 4' }).click();
  await panel.getByRole('heading', { name: 'Request 4' }).waitFor();
  await panel.getByRole('link', { name: 'paid-again' }).waitFor();
  expect(await shown()).toContain('paid-again: 4 credits of waste in 2 requests');
});

it('tells calls with other bodies, and calls paid once, apart from those', async () => {
  const key = 'sandbox:plan=50:posting';
  const post = async (uniqueId: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${url}/clip/profile`, {
      method: 'POST',
      headers: { 'api-key': key, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ uniqueId }),
    });
    await reply.text();
  };
  await post('sample.creator', { prefer: 'code=500' });
  await post('nobody.is.called.so');
  await post('sample.creator');
  await openNewest(7);
  await panel.getByRole('heading', { name: 'Sent 2 times' }).waitFor();
  expect(await shown()).toContain('Paid once: 2 credits.');
  await panel.getByRole('link', { name: 'request 5' }).waitFor();
});

it('takes calls without a key for those of different clients', async () => {
  const other = await opened();
  for (let n = 0; n < 2; n++) await (await fetch(`${other.url}${profile}`)).text();
  await openScreen(other.page, other.adminUrl, 'live/2');
  const heading = other.page.getByRole('complementary', { name: 'Request' }).getByRole('heading');
  await heading.getByText('Request 2').waitFor();
  await heading.getByText('Reply', { exact: true }).waitFor();
  expect(await heading.getByText(/^Sent/).count()).toBe(0);
});

it('counts what comes within ten minutes of the one before it as sent again', async () => {
  const other = await opened({ clock: '2026-06-01T12:00:00Z' });
  for (const by of ['10m', '10m', '600001ms']) {
    await other.call(profile);
    await other.sandbox.advance(by);
  }
  await other.call(profile);
  const heading = other.page.getByRole('complementary', { name: 'Request' }).getByRole('heading');
  for (const id of [1, 3]) {
    await openScreen(other.page, other.adminUrl, `live/${id}`);
    await heading.getByText('Sent 3 times').waitFor();
  }
  await openScreen(other.page, other.adminUrl, 'live/4');
  await heading.getByText('Request 4').waitFor();
  expect(await heading.getByText(/^Sent/).count()).toBe(0);
  // Of a long chain twenty are shown, with the request in their middle.
  for (let n = 0; n < 29; n++) await other.call('/usage');
  const links = other.page.locator('.section', { hasText: 'Sent 29 times' }).locator('li');
  for (const [id, first, last] of [
    [5, 'this one', 'request 24'],
    [19, 'request 9', 'request 28'],
    [33, 'request 14', 'this one'],
  ] as const) {
    await openScreen(other.page, other.adminUrl, `live/${id}`);
    await expect.poll(() => links.first().innerText()).toContain(first);
    expect(await links.last().innerText()).toContain(last);
    expect(await links.count()).toBe(20);
    await other.page.getByText('None of them was paid.').waitFor();
  }
});

it('leads to its operation, its line and the decisions that it relies on', async () => {
  await call(profile, 'demo-full', { 'x-sandbox-call-site': 'src/profile.ts:4:9 load' });
  await openNewest(8);
  await panel.getByRole('button', { name: 'src/profile.ts:4:9 load' }).click();
  await expect.poll(() => page.locator('h2').first().innerText()).toBe('1 of 8 requests');
  await page.locator('.rows .row').first().click();
  await panel.getByRole('button', { name: 'second-language' }).click();
  const { count } = (await (await fetch(`${adminUrl}/requests/count?decision=second-language`)).json()) as {
    count: number;
  };
  await expect.poll(() => page.locator('h2').first().innerText()).toBe(`${count} of 8 requests`);
  expect(count).toBe(5);
  await page.locator('.rows .row').first().click();
  await panel.getByRole('link', { name: 'clip/profile', exact: true }).click();
  await page.getByRole('article').getByText('/clip/profile').first().waitFor();
  expect(page.url()).toContain('#/api/3/GET/clip/profile');
  expect(trouble).toEqual([]);
});
