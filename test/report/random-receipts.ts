import fc from 'fast-check';
import { expect } from 'vitest';
import type { Report } from '../../src/report/model.ts';
import { adminOf } from '../admin/admin.ts';
import { type TestApp, testApp } from '../harness.ts';
import { reportFrom } from './reports.ts';

const keys = [
  'demo-full',
  'sandbox:plan=9,fractional:small',
  'sandbox:unlimited:free',
  'sandbox:plan=40,rate=5/10s:slow',
  'nobody',
];

const urls = [
  '/clip/profile?uniqueId=sample.creator',
  '/clip/profile?uniqueId=sample.creator&fields=bio',
  '/clip/profile?uniqueId=sandbox-error-503',
  '/clip/content-detail?uniqueId=sample.creator&fields={"recentVideos":3}',
  '/sponsor/performance?brandId=lanternfish-tea.example',
  '/tube/subtitles/download?videoId=shanvideo01&vssId=a.zh-Hant',
  '/v2/clipHistory?clipId=sample.creator',
  '/tube/topics?channelId=none',
  '/gram/profile?uniqueId=sample.friend',
  '/nls?description=fitness+creators+in+Italy',
  '/nls?description=sandbox-error-503',
  '/usage',
  '/nowhere',
];

const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      url: fc.constantFrom(...urls),
      key: fc.constantFrom(...keys),
      site: fc.option(fc.constantFrom('a.ts:1', 'a.ts:2 f', 'b.py:7'), { nil: undefined }),
      test: fc.option(fc.constantFrom('one', 'two'), { nil: undefined }),
      prefer: fc.option(fc.constantFrom('code=503', 'code=429', 'code=402'), { nil: undefined }),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('reset' as const, 'top up' as const),
      key: fc.constantFrom(...keys.slice(0, 4)),
    }),
  },
);

type Send = Extract<typeof step extends fc.Arbitrary<infer Step> ? Step : never, { kind: 'send' }>;

/** Makes random runs: every sum of each receipt must be that of the ledger's entries, to the thousandth. */
export async function compareReceipts(runs: number, seed: number): Promise<void> {
  const app = await testApp();
  const admin = adminOf(app);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      await admin('POST', '/reset');
      await admin('DELETE', '/report');
      let charged = 0;
      for (const each of steps) {
        if (each.kind === 'send') for (let n = 0; n < each.times; n++) charged += await send(app, each);
        else if (each.kind === 'reset') await admin('POST', '/reset');
        else await admin('POST', `/keys/${encodeURIComponent(each.key)}/credits`, { plan: 3 });
      }
      const { receipt } = await reportFrom(app);
      expect(thousandths(receipt.credits)).toBe(charged);
      for (const level of levelsOf(receipt)) {
        expect(sum(level.map(({ credits }) => thousandths(credits)))).toBe(charged);
        expect(sum(level.map(({ calls }) => calls))).toBe(receipt.calls);
      }
      for (const rows of [receipt.byKey, receipt.byOperation, receipt.byTest])
        for (const name of ['calls', 'credits', 'refusals', 'paidTwice'] as const)
          expect(sum(rows.map((row) => thousandths(row[name])))).toBe(thousandths(receipt[name]));
      // Two reports of the same calls do not differ, whichever key called first.
      const ids = receipt.byKey.map(({ key }) => key);
      expect(ids).toEqual(ids.toSorted());
    }),
    { numRuns: runs, seed },
  );
}

/** @returns what the ledger charged, in thousandths */
async function send(app: TestApp, { url, key, site, test, prefer }: Send): Promise<number> {
  const before = await spentBy(app, key);
  await app.app.inject({
    url,
    headers: {
      [url.startsWith('/v2/') ? 'apiId' : 'api-key']: key,
      ...(site !== undefined && { 'x-sandbox-call-site': site }),
      ...(test !== undefined && { 'x-sandbox-test': test }),
      ...(prefer !== undefined && { prefer }),
    },
  });
  return (await spentBy(app, key)) - before;
}

/** By the entries of the ledger, of which each is a fact of its own. */
async function spentBy(app: TestApp, key: string): Promise<number> {
  const { status, body } = await adminOf(app)('GET', `/keys/${encodeURIComponent(key)}/entries?limit=1000`);
  if (status !== 200) return 0;
  const entries = body['entries'] as { kind: string; plan: number; purchased: number }[];
  return sum(
    entries
      .filter(({ kind }) => kind === 'charge' || kind === 'settle')
      .map(({ plan, purchased }) => -thousandths(plan) - thousandths(purchased)),
  );
}

type Sums = { credits: number; calls: number };

/** Call sites and operations, each of which has everything once. */
function levelsOf({ byTest }: Report['receipt']): Sums[][] {
  const sites = byTest.flatMap(({ callSites }) => callSites);
  return [sites, sites.flatMap(({ operations }) => operations)];
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0);
const thousandths = (credits: number): number => Math.round(credits * 1000);
