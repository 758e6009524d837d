import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../../src/library/index.ts';

const origin = 'http://app.example:5173';
const sandbox = await createSandbox({ size: 60, cors: [origin], pace: 0 });
const open = await createSandbox({ size: 60, cors: ['*'] });
const closed = await createSandbox({ size: 60 });
afterAll(() => Promise.all([sandbox, open, closed].map((each) => each.close())));

const ask = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(`${sandbox.url}${path}`, { ...init, headers: { origin, 'api-key': 'demo-full', ...headers } });

/** The headers that a browser reads. */
const corsOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'));

const readable = {
  'access-control-allow-origin': origin,
  'access-control-expose-headers': '*',
  vary: 'origin',
};

const preflight = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'api-key,apiid,content-type',
      ...headers,
    },
  });

describe('with --cors, pages of the origin', () => {
  const { pathname, search } = new URL(sandbox.exampleUrl);
  const profile = `${pathname}${search}`;

  it('read replies, from the second on by the quick way too', async () => {
    const bodies = [];
    for (let n = 0; n < 3; n++) {
      const reply = await ask(profile);
      expect([reply.status, corsOf(reply)]).toEqual([200, readable]);
      bodies.push(((await reply.json()) as { data: object }).data);
    }
    expect(bodies[2]).toEqual(bodies[0]);
  });

  it.each([
    ['a refusal', profile, { 'api-key': 'nobody' }, {}, 401],
    ['a forced refusal', profile, { prefer: 'code=503' }, {}, 503],
    ['an unknown path', '/nothing', {}, {}, 404],
    ['a path that cannot be decoded', '/%zz', {}, {}, undefined],
    ['generation 2', '/v2/apiStatus', { apiId: 'demo-full' }, {}, 200],
    [
      'a stream of events',
      '/nls',
      { 'content-type': 'application/json' },
      { method: 'POST', body: '{"description":"yoga creators"}' },
      200,
    ],
    ['a download', '/tube/subtitles/download?videoId=longtrack01&vssId=.en', {}, {}, 200],
    [
      'a body that is not JSON',
      '/clip/profile',
      { 'content-type': 'application/json' },
      { method: 'POST', body: '{' },
      400,
    ],
  ])('read %s', async (_, path, headers, init, status) => {
    const reply = await ask(path, headers as Record<string, string>, init);
    await reply.text();
    if (status !== undefined) expect(reply.status).toBe(status);
    expect(corsOf(reply)).toEqual(readable);
  });

  it('may send both key headers, which the preflight allows without charge or record', async () => {
    await sandbox.reset();
    for (const path of [profile, '/v2/apiStatus', '/nls']) {
      const reply = await preflight(`${sandbox.url}${path}`);
      expect([reply.status, await reply.text(), corsOf(reply)]).toEqual([
        204,
        '',
        {
          'access-control-allow-origin': origin,
          'access-control-allow-methods': 'GET, POST',
          'access-control-allow-headers': 'api-key,apiid,content-type',
          'access-control-max-age': '600',
          vary: 'origin',
        },
      ]);
    }
    expect(await sandbox.requests()).toEqual([]);
  });

  it('of another origin read nothing, and their preflight is an unknown path as without the setting', async () => {
    const other = 'http://other.example';
    expect(corsOf(await ask(profile, { origin: other }))).toEqual({ vary: 'origin' });
    const refused = await preflight(`${sandbox.url}${profile}`, { origin: other });
    expect([refused.status, corsOf(refused)]).toEqual([404, { vary: 'origin' }]);
    expect((await preflight(`${closed.url}${profile}`)).status).toBe(404);
    expect((await ask(profile, {}, { method: 'OPTIONS' })).status).toBe(404);
    expect(corsOf(await fetch(`${open.url}${profile}`))).toEqual({});
    expect(corsOf(await fetch(closed.exampleUrl, { headers: { origin, 'api-key': 'demo-full' } }))).toEqual(
      {},
    );
  });

  it('read everything with *, whatever their origin', async () => {
    const reply = await fetch(open.exampleUrl, { headers: { origin, 'api-key': 'demo-full' } });
    expect(corsOf(reply)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': '*',
    });
  });

  it.each(['/__admin/keys', '//__admin/keys', '/%5F_admin/keys', '/__admin', '/__admin/events'])(
    'never reach the admin surface: %s',
    async (path) => {
      for (const base of [sandbox.url, open.url]) {
        const reply = await fetch(`${base}${path}`, { headers: { origin } });
        await reply.body?.cancel();
        expect(reply.status).toBeGreaterThanOrEqual(403);
        expect(corsOf(reply)).toEqual({});
        const asked = await preflight(`${base}${path}`);
        expect(asked.status).toBeGreaterThanOrEqual(403);
        expect(corsOf(asked)).toEqual({});
      }
    },
  );
});
