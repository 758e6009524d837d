import { describe, expect, it } from 'vitest';
import { readExchanges } from '../../src/contract/folder.ts';
import { type VerificationReport, verify } from '../../src/contract/verify.ts';
import { neutralWords } from '../../src/contract/words.ts';
import type { OperationId } from '../../src/core/operations.ts';
import { priceBook } from '../../src/core/prices.ts';
import { contradictedDecision } from '../../src/recording/contradicted.ts';
import { adminOf } from '../admin/admin.ts';
import { commandIn } from '../cli/io.ts';
import { isPublished, testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { changedSend, openChangedTarget } from './changed-target.ts';
import { drifts } from './drifts/all.ts';
import { injectSend } from './inject-send.ts';

const folder = newFolder();
const sandbox = await testApp();
const url = await sandbox.app.listen({ host: '127.0.0.1', port: 0 });

const roleKeys = {
  standard: 'demo-standard',
  unlimited: 'demo-unlimited',
  empty: 'demo-empty',
  spent: 'demo-spent',
  forbidden: 'demo-forbidden',
  throttled: 'demo-throttled',
  testOnly: 'demo-test-only',
};

/** A run of the command over HTTP, with every key. */
async function reportOf(target: string, ...flags: string[]) {
  const line = [
    ...['verify', '--target', target, '--key', 'demo-full'],
    ...Object.entries(roleKeys).flatMap(([role, key]) => ['--as', `${role}=${key}`]),
    ...['--spend', '5000', '--retry-for', '0s', '--json'],
    ...(isPublished ? ['--vocabulary', 'published'] : []),
    ...flags,
  ];
  const { code, out, err } = await commandIn(folder, line, { env: { SANDBOX_SIZE: '60' } });
  expect(err).toBe('');
  return { code, report: JSON.parse(out) as VerificationReport };
}

describe('a second sandbox', () => {
  it('that is unchanged agrees; the report names what was compared, skipped and spent', async () => {
    const { code, report } = await reportOf(url);
    expect(report.differences).toEqual([]);
    expect(code).toBe(0);
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
});

const exchanges = readExchanges();

/** The first difference of a report, and the entry of the register that it contradicts. */
function firstOf({ differences }: VerificationReport): string {
  const [difference] = differences;
  if (!difference) return 'none';
  const { kind, place, exchange } = difference;
  const operation = exchanges.find(({ name }) => name === exchange)?.operation as OperationId | null;
  const beside = differences.filter((each) => each.exchange === exchange);
  const decision = contradictedDecision({ operation, difference, beside });
  return [kind, place, decision && `(${decision})`].filter(Boolean).join(' ');
}

// Only in neutral words: verify translates a reply before it looks for drift.
describe.skipIf(isPublished)('verify finds, over all exchanges,', () => {
  it.each(drifts.map((drift) => [drift.what, drift] as const))('%s', async (_what, drift) => {
    await adminOf(sandbox)('POST', '/reset', {});
    const report = await verify(exchanges, {
      send: changedSend(injectSend(sandbox.app), drift),
      wait: async () => {},
      retryForMs: 0,
      key: 'demo-full',
      roleKeys,
      spend: 5000,
      subjects: new Map(),
      book: priceBook(),
      served: sandbox.deps.servedRoutes,
      words: neutralWords,
      probe: '/usage',
    });
    expect(firstOf(report)).toBe(drift.finds);
  });
});

/** What HTTP itself can change, each among the exchanges of a folder, with the first place. */
const overHttp = [
  ['subtitles that are not an attachment', 'v3/tube/subtitles', 'header content-disposition'],
  ['a page of HTML in place of JSON', 'v3/gram/sponsorship', 'header content-type'],
  ['a redirection', 'v3/tube/contact', 'status'],
  ['lines that end with CRLF', 'v3/nls', '/events/0'],
] as const;

describe('verify finds over HTTP', () => {
  it.each(overHttp)('%s', async (what, only, place) => {
    const target = await openChangedTarget(url, drifts.find((each) => each.what === what) ?? {});
    const { code, report } = await reportOf(target.url, '--only', only);
    await target.close();
    expect([code, report.differences[0]?.place]).toEqual([4, place]);
    expect(report.differences.filter(({ exchange }) => !exchange.startsWith(only))).toEqual([]);
  });

  it('a price that is not the published one, unless --prices gives it', async () => {
    const other = await testApp({ prices: { 'clip/profile': 3, 'clip/search': 0 } });
    const target = await other.app.listen({ host: '127.0.0.1', port: 0 });
    const { code, report } = await reportOf(target, '--only', 'v3/clip');
    expect(code).toBe(4);
    expect(report.differences).toContainEqual({
      exchange: 'v3/clip/profile/get',
      kind: 'invariant',
      place: '/creditsUsed',
      expected: '2',
      actual: '3',
      decision: 'prices',
    });
    const withPrices = await reportOf(
      target,
      '--only',
      'v3/clip',
      '--prices',
      '{"clip/profile":3,"clip/search":0}',
    );
    expect(withPrices).toMatchObject({ code: 0, report: { differences: [] } });
  });

  it('words of another vocabulary', async () => {
    const words = isPublished ? 'neutral' : 'published';
    const { code, report } = await reportOf(
      url,
      '--vocabulary',
      words,
      '--only',
      'v3/nls',
      '--only',
      'v3/clip/niches',
    );
    expect(code).toBe(4);
    expect(report.differences).toContainEqual({
      exchange: 'v3/clip/niches/get',
      kind: 'status',
      place: 'status',
      expected: '200',
      actual: '404',
      decision: null,
    });
    expect(report.differences).toContainEqual({
      exchange: 'v3/nls/clip',
      kind: 'type',
      place: '/events/11/data/data/platform',
      expected: expect.any(String),
      actual: expect.any(String),
      decision: 'nls-platform',
    });
  });

  it('look-up forms that the target does not serve', async () => {
    const other = await testApp({ lookups: 'get' });
    const target = await other.app.listen({ host: '127.0.0.1', port: 0 });
    const { code, report } = await reportOf(target, '--only', 'v3/gram/profile');
    expect(code).toBe(4);
    expect(new Set(report.differences.map(({ exchange }) => exchange))).toEqual(
      new Set(['v3/gram/profile/post', 'v3/gram/profile/fields', 'v3/gram/profile/fields-none']),
    );
  });
});
