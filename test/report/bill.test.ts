import { describe, expect, it } from 'vitest';
import { billOf } from '../../src/bill/bill.ts';
import { mergeReports } from '../../src/report/merge.ts';
import { adminOf } from '../admin/admin.ts';
import { type TestApp, testApp } from '../harness.ts';
import { compareBills } from './random-bills.ts';
import { reportFrom } from './reports.ts';

interface Sent {
  payload?: object;
  site?: string;
  test?: string;
  prefer?: string;
  url?: string;
  key?: string;
}

const send = ({ app }: Pick<TestApp, 'app'>, { site, test, prefer, url, payload, key = 'demo-full' }: Sent) =>
  app.inject({
    ...(payload && { method: 'POST', payload }),
    url: url ?? '/clip/profile?uniqueId=sample.creator',
    headers: {
      'api-key': key,
      ...(site !== undefined && { 'x-sandbox-call-site': site }),
      ...(test !== undefined && { 'x-sandbox-test': test }),
      ...(prefer !== undefined && { prefer }),
    },
  });

const busy = { prefer: 'code=503' };

async function billFrom(app: TestApp) {
  const { status, body } = await adminOf(app)('GET', '/bill');
  expect(status).toBe(200);
  expect(body).toEqual(billOf(await reportFrom(app)));
  return body as unknown as ReturnType<typeof billOf>;
}

describe('the bill', () => {
  it('is a tree of tests, lines, operations and chains of retries, the dearest first', async () => {
    const app = await testApp();
    const at = { site: 'src/client.ts:41:12 load', test: 'a.test.ts > pays' };
    await send(app, at);
    await send(app, { ...at, url: '/clip/contact?uniqueId=sample.creator' });
    for (let run = 0; run < 2; run++) {
      for (let n = 0; n < 2; n++) await send(app, { ...at, ...busy });
      await send(app, at);
    }
    await send(app, { site: 'src/other.ts:3', test: 'b.test.ts > fails', ...busy });
    await send(app, { url: '/nowhere' });
    expect(await billFrom(app)).toEqual({
      version: '0.0.0-test',
      credits: 21,
      calls: 10,
      tests: [
        {
          test: 'a.test.ts > pays',
          credits: 21,
          calls: 8,
          callSites: [
            {
              callSite: { file: 'src/client.ts', line: 41, column: 12, function: 'load' },
              credits: 21,
              calls: 8,
              operations: [
                {
                  operation: 'clip/contact',
                  credits: 15,
                  calls: 1,
                  chains: [{ replies: ['200'], chains: 1, requests: 1, credits: 15 }],
                },
                {
                  operation: 'clip/profile',
                  credits: 6,
                  calls: 7,
                  chains: [
                    {
                      replies: ['503/SERVICE_UNAVAILABLE ×2', '200'],
                      chains: 2,
                      requests: 6,
                      credits: 4,
                    },
                    { replies: ['200'], chains: 1, requests: 1, credits: 2 },
                  ],
                },
              ],
            },
          ],
        },
        expect.objectContaining({ test: 'b.test.ts > fails', credits: 0, calls: 1 }),
        expect.objectContaining({ test: null, credits: 0, calls: 1 }),
      ],
    });
  });

  it('begins another chain on another line, key or test, for another call and after a change by a test', async () => {
    const app = await testApp();
    const at = { site: 'a.ts:1', test: 'one' };
    for (const other of [
      { ...at, site: 'a.ts:2' },
      { ...at, test: 'two' },
      { ...at, key: 'sandbox:plan=10:other' },
      { ...at, url: '/clip/profile?uniqueId=sample.friend' },
    ]) {
      await send(app, { ...at, ...busy });
      await send(app, other);
    }
    await adminOf(app)('DELETE', '/report');
    await send(app, { ...at, ...busy });
    await adminOf(app)('POST', '/keys/demo-full/credits', { plan: 1 });
    await send(app, at);
    const { tests } = await billFrom(app);
    const replies = tests.flatMap(({ callSites }) =>
      callSites.flatMap(({ operations }) =>
        operations.flatMap(({ chains }) => chains.flatMap(({ replies: all }) => all.join(' '))),
      ),
    );
    expect(replies.toSorted()).toEqual(['200', '503/SERVICE_UNAVAILABLE']);
  });

  it('keeps the chains of thirty calls apart, of which each is asked again after all of them', async () => {
    const app = await testApp();
    for (const more of [busy, {}])
      for (let n = 0; n < 30; n++) await send(app, { url: `/clip/profile?uniqueId=nobody.${n}`, ...more });
    const { byChain } = (await reportFrom(app)).receipt;
    expect(byChain).toMatchObject([
      { chains: 30, calls: 60, replies: ['503/SERVICE_UNAVAILABLE', '404/NOT_FOUND'] },
    ]);
  });

  it('tells eight different replies of a chain apart, and keeps every credit of 5,000 rows and more', async () => {
    const app = await testApp();
    for (let n = 0; n < 24; n++) await send(app, { prefer: `code=${n % 2 ? 503 : 429}` });
    await send(app, {});
    const [row] = (await reportFrom(app)).receipt.byChain ?? [];
    expect(row).toMatchObject({ chains: 1, calls: 25, credits: 2 });
    expect(row?.replies).toHaveLength(8);
    expect(row?.replies.at(-1)).toBe('further ×18');
    const url = '/clip/profile?uniqueId=sample.creator&feilds=1';
    for (let line = 1; line <= 5_100; line++)
      await send(app, { site: `a.ts:${line}`, test: `test ${line}`, url });
    const { receipt, clientRules } = await reportFrom(app);
    // the lines of a finding are a thousand, and one for all others
    expect(clientRules.map(({ requestCount }) => requestCount)).toEqual([...Array(1_000).fill(1), 4_100]);
    expect(receipt.byChain).toHaveLength(5_001);
    expect(receipt.byChain?.reduce((sum, { credits }) => sum + credits, 0)).toBe(receipt.credits);
    expect(receipt.byChain?.reduce((sum, { calls }) => sum + calls, 0)).toBe(receipt.calls);
    expect(receipt.byChain?.find(({ test }) => test === 'further')).toMatchObject({
      callSite: { file: 'further', line: 0 },
      replies: ['further'],
    });
  });

  it('has the failure of a stream after its start as one more reply', async () => {
    const app = await testApp();
    const search = { url: '/nls', payload: { description: 'cooking creators on clip in Spain' } };
    for (let n = 0; n < 8; n++) await send(app, { ...search, prefer: `code=${n % 2 ? 503 : 429}` });
    for (let n = 0; n < 2; n++) await send(app, { ...search, prefer: 'profile=failed-result' });
    await send(app, search);
    const [row] = (await reportFrom(app)).receipt.byChain ?? [];
    expect([row?.calls, row?.replies.slice(6)]).toEqual([11, ['429/RATE_LIMIT_EXCEEDED', 'further ×4']]);
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
    expect(
      merged.receipt.byChain?.map(({ callSite, chains, calls, credits }) => [
        callSite?.line,
        chains,
        calls,
        credits,
      ]),
    ).toEqual([
      [1, 1, 2, 2],
      [2, 2, 4, 4],
      [3, 1, 2, 2],
    ]);
  });
});

it('bills what the ledger charged, in random runs', () => compareBills(15, 7));
