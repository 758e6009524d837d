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

it('names boxes from 4 % on, and lists the dearest 200', async () => {
  const many = await sandboxFor();
  const pay = (from: number, to: number) =>
    Promise.all(
      Array.from({ length: to - from }, (_, n) =>
        callWith(many.url)('/tube/topics', 'demo-unlimited', { 'x-sandbox-test': `test ${from + n}` }),
      ),
    );
  const { page } = await pageOf(many.url);
  const texts = () => page.locator('.flame .box[aria-level="2"]').allInnerTexts();
  await pay(0, 25);
  await openScreen(page, many.adminUrl, 'bill');
  await expect.poll(async () => (await texts()).filter((text) => /^test \d+ 1$/.test(text)).length).toBe(25);
  await pay(25, 200);
  await page.getByText('200 credits in 200 calls').waitFor();
  expect((await texts()).filter((text) => text !== '')).toEqual([]);
  const rows = page.getByRole('region', { name: 'Credits by test' }).locator('tbody tr');
  const note = page.getByText('The dearest 200 of 201; the search finds the others.');
  expect([await rows.count(), await note.count()]).toEqual([200, 0]);
  await pay(200, 201);
  await note.waitFor();
  expect(await rows.count()).toBe(200);
  await page.getByRole('searchbox').fill('TEST 200');
  await expect.poll(() => rows.allInnerTexts()).toEqual(['test 200\t1\t1\t0.5 %']);
});
