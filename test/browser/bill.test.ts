import { expect, it } from 'vitest';
import { callWith, openScreen, pageOf, profile, sandboxFor } from './browser.ts';

const { url, adminUrl } = await sandboxFor();
const call = callWith(url);
const at = (line: string) => ({ 'x-sandbox-call-site': line });

it('draws the bill as boxes, each as wide as its share of the credits, and grows with it', async () => {
  for (let n = 0; n < 3; n++) await call(profile, 'demo-full', at('src/profile.ts:4:9 load'));
  await call('/tube/topics', 'demo-full', at('src/topics.ts:7:3'));
  await call('/nowhere', 'demo-full', at('src/lost.ts:1'));
  const { page, trouble } = await pageOf(url);
  await openScreen(page, adminUrl, 'bill');
  const boxes = () =>
    page.locator('.flame .box').evaluateAll((items) =>
      items.map((item) => {
        const { left, width, top, height } = item.getBoundingClientRect();
        const { title, innerText } = item as HTMLElement;
        return { title, text: innerText.trim(), isFaint: item.matches('.faint'), left, width, top, height };
      }),
    );
  await expect
    .poll(async () => (await boxes()).map(({ title }) => title))
    .toEqual([
      'the run: 7 credits',
      'src/profile.ts:4:9 load: 6 credits',
      'clip/profile: 6 credits',
      '3 × 200: 6 credits',
      'src/topics.ts:7:3: 1 credit',
      'tube/topics: 1 credit',
      '200: 1 credit',
    ]);
  const byTitle = async (start: string) => {
    const found = (await boxes()).find(({ title }) => title.startsWith(start));
    if (!found) throw new Error(`no box of ${start}`);
    return found;
  };
  const whole = await byTitle('the run');
  const profiles = await byTitle('src/profile.ts');
  const topics = await byTitle('src/topics.ts');
  expect(profiles.text).toBe('src/profile.ts:4:9 load 6');
  // To a pixel, whatever the width of the page.
  expect(Math.abs(profiles.width - (whole.width * 6) / 7)).toBeLessThan(1);
  expect(Math.abs(topics.width - whole.width / 7)).toBeLessThan(1);
  expect(Math.abs(topics.left - profiles.left - profiles.width)).toBeLessThan(1);
  expect(topics.top).toBe(profiles.top);
  expect((await byTitle('clip/profile')).top).toBeGreaterThanOrEqual(profiles.top + profiles.height);

  await page.getByRole('searchbox').fill('topics');
  await expect
    .poll(async () => (await boxes()).filter(({ isFaint }) => !isFaint).map(({ title }) => title))
    .toEqual(['src/topics.ts:7:3: 1 credit', 'tube/topics: 1 credit']);
  await page.getByRole('searchbox').fill('');

  await call('/tube/topics', 'demo-full', at('src/topics.ts:7:3'));
  await expect.poll(async () => (await byTitle('src/topics.ts')).title).toBe('src/topics.ts:7:3: 2 credits');
  expect((await byTitle('the run')).title).toBe('the run: 8 credits');
  expect(trouble).toEqual([]);
});

it('keeps the newest bill when an older one arrives after it', async () => {
  const { page } = await pageOf(url);
  await openScreen(page, adminUrl, 'bill');
  const whole = () => page.locator('.flame .box').first().getAttribute('title');
  await expect.poll(whole).toContain('the run');
  const credits = async () => {
    const { credits: paid } = (await (await fetch(`${adminUrl}/bill`)).json()) as { credits: number };
    return `the run: ${paid} credits`;
  };
  const held = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route('**/__admin/bill', async (route) => {
    const response = await route.fetch();
    const isHeld = isFirst;
    isFirst = false;
    if (isHeld) {
      held.resolve();
      await late.promise;
    }
    await route.fulfill({ response });
  });
  await call('/tube/topics', 'demo-full', at('src/topics.ts:7:3'));
  await held.promise;
  await call('/tube/topics', 'demo-full', at('src/topics.ts:7:3'));
  const newest = await credits();
  await expect.poll(whole).toBe(newest);
  const answered = page.waitForResponse('**/__admin/bill');
  late.resolve();
  await (await answered).finished();
  // Two turns, so that what arrived is drawn.
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => setTimeout(resolve))));
  expect(await whole()).toBe(newest);
});
