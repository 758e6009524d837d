import { describe, expect, it } from 'vitest';
import type { RequestView } from '../../../src/client/types.ts';
import { readTraceparent } from '../../../src/core/traceparent.ts';
import type { Report } from '../../../src/report/model.ts';
import { adminOf } from '../../admin/admin.ts';
import { type TestApp, testApp } from '../../harness.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
const profile = '/clip/profile?uniqueId=sample.creator';

/** Calls over HTTP: the second call of a URL takes another way through the program. */
async function listening(): Promise<{ app: TestApp; url: string }> {
  const app = await testApp();
  return { app, url: await app.app.listen({ host: '127.0.0.1', port: 0 }) };
}

const call = (url: string, header: string, path = profile, key = 'demo-full') =>
  fetch(`${url}${path}`, { headers: { 'api-key': key, traceparent: header } });

async function requestsOf(app: TestApp, query = ''): Promise<RequestView[]> {
  const { body } = await adminOf(app)('GET', `/requests${query}`);
  return body['requests'] as RequestView[];
}

describe('the header traceparent', () => {
  it('stands in the journal of every request that has it, and finds these requests', async () => {
    const { app, url } = await listening();
    for (let n = 0; n < 3; n++) expect((await call(url, traceparent)).status).toBe(200);
    await fetch(`${url}${profile}`, { headers: { 'api-key': 'demo-full' } });
    await call(url, traceparent, '/no/such/path');
    const found = [traceparent, traceparent, traceparent, undefined, traceparent];
    expect((await requestsOf(app)).map((request) => request.traceparent)).toEqual(found);
    const filter = encodeURIComponent(`traceparent~${trace} status=200`);
    expect((await requestsOf(app, `?filter=${filter}`)).map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('stands in the report, with the requests of a finding', async () => {
    const { app, url } = await listening();
    await call(url, traceparent, '/clip/profile?uniqueId=nobody.is.called.so');
    const report = (await adminOf(app)('GET', '/report')).body as unknown as Report;
    const cell = report.coverage.cells.find(({ code, earned }) => code === 'NOT_FOUND' && earned > 0);
    expect(cell?.requests).toMatchObject([{ id: 1, status: 404, traceparent }]);
  });

  it('finds the explanation of a request for an agent', async () => {
    const { app, url } = await listening();
    await call(url, traceparent, profile, 'demo-empty');
    const reply = await fetch(`${url}/__admin/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'explain', arguments: { traceId: trace } },
      }),
    });
    const [line = ''] = (await reply.text()).split('\n').filter((each) => each.startsWith('data: '));
    const { result } = JSON.parse(line.slice('data: '.length)) as { result: { structuredContent: object } };
    expect(result.structuredContent).toMatchObject({
      outcome: expect.stringMatching(/^Refused with 402 /),
      request: { traceparent },
    });
    expect(await requestsOf(app)).toHaveLength(1);
  });

  it.each([
    'nothing',
    `00-${trace}-00f067aa0ba902b7`,
    `00-${trace}-00f067aa0ba902b7-01-more`,
    `ff-${trace}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    traceparent.toUpperCase(),
    `${traceparent}, ${traceparent}`,
  ])('is left out and noted when it names no trace: %s', async (header) => {
    expect(readTraceparent(header)).toBeUndefined();
    const { app, url } = await listening();
    for (let n = 0; n < 2; n++) await call(url, header);
    for (const request of await requestsOf(app)) {
      expect(request).not.toHaveProperty('traceparent');
      expect(request.notes).toEqual(['The header traceparent names no trace.']);
    }
  });

  it('of a later version is read as far as it is known', () => {
    expect(readTraceparent(`01-${trace}-00f067aa0ba902b7-03-and.more`)).toBe(
      `01-${trace}-00f067aa0ba902b7-03`,
    );
  });

  it('is left out when it holds the key', async () => {
    const { app, url } = await listening();
    await call(url, traceparent, profile, trace);
    expect(JSON.stringify(await requestsOf(app))).not.toContain(trace);
  });
});
