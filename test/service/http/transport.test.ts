import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { noon, testApp } from '../../harness.ts';
import { bytesOverTheWire } from '../../wire.ts';

const sandbox = await testApp();
const { app, ask, available, world } = sandbox;
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as { port: number };
const key = 'sandbox:plan=100,fractional:transport';
const creator = world.example.clip;

/** Writes bytes to a real socket and reads the reply to its end. */
function raw(text: string): Promise<{ status: number; body: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    let reply = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      reply += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', ...rest] = reply.split('\r\n\r\n');
      resolve({
        status: Number(head.split(' ')[1]),
        body: JSON.parse(rest.join('')) as Record<string, unknown>,
      });
    });
  });
}

const invalid = (field: string, message: string, code: string) => ({
  success: false,
  error: 'ValidationError',
  message,
  errorCode: 'VALIDATION_ERROR',
  traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  timestamp: noon,
  details: [{ field, message, code }],
});
const json = { 'content-type': 'application/json', 'api-key': key };
const post = (payload: string, headers: Record<string, string> = json) =>
  ask({ method: 'POST', url: '/clip/profile', headers, payload });

describe('generation 3 refuses in its own envelope, free of charge,', () => {
  it.each([
    [
      'a prototype in the body',
      '{"__proto__":{"uniqueId":"a"}}',
      json,
      'body',
      'Request body is not valid JSON.',
      'invalid_format',
    ],
    [
      'a missing content type',
      '{"uniqueId":"a"}',
      { 'api-key': key },
      'content-type',
      'Content-Type must be application/json.',
      'invalid_format',
    ],
    [
      'a body of 10 MB',
      JSON.stringify({ uniqueId: 'x'.repeat(10_000_000) }),
      json,
      'body',
      'Request body is too large.',
      'too_big',
    ],
  ])('%s', async (_, payload, headers, field, message, code) => {
    const { status, body } = await post(payload, headers);

    expect(status).toBe(400);
    expect(body).toEqual(invalid(field, message, code));
    expect(await available(key)).toBe(100);
  });

  it('prototypes inside a constructor; unusual own keys are accepted', async () => {
    expect((await post('{"constructor":{"prototype":{"a":1}},"uniqueId":"a"}')).status).toBe(400);
    expect((await post(`{"uniqueId":"${creator}","hasOwnProperty":1,"toString":null}`)).status).toBe(200);
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });

  it('a query of 10,000 characters', async () => {
    const { status, body } = await ask({
      url: `/clip/profile?uniqueId=${'x'.repeat(10_000)}`,
      headers: { 'api-key': key },
    });

    expect(status).toBe(400);
    expect(body).toEqual(invalid('uniqueId', "'uniqueId' must have at most 101 characters.", 'too_big'));
  });

  it('headers above the limit of the parser, which are gone when it refuses them, path and all', async () => {
    const { status, body } = await raw(
      `GET /usage HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(90_000)}\r\n\r\n`,
    );

    expect(status).toBe(400);
    expect(body).toEqual(invalid('headers', 'Request headers or URL are too large.', 'too_big'));
  });

  it('bytes that are not HTTP', async () => {
    const { status, body } = await raw('HELLO\r\n\r\n');

    expect(status).toBe(400);
    expect(body).toEqual(invalid('request', 'Request could not be parsed as HTTP.', 'invalid_format'));
  });

  it('but serves a brandId of 64 KB: it has no length limit (contract 7.2(3))', async () => {
    for (const length of [16_384, 65_536]) {
      const url = `/sponsor/information?brandId=${'x'.repeat(length - 29)}`;
      expect(url).toHaveLength(length);
      for (let asked = 0; asked < 2; asked++)
        expect(
          await raw(`GET ${url} HTTP/1.1\r\nHost: a\r\napi-key: ${key}\r\nConnection: close\r\n\r\n`),
        ).toMatchObject({ status: 404, body: { errorCode: 'NOT_FOUND', error: 'NotFoundError' } });
    }
  });

  it('but answers a request without a Host and one with an unknown Expect', async () => {
    expect(await raw('GET /usage HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatchObject({ status: 401 });
    const odd = `GET /usage HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\napi-key: ${key}\r\nConnection: close\r\n\r\n`;
    expect(await raw(odd)).toMatchObject({ status: 200, body: { success: true } });
  });
});

describe('generation 2 refuses in its own envelope', () => {
  it('a line that is no header', async () => {
    expect(await raw('GET /v2/clipBasic HTTP/1.1\r\nHost: a\r\nno header\r\n\r\n')).toMatchObject({
      status: 403,
      body: { data: null, error: 'BodyInvalid', success: false },
    });
  });

  it('a URL that is not percent-encoded', async () => {
    expect(await raw('GET /v2/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatchObject({
      status: 403,
      body: { data: null, error: 'BodyInvalid', success: false },
    });
  });
});

describe('a path that generation 3 does not have', () => {
  const unknown = (method: string, url: string) => ({
    success: false,
    error: 'Not Found',
    message: `Cannot ${method} ${url}`,
    availableEndpoints: expect.arrayContaining(['GET /clip/profile', 'POST /clip/profile', 'GET /usage']),
  });

  it.each([
    ['GET', '/clip/profile/'],
    ['GET', '/v2zzz'],
    ['PUT', '/clip/profile'],
    ['OPTIONS', '/clip/profile'],
    ['TRACE', '/clip/profile'],
    ['POST', '/usage'],
  ] as const)('answers %s %s with the available endpoints, without a key', async (method, url) => {
    const { status, body } = await ask({ method, url });

    expect(status).toBe(404);
    expect(body).toEqual(unknown(method, url));
  });

  it('answers so for any body', async () => {
    const answer = await ask({
      method: 'POST',
      url: '/nothing',
      headers: { 'content-type': 'application/xml' },
      payload: '<',
    });
    expect(answer).toMatchObject({ status: 404, body: unknown('POST', '/nothing') });
    const broken = await ask({ method: 'PUT', url: '/usage', headers: json, payload: '{' });
    expect(broken).toMatchObject({ status: 404, body: unknown('PUT', '/usage') });
  });

  it('does not answer HEAD, and charges nothing for it', async () => {
    const before = await available(key);
    const reply = await ask({
      method: 'HEAD',
      url: `/clip/profile?uniqueId=${creator}`,
      headers: { 'api-key': key },
    });
    expect([reply.status, await available(key)]).toEqual([404, before]);
  });

  it('answers a method that the router does not support', async () => {
    expect(await raw('PROPFIND /usage HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatchObject({
      status: 404,
      body: unknown('PROPFIND', '/usage'),
    });
  });
});

describe('an unexpected fault', () => {
  it('is a 500 without detail in generation 3, and costs nothing', async () => {
    const broken = await testApp(
      {},
      {
        world: {
          ...world,
          clip: () => {
            throw new Error('secret detail');
          },
        },
      },
    );
    const { status, body } = await broken.get(`/clip/profile?uniqueId=${creator}`, 'demo-full');

    expect(status).toBe(500);
    expect(body).toEqual({
      success: false,
      error: 'InternalServerError',
      message: 'Internal server error. Please try again later.',
      errorCode: 'INTERNAL_SERVER_ERROR',
      traceId: expect.any(String),
      timestamp: noon,
    });
    expect(await broken.available('demo-full')).toBe(1_000_000);
    expect(broken.warnings.join()).toContain('secret detail');

    const v2 = await broken.getV2(`/v2/clipHistory?clipId=${creator}`, 'demo-full');
    expect(v2).toMatchObject({ status: 403, body: { error: 'ServerError', data: null } });
  });
});

describe('a request whose body breaks off, or is no HTTP,', () => {
  const head = (method: string, url: string, ...more: string[]) =>
    [`${method} ${url} HTTP/1.1`, 'Host: localhost', ...more, '', ''].join('\r\n');
  const chunked = 'Transfer-Encoding: chunked';
  const heads = (text: string) => text.match(/HTTP\/1\.1/g) ?? [];
  const exchanged = async (bytes: string, after: (socket: Socket) => void = () => {}) =>
    bytesOverTheWire(port, Buffer.from(bytes), after);

  it.each([
    ['chunks', `${chunked}\r\nConnection: close`, 'zz\r\n', () => {}],
    ['an end before its length', 'Content-Length: 10', 'abc', (socket: Socket) => socket.end()],
  ])(
    'with wrong %s, is answered and charged once by an operation that reads no body',
    async (_, more, body, after) => {
      const mine = `sandbox:plan=100:broken-${body.length}`;
      const reply = await exchanged(
        head('GET', `/clip/profile?uniqueId=${creator}`, `api-key: ${mine}`, more) + body,
        after,
      );
      expect(reply.status).toBe(200);
      expect(JSON.parse(reply.text)).toMatchObject({ creditsUsed: 2, creditsAvailable: 98 });
      expect(await available(mine)).toBe(98);
    },
  );

  it('is refused by the generation of its request when the body breaks off in a later packet', async () => {
    const type = 'Content-Type: application/json';
    // more than Node reads from a socket at once
    const body = `${(200_000).toString(16)}\r\n${' '.repeat(200_000)}\r\nzz\r\n`;
    const reply = await exchanged(
      head('POST', '/v2/clipAdvancedSearch', `apiId: ${key}`, type, chunked) + body,
    );
    expect(reply.status).toBe(403);
    expect(JSON.parse(reply.text)).toMatchObject({ error: 'BodyInvalid', success: false });
  });

  it('does not keep its connection from the next request when it is too large and the outcome is forced', async () => {
    const body = ' '.repeat(2_000_000);
    const type = 'Content-Type: application/json';
    const next = head('GET', '/usage', `api-key: ${key}`, 'Connection: close');
    for (const length of [`Content-Length: ${body.length}`, chunked]) {
      const sent = length === chunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body;
      const first = head('POST', '/clip/profile', `api-key: ${key}`, type, 'Prefer: code=409', length);
      const reply = await exchanged(first + sent + next);
      expect(reply.status).toBe(409);
      expect(heads(reply.text)).toHaveLength(1);
      expect(reply.text).toContain('"count":');
    }
  });

  it('does not break a reply that has begun', async () => {
    const streamed = await testApp({ pace: 1 });
    await streamed.app.listen({ port: 0, host: '127.0.0.1' });
    const { port: to } = streamed.app.server.address() as { port: number };
    const body = JSON.stringify({ description: 'cats' });
    const bytes = head(
      'POST',
      '/nls',
      'api-key: demo-full',
      'Content-Type: application/json',
      'Connection: close',
      `Content-Length: ${body.length}`,
    );
    const reply = await bytesOverTheWire(to, Buffer.from(bytes + body), (socket) => {
      socket.once('data', () => socket.write('no HTTP\r\n\r\n'));
    });
    expect(reply).toMatchObject({ status: 200, complete: true });
    expect(heads(reply.text)).toEqual([]);
    expect(reply.text).toContain('event: result');
  });

  it('is refused by the admin surface in its own form', async () => {
    const reply = await exchanged(
      `${head('POST', '/__admin/keys', 'Content-Type: application/json', chunked)}zz\r\n`,
    );
    expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(JSON.parse(reply.text)).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'The request cannot be read as HTTP.',
    });
  });

  it.each([
    ['get', '/v2/apiStatus'],
    ['GET', 'http://localhost/v2/apiStatus HTTP/x'],
    ['GET', 'http://localhost/v2/apiStatus?#'],
  ])('is refused by the generation of its path: %s %s', async (method, url) => {
    const reply = await exchanged(head(method, url, `apiId: ${key}`, 'Connection: close'));
    expect(JSON.parse(reply.text)).toMatchObject({ error: 'BodyInvalid', quotaUsed: 0, success: false });
  });

  it.each([
    ['has a host', 'http://localhost/__admin/%zz', 400],
    ['has encoded letters', '/%5f_%61dmin/%zz', 400],
    ['is too long', `/%5F_admin/keys/${'.'.repeat(500)}`, 414],
  ])('is refused by the admin surface, also where its URL %s', async (_, target, status) => {
    const reply = await exchanged(head('GET', target, 'Connection: close'));
    expect(reply).toMatchObject({
      status,
      headers: { 'content-type': 'application/problem+json; charset=utf-8' },
    });
  });

  it('is refused without a body after HEAD', async () => {
    const reply = await exchanged(head('HEAD', '/clip/profile', 'no header'));
    expect(reply).toMatchObject({ status: 400, text: '' });
  });
});
