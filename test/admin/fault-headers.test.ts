import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { testApp } from '../harness.ts';
import { adminOf, problem } from './admin.ts';

const app = await testApp();
const admin = adminOf(app);
const base = await app.app.listen({ port: 0, host: '127.0.0.1' });
const profile = `/clip/profile?uniqueId=${app.world.example.clip}`;

/** The reply as its bytes are. */
function raw(path: string, key: string): Promise<string> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\napi-key: ${key}\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

const addRule = (key: string, rule: object) =>
  admin('POST', '/faults', { match: { key, operation: 'clip/profile' }, ...rule });
const withHeaders = (headers: object) =>
  addRule('sandbox:plan=9:bad-headers', { respond: { status: 503, headers } });

describe('headers of a fault rule', () => {
  it('are sent with the forced refusal, and with no other reply', async () => {
    const key = 'sandbox:plan=100:headers';
    const headers = { 'Retry-After': '3', 'x-reason': 'a test, "quoted"' };
    const { status, body } = await addRule(key, { respond: { status: 503, headers }, times: 1 });
    expect([status, body['respond']]).toEqual([201, { status: 503, headers }]);
    const forced = await raw(profile, key);
    expect(forced).toMatch(/^HTTP\/1\.1 503 /);
    expect(forced).toContain('\r\nretry-after: 3\r\nx-reason: a test, "quoted"\r\n');
    expect(forced.match(/content-type: .*/g)).toHaveLength(1);
    expect(JSON.parse(forced.slice(forced.indexOf('{')))).toMatchObject({
      success: false,
      errorCode: 'SERVICE_UNAVAILABLE',
    });
    const ordinary = await raw(profile, key);
    expect(ordinary).toMatch(/^HTTP\/1\.1 200 /);
    expect(ordinary.toLowerCase()).not.toContain('retry-after');
  });

  it('may differ from step to step', async () => {
    const key = 'sandbox:plan=100:steps';
    await addRule(key, {
      respond: { status: 429, headers: { 'retry-after': '1' } },
      sequence: ['fail', { status: 503, headers: { 'retry-after': '2' } }, { status: 500 }, 'succeed'],
    });
    const found = [];
    for (let n = 0; n < 4; n++) {
      const reply = await fetch(base + profile, { headers: { 'api-key': key } });
      await reply.text();
      found.push([reply.status, reply.headers.get('retry-after')]);
    }
    expect(found).toEqual([
      [429, '1'],
      [503, '2'],
      [500, null],
      [200, null],
    ]);
  });

  it('are sent by generation 2 and before a stream too', async () => {
    const key = 'sandbox:plan=100:others';
    const respond = { headers: { 'retry-after': '7' } };
    await admin('POST', '/faults', {
      match: { key, operation: 'v2/clipBasic' },
      respond: { ...respond, errorCode: 'QuotaRate' },
    });
    await admin('POST', '/faults', {
      match: { key, operation: 'nls' },
      respond: { ...respond, status: 503 },
    });
    const second = await fetch(`${base}/v2/clipBasic?clipId=a`, { headers: { apiId: key } });
    const stream = await fetch(`${base}/nls`, {
      method: 'POST',
      headers: { 'api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ description: 'yoga' }),
    });
    expect([second.headers.get('retry-after'), await second.json()]).toMatchObject([
      '7',
      { error: 'QuotaRate' },
    ]);
    expect([stream.status, stream.headers.get('retry-after')]).toEqual([503, '7']);
    await stream.text();
  });

  it.each([
    [{ 'x-a': 'b\r\nset-cookie: c=d' }, `The value of the header 'x-a' is no visible text of one line.`],
    [{ 'x-a': 'b\nc' }, `The value of the header 'x-a' is no visible text of one line.`],
    [{ 'x-a': '\u0000' }, `The value of the header 'x-a' is no visible text of one line.`],
    [{ 'x-a': 'é' }, `The value of the header 'x-a' is no visible text of one line.`],
    [{ 'x-a': ' b' }, `The value of the header 'x-a' is no visible text of one line.`],
    [{ 'x-a\r\nx-b': 'c' }, '"x-a\\r\\nx-b" is no name of a header.'],
    [{ 'x a': 'c' }, '"x a" is no name of a header.'],
    [{ '': 'c' }, '"" is no name of a header.'],
    [{ ['x'.repeat(101)]: 'c' }, `"${'x'.repeat(64)}…" is no name of a header.`],
    ...[
      'Content-Length',
      'Transfer-Encoding',
      'Connection',
      'Keep-Alive',
      'Upgrade',
      'Trailer',
      'TE',
      'Content-Type',
      'Content-Encoding',
      'Set-Cookie',
      'Refresh',
      'Location',
      'Access-Control-Allow-Origin',
      'Clear-Site-Data',
    ].map((name): [object, string] => [{ [name]: '1' }, `A rule cannot set the header '${name}'.`]),
    [{ 'retry-after': '1', 'Retry-After': '2' }, `The header 'Retry-After' is there twice.`],
  ])('are refused: %j', async (headers, detail) => {
    expect(await withHeaders(headers)).toMatchObject({ status: 422, body: problem(422, detail) });
  });

  it('are texts', async () => {
    expect((await withHeaders({ 'x-a': 1 })).status).toBe(400);
  });

  it('need a refusal to which they belong', async () => {
    const detail = "An answer needs a 'status' or an 'errorCode'.";
    const headers = { 'retry-after': '1' };
    for (const rule of [
      { respond: { headers } },
      { latency: 5, respond: { headers } },
      { sequence: [{ headers }] },
    ])
      expect(await addRule('sandbox:plan=9:lonely', rule)).toMatchObject({
        status: 422,
        body: problem(422, detail),
      });
  });

  it('come back with a snapshot', async () => {
    const key = 'sandbox:plan=100:saved';
    await addRule(key, { respond: { status: 503, headers: { 'retry-after': '5' } } });
    await admin('PUT', '/snapshots/headers');
    await admin('DELETE', '/faults');
    expect(await raw(profile, key)).not.toContain('retry-after');
    await admin('POST', '/snapshots/headers/restore');
    expect(await raw(profile, key)).toContain('\r\nretry-after: 5\r\n');
  });
});
