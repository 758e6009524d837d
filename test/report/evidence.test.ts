import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { shortParameters } from '../../src/report/evidence.ts';
import { requestLines } from '../../src/report/formats/parts.ts';
import { terminal } from '../../src/report/formats/terminal.ts';
import { writers } from '../../src/report/formats/writers.ts';
import { applyGates } from '../../src/report/gates.ts';
import { mergeReports } from '../../src/report/merge.ts';
import type { Report } from '../../src/report/model.ts';
import { adminOf } from '../admin/admin.ts';
import { testApp } from '../harness.ts';
import { reportFrom } from './reports.ts';

/** What a client sends, with the key's label `checkout` and a test. */
async function reportOf(send: (ask: Ask) => Promise<unknown>): Promise<Report> {
  const sandbox = await createSandbox({ size: 60, pace: 0, clock: '2026-01-01T00:00:00Z' });
  const { key } = await sandbox.key({ key: 'a-key-of-the-shop', plan: 5, label: 'checkout' });
  await send(async (path, { body, headers } = {}) => {
    const reply = await fetch(`${sandbox.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'api-key': key,
        'x-sandbox-test': 'test/shop.test.ts > pays',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return reply.text();
  });
  const report = await sandbox.report();
  await sandbox.close();
  return report;
}
type Ask = (path: string, more?: { body?: unknown; headers?: Record<string, string> }) => Promise<string>;

const cellOf = ({ coverage }: Report, operation: string, code: string) =>
  coverage.cells.find((cell) => cell.operation === operation && cell.code === code);

const who = { key: 'checkout', test: 'test/shop.test.ts > pays' };
const get = { method: 'GET', path: '/clip/profile', parameters: { uniqueId: 'sample.creator' }, ...who };

describe('a finding', () => {
  it('shows its requests in full, as do waste and cells', async () => {
    const report = await reportOf(async (ask) => {
      await ask('/clip/profile?uniqueId=sample.creator');
      await ask('/clip/profile', { body: { uniqueId: 'sample.creator' } });
      await ask('/clip/profile?uniqueId=sample.creator');
      await ask('/clip/profile?uniqueId=sample.creator');
    });
    const refused = { status: 402, code: 'INSUFFICIENT_CREDITS', credits: 0 };
    expect(report.waste).toEqual([
      {
        rule: 'paid-again',
        operation: 'clip/profile',
        credits: 2,
        requests: [{ ...get, id: 2, method: 'POST', status: 200, credits: 2 }],
        requestCount: 1,
      },
    ]);
    expect(report.clientRules).toMatchObject([
      { rule: 'retry-after-refusal', requests: [{ ...get, id: 4, ...refused }], requestCount: 1 },
    ]);
    expect(cellOf(report, 'clip/profile', 'INSUFFICIENT_CREDITS')).toMatchObject({
      earned: 2,
      requests: [
        { ...get, id: 3, ...refused },
        { ...get, id: 4, ...refused },
      ],
      requestCount: 2,
    });
    expect(cellOf(report, 'clip/profile', 'NOT_FOUND')).not.toHaveProperty('requests');
  });

  it('shows the latest state of a stream: its charge, and its failure', async () => {
    const report = await reportOf(async (ask) => {
      const body = { description: 'cooking creators on clip in Spain who do not exist at all' };
      await ask('/nls', { body });
      await ask('/nls', { body });
      await ask('/nls', { body, headers: { prefer: 'profile=failed-result' } });
    });
    const stream = { method: 'POST', path: '/nls', status: 200, ...who };
    expect(report.waste).toMatchObject([
      { rule: 'paid-again', requests: [{ ...stream, id: 2, credits: report.receipt.paidTwice }] },
    ]);
    expect(cellOf(report, 'nls', 'SERVICE_UNAVAILABLE')?.requests).toMatchObject([
      { ...stream, id: 3, code: 'SERVICE_UNAVAILABLE', credits: 0 },
    ]);
  });

  it('shows the pages and whole records that a later request made a waste', async () => {
    const app = await testApp();
    const { ask } = app;
    const send = (path: string, payload: object) =>
      ask({ method: 'POST', url: path, headers: { 'api-key': 'demo-full' }, payload });
    const page = (offset: number) =>
      send('/clip/search', {
        filters: [{ filterName: 'totalFollowers', op: '>', value: 10 }],
        pageSize: 2,
        offset,
      });
    const { body } = await page(0);
    for (const { uniqueId } of (body as { data: { creatorList: { uniqueId: string }[] } }).data.creatorList)
      await send('/clip/profile', { uniqueId });
    await page(2);
    const [first] = (body as { data: { creatorList: { uniqueId: string }[] } }).data.creatorList;
    await app.get(`/clip/profile?uniqueId=${first?.uniqueId}&fields=bio`, 'demo-full');
    const { waste } = await reportFrom(app);
    const shown = { method: 'POST', key: 'demo-full', status: 200 };
    expect(waste).toMatchObject([
      {
        rule: 'unused-page',
        requests: [{ ...shown, id: 4, path: '/clip/search', parameters: { offset: 2 }, credits: 1 }],
        requestCount: 1,
      },
      {
        rule: 'whole-record',
        requests: [{ ...shown, id: 2, parameters: { uniqueId: first?.uniqueId }, credits: 2 }],
        requestCount: 1,
      },
    ]);
  });

  it('shows ten of many requests, parts of large ones, and no key', async () => {
    const app = await testApp();
    const { key } = (await adminOf(app)('POST', '/keys', { key: 'a-very-secret-key' })).body;
    const long = 'x'.repeat(5_000);
    for (let n = 0; n < 12; n++)
      await app.ask({
        method: 'POST',
        url: `/clip/profile?api-key=${key}&wide=${long}`,
        headers: { 'api-key': String(key) },
        payload: {
          uniqueId: `nobody.${n}`,
          [long]: 1,
          deep: { long },
          [`of ${key}`]: key,
        },
      });
    const report = await reportFrom(app);
    const outside = report.clientRules.find(({ rule }) => rule === 'key-outside-header');
    expect(outside?.requestCount).toBe(12);
    expect(outside?.requests.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const { parameters } of outside?.requests ?? [])
      expect(JSON.stringify(parameters).length).toBeLessThan(3_000);
    expect(outside?.requests[0]?.parameters).toMatchObject({ uniqueId: 'nobody.0', 'api-key': '…-key' });
    expect(JSON.stringify(report)).not.toContain(key);
  });

  it('has texts of up to 200 characters whole, and of up to 120 in a line', () => {
    const [kept, cut] = ['x'.repeat(200), 'x'.repeat(201)];
    const list = (length: number) => ['x'.repeat(length - 4)];
    expect(shortParameters({ kept, cut, list: list(200), long: list(201) })).toEqual({
      ...{ kept, cut: `${kept}…`, list: list(200), long: `["${'x'.repeat(197)}"…` },
    });
    const lines = [118, 119].flatMap((length) =>
      requestLines({
        requests: [{ ...get, id: 1, status: 200, credits: 0, parameters: { a: 'x'.repeat(length) } }],
      }),
    );
    const whole = `a=${'x'.repeat(118)}`;
    expect(lines.map((line) => line.split(/[ ,]/)[4])).toEqual([whole, `${whole}…`]);
  });

  it('is told by every format without the sandbox', async () => {
    const report = applyGates(
      await reportOf(async (ask) => {
        for (let n = 0; n < 5; n++) await ask('/clip/profile?uniqueId=sample.creator&feilds=[1](http)');
      }),
      { maxRuleBreaks: 0, maxWaste: 0 },
    );
    const line = `request 1: GET /clip/profile uniqueId=sample.creator feilds=[1](http), 200, 2 credits, key checkout, test test/shop.test.ts > pays`;
    expect(terminal(report)).toContain(`\n  ${line}\n`);
    const html = line.replaceAll('>', '&gt;');
    expect(writers.html(report)).toContain(`<li>${html}</li>`);
    expect(writers.junit(report)).toContain(html);
    expect(writers.markdown(report)).toContain(
      'request 1: GET /clip/profile uniqueId=sample.creator feilds=',
    );
  });

  it('has the first requests of all shards after a merge', async () => {
    const shard = () =>
      reportOf(async (ask) => {
        for (let n = 0; n < 7; n++) await ask(`/clip/profile?uniqueId=nobody.${n}&feilds=1`);
      });
    const reports = await Promise.all([shard(), shard()]);
    const { clientRules } = mergeReports(reports);
    expect(clientRules).toMatchObject([{ rule: 'unknown-parameter', requestCount: 14 }]);
    expect(clientRules[0]?.requests.map(({ id }) => id)).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
  });
});
