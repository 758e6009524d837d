import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { callWith, openScreen, profile, sandboxFor, settledPageOf } from './browser.ts';
import { drawingOf } from './drawing.ts';

/*
 * Draws the whole of each screen as text, of a run that has something of every kind. `-u` writes the drawings again:
 * read what changed.
 */
const sandbox = await sandboxFor({ clock: '2026-06-01T12:00:00Z' });
const { url, adminUrl } = sandbox;
const call = callWith(url);
const post = async (path: string, body: object, key = 'demo-full') => {
  const headers = { 'api-key': key, 'content-type': 'application/json' };
  await (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).text();
};
const of = (test: string, line: string) => ({ 'x-sandbox-test': test, 'x-sandbox-call-site': line });
const shows = of('shows a creator', 'src/creator.ts:12:18 loadCreator');
const checkout = 'sandbox:plan=80,limit=60,fractional:checkout';
const small = 'sandbox:plan=50,limit=2,rate=9/10s:small';

await call(profile, checkout, shows);
await sandbox.advance('1m');
await call(profile, checkout, shows);
const parts = ['audienceLocations', 'audienceGender', 'audienceAgeBreakdown']
  .map((part) => `&fields=${part}`)
  .join('');
await call(
  `/clip/audience?uniqueId=sample.creator${parts}`,
  checkout,
  of('reads fields', 'src/fields.ts:3:7'),
);
const filters = [{ filterName: 'totalFollowers', op: '>', value: 1000 }];
await post('/clip/search', { filters, pageSize: 2, offset: 0, fields: { profile: ['country'] } }, checkout);
await post('/nls', { description: 'authentic gaming creators outside Spain' });
await call('/clip/profil?uniqueId=sample.creator', 'demo-standard');
await call(profile, 'demo-empty');
await call(profile, small);
await call(profile, small);
await call('/clip/audience?uniqueId=sample.creator', 'demo-low', { prefer: 'code=503' });
await post('/clip/profile', { uniqueId: 'sample.creator', more: 'x'.repeat(3_000) });
await (await fetch(`${url}/usage`)).text();
await (
  await fetch(`${url}/v2/clipBasic?uniqueId=sample.creator`, { headers: { apiId: 'demo-full' } })
).text();
await sandbox.topUp(checkout, { purchased: 20 });
const made = await sandbox.key({
  plan: 5,
  key: 'made-for-this-drawing',
  label: 'made',
  allow: ['usage'],
  testOnly: true,
  fractional: false,
});
await sandbox.advance('3h');
await call('/tube/topics', 'demo-unlimited');
await call('/tube/topics', 'sandbox:plan=5:gone');
await sandbox.removeKey('sandbox:plan=5:gone');

const { page, trouble, settled } = await settledPageOf(url, { bypassCSP: true });
const main = page.locator('main');
const panel = page.getByRole('complementary', { name: 'Request' });

/** Opens a place, waits for a text of it, and compares the drawing of a part with the file of its name. */
async function look(place: string, says: string, name: string, part: Locator = main, maxRows?: number) {
  await openScreen(page, adminUrl, place);
  await see(says, name, part, maxRows);
}
async function see(says: string, name: string, part: Locator = main, maxRows?: number) {
  await expect.poll(() => part.innerText()).toContain(says);
  await settled();
  await expect(await drawingOf(part, maxRows)).toMatchFileSnapshot(`screens/${name}.txt`);
}
const search = (text: string) => page.getByRole('searchbox').fill(text);
const form = (of: Page | Locator, name: string) =>
  of.locator('form', { has: page.getByText(name, { exact: true }) });

it('draws what there is before the first request', async () => {
  const unused = await sandboxFor({ clock: '2026-06-01T12:00:00Z' });
  const other = await settledPageOf(unused.url);
  await openScreen(other.page, unused.adminUrl, 'live');
  await other.page.locator('.overview pre').first().waitFor();
  await other.settled();
  await expect(await drawingOf(other.page.locator('main'))).toMatchFileSnapshot('screens/live-unused.txt');
});

it('draws the table of requests, and the frame above it', async () => {
  await look('live', '14 requests\n', 'live', page.locator('#app'), 20);
  await page.locator('.frame select').selectOption({ label: 'small' });
  await search('status>=400');
  await look('live/9', 'missing now', 'live-of-a-key', page.locator('#app'));
  await search('');
  await page.locator('.frame select').selectOption('');
});

it.each([
  [1, 'paid again', 'Sent 2 times'],
  [3, 'by fields', 'Parts cost at most'],
  [4, 'of a search', 'profile of the creators found'],
  [5, 'in words', 'Left out'],
  [6, 'of an unknown path', 'The nearest one is'],
  [7, 'unpaid', 'missing now'],
  [10, 'forced', 'injected'],
  [11, 'with a long body', 'first 2 kB'],
  [12, 'without a key', '401'],
  [13, 'of generation 2', 'clipBasic'],
  [14, 'of one credit', 'balance after it'],
])('draws request %i, %s', async (id, name, says) => {
  await look(`live/${id}`, says, `request-${name.replaceAll(' ', '-')}`, panel, 5);
});

it('draws the keys and the account of one', async () => {
  await look(`money/${(await sandbox.findKey(checkout)).id}`, 'Ledger', 'money', main, 40);
  const account = page.locator('.columns > div').last();
  await look(`money/${made.id}`, 'Ledger', 'money-made', account);
  await look(`money/${(await sandbox.findKey('demo-standard')).id}`, 'Ledger', 'money-unused', account);
  await look(`money/${(await sandbox.findKey(small)).id}`, 'Ledger', 'money-small', account);
  await look(`money/${(await sandbox.findKey('demo-unlimited')).id}`, 'Ledger', 'money-unlimited', account);
});

it('draws the report', async () => {
  await look('report', 'Client rules', 'report', main, 4);
  await search('clip/profile');
  await page.locator('.frame select').selectOption({ label: 'checkout' });
  await see('the rest is about all keys', 'report-searched', main);
  await page.locator('.frame select').selectOption('');
  await search('');
});

it('draws creators, and one of them', async () => {
  await openScreen(page, adminUrl, 'world/tube/sample.creator');
  await page.getByLabel('Platform').selectOption('tube');
  await search('sample.creator');
  await expect.poll(() => main.locator('tbody tr').count()).toBe(1);
  await see('Requests for its records', 'world');
});

it('draws the pages of operations', async () => {
  await look('api/3/GET/clip/profile', 'costs 2 credits', 'api', main, 6);
  await look('api/3/POST/clip/search', 'costs 1 credit', 'api-search', page.locator('article'), 3);
  await look('api/2/GET/v2/clipBasic', 'costs', 'api-generation-2', page.locator('article'), 3);
  await search('SNAPSHOTS');
  await look('api/admin/PUT/__admin/snapshots/{name}', 'Try it', 'api-admin', main, 6);
  await search('');
});

it('draws the rules of every kind', async () => {
  const match = { operation: 'clip/audience' } as const;
  const respond = { status: 503 };
  const rules = [
    { match: {}, latency: '1ms' },
    { match: { ...match, method: 'GET' }, latency: { min: 1, max: '2ms' }, respond, times: 1 },
    { match, latency: { median: '1ms', p99: '2ms', max: '3ms' } },
    { match: { key: small, query: { a: '1' } }, hold: {}, ttl: '1h' },
    { match, hold: { until: 3 }, probability: 0.5 },
    { match, respond, sequence: ['fail', 'succeed', { status: 500, errorCode: 'INTERNAL_SERVER_ERROR' }] },
    { match, sequence: ['succeed', { status: 404 }], times: 2 },
    { match, cut: { bytes: 3, how: 'reset' } },
    { match, respond: { status: 402, errorCode: 'INSUFFICIENT_CREDITS' } },
    { match: { operation: 'nls' }, profile: 'crlf' },
    { match: { operation: 'tube/topics' }, respond, ttl: '1m' },
  ] as const;
  for (const rule of rules) await sandbox.fault(rule as Parameters<typeof sandbox.fault>[0]);
  await call('/tube/topics', 'demo-low');
  await sandbox.advance('2m');
  await openScreen(page, adminUrl, 'faults');
  await search('clip/audience');
  await see('1 rule is over', 'faults', main, 14);
  const add = form(page, 'Kind');
  for (const [kind, says] of [
    ['sequence', 'Steps'],
    ['hold', 'Until so many wait'],
    ['profile', 'Half of the first chunk'],
  ] as const) {
    await page.getByLabel('Kind').selectOption(kind);
    await see(says, `faults-${kind}`, add);
  }
  await look(
    'live/14',
    'demo-unlimited',
    'request-and-rules',
    page.locator('.section', { hasText: 'Fault rules that' }),
    20,
  );
});

it('draws snapshots and a question', async () => {
  await sandbox.snapshot('before-it');
  await openScreen(page, adminUrl, 'state');
  await page.getByRole('button', { name: 'Turn off all fault rules' }).click();
  await page.getByText('All fault rules are removed.').waitFor();
  await see('Reset everything', 'state', page.locator('#app'));
  await page.getByRole('button', { name: 'Delete before-it' }).click();
  await see('goes for good', 'question', page.getByRole('dialog'));
  await page.getByRole('button', { name: 'Leave it' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('before-it', { exact: true }).waitFor();
  await page.keyboard.press('?');
  await see('Shortcuts', 'shortcuts', page.getByRole('dialog'), 20);
  expect(trouble).toEqual([]);
});
