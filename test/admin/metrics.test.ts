import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { cpuOf, timesOf } from '../effort.ts';
import { type TestApp, testApp } from '../harness.ts';
import { adminOf } from './admin.ts';

type Samples = ReadonlyMap<string, number>;

/** The samples of a page, each by its name with its labels. */
async function scrape({ app }: TestApp, accept?: string): Promise<Samples> {
  const { body } = await app.inject({
    url: '/__admin/metrics',
    headers: { host: 'localhost:4310', ...(accept && { accept }) },
  });
  return samplesOf(body);
}

const samplesOf = (page: string): Samples =>
  new Map(
    page
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );

const sumOf = (samples: Samples, name: string): number =>
  [...samples].reduce((sum, [each, value]) => (each.startsWith(`${name}{`) ? sum + value : sum), 0);

describe('GET /metrics', () => {
  it('begins at 0, but for the process and the ledger, which made the first keys', async () => {
    const samples = await scrape(await testApp({ vocabulary: 'neutral' }));
    const others = [...samples].filter(([name]) => !/^(?:process|nodejs|creator_sandbox_ledger)_/.test(name));
    expect(others.filter(([, value]) => value !== 0).map(([name]) => name.replace(/\{.*/, ''))).toEqual([
      'creator_sandbox_build_info',
    ]);
    expect(samples.get('creator_sandbox_credits_wasted_total{rule="paid-again"}')).toBe(0);
  });

  it('counts without a journal too', async () => {
    const sandbox = await testApp({ journal: 0, vocabulary: 'neutral' });
    for (let n = 0; n < 2; n++)
      await sandbox.get('/clip/profile?uniqueId=sample.creator', 'sandbox:plan=50:unrecorded');
    const samples = await scrape(sandbox);
    expect(sumOf(samples, 'creator_sandbox_requests_total')).toBe(2);
    expect(sumOf(samples, 'creator_sandbox_request_duration_seconds_count')).toBe(2);
    expect(samples.get('creator_sandbox_credits_charged_total{operation="clip/profile"}')).toBe(4);
    expect(samples.get('creator_sandbox_journal_entries')).toBe(0);
  });

  it('shows the credits of a stream while it is open, and frees them with a reset', async () => {
    const sandbox = await testApp({ pace: 60_000, clock: 'real', vocabulary: 'neutral' });
    const url = await sandbox.app.listen({ host: '127.0.0.1', port: 0 });
    const leave = new AbortController();
    const reply = await fetch(`${url}/nls`, {
      method: 'POST',
      signal: leave.signal,
      headers: { 'content-type': 'application/json', 'api-key': 'sandbox:plan=500:held' },
      body: JSON.stringify({ description: 'creators from Spain' }),
    });
    expect(reply.status).toBe(200);
    const open = await scrape(sandbox);
    const { held } = (await adminOf(sandbox)('GET', '/keys/sandbox:plan=500:held')).body;
    expect(held).toBeGreaterThan(0);
    expect(open.get('creator_sandbox_credits_held')).toBe(held);
    expect(open.get('creator_sandbox_streams_open')).toBe(1);
    await adminOf(sandbox)('POST', '/reset', {});
    leave.abort();
    await expect.poll(async () => (await scrape(sandbox)).get('creator_sandbox_streams_open')).toBe(0);
    expect((await scrape(sandbox)).get('creator_sandbox_credits_held')).toBe(0);
  });

  it('has under 4,000 series whatever is asked, none with a key, a path or an identifier', async () => {
    const sandbox = await testApp({ vocabulary: 'neutral' });
    const { metrics, operations, tally } = sandbox.deps;
    const countEveryReply = (id: string, isInjected: boolean) => {
      for (const { operation, status, code } of tally.counts().outcomes.list)
        if (operation === id) metrics.countRequest({ operation, status, code, isInjected }, 1);
      metrics.countRequest({ operation: id, status: 200, code: null, isInjected }, 1);
    };
    for (const { id } of operations)
      for (const isInjected of [false, true]) {
        countEveryReply(id, isInjected);
        for (let n = 0; n < 500; n++)
          metrics.countRequest({ operation: id, status: 100 + n, code: `canary-${n}`, isInjected }, 1);
        metrics.countFailedStream(id);
        metrics.countEntry({
          ...{ kind: 'charge', operation: id, plan: -1, purchased: 0, held: 0, traceId: 'canary' },
        });
      }
    for (let n = 0; n < 5_000; n++)
      metrics.countRequest({ operation: `canary/${n}`, status: 404, code: null, isInjected: false }, 1);
    await sandbox.get('/clip/profile?uniqueId=canary', 'canary');
    await sandbox.get('/canary', 'canary');
    const samples = await scrape(sandbox);
    expect(samples.size).toBeGreaterThan(2_000);
    expect(samples.size).toBeLessThan(4_000);
    expect([...samples.keys()].filter((name) => name.includes('canary'))).toEqual([]);
    // A full page of which every line has changed takes less than half of a parse of a body of 1 MB.
    const pages = 10;
    const cpuOfPage = async () => {
      let ms = 0;
      for (let page = 0; page < pages; page++) {
        for (const { id } of operations)
          for (const isInjected of [false, true]) countEveryReply(id, isInjected);
        const url = '/__admin/metrics';
        ms += await cpuOf(() => sandbox.app.inject({ url, headers: { host: 'localhost:4310' } }));
      }
      return ms / pages;
    };
    expect(await timesOf(cpuOfPage, 0.45)).toBeLessThanOrEqual(0.45);
  });

  // Dashboards and alerts name them: -u writes them.
  it('has these families, types and bounds, in both formats', async () => {
    const sandbox = await testApp({ vocabulary: 'neutral' });
    for (const path of ['/tube/profile', '/usage', '/clip/profile?uniqueId=sample.creator', '/sponsor/list'])
      await sandbox.get(path, 'demo-full');
    const page = async (accept: string) =>
      (await sandbox.app.inject({ url: '/__admin/metrics', headers: { host: 'localhost:4310', accept } }))
        .body;
    const heads = (text: string) => text.split('\n').filter((line) => line.startsWith('#'));
    const plain = await page('text/plain');
    const bounds = [...plain.matchAll(/clip\/profile",(le="[^"]*")/g)].map(([, bound]) => bound);
    const about = plain.split('\n').filter((line) => line.startsWith('creator_sandbox_build'));
    expect([...about, ...bounds, ...heads(plain)].join('\n')).toMatchInlineSnapshot(`
      "creator_sandbox_build_info{version="0.0.0-test",vocabulary="neutral"} 1
      le="0.0005"
      le="0.001"
      le="0.0025"
      le="0.005"
      le="0.01"
      le="0.025"
      le="0.05"
      le="0.1"
      le="0.25"
      le="1.0"
      le="5.0"
      le="30.0"
      le="+Inf"
      # HELP creator_sandbox_build_info The version, and the words of the service.
      # TYPE creator_sandbox_build_info gauge
      # HELP creator_sandbox_requests_total Requests to the service, by operation, status, code of the refusal and whether a test forced the reply.
      # TYPE creator_sandbox_requests_total counter
      # HELP creator_sandbox_request_duration_seconds Time from the arrival of a request to its reply, to its end where it is a stream.
      # TYPE creator_sandbox_request_duration_seconds histogram
      # HELP creator_sandbox_credits_charged_total Credits charged for calls of this process, by operation.
      # TYPE creator_sandbox_credits_charged_total counter
      # HELP creator_sandbox_credits_wasted_total Credits that were paid for nothing, by the rule of the report. Pages of a search count once it is over.
      # TYPE creator_sandbox_credits_wasted_total counter
      # HELP creator_sandbox_credits_held Credits that open streams reserve.
      # TYPE creator_sandbox_credits_held gauge
      # HELP creator_sandbox_streams_open Streams that are open.
      # TYPE creator_sandbox_streams_open gauge
      # HELP creator_sandbox_streams_failed_total Streams that failed after their first piece, by operation.
      # TYPE creator_sandbox_streams_failed_total counter
      # HELP creator_sandbox_ledger_calls_total Jobs of the ledger: calls, and changes by the admin surface.
      # TYPE creator_sandbox_ledger_calls_total counter
      # HELP creator_sandbox_ledger_batches_total Batches of jobs: those of one turn of the event loop.
      # TYPE creator_sandbox_ledger_batches_total counter
      # HELP creator_sandbox_ledger_commits_total Batches that changed something and were committed.
      # TYPE creator_sandbox_ledger_commits_total counter
      # HELP creator_sandbox_ledger_commit_failures_total Batches that could not be committed and were undone.
      # TYPE creator_sandbox_ledger_commit_failures_total counter
      # HELP creator_sandbox_journal_entries Requests in the journal of this sandbox.
      # TYPE creator_sandbox_journal_entries gauge
      # HELP process_cpu_seconds_total CPU time of the sandbox.
      # TYPE process_cpu_seconds_total counter
      # HELP process_start_time_seconds Start of the sandbox, since 1970.
      # TYPE process_start_time_seconds gauge
      # HELP process_resident_memory_bytes Memory of the sandbox.
      # TYPE process_resident_memory_bytes gauge
      # HELP nodejs_heap_size_used_bytes Used heap of JavaScript.
      # TYPE nodejs_heap_size_used_bytes gauge
      # HELP nodejs_heap_size_total_bytes Heap of JavaScript.
      # TYPE nodejs_heap_size_total_bytes gauge
      # HELP nodejs_eventloop_active_seconds_total Time in which the event loop worked.
      # TYPE nodejs_eventloop_active_seconds_total counter
      # HELP nodejs_eventloop_idle_seconds_total Time in which the event loop waited.
      # TYPE nodejs_eventloop_idle_seconds_total counter
      # HELP creator_sandbox_event_loop_delay_seconds How late the event loop came to a timer, since the first scrape.
      # TYPE creator_sandbox_event_loop_delay_seconds summary"
    `);
    for (const name of ['requests', 'credits_charged']) {
      const operations = [...plain.matchAll(new RegExp(`${name}_total{operation="([^"]*)`, 'g'))].map(
        ([, operation]) => operation,
      );
      expect(operations.length).toBeGreaterThan(1);
      expect(operations).toEqual(operations.toSorted());
    }
    const open = heads(await page('application/openmetrics-text'));
    expect(open.filter((line) => !heads(plain).includes(line)).join('\n')).toMatchInlineSnapshot(`
      "# HELP creator_sandbox_build The version, and the words of the service.
      # TYPE creator_sandbox_build info
      # HELP creator_sandbox_requests Requests to the service, by operation, status, code of the refusal and whether a test forced the reply.
      # TYPE creator_sandbox_requests counter
      # HELP creator_sandbox_credits_charged Credits charged for calls of this process, by operation.
      # TYPE creator_sandbox_credits_charged counter
      # HELP creator_sandbox_credits_wasted Credits that were paid for nothing, by the rule of the report. Pages of a search count once it is over.
      # TYPE creator_sandbox_credits_wasted counter
      # HELP creator_sandbox_streams_failed Streams that failed after their first piece, by operation.
      # TYPE creator_sandbox_streams_failed counter
      # HELP creator_sandbox_ledger_calls Jobs of the ledger: calls, and changes by the admin surface.
      # TYPE creator_sandbox_ledger_calls counter
      # HELP creator_sandbox_ledger_batches Batches of jobs: those of one turn of the event loop.
      # TYPE creator_sandbox_ledger_batches counter
      # HELP creator_sandbox_ledger_commits Batches that changed something and were committed.
      # TYPE creator_sandbox_ledger_commits counter
      # HELP creator_sandbox_ledger_commit_failures Batches that could not be committed and were undone.
      # TYPE creator_sandbox_ledger_commit_failures counter
      # HELP process_cpu_seconds CPU time of the sandbox.
      # TYPE process_cpu_seconds counter
      # HELP nodejs_eventloop_active_seconds Time in which the event loop worked.
      # TYPE nodejs_eventloop_active_seconds counter
      # HELP nodejs_eventloop_idle_seconds Time in which the event loop waited.
      # TYPE nodejs_eventloop_idle_seconds counter
      # EOF"
    `);
  });

  it('sends whole pages to a slow reader while others ask', async () => {
    const sandbox = await testApp({ vocabulary: 'neutral' });
    const { metrics, operations, tally } = sandbox.deps;
    const countEveryReply = () => {
      for (const { operation, status, code } of tally.counts().outcomes.list)
        metrics.countRequest({ operation, status, code, isInjected: false }, 1);
    };
    countEveryReply();
    const base = await sandbox.app.listen({ host: '127.0.0.1', port: 0 });
    const pages = 60;
    const slow = connect(Number(new URL(base).port), '127.0.0.1');
    const asked = 'GET /__admin/metrics HTTP/1.1\r\nhost: localhost\r\n';
    for (let page = 1; page < pages; page++) slow.write(`${asked}\r\n`);
    slow.write(`${asked}connection: close\r\n\r\n`);
    // Read by nobody yet: the socket is full, and most pages wait in the sandbox.
    for (let others = 0; others < 5; others++) {
      countEveryReply();
      await (await fetch(`${base}/__admin/metrics`)).text();
    }
    const shown = (await text(slow)).split('HTTP/1.1 200 OK').slice(1);
    expect(shown).toHaveLength(pages);
    let former = operations.length;
    for (const page of shown) {
      const samples = samplesOf(page.slice(page.indexOf('\r\n\r\n') + 4));
      const requests = sumOf(samples, 'creator_sandbox_requests_total');
      expect(sumOf(samples, 'creator_sandbox_request_duration_seconds_count')).toBe(requests);
      expect(requests).toBeGreaterThanOrEqual(former);
      former = requests;
    }
  });

  it('shows the process as Node measures it before and after', async () => {
    const sandbox = await testApp({ vocabulary: 'neutral' });
    const measured = () => {
      const [{ user, system }, { active, idle }] = [process.cpuUsage(), performance.eventLoopUtilization()];
      return { cpu: (user + system) / 1_000_000, active: active / 1000, idle: idle / 1000 };
    };
    const before = measured();
    const page = await scrape(sandbox);
    const after = measured();
    const shown = (name: string) => page.get(name) ?? Number.NaN;
    for (const [name, at] of Object.entries({
      process_cpu_seconds_total: 'cpu',
      nodejs_eventloop_active_seconds_total: 'active',
      nodejs_eventloop_idle_seconds_total: 'idle',
    } as const)) {
      expect(shown(name), name).toBeGreaterThanOrEqual(before[at]);
      expect(shown(name), name).toBeLessThanOrEqual(after[at]);
    }
    const startedAt = shown('process_start_time_seconds') * 1000;
    expect(startedAt).toBeCloseTo(performance.timeOrigin, 0);
    expect(shown('nodejs_heap_size_used_bytes')).toBeLessThan(shown('nodejs_heap_size_total_bytes'));
    expect(shown('nodejs_heap_size_total_bytes')).toBeLessThan(shown('process_resident_memory_bytes'));
    const delays = async () =>
      [...(await scrape(sandbox))].filter(([name]) => name.startsWith('creator_sandbox_event_loop_delay'));
    await expect.poll(async () => (await delays()).length).toBe(4);
    const found = await delays();
    expect(found.map(([name]) => name.replace(/.*="(.*)"}/, '$1'))).toEqual(['0.5', '0.9', '0.99', '1']);
    expect(found.map(([, seconds]) => seconds)).toEqual(
      found.map(([, seconds]) => seconds).toSorted((a, b) => a - b),
    );
    expect(found.at(-1)?.[1]).toBeLessThan(60);
  });

  it.each([
    [undefined, 'text/plain; version=0.0.4; charset=utf-8'],
    ['*/*', 'text/plain; version=0.0.4; charset=utf-8'],
    ['application/openmetrics-text;version=1.0.0;q=0.6,text/plain;q=0.3', 'application/openmetrics-text'],
    ['application/openmetrics-text;q=0.3,text/plain;q=0.6', 'text/plain'],
    ['application/openmetrics-text;q=0', 'text/plain'],
    ['application/openmetrics-text, text/plain; q=0.9', 'application/openmetrics-text'],
    ['text/html, Application/OpenMetrics-Text ; q=0.6, Text/Plain ; q=0.5', 'application/openmetrics-text'],
    ['application/openmetrics-text;q=0.5,text/plain;q=0.5', 'application/openmetrics-text'],
  ])('answers Accept %s as %s', async (accept, type) => {
    const { app } = await testApp({ vocabulary: 'neutral' });
    const { headers, body } = await app.inject({
      url: '/__admin/metrics',
      headers: { host: 'localhost:4310', ...(accept && { accept }) },
    });
    expect(headers['content-type']).toContain(type);
    expect(body.endsWith('# EOF\n')).toBe(type === 'application/openmetrics-text');
  });
});
