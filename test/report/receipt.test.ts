import fc from 'fast-check';
import { expect, it } from 'vitest';
import { adminOf } from '../admin/admin.ts';
import { type TestApp, testApp } from '../harness.ts';
import { reportFrom } from './reports.ts';

/** The credits that the ledger's entries took from the accounts of some keys. */
async function spentOf(app: TestApp, keys: readonly string[]): Promise<number> {
  let spent = 0;
  for (const key of keys) {
    const { body } = await adminOf(app)('GET', `/keys/${encodeURIComponent(key)}/entries?limit=1000`);
    for (const { kind, plan, purchased } of body['entries'] as {
      kind: string;
      plan: number;
      purchased: number;
    }[])
      if (kind === 'charge' || kind === 'settle') spent -= Math.round((plan + purchased) * 1000);
  }
  return spent / 1000;
}

const keys = ['demo-full', 'demo-low', 'sandbox:plan=9,fractional:a', 'sandbox:plan=300,purchased=5:b'];

/** A call of a job: some are answered, some refused, two stream. */
const calls: readonly ((app: TestApp, key: string) => Promise<unknown>)[] = [
  ({ get }, key) => get('/clip/profile?uniqueId=sample.creator', key),
  ({ get }, key) => get('/clip/profile?uniqueId=sample.creator&fields=bio&fields=country', key),
  ({ get }, key) => get('/clip/content-detail?uniqueId=sample.creator&fields={"recentVideos":3}', key),
  ({ get }, key) => get('/clip/profile?uniqueId=nobody.here', key),
  ({ get }, key) => get('/sponsor/performance?brandId=lanternfish-tea.example', key),
  ({ getV2 }, key) => getV2('/v2/clipHistory?clipId=sample.creator', key),
  ({ get }, key) => get('/nowhere', key),
  ({ app }, key) =>
    app.inject({
      url: '/tube/subtitles/download?videoId=shanvideo01&vssId=a.zh-Hant',
      headers: { 'api-key': key },
    }),
  ({ app }, key) =>
    app.inject({
      method: 'POST',
      url: '/nls',
      headers: { 'api-key': key, 'content-type': 'application/json' },
      payload: { description: 'short video creators from the USA with more than 1000 followers' },
    }),
];

it('is the ledger to the thousandth, for any job of forty calls', async () => {
  const job = fc.array(fc.tuple(fc.nat(calls.length - 1), fc.constantFrom(...keys)), {
    minLength: 40,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(job, async (each) => {
      const app = await testApp();
      for (const [call, key] of each) await calls[call]?.(app, key);
      const { receipt } = await reportFrom(app);
      expect(receipt.calls).toBe(40);
      expect(receipt.credits).toBe(await spentOf(app, keys));
      // Two reports of the same calls do not differ, whichever key called first.
      const ids = receipt.byKey.map(({ key }) => key);
      expect(ids).toEqual(ids.toSorted());
      for (const sums of [receipt.byKey, receipt.byOperation])
        for (const name of ['calls', 'credits', 'refusals', 'paidTwice'] as const)
          expect(sums.reduce((sum, row) => sum + Math.round(row[name] * 1000), 0)).toBe(
            Math.round(receipt[name] * 1000),
          );
    }),
    { numRuns: 8 },
  );
});

it('counts requests without a key and to unknown paths, and never those to the admin surface', async () => {
  const app = await testApp();
  await app.get('/usage');
  await app.get('/nowhere', 'demo-full');
  await app.get('/clip/profile', 'some-key-that-nobody-knows');
  await adminOf(app)('GET', '/health');
  const { receipt } = await reportFrom(app);
  expect(receipt).toMatchObject({ calls: 3, credits: 0, refusals: 3, paidTwice: 0, injected: 0 });
  expect(receipt.byKey.map(({ label, calls }) => [label, calls])).toEqual(
    expect.arrayContaining([
      [null, 1],
      ['demo-full', 1],
      [null, 1],
    ]),
  );
  expect(receipt.byOperation.map(({ operation, refusals }) => [operation, refusals])).toEqual([
    ['usage', 1],
    ['clip/profile', 1],
    [null, 1],
  ]);
});

it('keeps the requests of a deleted key, and of a run that resets the sandbox', async () => {
  const app = await testApp();
  const admin = adminOf(app);
  await admin('POST', '/keys', { key: 'key-of-one-test', plan: 10, label: 'checkout' });
  await app.get('/clip/profile?uniqueId=sample.creator', 'key-of-one-test');
  await app.get('/clip/profile?uniqueId=nobody.here', 'key-of-one-test');
  await admin('DELETE', '/keys/key-of-one-test');
  await admin('POST', '/reset', {});
  await app.get('/clip/profile?uniqueId=sample.creator', 'demo-full');
  const { receipt, assumptions } = await reportFrom(app);
  expect(receipt).toMatchObject({ calls: 3, credits: 4, refusals: 1 });
  expect(receipt.byKey).toContainEqual({
    key: expect.any(String),
    label: 'checkout',
    calls: 2,
    credits: 2,
    refusals: 1,
    paidTwice: 0,
  });
  expect(assumptions).toContainEqual({ id: 'has-sponsors-clip', requests: 2, strict: false });

  await admin('DELETE', '/report');
  expect((await reportFrom(app)).receipt).toMatchObject({ calls: 0, credits: 0, byKey: [], byOperation: [] });
  expect((await reportFrom(app)).assumptions).toEqual([]);
});

it('attributes requests to the test that the key has now, or that a header names', async () => {
  const app = await testApp();
  const admin = adminOf(app);
  const ask = (name: string, test?: string) =>
    app.ask({
      method: 'GET',
      url: `/clip/profile?uniqueId=${name}`,
      headers: { 'api-key': 'demo-full', ...(test && { 'x-sandbox-test': test }) },
    });
  await ask('sample.creator');
  await admin('PUT', '/report/test', { key: 'demo-full', test: 'cart.test.ts > pays' });
  await ask('sample.creator');
  await ask('sample.creator', 'cart.test.ts > pays with sandbox:plan=3:secret');
  await ask('nobody.here');
  await admin('PUT', '/report/test', { key: 'demo-full', test: null });
  await ask('nobody.here');
  const { receipt } = await reportFrom(app);
  expect(receipt.calls).toBe(5);
  expect(receipt.byTest).toEqual([
    { test: 'cart.test.ts > pays', calls: 2, credits: 2, refusals: 1, paidTwice: 0 },
    { test: 'cart.test.ts > pays with …cret', calls: 1, credits: 2, refusals: 0, paidTwice: 0 },
  ]);
});

it('is refused while the journal is off', async () => {
  const app = await testApp({ journal: 0 });
  expect((await adminOf(app)('GET', '/report')).status).toBe(409);
});
