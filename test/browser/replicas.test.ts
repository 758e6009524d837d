import { afterAll, expect, it } from 'vitest';
import { proxyTo } from '../postgres/proxy.ts';
import { profile, type Replica, startReplica } from '../postgres/replicas.ts';
import { newSchema } from '../postgres/schemas.ts';
import { createPostgres } from '../postgres/server.ts';
import { openScreen, pageOf } from './browser.ts';

const server = await createPostgres();
afterAll(() => server.remove());

const key = 'sandbox:plan=40:shared';

/** A page of each screen that a test looks at, on the same replica. */
async function watch(replica: Replica, places: readonly string[]) {
  const watched = [];
  for (const place of places) {
    const { page, trouble } = await pageOf(replica.url);
    await openScreen(page, replica.adminUrl, place);
    watched.push({ page, trouble, shown: () => page.locator('body').innerText() });
  }
  return watched;
}

it('a page of one replica shows the requests, balances and rules of another as they are', async () => {
  const ledger = newSchema(server.url);
  const one = await startReplica({ ledger });
  const other = await startReplica({ ledger });
  await other.get(profile(other), key);
  const [live, money, faults] = await watch(one, ['live', 'money', 'faults']);
  if (!live || !money || !faults) throw new Error('A page is missing.');
  await expect.poll(live.shown).toContain('1 request\n');
  const balance = async () => {
    const { planRemaining } = await other.findKey(key);
    return `${planRemaining}`;
  };
  const row = money.page.getByRole('row').filter({ hasText: 'shared' }).first();
  await expect.poll(() => row.innerText()).toContain(await balance());
  const before = await balance();
  await other.get(`${profile(other)}&from=other`, key);
  expect(await balance()).not.toBe(before);
  await expect.poll(() => live.page.locator('.rows .row').count()).toBe(2);
  await expect.poll(() => row.innerText()).toContain(await balance());
  const rule = await other.fault({ match: { operation: 'usage' }, respond: { status: 503 }, times: 2 });
  for (const { shown } of [live, money, faults]) await expect.poll(shown).toContain('1 fault live');
  await faults.page.getByText('usage: answers 503').first().waitFor();
  // The other replica's refusal comes with the rule that forced it.
  await other.get('/usage', key);
  await expect.poll(live.shown).toContain(`forced by ${rule.id}`);
  await other.admin('DELETE', '/faults');
  for (const { shown } of [live, money, faults]) await expect.poll(shown).toContain('no faults');
  await other.advance('1d');
  const { now } = (await other.admin('GET', '/clock')).body as { now: number };
  const day = new Date(now).toISOString().slice(0, 10);
  await expect.poll(() => live.page.getByRole('group', { name: 'Clock' }).innerText()).toContain(day);
  for (const { trouble } of [live, money, faults]) expect(trouble).toEqual([]);
});

it.each(['cut', 'silent'] as const)(
  'while the way to the database is %s the page says that it may be out of date, and then catches up',
  async (mode) => {
    const ledger = newSchema(server.url);
    const proxy = await proxyTo(ledger);
    const one = await startReplica({ ledger: proxy.url });
    const other = await startReplica({ ledger });
    await other.get(profile(other), key);
    const [live, money] = await watch(one, ['live', 'money']);
    if (!live || !money) throw new Error('A page is missing.');
    await expect.poll(live.shown).toContain('1 request\n');
    proxy.set(mode);
    for (const { page } of [live, money])
      await page.getByText('what is shown may be out of date').first().waitFor();
    await live.page.getByText('Not connected: these may be out of date.').waitFor();
    // What the others do meanwhile is missed by this replica.
    for (let n = 0; n < 3; n++) await other.get(`${profile(other)}&missed=${n}`, key);
    expect(await live.page.locator('.rows .row').count()).toBe(1);
    proxy.set('open');
    for (const { page } of [live, money]) await page.locator('.dot.on').waitFor();
    await expect.poll(() => live.page.locator('.rows .row').count()).toBe(4);
    const { planRemaining } = await other.findKey(key);
    await expect
      .poll(() => money.page.getByRole('row').filter({ hasText: 'shared' }).first().innerText())
      .toContain(`${planRemaining}`);
  },
);

it('when its replica ends, the page says so; one that takes the place shows the same ledger', async () => {
  const ledger = newSchema(server.url);
  const one = await startReplica({ ledger });
  const other = await startReplica({ ledger });
  await one.get(profile(one), key);
  const [live] = await watch(one, ['live']);
  if (!live) throw new Error('A page is missing.');
  await expect.poll(live.shown).toContain('1 request\n');
  const { port } = new URL(one.url);
  await one.close();
  await live.page.getByText('what is shown may be out of date').first().waitFor();
  await other.get(profile(other), key);
  await other.fault({ match: { operation: 'usage' }, respond: { status: 503 } });
  await startReplica({ ledger, port: Number(port) });
  await live.page.locator('.dot.on').waitFor();
  await expect.poll(() => live.page.locator('.rows .row').count()).toBe(2);
  await expect.poll(live.shown).toContain('1 fault live');
});
