import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Exchange } from '../../src/contract/exchange.ts';
import { readExchanges } from '../../src/contract/folder.ts';
import { selectExchanges } from '../../src/contract/order.ts';
import type { Verification } from '../../src/contract/run.ts';
import { verify } from '../../src/contract/verify.ts';
import { httpSend } from '../../src/contract/wire.ts';
import { neutralWords } from '../../src/contract/words.ts';
import { priceBook } from '../../src/core/prices.ts';
import { adminOf } from '../admin/admin.ts';
import { testApp } from '../harness.ts';
import { changedSend } from './changed-target.ts';
import { drifts } from './drifts/all.ts';
import { injectSend } from './inject-send.ts';

const sandbox = await testApp({ vocabulary: 'neutral' });
const send = injectSend(sandbox.app);
const all = readExchanges();

const roleKeys = {
  standard: 'demo-standard',
  unlimited: 'demo-unlimited',
  empty: 'demo-empty',
  spent: 'demo-spent',
  forbidden: 'demo-forbidden',
  throttled: 'demo-throttled',
  testOnly: 'demo-test-only',
};

const comparing = (exchanges: readonly Exchange[], more: Partial<Verification> = {}) =>
  verify(exchanges, {
    ...{ send, wait: async () => {}, retryForMs: 0, key: 'demo-full', roleKeys, spend: 5000 },
    ...{ book: priceBook(), served: sandbox.deps.servedRoutes, words: neutralWords, probe: '/usage' },
    ...more,
  });

const only = (...groups: string[]): Exchange[] => selectExchanges(all, groups);

it('an unchanged sandbox agrees; the report names what was compared, skipped and spent', async () => {
  const report = await comparing(all);
  expect(report.differences).toEqual([]);
  expect(report.compared.length).toBeGreaterThan(280);
  expect(new Set(report.skipped.map(({ reason }) => reason))).toEqual(
    new Set([
      'needs an account with exactly these credits',
      'needs the creators that only sandboxes have',
      'is forced by an identifier that only sandboxes know',
      'would leave something behind at the target',
      'depends on the proxy in front of the service',
    ]),
  );
  expect(report.creditsSpent).toBeGreaterThan(500);
});

describe('a comparison finds', () => {
  it.each(drifts.map((drift) => [drift.what, drift] as const))('%s', async (_what, drift) => {
    await adminOf(sandbox)('POST', '/reset', {});
    // A day of usage.
    await sandbox.get('/clip/profile?uniqueId=sample.creator', 'demo-full');
    const [exchange = ''] = drift.finds.split(' ', 1);
    const { differences } = await comparing(only(exchange), { send: changedSend(send, drift) });
    const [first] = differences;
    expect(`${first?.exchange} ${first?.kind} ${first?.place}`.trim()).toBe(drift.finds);
  });
});

describe('the spending cap', () => {
  it.each([0, 0.5, 7, 100])(
    'of %d is never exceeded, and the report says what was left out',
    async (spend) => {
      const key = `sandbox:plan=1000,fractional:cap-${spend}`;
      const report = await comparing(all, { key, spend, roleKeys: {} });
      expect(report.differences).toEqual([]);
      expect(report.creditsSpent).toBeLessThanOrEqual(spend);
      expect(await sandbox.available(key)).toBeCloseTo(1000 - report.creditsSpent, 6);
      expect(report.skipped.map(({ reason }) => reason)).toContain(
        'the spending cap leaves too little (--spend)',
      );
      // the default still shows most operations
      const operations = new Set(
        report.compared.flatMap((name) => /^v[23]\/(.*)\/[^/]+$/.exec(name)?.[1] ?? []),
      );
      if (spend === 100) expect(operations.size).toBeGreaterThanOrEqual(40);
    },
  );

  it('holds when a target charges more than it reports', async () => {
    const key = 'sandbox:plan=1000,fractional:greedy';
    const greedy = changedSend(send, {
      answered: async (answer, { url: path, headers }, more) => {
        if (path === '/clip/niches') await more({ method: 'GET', url: '/gram/niches', headers, body: '' });
        return answer;
      },
    });
    const report = await comparing(only('v3/clip'), { send: greedy, key, spend: 20 });
    expect(await sandbox.available(key)).toBeCloseTo(1000 - report.creditsSpent, 6);
    expect(report.creditsSpent).toBeLessThanOrEqual(20);
    expect(report.differences).not.toEqual([]);
  });

  it.each([
    ['without end', { creditsUsed: 1, creditsAvailable: 'ENDLESS' }],
    ['below zero', { creditsUsed: -50, creditsAvailable: -1 }],
    ['nowhere', {}],
  ])('holds when a target reports credits %s', async (_where, credits) => {
    const text = JSON.stringify({ success: true, data: {}, ...credits }).replace('"ENDLESS"', '1e999');
    const report = await comparing(all, {
      send: async () => ({ status: 200, headers: { 'content-type': 'application/json' }, text }),
      spend: 20,
      roleKeys: {},
    });
    expect(report.creditsSpent).toBeGreaterThan(0);
    expect(report.skipped.map(({ reason }) => reason)).toContain(
      'the spending cap leaves too little (--spend)',
    );
  });
});

describe('a run', () => {
  it('with a key that may not select fields compares their refusal instead', async () => {
    const exchanges = only('refusals', 'v3/clip/profile');
    const standard = await comparing(exchanges, { key: 'demo-standard', roleKeys: {} });
    const full = await comparing(exchanges, { roleKeys: {} });
    expect([standard.differences, full.differences]).toEqual([[], []]);
    const [refusal, fields] = ['refusals/403/fields-not-enabled', 'v3/clip/profile/fields'];
    expect(standard.compared.filter((name) => name === refusal || name === fields)).toEqual([refusal]);
    expect(full.compared.filter((name) => name === refusal || name === fields)).toEqual([fields]);
  });

  it('repeats a call that gets 429, for as long as it may wait', async () => {
    let refused = 0;
    const waits: number[] = [];
    const report = await comparing(only('v3/tube/topics'), {
      send: changedSend(send, {
        // A path that costs nothing.
        asked: (request) =>
          request.url === '/tube/topics' && refused++ < 2 ? { ...request, url: '/too/early' } : request,
        answered: (answer) =>
          answer.text.includes('/too/early') ? { status: 429, headers: {}, text: '{}' } : answer,
      }),
      wait: async (ms) => void waits.push(ms),
      retryForMs: 1_600,
    });
    expect([report.differences, waits]).toEqual([[], [500, 1_000]]);
  });

  it('ends soon when a target stops answering', async () => {
    const exchanges = only('refusals/400');
    const silent = await serving((request, reply) => {
      if (request.url?.startsWith('/usage'))
        reply.end('{"success":true,"creditsUsed":0,"creditsAvailable":10}');
    });
    const over = httpSend({ url: silent, v2Url: `${silent}/v2`, timeoutMs: 100, maxBytes: 10_000 });
    const report = await comparing(exchanges, { send: over });
    expect(report.differences.map(({ actual }) => actual)).toContain('no answer within 100 ms');
    expect(report.compared).toHaveLength(5);
    expect(new Set(report.skipped.map(({ reason }) => reason))).toEqual(
      new Set(['the target stopped answering']),
    );
  });

  it('asks about what it found', async () => {
    const seen: string[] = [];
    const report = await comparing(only('v3/clip/profile/get'), {
      send: changedSend(send, {
        asked: (request) => {
          seen.push(request.url);
          return request;
        },
      }),
    });
    expect(report.compared).toContain('v3/clip/search/first-page');
    expect(seen.filter((path) => path.startsWith('/clip/profile?uniqueId='))).toHaveLength(1);
    expect(seen).not.toContain('/clip/profile?uniqueId=sample.creator');
  });
});

/** A server that is not a sandbox. @returns its URL */
async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
