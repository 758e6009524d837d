import { Buffer } from 'node:buffer';
import { get } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { launch } from '../../src/app/sandbox/sandbox.ts';
import { readSettings } from '../../src/core/settings.ts';
import { testApp } from '../harness.ts';
import { adminOf, problem } from './admin.ts';

const app = await testApp();
const admin = adminOf(app);
const profile = `/clip/profile?uniqueId=${app.world.example.clip}`;
const lastRequest = async (): Promise<Record<string, unknown>> =>
  ((await admin('GET', '/requests')).body['requests'] as Record<string, unknown>[]).at(-1) ?? {};
const idOf = async (key: string) => (await admin('GET', `/keys/${encodeURIComponent(key)}`)).body['id'];

describe('POST /__admin/send', () => {
  it('sends a request with the key of an id, and charges and records it as any other', async () => {
    const key = 'sandbox:plan=5:send';
    const id = await idOf(key);
    const { status, body } = await admin('POST', '/send', { path: profile, key: id });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 200,
      headers: expect.objectContaining({ 'content-type': 'application/json; charset=utf-8' }),
      body: expect.stringContaining('"creditsUsed":2'),
      durationMs: expect.any(Number),
    });
    expect(await lastRequest()).toMatchObject({
      key: id,
      operation: 'clip/profile',
      status: 200,
      credits: 2,
    });
    expect(await app.available(key)).toBe(3);
  });

  it('uses the header of the generation', async () => {
    const { body } = await admin('POST', '/send', {
      path: `/v2/clipBasic?clipId=${app.world.example.clip}`,
      key: await idOf('demo-full'),
    });
    expect(body).toMatchObject({ status: 200 });
  });

  it('sends a recorded request again: body, key and all', async () => {
    const key = 'sandbox:plan=50:again';
    const search = { filters: [{ filterName: 'totalFollowers', op: '>', value: 1 }], pageSize: 1, offset: 0 };
    await app.post('/clip/search', search, key);
    const first = await lastRequest();
    const { body } = await admin('POST', '/send', { request: first['id'] });
    const second = await lastRequest();
    expect(body['status']).toBe(first['status']);
    const { id, at, realAt: _, durationMs, traceId, ...same } = first;
    expect(second).toMatchObject(same);
    expect([id, at, durationMs, traceId]).not.toContain(second['id']);

    // Whatever else is given takes the place of what was sent.
    const other = await idOf('demo-full');
    await admin('POST', '/send', { request: first['id'], key: other, body: { ...search, pageSize: 2 } });
    expect(await lastRequest()).toMatchObject({ key: other, body: { ...search, pageSize: 2 } });
  });

  it('sends headers and a body of its own', async () => {
    const key = await idOf('demo-full');
    const { body } = await admin('POST', '/send', {
      method: 'POST',
      path: '/clip/profile',
      headers: { prefer: 'code=503' },
      body: { uniqueId: app.world.example.clip },
      key,
    });
    expect(body['status']).toBe(503);
    expect(await lastRequest()).toMatchObject({ method: 'POST', injected: 'Prefer', key });
  });

  it('waits for a late reply, and says how long it took', async () => {
    const real = await testApp({ clock: 'real' });
    const startedAt = performance.now();
    const headers = { prefer: 'delay=100' };
    const { body } = await adminOf(real)('POST', '/send', { path: profile, key: 'demo-full', headers });
    const elapsedMs = performance.now() - startedAt;
    expect(body['status']).toBe(200);
    for (const { durationMs } of [body, ...real.deps.journal.all()]) {
      expect(durationMs).toBeGreaterThanOrEqual(99);
      expect(durationMs).toBeLessThanOrEqual(elapsedMs);
    }
  });

  it('does not wait longer than 65 seconds, which is more than any reply takes', async () => {
    const silent = await testApp({}, { wait: () => new Promise(() => {}) });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const headers = { prefer: 'delay=1' };
    let ended = false;
    const sent = adminOf(silent)('POST', '/send', { path: profile, key: 'demo-full', headers }).finally(
      () => {
        ended = true;
      },
    );
    while (vi.getTimerCount() === 0) await setImmediate();
    vi.advanceTimersByTime(64_999);
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    expect(ended).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await sent).toMatchObject({ status: 504, body: problem(504, 'The reply did not come.') });
  });

  it('sends without a key', async () => {
    expect((await admin('POST', '/send', { path: '/usage', key: null })).body['status']).toBe(401);
  });

  it('answers broken replies too', async () => {
    const key = await idOf('demo-full');
    for (const name of ['reset', 'cut', 'wrong-length', 'dribble']) {
      const headers = { prefer: `profile=${name}` };
      const { status } = await admin('POST', '/send', { path: profile, key, headers });
      expect(`${name} ${status}`).toMatch(/ (200|502)$/);
    }
    expect((await admin('POST', '/send', { path: '/%', key })).body['status']).toBe(400);
  });

  it.each([
    [{}, 422, "Give a 'path', or the id of a recorded 'request'."],
    [{ request: 999_999 }, 404, 'The journal has no request with this id.'],
    [{ path: '/usage', key: '0123456789abcdef' }, 404, 'There is no such key.'],
    [{ path: '/__admin/reset', method: 'POST' }, 422, 'Only requests to the service can be sent.'],
    [{ path: '//%5f_admin/reset', method: 'POST' }, 422, 'Only requests to the service can be sent.'],
    ...(
      [
        '/x/../__admin/keys',
        '/x/%2E%2e/__admin/keys',
        '/./__admin/keys',
        '/\\__admin/keys',
        '/x/..//%5F%5fadmin/keys',
        '/_\t_admin/keys',
        '/__admin/%zz',
      ] as const
    ).map((path) => [{ path }, 422, 'Only requests to the service can be sent.'] as const),
    [{ path: 'usage' }, 400, expect.any(String)],
    [{ path: '/usage', headers: { 'a b': 'c' } }, 400, expect.any(String)],
    [{ path: '/usage', headers: { prefer: 'a\r\nb: c' } }, 400, expect.any(String)],
  ] as const)('refuses %j', async (asked, status, detail) => {
    expect(await admin('POST', '/send', asked)).toMatchObject({ status, body: problem(status, detail) });
  });

  it('sends a URL again that is as long as the journal keeps one', async () => {
    const urlOf = (length: number) => `${profile}&x=`.padEnd(length, 'x');
    await app.get(urlOf(2_048), 'demo-full');
    expect((await admin('POST', '/send', { request: (await lastRequest())['id'] })).body['status']).toBe(200);
    await app.get(urlOf(2_049), 'demo-full');
    expect(await admin('POST', '/send', { request: (await lastRequest())['id'] })).toMatchObject({
      status: 409,
      body: problem(409, 'The journal cut the URL of this request, so it cannot be sent again.'),
    });
  });

  it('refuses what the journal cut or redacted', async () => {
    const key = 'sandbox:plan=50:cut';
    await app.post('/clip/search', { filters: 'x'.repeat(3_000) }, key);
    expect(await admin('POST', '/send', { request: (await lastRequest())['id'] })).toMatchObject({
      status: 409,
      body: problem(409, 'The journal cut the body of this request, so it cannot be sent again.'),
    });
    for (const send of [
      () => app.get(`/usage?api-key=${key}`, key),
      () => app.post('/clip/profile', { uniqueId: key }, key),
    ]) {
      await send();
      expect(await admin('POST', '/send', { request: (await lastRequest())['id'] })).toMatchObject({
        status: 409,
        body: problem(409, 'A key in this request was redacted, so it cannot be sent again.'),
      });
    }
  });
});

const search = { method: 'POST', path: '/nls', body: { description: 'yoga creators in Italy' } };

describe('the reply of a recorded request', () => {
  it('is kept as it was sent', async () => {
    const { body } = await app.get(profile, 'demo-full');
    const { id } = await lastRequest();
    const kept = (await admin('GET', `/requests/${id}/reply`)).body;
    expect(kept['status']).toBe(200);
    expect(JSON.parse(String(kept['body']))).toEqual(body);
  });

  it('goes with a reset, and is never that of another request', async () => {
    const statuses = async (...ids: number[]) =>
      Promise.all(ids.map(async (id) => (await admin('GET', `/requests/${id}/reply`)).status));
    await admin('POST', '/reset', {});
    for (let n = 0; n < 3; n++) await app.get('/usage', 'demo-full');
    expect(await statuses(1, 2, 3)).toEqual([200, 200, 200]);
    await admin('POST', '/reset', {});
    await app.get('/usage', 'demo-full');
    expect(await statuses(1, 2, 3)).toEqual([200, 404, 404]);
  });

  it.each([
    ['of an event stream', search, 'event: result'],
    ['of a subtitle file', { path: '/tube/subtitles/download?videoId=slowvideo01&vssId=.en' }, 'start'],
    ['of a broken event stream', { ...search, headers: { prefer: 'profile=cut' } }, 'event: '],
    ['of a broken record', { path: profile, headers: { prefer: 'profile=cut' } }, '"data"'],
  ] as const)('%s is what the client got', async (_, asked, part) => {
    const { body: sent } = await admin('POST', '/send', { ...asked, key: await idOf('demo-full') });
    const { id } = await lastRequest();
    const kept = (await admin('GET', `/requests/${id}/reply`)).body['body'];
    expect(kept).toContain(part);
    expect(kept).toBe(sent['body']);
  });

  it('is not kept when it is larger than a quarter of the memory for all', async () => {
    await app.get('/tube/subtitles/download?videoId=longtrack01&vssId=.en', 'demo-full');
    const { id } = await lastRequest();
    expect(await admin('GET', `/requests/${id}/reply`)).toMatchObject({
      status: 404,
      body: problem(404, expect.stringContaining('too old or too large')),
    });
  });

  it('shows no key', async () => {
    const key = 'sandbox:plan=1:in-a-path';
    await app.get(`/nothing/${key}`, key);
    const { id } = await lastRequest();
    expect(JSON.stringify((await admin('GET', `/requests/${id}/reply`)).body)).not.toContain('plan=1');
  });
});

describe('GET /__admin/requests.har', () => {
  it('is an HTTP archive of the requests that match, without keys', async () => {
    const key = 'sandbox:plan=9:archive';
    const { body: reply } = await app.get(profile, key);
    await app.post('/clip/profile', { uniqueId: 'é' }, key);
    // a reply that repeats the key
    await app.get(`/nothing/${key}`, key);
    const { body, headers } = await admin('GET', `/requests.har?key=${encodeURIComponent(key)}`);
    expect(headers['content-disposition']).toBe('attachment; filename="creator-sandbox.har"');
    const { log } = body as { log: { version: string; entries: Record<string, unknown>[] } };
    expect(log.version).toBe('1.2');
    const [time, size] = [expect.any(Number), Buffer.byteLength(JSON.stringify(reply))];
    const common = { httpVersion: 'HTTP/1.1', cookies: [], headers: [], headersSize: -1 };
    expect(log.entries).toHaveLength(3);
    expect(log.entries[0]).toEqual({
      ...{ startedDateTime: '2026-06-01T12:00:00.000Z', time },
      request: {
        ...{ ...common, method: 'GET', url: `http://localhost:4310${profile}`, bodySize: 0 },
        queryString: [{ name: 'uniqueId', value: app.world.example.clip }],
      },
      response: {
        ...{ ...common, status: 200, statusText: 'OK', redirectURL: '', bodySize: -1 },
        content: { size, mimeType: 'application/json', text: JSON.stringify(reply) },
      },
      ...{ cache: {}, timings: { send: 0, wait: time, receive: 0 } },
      ...{ _credits: 2, _errorCode: null, _traceId: reply['traceId'] },
    });
    expect(log.entries[1]).toMatchObject({
      request: {
        ...{ bodySize: 17, queryString: [] },
        postData: { mimeType: 'application/json', text: '{"uniqueId":"é"}' },
      },
      response: { status: 400, statusText: 'Bad Request' },
      ...{ _credits: 0, _errorCode: 'VALIDATION_ERROR' },
    });
    expect(JSON.stringify(body)).not.toContain('plan=9');
  });

  it('has the events of a stream', async () => {
    const key = 'sandbox:plan=9:events';
    await admin('POST', '/send', { ...search, key });
    const { log } = (await admin('GET', `/requests.har?key=${encodeURIComponent(key)}`)).body as {
      log: { entries: object[] };
    };
    expect(log.entries).toMatchObject([
      { response: { content: { mimeType: 'text/event-stream', text: expect.stringContaining('\ndata: ') } } },
    ]);
  });

  it('has the latest thousand', async () => {
    const busy = await testApp();
    for (let n = 0; n < 1_001; n++) await busy.app.inject(`/no-such-path/${n}`);
    const { log } = (await adminOf(busy)('GET', '/requests.har')).body as {
      log: { entries: { request: { url: string } }[] };
    };
    expect(log.entries.map(({ request }) => Number(request.url.split('/').at(-1)))).toEqual(
      Array.from({ length: 1_000 }, (_, n) => n + 1),
    );
  });
});

describe('a browser at /', () => {
  /** Asks as a browser does: by GET and with its Accept. */
  const ask = (url: string, headers: Record<string, string>) =>
    new Promise<{ status?: number; location?: string }>((resolve, reject) => {
      get(`${url}/`, { headers }, (reply) => {
        reply.resume();
        resolve({
          status: reply.statusCode ?? 0,
          ...(reply.headers.location !== undefined && { location: reply.headers.location }),
        });
      }).on('error', reject);
    });
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const sandboxWith = async (options: object) => {
    const content = { port: 0, size: 60, ...options };
    const { settings } = readSettings({ file: { name: 'the test', content } });
    return launch(settings, { log: pino({ level: 'silent' }) });
  };

  it('is shown the way; every other client gets the unknown path', async () => {
    const sandbox = await sandboxWith({});
    expect(await ask(sandbox.url, { accept })).toEqual({ status: 303, location: '/__admin/' });
    for (const headers of [
      { accept: '*/*' },
      { accept: 'application/json' },
      { accept, 'api-key': 'demo-full' },
      { accept, apiId: 'demo-full' },
    ] as Record<string, string>[])
      expect(await ask(sandbox.url, headers)).toEqual({ status: 404 });
    expect((await fetch(sandbox.url, { method: 'POST', headers: { accept } })).status).toBe(404);
    const { headers, status } = await fetch(`${sandbox.url}/__admin`, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([308, '/__admin/']);
    await sandbox.close();
  });

  it('is shown the port of the admin surface, by the name that it used', async () => {
    const sandbox = await sandboxWith({ adminPort: 0 });
    const { port } = new URL(sandbox.adminUrl ?? '');
    const host = `localhost:${new URL(sandbox.url).port}`;
    expect(await ask(sandbox.url, { accept, host })).toEqual({
      status: 303,
      location: `http://localhost:${port}/__admin/`,
    });
    expect((await ask(sandbox.url, { accept, host: 'evil.example/x?' })).location).toBe(
      `http://127.0.0.1:${port}/__admin/`,
    );
    const sent = await fetch(`${sandbox.adminUrl}/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"path":"/usage","key":"demo-full"}',
    });
    expect(await sent.json()).toMatchObject({ status: 200 });
    await sandbox.close();
  });

  it('gets the unknown path while the admin surface is off', async () => {
    for (const options of [{}, { adminPort: 0 }]) {
      const sandbox = await sandboxWith({ admin: false, ...options });
      expect(await ask(sandbox.url, { accept })).toEqual({ status: 404 });
      await sandbox.close();
    }
  });
});
