import { expect, it } from 'vitest';
import { callWith, openScreen, pageOf, sandboxFor, screens } from './browser.ts';

it('browses 20,000 requests with at most 200 rows in the page', async () => {
  const { url, adminUrl } = await sandboxFor();
  const call = callWith(url);
  for (let key = 0; key < 20; key++)
    for (let n = 0; n < 1_000; n += 50)
      await Promise.all(Array.from({ length: 50 }, () => call('/usage', `sandbox:plan=1:many-${key}`)));
  const { page, trouble } = await pageOf(url);
  await openScreen(page, adminUrl, 'live');
  await expect.poll(() => page.locator('h2').innerText(), { timeout: 60_000 }).toBe('20,000 requests');
  const list = page.locator('.rows');
  for (const part of [0, 0.3, 0.77, 1]) {
    await list.evaluate((element, at) => element.scrollTo({ top: at * element.scrollHeight }), part);
    await expect
      .poll(() =>
        list.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          const seen = [...element.querySelectorAll('li')].map((row) => row.getBoundingClientRect());
          return seen.some((row) => row.top <= top + 40) && seen.some((row) => row.bottom >= bottom - 40);
        }),
      )
      .toBe(true);
    expect(await page.locator('.rows li').count()).toBeLessThanOrEqual(200);
  }
  expect(await page.locator('.rows li').last().innerText()).toContain('usage');
  await page.locator('.rows button').last().click();
  await page.getByRole('complementary', { name: 'Request' }).getByText('/usage').first().waitFor();
  expect(trouble).toEqual([]);
}, 180_000);

it('shows hostile texts as texts', async () => {
  const sandbox = await sandboxFor();
  const { url, adminUrl } = sandbox;
  const call = callWith(url);
  const hostile = [
    '<img src=x onerror="window.hit=1">',
    '"><script>window.hit=1</script>',
    "javascript:window.hit=1//'",
    '<svg/onload=window.hit=1>',
    '{{constructor.constructor("window.hit=1")()}}',
    '\u202e\u0000\u001b[2J',
  ];
  for (const text of hostile) {
    const escaped = encodeURIComponent(text);
    await call(`/${escaped}`);
    await call(`/clip/profile?uniqueId=${escaped}&${escaped}=${escaped}`);
    await call('/usage', 'demo-full', { prefer: `code=${text.replace(/[^\x20-\x7e]/g, '')}` });
    await fetch(`${url}/nls`, {
      method: 'POST',
      headers: { 'api-key': 'demo-full', 'content-type': 'application/json' },
      body: JSON.stringify({ description: text, [text]: { [text]: text } }),
    });
    await call('/usage', text.replace(/[^\x21-\x7e]/g, ''));
    await sandbox
      .key({ key: text.replace(/[^\x21-\x7e]/g, '').slice(0, 100), account: text })
      .catch(() => {});
    await sandbox.fault({ match: { path: `/${text}/**` }, respond: { status: 503 } }).catch(() => {});
  }
  const { page, trouble } = await pageOf(url);
  for (const screen of screens) {
    await openScreen(page, adminUrl, screen);
    await page.waitForTimeout(200);
  }
  await openScreen(page, adminUrl, 'live');
  const rows = await page.locator('.rows li').count();
  expect(rows).toBeGreaterThan(20);
  for (let n = 0; n < rows; n++) {
    await page.locator('.rows button').nth(n).click();
    await page.getByRole('complementary', { name: 'Request' }).getByRole('heading', { level: 2 }).waitFor();
  }
  await page.getByRole('searchbox').fill(hostile[0] ?? '');
  for (const text of hostile)
    await page.goto(`${adminUrl}/#/${encodeURIComponent(text)}/${encodeURIComponent(text)}`);
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  expect(await page.locator('#app :is(img, script, iframe, object, embed)').count()).toBe(0);
  expect(trouble).toEqual([]);
}, 180_000);
