import { expect, it } from 'vitest';
import { adminOf } from '../admin/admin.ts';
import { testApp } from '../harness.ts';
import { reportFrom } from './reports.ts';

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
      headers: { 'api-key': 'demo-full', ...(test !== undefined && { 'x-sandbox-test': test }) },
    });
  await ask('sample.creator');
  await admin('PUT', '/report/test', { key: 'demo-full', test: 'cart.test.ts > pays' });
  await ask('sample.creator');
  await ask('sample.creator', 'cart.test.ts > pays with sandbox:plan=3:secret');
  for (const test of [undefined, '', 'x'.repeat(301)]) await ask('nobody.here', test);
  await admin('PUT', '/report/test', { key: 'demo-full', test: null });
  await ask('nobody.here');
  const { receipt } = await reportFrom(app);
  expect(receipt.calls).toBe(7);
  expect(receipt.byTest.map(({ callSites: _, ...row }) => row)).toEqual([
    { test: null, calls: 2, credits: 2, refusals: 1, paidTwice: 0 },
    { test: 'cart.test.ts > pays', calls: 3, credits: 2, refusals: 2, paidTwice: 0 },
    { test: 'cart.test.ts > pays with …cret', calls: 1, credits: 2, refusals: 0, paidTwice: 0 },
    { test: 'x'.repeat(300), calls: 1, credits: 0, refusals: 1, paidTwice: 0 },
  ]);
});

it('is refused while the journal is off', async () => {
  const app = await testApp({ journal: 0 });
  expect((await adminOf(app)('GET', '/report')).status).toBe(409);
});
