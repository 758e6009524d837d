import { expect, it } from 'vitest';
import { pageOf, sandboxFor } from './browser.ts';

const sandbox = await sandboxFor();
const { page } = await pageOf(sandbox.url);

it('says that it connects until the first answer or failure', async () => {
  const { page: other } = await pageOf(sandbox.url);
  const status = other.locator('.dot');
  let answer: 'none' | 'failure' | 'yes' = 'none';
  const waiting: (() => void)[] = [];
  await other.route('**/__admin/events', async (route) => {
    if (answer === 'none') await new Promise<void>((resolve) => waiting.push(resolve));
    return answer === 'yes' ? route.continue() : route.abort();
  });
  await other.goto(`${sandbox.adminUrl}/`);
  await expect.poll(() => waiting.length).toBe(1);
  expect(await status.innerText()).toBe('connecting …');
  expect(await other.locator('body').innerText()).not.toContain('not connected');
  answer = 'failure';
  waiting[0]?.();
  await expect.poll(() => status.innerText()).toBe('not connected');
  answer = 'yes';
  await expect.poll(() => status.innerText()).toBe('live');
});

it('connects again a second after the sandbox went, not in a busy loop', async () => {
  const start = Date.parse('2026-06-01T12:00:00Z');
  let asked = 0;
  let isThere = false;
  await page.route('**/__admin/events', (route) => {
    asked += 1;
    return isThere ? route.continue() : route.abort();
  });
  await page.clock.install({ time: start });
  await page.goto(`${sandbox.adminUrl}/`);
  await page.clock.pauseAt(start + 60_000);
  await expect.poll(() => asked).toBeGreaterThan(0);
  // A loop without a pause would ask between these.
  const someTurns = async () => {
    for (let n = 0; n < 20; n++) await page.evaluate(() => fetch('/nothing'));
    return asked;
  };
  const nextSecond = () => page.clock.runFor(1_000);
  await someTurns();
  for (const _round of [1, 2, 3]) {
    const before = asked;
    expect(await someTurns()).toBe(before);
    await expect.poll(() => nextSecond().then(someTurns)).toBeGreaterThan(before);
  }
  isThere = true;
  await expect.poll(() => nextSecond().then(() => page.locator('.dot.on').count())).toBe(1);
});
