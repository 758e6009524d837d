import { expect, it } from 'vitest';
import { wholeReport } from '../../src/replicas/whole-report.ts';
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
