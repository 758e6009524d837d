import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { testApp } from '../harness.ts';
import { identify } from '../ledger/harness.ts';
import { adminOf, problem } from './admin.ts';

const app = await testApp();
const { deps, get, post } = app;
const admin = adminOf(app);
const base = await app.app.listen({ port: 0, host: '127.0.0.1' });

/** The whole reply to these bytes. */
async function raw(text: string): Promise<string> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  const pieces: Buffer[] = [];
  socket.on('data', (piece) => pieces.push(piece));
  socket.end(text);
  await once(socket, 'close');
  return Buffer.concat(pieces).toString();
}
const latest = async () => ((await admin('GET', '/requests?limit=1000')).body['requests'] as object[]).at(-1);

it('a failure of the sandbox itself is told in general terms, and in the log in full', async () => {
  const broken = await testApp();
  Object.assign(broken.ledger.snapshots, {
    list() {
      throw new Error('the disk is gone');
    },
  });
  expect(await adminOf(broken)('GET', '/snapshots')).toMatchObject({
    status: 500,
    body: problem(500, 'Something unexpected went wrong; see the log.'),
  });
  expect(broken.warnings.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, msg: 'unexpected failure on the admin surface', err: { message: 'the disk is gone' } },
  ]);
});

it('all snapshots together take at most 256 MB', async () => {
  const full = await testApp();
  const put = () => adminOf(full)('PUT', '/snapshots/one');
  const { bytes } = (await put()).body as { bytes: number };
  for (const [others, status] of [
    [2 ** 28 - bytes, 200],
    [2 ** 28 - bytes + 1, 413],
  ] as const) {
    Object.assign(full.ledger.snapshots, { list: async () => [{ name: 'others', bytes: others }] });
    expect((await put()).status).toBe(status);
  }
});

it('the settings have the kind of the ledger', async () => {
  const { body } = await adminOf(await testApp({ ledger: 'memory' }))('GET', '/settings');
  expect(body['ledger']).toBe('memory');
});

it('two Host headers are refused, because a proxy may have checked the other one', async () => {
  const two =
    'GET /__admin/keys HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n';
  expect(await raw(two)).toMatch(/^HTTP\/1\.1 400 .*"detail":"Send one Host header, not two\."/s);
});

it('a conflict with the present state is explained, with what to do about it', async () => {
  const caller = await identify(deps.ledger, 'sandbox:plan=10,purchased=5:held', deps.clock.now());
  if (!caller) throw new Error('no caller');
  const hold = { operation: 'nls', credits: 12_000, traceId: '0a', now: deps.clock.now() };
  await deps.ledger.hold(caller, hold);
  for (const name of ['plan', 'purchased'])
    expect(await admin('PATCH', `/keys/${caller.id}`, { [name]: 1 })).toMatchObject({
      status: 409,
      body: problem(
        409,
        `${name}: Running streams hold more credits than it would leave; wait until they end, or reset the key.`,
      ),
    });
});

it('a profile for event streams does not touch a JSON refusal', async () => {
  await admin('POST', '/faults', { match: { operation: 'nls' }, profile: 'crlf' });
  expect((await post('/nls', { description: '' }, 'demo-full')).status).toBe(400);
  expect(await latest()).toMatchObject({ status: 400, injected: null });
  const headers = { 'api-key': 'demo-full', 'content-type': 'application/json' };
  await app.app.inject({ method: 'POST', url: '/nls', headers, payload: '{"description":"us creators"}' });
  expect(await latest()).toMatchObject({ status: 200, errorCode: null, injected: 'fault-1' });
  await admin('DELETE', '/faults');
});

it('a request that is not valid HTTP is recorded as far as it can be read, without keys', async () => {
  const key = 'sandbox:plan=1:SECRET-label';
  expect(
    await raw(`GET /clip/profile?a=${key} HTTP/9.9\r\nHost: localhost\r\napi-key: ${key}\r\n\r\n`),
  ).toMatch(/^HTTP\/1\.1 400 /);
  const recorded = await latest();
  expect(recorded).toMatchObject({
    matched: false,
    method: 'GET',
    path: '/clip/profile',
    status: 400,
    errorCode: 'VALIDATION_ERROR',
    notes: [
      'Request could not be parsed as HTTP.',
      expect.stringContaining('A key was sent outside of its header'),
    ],
  });
  expect(JSON.stringify(recorded)).not.toContain('SECRET');
  await raw('nonsense\r\n\r\n');
  expect(await latest()).toEqual(recorded);
});

it('a clock stays within the years 1 to 9999', async () => {
  expect(await admin('PUT', '/clock', { mode: 'frozen', at: 8e15 })).toMatchObject({
    status: 422,
    body: problem(422, "'at' is not in the years 1 to 9999: 8000000000000000."),
  });
  await admin('PUT', '/clock', { mode: 'frozen', at: '9999-12-31T00:00:00Z' });
  expect((await admin('POST', '/clock/advance', { by: '2d' })).status).toBe(422);
  expect((await get('/usage', 'demo-full')).status).toBe(200);
  await admin('PUT', '/snapshots/late');
  const late = (await admin('GET', '/snapshots/late')).body;
  expect((await admin('PUT', '/snapshots/again', late)).status).toBe(200);
});
