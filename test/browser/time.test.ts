import type { Page, Response } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { callWith, opened, openScreen, pageOf, profile, sandboxFor } from './browser.ts';

const { sandbox, adminUrl, call, page, trouble } = await opened({
  recordCapsule: true,
  clock: '2026-06-01T12:00:00Z',
});
const key = 'sandbox:plan=20:traveller';
await call(profile, key);
await sandbox.advance('2d');
await sandbox.fault({ match: { operation: 'usage' }, respond: { status: 503 }, times: 1 });
await call('/usage', key);
for (let n = 0; n < 3; n++) await call(profile, key);
const main = page.locator('main');
const shown = async () => (await main.innerText()).replaceAll(/\s+/g, ' ');

const rowsOf = async (of: Page, label: string) => {
  const rows = await of.getByRole('region', { name: label }).locator('tbody tr').allInnerTexts();
  return rows.map((row) => row.replaceAll(/\s+/g, ' '));
};

it('a slider over the run shows balances, rules, clock and day of the world at any request', async () => {
  await openScreen(page, adminUrl, 'live');
  await page.getByRole('link', { name: 'back in time' }).click();
  await page.getByRole('heading', { name: 'Just before request 5' }).waitFor();
  await expect.poll(shown).toContain('traveller 14 of 20');
  const slider = page.getByRole('slider', { name: 'Request of the run' });
  await slider.focus();
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowLeft');
  await page.getByRole('heading', { name: 'Just before request 2', exact: true }).waitFor();
  const before2 = await shown();
  expect(before2).toContain('2026-06-03 12:00:00, frozen');
  expect(before2).toContain('world 2026-06-03');
  expect(before2).toContain('traveller 18 of 20');
  expect(before2).toContain('usage, answers 503, live, acted 0 times');
  expect(await slider.getAttribute('aria-valuetext')).toContain('2 of 5: 2026-06-03 12:00:00 GET usage: 503');
  await page.keyboard.press('Home');
  await page.getByRole('heading', { name: 'Just before request 1', exact: true }).waitFor();
  const before1 = await shown();
  expect(before1).toContain('2026-06-01 12:00:00');
  expect(before1).not.toContain('traveller 18');
  expect(before1).toContain('Fault rules None.');
});

it('a fork with another price shows both bills side by side', async () => {
  await openScreen(page, adminUrl, 'live/3/time');
  await page.getByRole('heading', { name: 'Just before request 3', exact: true }).waitFor();
  await page.getByLabel('Its price').fill('3.5');
  await page.getByRole('button', { name: 'Fork here' }).click();
  await page.getByText('3 of 5 requests got another answer or charge.').waitFor();
  await page.getByRole('heading', { name: 'Both bills, forked before request 3' }).waitFor();
  expect(await rowsOf(page, 'Both bills by operation')).toEqual([
    'clip/profile 0 0 8 12.5 +4.5',
    'usage 1 1 0 0 none',
    'in all 1 1 8 12.5 +4.5',
  ]);
  // The sum of one key is the whole bill.
  expect(await page.getByRole('region', { name: 'Both bills by key' }).count()).toBe(0);
  expect(await rowsOf(page, 'Requests with another answer')).toEqual(
    [3, 4, 5].map((id) => `${id} clip/profile 200 200 2 3.5`),
  );
});

it('a fork with another plan shows what it refuses; without a change nothing differs', async () => {
  await page.getByLabel('Its price').fill('');
  await page.getByLabel('Its plan').fill('3');
  await page.getByRole('button', { name: 'Fork here' }).click();
  const differences = page.getByRole('region', { name: 'Requests with another answer' });
  await expect.poll(() => differences.innerText()).toContain('402 INSUFFICIENT_CREDITS');
  await page.getByLabel('Its plan').fill('');
  await page.getByRole('button', { name: 'Fork here' }).click();
  await page.getByText('All 5 requests got the same answers and charges, byte for byte.').waitFor();
  expect((await sandbox.findKey(key)).planRemaining).toBe(12);
});

it('a fork waits until another run is played', async () => {
  await openScreen(page, adminUrl, 'live/3/time');
  await page.getByRole('heading', { name: 'Just before request 3', exact: true }).waitFor();
  let refused = 0;
  const note = (reply: Response) => {
    if (reply.url().endsWith('/forks') && reply.status() === 409) refused += 1;
  };
  page.on('response', note);
  // Moments are played one after the other until a fork has met one of them.
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
    page.off('response', note);
  });
  const moments = Array.from({ length: 3 }, async () => {
    while (!isOver) await (await fetch(`${adminUrl}/moments/5`)).text();
  });
  for (let n = 0; refused === 0 && n < 200; n++) {
    const forked = page.waitForResponse((reply) => reply.url().endsWith('/forks') && reply.ok());
    await page.getByRole('button', { name: 'Fork here' }).click();
    await forked;
  }
  isOver = true;
  await Promise.all(moments);
  expect(refused).toBeGreaterThan(0);
  await page.getByText('All 5 requests got the same answers and charges, byte for byte.').waitFor();
});

it('a fork without the fault rules shows what they refused', async () => {
  await openScreen(page, adminUrl, 'live/2/time');
  await page.getByRole('heading', { name: 'Just before request 2', exact: true }).waitFor();
  await page.getByLabel('without its fault rules').check();
  await page.getByRole('button', { name: 'Fork here' }).click();
  await page.getByText('1 of 5 requests got another answer or charge.').waitFor();
  expect(await rowsOf(page, 'Requests with another answer')).toEqual([
    '2 usage 503 SERVICE_UNAVAILABLE 200 0 0',
  ]);
});

it('a fork shows at most 15 rows of a bill and 20 requests, and says so', async () => {
  const many = await opened({ recordCapsule: true });
  for (let n = 0; n < 20; n++) await many.call(profile, `sandbox:plan=20:k${n % 15}`);
  await openScreen(many.page, many.adminUrl, 'live/1/time');
  await many.page.getByLabel('Its price').fill('3');
  const fork = async (differences: string) => {
    await many.page.getByRole('button', { name: 'Fork here' }).click();
    await many.page.getByText(differences).waitFor();
    const [bills, requests] = await Promise.all(
      ['Both bills by key', 'Requests with another answer'].map((label) => rowsOf(many.page, label)),
    );
    expect([bills?.length, requests?.length]).toEqual([15, 20]);
  };
  const notes = many.page.getByText(/^The (15 that changed most; the sum has all|first 20 of 21)\.$/);
  await fork('20 of 20 requests got another answer or charge.');
  expect(await notes.count()).toBe(0);
  await many.call(profile, 'sandbox:plan=20:k15');
  await fork('21 of 21 requests got another answer or charge.');
  expect(await notes.count()).toBe(2);
  expect(many.trouble).toEqual([]);
});

it('buttons lead along the run to its ends; an address beyond it is its last request', async () => {
  await openScreen(page, adminUrl, 'live/99/time');
  const place = page.locator('.slider-text b');
  const [back, on] = ['back', 'on'].map((way) => page.getByRole('button', { name: `One request ${way}` }));
  await expect.poll(() => place.innerText()).toBe('5 of 5');
  expect(await on?.isDisabled()).toBe(true);
  for (const n of [4, 3, 2, 1]) {
    await back?.click();
    await expect.poll(() => place.innerText()).toBe(`${n} of 5`);
  }
  expect(await back?.isDisabled()).toBe(true);
  await on?.click();
  await expect.poll(() => place.innerText()).toBe('2 of 5');
});

it('shows at most 40 accounts and rules of a moment, and forks at an unknown path too', async () => {
  const many = await opened({ recordCapsule: true, clock: '2026-06-01T12:00:00Z' });
  const balances = many.page.getByRole('region', { name: 'Balances' }).locator('tbody tr');
  const rules = many.page.locator('.section', { hasText: 'Fault rules' }).locator('li');
  const note = many.page.getByText(/^The first 40 of/);
  const look = async (id: number) => {
    await openScreen(many.page, many.adminUrl, `live/${id}/time`);
    await many.page.getByRole('heading', { name: `Just before request ${id}`, exact: true }).waitFor();
    return [await balances.count(), await rules.count(), await note.count()];
  };
  for (let n = 0; n < 41; n++) {
    await many.sandbox.fault({ match: { operation: 'tube/topics' }, respond: { status: 503 } });
    await many.call('/usage', `sandbox:plan=9:k${n}`);
  }
  await many.call('/nowhere', 'sandbox:plan=9:k0');
  expect(await look(1)).toEqual([0, 1, 0]);
  await many.page.getByText('No key was in use yet.').waitFor();
  expect(await many.page.getByRole('columnheader', { name: 'Plan left' }).count()).toBe(0);
  expect(await look(41)).toEqual([40, 40, 0]);
  expect(await rules.first().innerText()).toMatch(/^fault-1:/);
  expect(await look(42)).toEqual([40, 40, 1]);
  expect(await note.innerText()).toBe('The first 40 of 41; choose a key above for its own.');
  await many.page.locator('.frame select').selectOption({ label: 'k40' });
  await expect.poll(() => balances.allInnerTexts()).toEqual(['k40\t9 of 9\t0\t0\t30 d']);
  await many.page.locator('.frame select').selectOption('');
  const operation = many.page.getByLabel('Operation');
  expect(await operation.locator('option').allInnerTexts()).toEqual(
    (await operation.locator('option').allInnerTexts()).toSorted(),
  );
  const { routes } = (await (await fetch(`${many.adminUrl}/routes`)).json()) as {
    routes: { operation: string }[];
  };
  expect(await operation.inputValue()).toBe(routes[0]?.operation);
  await many.page.getByRole('button', { name: 'Fork here' }).click();
  await many.page.getByText('All 42 requests got the same answers and charges').waitFor();
  expect(many.trouble).toEqual([]);
});

it('a moment that nobody waits for is not played on, and a fork says what it does and why it failed', async () => {
  await openScreen(page, adminUrl, 'live/3/time');
  await page.getByRole('heading', { name: 'Just before request 3', exact: true }).waitFor();
  await page.evaluate(() => {
    const { fetch } = window;
    const asked: (AbortSignal | null | undefined)[] = [];
    Object.assign(window, {
      asked,
      fetch(url: string, init: RequestInit) {
        if (!/moments/.test(url)) return fetch(url, init);
        asked.push(init.signal);
        return new Promise(() => {});
      },
    });
  });
  const isLeft = () =>
    page.evaluate(() =>
      (window as unknown as { asked: (AbortSignal | undefined)[] }).asked.map((signal) => signal?.aborted),
    );
  await page.getByRole('button', { name: 'One request on' }).click();
  await page.getByText('playing the run up to it …').waitFor();
  await page.getByRole('heading', { name: 'Just before request 3' }).waitFor();
  await expect.poll(isLeft).toEqual([false]);
  await page.getByRole('button', { name: 'One request on' }).click();
  await expect.poll(isLeft).toEqual([true, false]);
  await openScreen(page, adminUrl, 'money');
  expect(await isLeft()).toEqual([true, true]);
  await page.reload();
  await openScreen(page, adminUrl, 'live/3/time');
  const free = Promise.withResolvers<void>();
  await page.route('**/forks', async (route) => {
    await free.promise;
    await route.continue();
  });
  await page.getByLabel('Its plan').fill('-1');
  await page.getByRole('button', { name: 'Fork here' }).click();
  await page.getByText('Playing the run …', { exact: true }).waitFor();
  free.resolve();
  await page.locator('.note', { hasText: 'plan' }).waitFor();
  expect(await page.getByText('Playing the run …').count()).toBe(0);
  await page.unroute('**/forks');
});

it('names the switch where nothing is recorded', async () => {
  const other = await sandboxFor();
  await callWith(other.url)(profile);
  const opened = await pageOf(other.url);
  await openScreen(opened.page, other.adminUrl, 'live/1/time');
  await opened.page.getByText('creator-sandbox --record-capsule').waitFor();
  await opened.page.getByText('1 of 1').waitFor();
  expect(opened.trouble).toEqual([]);
});

it('had no error', () => {
  expect(trouble).toEqual([]);
});
