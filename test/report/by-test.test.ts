import { describe, expect, it } from 'vitest';
import { mergeReports } from '../../src/report/merge.ts';
import { type TestApp, testApp } from '../harness.ts';
import { compareReceipts } from './random-receipts.ts';
import { reportFrom } from './reports.ts';

interface Sent {
  site?: string;
  test?: string;
  prefer?: string;
  url?: string;
}

const send = ({ app }: TestApp, { site, test, prefer, url }: Sent) =>
  app.inject({
    url: url ?? '/clip/profile?uniqueId=sample.creator',
    headers: {
      'api-key': 'demo-full',
      ...(site !== undefined && { 'x-sandbox-call-site': site }),
      ...(test !== undefined && { 'x-sandbox-test': test }),
      ...(prefer !== undefined && { prefer }),
    },
  });

const busy = { prefer: 'code=503' };

describe('the receipt by test', () => {
  it('has the lines of each test, and the operations of each line', async () => {
    const app = await testApp();
    const at = { site: 'src/client.ts:41:12 load', test: 'a.test.ts > pays' };
    await send(app, at);
    await send(app, { ...at, url: '/clip/contact?uniqueId=sample.creator' });
    await send(app, { ...at, ...busy });
    await send(app, { ...at, site: 'src/other.ts:3' });
    await send(app, { site: 'src/other.ts:3', test: 'b.test.ts > fails', ...busy });
    await send(app, { url: '/nowhere' });
    expect((await reportFrom(app)).receipt.byTest).toEqual([
      {
        ...{ test: null, calls: 1, credits: 0, refusals: 1, paidTwice: 0 },
        callSites: [
          {
            ...{ callSite: null, calls: 1, credits: 0 },
            operations: [{ operation: null, calls: 1, credits: 0 }],
          },
        ],
      },
      {
        ...{ test: 'a.test.ts > pays', calls: 4, credits: 19, refusals: 1, paidTwice: 2 },
        callSites: [
          {
            callSite: { file: 'src/client.ts', line: 41, column: 12, function: 'load' },
            ...{ calls: 3, credits: 17 },
            operations: [
              { operation: 'clip/contact', calls: 1, credits: 15 },
              { operation: 'clip/profile', calls: 2, credits: 2 },
            ],
          },
          {
            callSite: { file: 'src/other.ts', line: 3 },
            ...{ calls: 1, credits: 2 },
            operations: [{ operation: 'clip/profile', calls: 1, credits: 2 }],
          },
        ],
      },
      {
        ...{ test: 'b.test.ts > fails', calls: 1, credits: 0, refusals: 1, paidTwice: 0 },
        callSites: [
          {
            callSite: { file: 'src/other.ts', line: 3 },
            ...{ calls: 1, credits: 0 },
            operations: [{ operation: 'clip/profile', calls: 1, credits: 0 }],
          },
        ],
      },
    ]);
  });

  it('keeps every credit of 5,000 rows and more', async () => {
    const app = await testApp();
    const url = '/clip/profile?uniqueId=sample.creator&feilds=1';
    for (let line = 1; line <= 5_100; line++)
      await send(app, { site: `a.ts:${line}`, test: `test ${line}`, url });
    const { receipt, clientRules } = await reportFrom(app);
    // The lines of a finding are a thousand, and one for all others.
    expect(clientRules.map(({ requestCount }) => requestCount)).toEqual([...Array(1_000).fill(1), 4_100]);
    expect(receipt.byTest).toHaveLength(5_001);
    expect(receipt.byTest.reduce((sum, { credits }) => sum + credits, 0)).toBe(receipt.credits);
    expect(receipt.byTest.find(({ test }) => test === 'further tests')).toMatchObject({
      calls: 100,
      callSites: [{ callSite: { file: 'further', line: 0 }, calls: 100 }],
    });
  });

  it('is the sum of its shards, whatever the order', async () => {
    const reports = [];
    for (const lines of [
      [1, 2],
      [2, 3],
    ]) {
      const app = await testApp();
      for (const line of lines) {
        const url = `/clip/profile?uniqueId=sample.creator&feilds=${line}`;
        await send(app, { site: `a.ts:${line}`, url, ...busy });
        await send(app, { site: `a.ts:${line}`, url });
      }
      reports.push(await reportFrom(app));
    }
    const merged = mergeReports(reports);
    expect(mergeReports(reports.toReversed())).toEqual(merged);
    expect(merged.clientRules.map((each) => [each.callSite?.line, each.requestCount])).toEqual([
      [1, 1],
      [2, 2],
      [3, 1],
    ]);
    expect(merged.receipt.byTest).toMatchObject([
      {
        ...{ test: null, calls: 8, credits: 8, refusals: 4 },
        callSites: [
          { callSite: { line: 1 }, calls: 2, credits: 2 },
          {
            ...{ callSite: { line: 2 }, calls: 4, credits: 4 },
            operations: [{ operation: 'clip/profile', calls: 4, credits: 4 }],
          },
          { callSite: { line: 3 }, calls: 2, credits: 2 },
        ],
      },
    ]);
  });
});

it('the receipt has what the ledger charged, in random runs', () => compareReceipts(20, 7));
