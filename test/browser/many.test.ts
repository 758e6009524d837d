import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { callWith, openScreen, pageOf, profile, sandboxFor, screens, settledPageOf } from './browser.ts';

/** A sandbox whose journal is full. */
const full = await sandboxFor();
const nameOf = (n: number) => ({
  'x-sandbox-test': `test ${n % 400}`,
  'x-sandbox-call-site': `src/a.ts:${n % 350}`,
});
for (let n = 0; n < 1_000; n += 50)
  await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      callWith(full.url)('/usage', 'sandbox:plan=1:many-0', nameOf(n + at)),
    ),
  );

it('browses a thousand requests with at most 100 rows in the page', async () => {
  const { url, adminUrl } = full;
  const call = callWith(url);
  const { page, trouble } = await pageOf(url);
  await openScreen(page, adminUrl, 'requests');
  await expect.poll(() => page.locator('h2').innerText()).toBe('1,000 requests');
  const list = page.locator('.rows');
  for (const part of [0, 0.3, 0.77, 1]) {
    await list.evaluate((element, at) => element.scrollTo({ top: at * element.scrollHeight }), part);
    await expect
      .poll(() =>
        list.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          const seen = [...element.querySelectorAll('.row')].map((row) => row.getBoundingClientRect());
          return seen.some((row) => row.top <= top + 40) && seen.some((row) => row.bottom >= bottom - 40);
        }),
      )
      .toBe(true);
    expect(await page.locator('.rows .row').count()).toBeLessThanOrEqual(100);
  }
  expect(await page.locator('.rows .row').last().innerText()).toContain('usage');
  await page.locator('.rows .row').last().click();
  await page.getByRole('complementary', { name: 'Request' }).getByText('/usage').first().waitFor();
  // The journal forgets the oldest of a key; the sums and the page do not lose count.
  const newest = page.locator('.rows .row').first();
  await list.evaluate((element) => element.scrollTo({ top: 0 }));
  await expect.poll(() => newest.getAttribute('aria-rowindex')).toBe('2');
  await call('/tube/topics', 'sandbox:plan=1:many-0');
  await expect.poll(() => newest.innerText()).toContain('tube/topics');
  expect(await list.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await expect.poll(() => page.locator('.frame').innerText()).toContain('this run: 1,001 requests, 1 credit');
  // This widens the heading, which moves the list.
  await page.getByText('1 older one forgotten').waitFor();
  // New requests are added above; the visible ones stay in place.
  await list.evaluate((element) => element.scrollTo({ top: 4_400 }));
  const looked = page.locator('.rows .row[aria-rowindex="105"]');
  await looked.waitFor();
  const place = async () => (await page.locator('.rows .row[aria-rowindex="106"]').boundingBox())?.y;
  const { y } = (await looked.boundingBox()) ?? {};
  await call('/tube/topics', 'sandbox:plan=1:many-0');
  await expect.poll(place).toBe(y);
  await openScreen(page, adminUrl, 'requests/2');
  await page.getByText('The journal has no request with this id.').first().waitFor();
  expect(trouble).toEqual([]);
});

it('has fewer than 500 rows on every screen', async () => {
  const call = callWith(full.url);
  await Promise.all(Array.from({ length: 400 }, (_, n) => call('/tube/topics', 'demo-full', nameOf(n))));
  const { page, trouble, settled } = await settledPageOf(full.url);
  for (const screen of screens) {
    await openScreen(page, full.adminUrl, screen);
    await settled();
    expect(await page.locator('#app :is(tr, .row)').count(), screen).toBeLessThan(500);
  }
  expect(trouble).toEqual([]);
});

it('shows the sums of the receipt, which goes on when the journal forgets and a stream is charged', async () => {
  const { url, adminUrl, ...sandbox } = await sandboxFor({ journal: 10 });
  const call = callWith(url);
  const key = await sandbox.key({ plan: 1_000, label: 'busy' });
  const { page, trouble } = await pageOf(url);
  await openScreen(page, adminUrl, 'requests');
  const look = (from: number, to: number) =>
    Promise.all(Array.from({ length: to - from }, (_, n) => call(`${profile}&n=${from + n}`, key.key)));
  await look(0, 11);
  await page.getByText('1 older one forgotten').waitFor();
  await look(11, 30);
  await page.getByText('20 older ones forgotten').waitFor();
  const headers = { 'api-key': key.key, 'content-type': 'application/json' };
  const body = JSON.stringify({ description: 'cooking creators on clip in Spain' });
  await (await fetch(`${url}/nls`, { method: 'POST', headers, body })).text();
  await call('/clip/profile?uniqueId=sample.creator', 'demo-full');
  const { receipt } = await sandbox.report();
  const sums = `this run: ${receipt.calls} requests, ${receipt.credits} credits`;
  expect(receipt.calls).toBe(32);
  for (let visit = 0; visit < 2; visit++) {
    await expect.poll(() => page.locator('.frame').innerText()).toContain(sums);
    await page.reload();
    await page.locator('.dot.on').waitFor();
  }
  expect(trouble).toEqual([]);
});

/** Creators whose names, texts and links are hostile. Handles and niches have a form of their own. */
function hostileFixtures(texts: readonly string[]): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'creators'));
  for (const [n, text] of texts.entries()) {
    const handle = `hostile.${n}`;
    const content = {
      id: `hostilevid${n}`,
      publishedAt: '12d',
      title: text,
      text,
      lengthSec: 60,
      views: 700,
    };
    const creator = { handle, displayName: text, bio: text, country: 'USA', followers: 90_000_000 + n };
    writeFileSync(
      join(folder, 'creators', `${handle}.json`),
      JSON.stringify({
        clip: creator,
        gram: creator,
        tube: { ...creator, channelId: `UChostile${n}`.padEnd(24, '0'), contents: [content] },
      }),
    );
  }
  return folder;
}

it('shows hostile texts as texts, in every field that a client can fill', async () => {
  const hostile = [
    '<img src=x onerror="window.hit=1">',
    '"><script>window.hit=1</script>',
    "javascript:window.hit=1//'",
    '<svg/onload=window.hit=1>',
    '{{constructor.constructor("window.hit=1")()}}',
    '\u202e\u0000\u001b[2J',
  ];
  const sandbox = await sandboxFor({ fixtures: hostileFixtures(hostile.slice(0, 5)) });
  const { url, adminUrl } = sandbox;
  const call = callWith(url);
  const inHeader = (text: string) => text.replace(/[^\x21-\x7e]/g, '');
  const admin = (method: string, path: string, body?: unknown) =>
    fetch(adminUrl + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  for (const text of hostile) {
    const escaped = encodeURIComponent(text);
    await call(`/${escaped}`);
    await call(`/clip/profile?uniqueId=${escaped}&${escaped}=${escaped}`);
    await call('/usage', 'demo-full', { prefer: `code=${inHeader(text)}`, 'x-sandbox-test': inHeader(text) });
    await fetch(`${url}/nls`, {
      method: 'POST',
      headers: { 'api-key': 'demo-full', 'content-type': 'application/json' },
      body: JSON.stringify({ description: text, [text]: { [text]: text } }),
    });
    await call('/usage', inHeader(text));
    const key = inHeader(text).slice(0, 100);
    await admin('POST', '/keys', { key, label: text, plan: 10 });
    await admin('POST', '/keys', { key: `${key}-2`, account: text });
    await call('/clip/profile?uniqueId=sample.creator', key);
    await admin('POST', '/faults', {
      match: { query: { [text]: text }, body: { '/a': text } },
      respond: { status: 503 },
    });
    await admin('PUT', `/snapshots/${escaped}`);
  }
  for (let n = 0; n < 5; n++) await call(`/tube/profile?channelId=${`UChostile${n}`.padEnd(24, '0')}`);
  const { page, trouble } = await pageOf(url);
  for (const screen of screens) {
    await openScreen(page, adminUrl, screen);
    await page.locator('main h2').first().waitFor();
  }
  // The texts are in the page, so the test proves that they are harmless.
  await openScreen(page, adminUrl, 'keys');
  await expect.poll(() => page.locator('main').innerText()).toContain(hostile[1]);
  await openScreen(page, adminUrl, 'faults');
  await expect.poll(() => page.locator('main').innerText()).toContain('onerror=');
  await openScreen(page, adminUrl, 'world');
  await expect.poll(() => page.locator('main').innerText()).toContain(hostile[1]);
  for (const n of [0, 1, 3]) {
    await openScreen(page, adminUrl, `world/clip/hostile.${n}`);
    await page.getByRole('button', { name: 'Send /clip/profile' }).click();
    await expect
      .poll(() => page.getByRole('region', { name: /^Reply of/ }).innerText())
      .toContain('"uniqueId": "hostile.');
  }
  await openScreen(page, adminUrl, 'requests');
  const rows = await page.locator('.rows .row').evaluateAll((all) => all.map(({ id }) => id));
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows.slice(0, 8)) {
    await page.locator(`#${row}`).click();
    const panel = page.getByRole('complementary', { name: 'Request' });
    await panel.getByRole('heading', { name: 'Reply', exact: true }).waitFor();
  }
  await page.getByRole('searchbox').fill(hostile[0] ?? '');
  for (const text of hostile)
    await page.goto(`${adminUrl}/#/${encodeURIComponent(text)}/${encodeURIComponent(text)}`);
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  expect(await page.locator('#app :is(img, script, iframe, object, embed)').count()).toBe(0);
  expect(trouble).toEqual([]);
});
