import { expect, it } from 'vitest';
import { wholeReport } from '../../src/replicas/whole-report.ts';
import type { Report } from '../../src/report/model.ts';
import { testApp } from '../harness.ts';
import { reportFrom } from '../report/reports.ts';

it('calls that the journals have forgotten were paid twice by nobody', async () => {
  const prices = [{}, { from: '2026-01-01', 'clip/profile': 3 }];
  const [called, forgotten] = [await testApp({ prices }), await testApp({ prices })];
  const headers = { 'api-key': 'demo-full', 'x-sandbox-test': 'a' };
  await called.app.inject({ url: '/clip/profile?uniqueId=sample.creator', headers });
  const [local, inOrder] = [await reportFrom(called), await reportFrom(forgotten)];
  const { receipt } = wholeReport({
    ...{ local, peers: [], inOrder, operations: [], decisions: [], labelOf: () => null },
  });
  const { byKey, byOperation, byTest, byPrices } = receipt;
  for (const rows of [byKey, byOperation, byTest, byPrices])
    expect(rows).toMatchObject([{ calls: 1, paidTwice: 0 }]);
});

it('with no call of others, the whole report is the own one', async () => {
  const app = await testApp({ prices: [{}, { from: '2026-01-01', 'clip/profile': 3 }] });
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
  const whole = wholeReport({
    ...{ local: own, peers: [], inOrder: own, labelOf: names.labelOf },
    operations: operations.map(({ id }) => id),
    decisions: decisions.all.map(({ id }) => id),
  });
  const { byKey, byOperation, byTest, byPrices } = whole.receipt;
  for (const rows of [byKey, byOperation, byTest, byPrices ?? []])
    expect(rows.some(({ paidTwice }) => paidTwice > 0)).toBe(true);
  expect(JSON.parse(JSON.stringify(whole))).toEqual(own);

  // Chains that went on at another replica are known as long as all requests are.
  const [chain] = own.receipt.byChain as [object];
  const chainsWith = (receipt: object) =>
    wholeReport({
      ...{ local: own, peers: [], operations: [], decisions: [], labelOf: () => null },
      inOrder: { ...own, receipt: { ...own.receipt, byChain: [chain, chain], ...receipt } } as Report,
    }).receipt.byChain;
  expect(chainsWith({})).toEqual([chain, chain]);
  expect(chainsWith({ calls: own.receipt.calls - 1 })).toEqual(own.receipt.byChain);
});
