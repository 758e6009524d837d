import { expect, it } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
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
  expect(await other.locator('body').innerText()).not.toContain('does not answer');
  answer = 'failure';
  waiting[0]?.();
  await expect.poll(() => status.innerText()).toMatch(/^The sandbox does not answer/);
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
    for (let n = 0; n < 5; n++) await page.evaluate(() => fetch('/nothing'));
    return asked;
  };
  const nextSecond = () => page.clock.runFor(1_000);
  await someTurns();
  for (const _round of [1, 2]) {
    const before = asked;
    expect(await someTurns()).toBe(before);
    await expect.poll(() => nextSecond().then(someTurns)).toBeGreaterThan(before);
  }
  isThere = true;
  await expect.poll(() => nextSecond().then(() => page.locator('.dot.on').count())).toBe(1);
});

it('asks for nothing before it is connected, nor while nobody sees it, and else every three seconds', async () => {
  const other = await pageOf(sandbox.url);
  const status = () => other.page.locator('.dot').innerText();
  let asked = 0;
  other.page.on('request', (request) => {
    if (request.url().endsWith('/health')) asked += 1;
  });
  const free = Promise.withResolvers<void>();
  await other.page.route('**/__admin/events', async (route) => {
    await free.promise;
    await route.continue();
  });
  const start = Date.parse('2026-06-01T12:00:00Z');
  await other.page.clock.install({ time: start });
  await other.page.goto(`${sandbox.adminUrl}/#/requests`);
  await expect.poll(status).toBe('connecting …');
  await other.page.clock.pauseAt(start + 60_000);
  const pass = async (ms: number) => {
    await other.page.clock.runFor(ms);
    await other.page.evaluate(() => fetch('./token'));
    return asked;
  };
  expect([await pass(10_000), await status()]).toEqual([0, 'connecting …']);
  // All of the state is there at once: no clock moves here.
  free.resolve();
  await expect.poll(status).toBe('live');
  await expect.poll(() => other.page.locator('.frame').innerText()).toMatch(/\d requests?, \d+ credits?\n/);
  const first = asked;
  expect(await pass(9_000)).toBe(first + 3);
  const hide = (isHidden: boolean) =>
    other.page.evaluate(
      (value) => Object.defineProperty(document, 'hidden', { value, configurable: true }),
      isHidden,
    );
  await hide(true);
  expect(await pass(9_000)).toBe(first + 3);
  await hide(false);
  expect(await pass(3_000)).toBe(first + 4);
});

it('says at once that the sandbox went, and looks for nothing until it is there again', async () => {
  const going = await createSandbox({ size: 60 });
  const other = await pageOf(going.url);
  const start = Date.parse('2026-06-01T12:00:00Z');
  await other.page.clock.install({ time: start });
  await other.page.goto(`${going.adminUrl}/#/requests`);
  await other.page.locator('.dot.on').waitFor();
  await other.page.clock.pauseAt(start + 60_000);
  await going.close();
  await other.page.locator('.dot.off').waitFor();
  let asked = 0;
  other.page.on('request', (request) => {
    if (request.url().endsWith('/health')) asked += 1;
  });
  await other.page.clock.runFor(10_000);
  await expect.poll(() => other.page.locator('.dot').innerText()).toMatch(/^The sandbox does not answer/);
  expect(asked).toBe(0);
});
