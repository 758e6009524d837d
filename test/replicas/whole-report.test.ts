import { expect, it } from 'vitest';
import { wholeReport } from '../../src/replicas/whole-report.ts';
import { testApp } from '../harness.ts';
import { reportFrom } from '../report/reports.ts';

it('calls that the journals have forgotten were paid twice by nobody', async () => {
  const [called, forgotten] = [await testApp(), await testApp()];
  const headers = { 'api-key': 'demo-full', 'x-sandbox-test': 'a' };
  await called.app.inject({ url: '/clip/profile?uniqueId=sample.creator', headers });
  const [local, inOrder] = [await reportFrom(called), await reportFrom(forgotten)];
  const { receipt } = await wholeReport({
    ...{ local, peers: [], inOrder, operations: [], decisions: [], labelOf: () => null },
  });
  const { byKey, byOperation, byTest } = receipt;
  for (const rows of [byKey, byOperation, byTest]) expect(rows).toMatchObject([{ calls: 1, paidTwice: 0 }]);
});

it('with no call of others, the whole report is the own one', async () => {
  const app = await testApp();
  const key = 'sandbox:plan=100:a-team';
  const ask = (url: string, more: object = {}) =>
    app.app.inject({ url, headers: { 'api-key': key, 'x-sandbox-call-site': 'src/a.ts:1:2 read', ...more } });
  for (const test of ['one', 'two'])
    for (let n = 0; n < 2; n++)
      await ask('/clip/profile?uniqueId=sample.creator', { 'x-sandbox-test': test });
  await ask('/clip/profile?uniqueId=nobody.here');
  await ask('/usage');
  await ask('/usage', { 'api-key': '' });
  await ask('/nothing');
  const own = await reportFrom(app);
  const { operations, decisions, names } = app.deps;
  const whole = await wholeReport({
    ...{ local: own, peers: [], inOrder: own, labelOf: names.labelOf },
    operations: operations.map(({ id }) => id),
    decisions: decisions.all.map(({ id }) => id),
  });
  const { byKey, byOperation, byTest } = whole.receipt;
  for (const rows of [byKey, byOperation, byTest])
    expect(rows.some(({ paidTwice }) => paidTwice > 0)).toBe(true);
  expect(JSON.parse(JSON.stringify(whole))).toEqual(own);
});
