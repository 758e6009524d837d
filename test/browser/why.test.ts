import { expect, it } from 'vitest';
import { callWith, opened, openScreen, pageOf, profile, sandboxFor } from './browser.ts';

const { sandbox, adminUrl, call, page, trouble } = await opened();
const panel = page.getByRole('complementary', { name: 'Request' });

it('a request refused for credits shows what is missing, and one click mends it', async () => {
  const key = 'sandbox:plan=3:poor';
  await call(profile, key);
  expect((await call(profile, key)).status).toBe(402);
  await openScreen(page, adminUrl, 'requests');
  await page.locator('.rows .row').first().click();
  await panel.getByRole('heading', { name: 'Refused: too few credits' }).waitFor();
  await panel.getByRole('button', { name: 'Top up 1 credit' }).click();
  await expect.poll(async () => (await sandbox.findKey(key)).purchased).toBe(1);
  // Nothing is missing any more: a hundred are offered.
  await panel.getByRole('button', { name: 'Top up 100 credits' }).click();
  await expect.poll(async () => (await sandbox.findKey(key)).purchased).toBe(101);
  expect((await call(profile, key)).status).toBe(200);
});

it('a request refused by the limit of its key shows the limit, and one click raises it', async () => {
  const key = 'sandbox:plan=50,limit=3:limited';
  await call(profile, key);
  expect((await call(profile, key)).status).toBe(402);
  await page.getByText('402 key spend').first().click();
  await panel.getByRole('heading', { name: 'Refused: the limit of the key' }).waitFor();
  await panel.getByRole('button', { name: 'Raise the limit to 4' }).click();
  await expect.poll(async () => (await sandbox.findKey(key)).limit).toBe(4);
  expect((await call(profile, key)).status).toBe(200);
});

it('a key whose clock is ahead shows when it renews by its own clock', async () => {
  const key = 'sandbox:plan=3:ahead';
  await call(profile, key);
  const { id } = await sandbox.findKey(key);
  await sandbox.freeze();
  await sandbox.advance('25d', id);
  expect((await call(profile, key)).status).toBe(402);
  await openScreen(page, adminUrl, 'requests');
  await page
    .locator('.rows .row', { hasText: 'ahead' })
    .filter({ has: page.locator('.status', { hasText: '402 ' }) })
    .first()
    .click();
  // The real clock ran a moment before it stopped.
  await panel.getByRole('button', { name: /^Advance (5 d|4 d 23 h) to the renewal$/ }).click();
  await page.getByText('The clock of ahead is').waitFor();
  await expect.poll(async () => (await sandbox.findKey(key)).used).toBe(0);
});

it('a request says which rule acted on it, and why the others did not', async () => {
  const match = { operation: 'clip/profile' };
  const acting = await sandbox.fault({ match, respond: { status: 503 } });
  const second = await sandbox.fault({ match, respond: { status: 500 } });
  const audience = await sandbox.fault({ match: { operation: 'clip/audience' }, respond: { status: 500 } });
  await call(profile);
  await page.getByText(`forced by ${acting.id}`).click();
  await panel.getByText('came after').waitFor();
  const shown = await panel.innerText();
  expect(shown).toContain(`injected by ${acting.id}`);
  expect(shown).toContain(`${second.id} came after ${acting.id}: only the first that matches acts.`);
  expect(shown).toContain(`${audience.id} is for clip/audience, not clip/profile.`);
  await call('/usage');
  await page.locator('.rows .row', { hasText: 'usage' }).click();
  await panel.getByText(`${acting.id} is for clip/profile, not usage.`).waitFor();
  await page.getByText('402 key spend').first().click();
  await panel.getByRole('heading', { name: 'Request 5' }).waitFor();
});

it('a request says of every kind of rule why it did not act', async () => {
  const other = await sandboxFor({ seed: 1 });
  const call = callWith(other.url);
  const [operation, respond] = ['clip/contact', { status: 503 }] as const;
  const path = '/clip/contact?uniqueId=sample.creator';
  const why: string[] = [];
  const add = async (rule: Parameters<typeof other.fault>[0], text: string) =>
    why.push(`${(await other.fault(rule)).id} ${text}`);
  await add({ match: { operation }, respond, times: 1 }, 'is spent: it acted 1 time.');
  expect((await call(path)).status).toBe(503);
  await add({ match: { key: 'demo-low' }, respond }, 'is for the key demo-low, not demo-full.');
  await add({ match: { operation, method: 'POST' }, respond }, 'is for POST, not GET.');
  await add(
    { match: { operation, query: { a: '1' }, body: { '/a': 1 } }, respond },
    'has terms on query, body that the request does not meet.',
  );
  await add({ match: {}, profile: 'crlf' }, 'does nothing to this operation.');
  await add({ match: { operation }, respond, probability: 1e-9 }, 'acts at random, and did not here.');
  expect((await call(path)).status).toBe(200);
  await add({ match: { method: 'GET' }, respond }, 'was added later.');
  await call('/nowhere');
  const opened = await pageOf(other.url);
  const rules = opened.page.locator('.section', { hasText: 'Fault rules that did not act' }).locator('li');
  await openScreen(opened.page, other.adminUrl, 'requests/2');
  await expect.poll(() => rules.allInnerTexts()).toEqual(why);
  await openScreen(opened.page, other.adminUrl, 'requests/3');
  await expect.poll(() => rules.last().innerText()).toContain('acts on known paths only.');
  for (let n = 0; n < 15; n++) await other.fault({ match: { operation }, respond });
  await expect.poll(() => rules.count()).toBe(20);
  expect(opened.trouble).toEqual([]);
});

it('the rules that are over go together', async () => {
  const limited = 'sandbox:plan=50,limit=3:limited';
  const respond = { status: 500 };
  await sandbox.fault({ match: { key: limited, operation: 'usage' }, respond, times: 1 });
  await call('/usage', limited);
  await openScreen(page, adminUrl, 'faults');
  await page.getByText('1 rule is over').click();
  await page.getByRole('button', { name: 'remove all that are over' }).click();
  await page.getByText('The rules are removed.').waitFor();
  expect((await sandbox.faults()).map(({ state }) => state)).toEqual(Array(3).fill('live'));
  expect(trouble).toEqual([]);
});
