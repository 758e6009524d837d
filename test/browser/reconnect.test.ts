import { expect, it } from 'vitest';
import { pageOf, sandboxFor } from './browser.ts';

const sandbox = await sandboxFor();
const { page } = await pageOf(sandbox.url);

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
