import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { priceBook } from '../../src/core/prices.ts';
import { maxCostOfCall, moneyIn } from '../../src/recording/call-cost.ts';
import type { SentCall } from '../../src/recording/compare-calls.ts';
import type { Handler } from './service.ts';
import { proxyTo, realKey, recordingsIn, serving } from './service.ts';

async function proxied(answered: Handler, more: Parameters<typeof proxyTo>[2] = {}) {
  const seen: { line: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const target = await serving(async (incoming, reply) => {
    const body = (await buffer(incoming)).toString();
    seen.push({ line: `${incoming.method} ${incoming.url}`, headers: incoming.headers, body });
    answered(incoming, reply);
  });
  onTestFinished(async () => void (await target.close()));
  return { ...(await proxyTo(target.url, 99, more)), seen, target };
}

const ok = '{"success":true,"data":{},"creditsUsed":1}';

it('record passes on what the service needs, and what the command needs of its reply', async () => {
  const { proxy, seen, target } = await proxied((_, reply) => {
    reply.writeHead(404, {
      ...{ 'content-type': 'text/plain', 'content-disposition': 'attachment', 'retry-after': '7' },
      ...{ 'set-cookie': 'a=b', 'x-request-id': '1', server: 'x' },
    });
    reply.end(`no such creator, ${realKey}`);
  });
  const given = {
    accept: 'a/b',
    'accept-language': 'it',
    'user-agent': 'me',
    referer: 'x',
    apiid: 'stand-in',
  };
  const reply = await fetch(`${proxy.url}//clip//profile?uniqueId=a%20b`, {
    headers: { ...given, 'api-key': 'stand-in' },
  });
  expect([reply.status, await reply.text()]).toEqual([404, 'no such creator, stand-in']);
  const {
    date: _,
    connection: __,
    'keep-alive': ___,
    'transfer-encoding': ____,
    ...passed
  } = Object.fromEntries(reply.headers);
  expect(passed).toEqual({
    'content-type': 'text/plain',
    'content-disposition': 'attachment',
    'retry-after': '7',
  });
  const body = '{"clipId":"a"}';
  await fetch(`${proxy.url}/v2/clipBasic?clipId=a`, { headers: { ...given, 'api-key': 'stand-in' } });
  await fetch(`${proxy.url}/clip/search`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'a/b', 'api-key': 'mine' },
  });
  await fetch(`${proxy.url}/clip/profile?uniqueId=b`, { headers: given });
  const host = new URL(target.url).host;
  const sent = {
    ...{ accept: 'a/b', 'accept-language': 'it', 'user-agent': 'me' },
    'accept-encoding': 'identity',
    host,
    connection: 'close',
  };
  expect(seen).toEqual([
    { line: 'GET //clip//profile?uniqueId=a%20b', body: '', headers: { ...sent, 'api-key': realKey } },
    { line: 'GET /v2/clipBasic?clipId=a', body: '', headers: { ...sent, apiid: realKey } },
    {
      ...{ line: 'POST /clip/search', body },
      headers: {
        ...{ ...sent, accept: '*/*', 'accept-language': '*', 'user-agent': 'node', 'api-key': 'not-a-key' },
        ...{ 'content-type': 'a/b', 'content-length': String(body.length) },
      },
    },
    { line: 'GET /clip/profile?uniqueId=b', body: '', headers: sent },
  ]);
});

const unknownPrice = 'No price is known for this call, so `record` did not pass it on to the service.';
const noJson = 'A body that is not JSON was not passed on: its price is unknown.';
const posted = (body: string | Uint8Array<ArrayBuffer>, headers = {}): RequestInit => ({
  method: 'POST',
  body,
  headers,
});

it.each<[string, string, RequestInit, string]>([
  ['a path of no operation', '/clip/profiles', {}, unknownPrice],
  ['a method that the operation lacks', '/clip/profile', { method: 'DELETE' }, unknownPrice],
  [
    'a compressed body',
    '/clip/search',
    posted('{}', { 'content-encoding': 'gzip' }),
    'A compressed body was not passed on: its price is unknown.',
  ],
  ['no body', '/clip/search', { method: 'POST' }, noJson],
  ['a body that is no JSON', '/clip/search', posted('{'), noJson],
  ['a body that is no UTF-8', '/clip/search', posted(new Uint8Array([34, 255, 34])), noJson],
  [
    'a body with a byte order mark',
    '/clip/search',
    posted(new Uint8Array([0xef, 0xbb, 0xbf, 123, 125])),
    noJson,
  ],
  ['a body with two members of one name', '/clip/search', posted('{"a":[{"b":1,"b":2}]}'), noJson],
])('record makes no call whose price it does not know: %s', async (_what, path, request, detail) => {
  const { proxy, seen, cap } = await proxied((_, reply) => void reply.end(ok));
  const reply = await fetch(proxy.url + path, request);
  expect([reply.status, reply.headers.get('content-type'), reply.headers.get('x-sandbox-injected')]).toEqual([
    ...[501, 'application/problem+json; charset=utf-8', 'record'],
  ]);
  expect(await reply.json()).toMatchObject({ status: 501, detail });
  expect([seen, cap.spent, proxy.counts.calls]).toEqual([[], 0, 0]);
});

it.each(['{"a":"b:c","d":[1,{"e":"\\":\\\\"}],"f":null}', '[]', '"a:b"', '7', '{"a":{"b":{}}}'])(
  'record passes on any other JSON: %s',
  async (body) => {
    const { proxy, seen } = await proxied((_, reply) => void reply.end(ok));
    expect((await fetch(`${proxy.url}/clip/search`, posted(body))).status).toBe(200);
    const sent = seen.map((each) => [each.body, each.headers['content-length']]);
    expect(sent).toEqual([[body, String(body.length)]]);
  },
);

it('record reads a request of 1 MiB and a reply of 32 MiB, and nothing larger', async () => {
  const most = 32 * 1024 * 1024;
  const { ask, proxy } = await proxied(
    ({ url = '' }, reply) => void reply.end('x'.repeat(most + Number(url.split('=')[1] ?? -most))),
  );
  const statusOf = async (bytes: number) =>
    (await fetch(`${proxy.url}/clip/search`, posted(`"${'x'.repeat(bytes - 2)}"`))).status;
  expect([await statusOf(1024 * 1024), await statusOf(1024 * 1024 + 1)]).toEqual([200, 413]);
  expect(await (await ask('0')).text()).toHaveLength(most);
  await expect(ask('1').then((reply) => reply.text())).rejects.toThrow();
  const failures = new Map([['its reply has more than 33554432 bytes', 1]]);
  expect(proxy.counts).toEqual({ calls: 3, refused: 0, broken: 1, failures });
});

it('record waits five minutes for the whole of a reply, and counts the most that it may cost', async () => {
  const limit = new AbortController();
  const waits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    waits.push(ms);
    return limit.signal;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const { ask, proxy, cap } = await proxied(() => limit.abort(new DOMException('late', 'TimeoutError')));
  const reply = await ask('jane');
  expect([reply.status, await reply.json()]).toMatchObject([
    502,
    { detail: 'The service was not reached: the command left, or it took too long.' },
  ]);
  const failures = new Map([['the command left, or it took too long', 1]]);
  expect([waits, cap.spent]).toEqual([[5 * 60_000], 2]);
  expect(proxy.counts).toEqual({ calls: 1, refused: 0, broken: 1, failures });
});

it('record ends once the last call that was answered is recorded and compared', async () => {
  const order: string[] = [];
  const begun = Promise.withResolvers<void>();
  const { ask, proxy } = await proxied((_, reply) => void reply.end(ok), {
    async onAnswered() {
      begun.resolve();
      await expect.poll(() => fetch(proxy.url).then(Boolean, () => false)).toBe(false);
      for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve));
      order.push('compared');
    },
  });
  await (await ask('jane')).text();
  await begun.promise;
  await proxy.close();
  expect([...order, 'closed']).toEqual(['compared', 'closed']);
});

it.each<[number, string, number]>([
  [200, '{"success":true,"creditsUsed":0.5}', 0.5],
  [200, '{"success":true,"quotaUsed":1}', 1],
  [200, '{"success":true}', 2],
  [200, '{"success":false}', 2],
  [399, '{"success":false}', 2],
  [400, '{"success":false}', 0],
  [404, '{"success":false,"creditsUsed":1}', 1],
  [404, '{"success":true}', 2],
  [404, '{}', 2],
  [404, '[]', 2],
])('record counts of a call with the status %i and the reply %s: %d credits', async (status, body, spent) => {
  const { ask, cap } = await proxied((_, reply) => void reply.writeHead(status).end(body));
  await (await ask('jane')).text();
  await expect.poll(() => cap.spent).toBe(spent);
});

it.each<[object | string, boolean, object]>([
  [{ creditsUsed: 2, creditsAvailable: 7 }, false, { used: 2, balance: 7, isRefusal: false }],
  [{ creditsUsed: 0, creditsAvailable: 0 }, false, { used: 0, balance: 0, isRefusal: false }],
  [
    { quotaUsed: 2, remainingPlanCredit: 5, remainingPrepurchasedCredit: 2 },
    false,
    { used: 2, balance: 7, isRefusal: false },
  ],
  [{ remainingPlanCredit: 5, success: true }, false, { used: undefined, balance: 5, isRefusal: false }],
  [
    { remainingPlanCredit: 'x', remainingPrepurchasedCredit: 2 },
    false,
    { used: undefined, balance: 2, isRefusal: false },
  ],
  [
    { remainingPlanCredit: -1, remainingPrepurchasedCredit: 2 },
    false,
    { used: undefined, balance: undefined, isRefusal: false },
  ],
  [{ remainingPrepurchasedCredit: 2 }, false, { used: undefined, balance: undefined, isRefusal: false }],
  [
    { remainingPlanCredit: 5, success: false },
    false,
    { used: undefined, balance: undefined, isRefusal: true },
  ],
  [
    { creditsUsed: -1, creditsAvailable: '7' },
    false,
    { used: undefined, balance: undefined, isRefusal: false },
  ],
  ['{"creditsUsed":1e999}', false, { used: undefined, balance: undefined, isRefusal: false }],
  ['[7]', false, { used: undefined, balance: undefined, isRefusal: false }],
  [
    'event: a\ndata: {"creditsUsed":1}\n\nevent: b\ndata: {"creditsUsed":2}\n\n',
    true,
    { used: 2, balance: undefined, isRefusal: false },
  ],
])('money is read in %j', (body, isStream, money) => {
  expect(moneyIn(typeof body === 'string' ? body : JSON.stringify(body), isStream)).toEqual(money);
});

it.each<[unknown, number]>([
  [1, 1],
  [100, 100],
  [0, 100],
  [101, 100],
  ['7', 100],
  [undefined, 100],
])('a page of the size %j may have the records of %i creators', (pageSize, creators) => {
  const book = priceBook({});
  const costOf = (body: object) =>
    maxCostOfCall(book, 'clip/search', { method: 'POST', path: '/clip/search', body });
  const search = { fields: { profile: ['bio'] }, filters: [] };
  const each = costOf({ ...search, pageSize: 2 }) - costOf({ ...search, pageSize: 1 });
  expect(each).toBeGreaterThan(0);
  expect(costOf({ ...search, pageSize })).toBeCloseTo(
    costOf({ ...search, pageSize: 1 }) + (creators - 1) * each,
    6,
  );
});

it('a recording says of each call what was asked and when', async () => {
  const calls: SentCall[] = [];
  const { proxy, folder } = await proxied((_, reply) => void reply.end(ok), {
    now: () => Date.parse('2026-03-02T10:00:00Z'),
    onAnswered: async (call) => void calls.push(call),
  });
  const get = (path: string, headers = {}) =>
    fetch(proxy.url + path, { headers }).then((reply) => reply.text());
  await get('/clip/profile?uniqueId=a%20b&fields=bio&fields=x&empty', { 'api-key': 'stand-in' });
  await get('/v2/clipBasic?clipId=a?b', { apiid: 'mine' });
  await fetch(`${proxy.url}/clip/search`, posted('{"sortBy":"a"}', { 'content-type': 'a/b' }));
  await expect.poll(() => calls.length).toBe(3);
  const asked = calls.map(({ operation, request, status, url, body, contentType, sentKey }) => ({
    ...{ operation, request, status, url, body: body.toString(), contentType, sentKey },
  }));
  expect(asked).toEqual([
    {
      ...{ operation: 'clip/profile', status: 200, body: '', contentType: undefined, sentKey: 'own' },
      request: {
        method: 'GET',
        path: '/clip/profile',
        query: { uniqueId: 'a b', fields: ['bio', 'x'], empty: '' },
      },
      url: '/clip/profile?uniqueId=a%20b&fields=bio&fields=x&empty',
    },
    {
      ...{ operation: 'v2/clipBasic', status: 200, body: '', contentType: undefined, sentKey: 'other' },
      request: { method: 'GET', path: '/v2/clipBasic', query: { clipId: 'a?b' } },
      url: '/v2/clipBasic?clipId=a?b',
    },
    {
      ...{
        operation: 'clip/search',
        status: 200,
        body: '{"sortBy":"a"}',
        contentType: 'a/b',
        sentKey: 'none',
      },
      request: { method: 'POST', path: '/clip/search', body: { sortBy: 'a' } },
      url: '/clip/search',
    },
  ]);
  const files = [...recordingsIn(folder)];
  const [name = '', profile] = files.find(([, { operation }]) => operation === 'clip/profile') ?? [];
  expect(profile).toMatchObject({ recordedAt: '2026-03-02T10:00:00.000Z' });
  expect(readFileSync(join(folder, name), 'utf8')).toBe(`${JSON.stringify(profile, null, 2)}\n`);
});

it('a call that the limit may yet allow waits for those under way', async () => {
  const target = await serving(
    (_, reply) => void reply.end('{"success":true,"data":{},"creditsUsed":0.5,"creditsAvailable":7}'),
  );
  onTestFinished(async () => void (await target.close()));
  // each may cost 2, and a fourth would pass the limit
  const { ask, cap } = await proxyTo(target.url, 3, { parallel: 4 });
  const replies = await Promise.all(['a', 'b', 'c', 'd'].map((name) => ask(name)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 402]);
  expect(cap.spent).toBe(1.5);
});

it('a reply that says it cost nothing counts its price, unless the balance shows it', async () => {
  const replies = [-1, 100].map((balance) =>
    JSON.stringify({ success: true, creditsUsed: 0, creditsAvailable: balance }),
  );
  const target = await serving((_, reply) => void reply.end(replies.shift()));
  onTestFinished(async () => void (await target.close()));
  const { ask, cap } = await proxyTo(target.url, 9);
  await ask('a');
  expect(cap.spent).toBe(2);
  await ask('b');
  expect(cap.spent).toBe(2);
});
