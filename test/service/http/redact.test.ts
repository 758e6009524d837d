import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { KeyRedactor, namesKey, percentDecoded } from '../../../src/core/keys/redactor.ts';
import { redactBody, redactUrl } from '../../../src/service/http/redact.ts';
import { adminOf } from '../../admin/admin.ts';
import { testApp } from '../../harness.ts';

const app = await testApp();
const { ask, world } = app;
const admin = adminOf(app);
await admin('POST', '/keys', { key: 'made-SECRET-1-by-hand', plan: 50 });
await admin('POST', '/keys', { key: 'a+b&c=SECRET-2/?"\\#', plan: 50 });

/** Created, self-describing (valid and invalid) and unknown keys: the middle of none may appear. */
const keys = [
  'made-SECRET-1-by-hand',
  'a+b&c=SECRET-2/?"\\#',
  'sandbox:plan=50,rate=3/10s:SECRET-3-label',
  'sandbox:plan=x:SECRET-4-label',
  'nobody-SECRET-5-knows-this',
];
beforeEach(() => void app.deps.journal.clear());

const whole = /SECRET-\d/;

const twice = (text: string) => encodeURIComponent(encodeURIComponent(text));
const everyByte = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** Places for a key outside its header. */
const urls: ((key: string) => string)[] = [
  (key) => `/clip/profile?uniqueId=${world.example.clip}&api-key=${encodeURIComponent(key)}`,
  (key) => `/clip/profile?uniqueId=${encodeURIComponent(key)}`,
  (key) => `/clip/profile?uniqueId=${twice(key)}`,
  (key) => `/clip/profile?uniqueId=${everyByte(key)}`,
  (key) => `/clip/profile?${encodeURIComponent(key)}=1&b`,
  (key) => `/clip/profile?${encodeURIComponent(key)}`,
  (key) => `/clip/profile?a=x&a=my+key+is+${encodeURIComponent(key)}!`,
  (key) => `/clip/profile?a=(${encodeURIComponent(key)})&%zz=%`,
  (key) => `/clip/profile?fill=${'x'.repeat(2_000)}&a=${encodeURIComponent(key)}`,
  (key) => `/v2/clipBasic?clipId=${encodeURIComponent(key)}&apiId=${encodeURIComponent(key)}`,
  (key) => `/nothing/${encodeURIComponent(key)}/here`,
  (key) => `/nothing/${everyByte(key)}?x=%zz`,
  (key) => `//v2//nothing/${encodeURIComponent(key)}`,
];
const bodies: ((key: string) => unknown)[] = [
  (key) => ({ uniqueId: key }),
  (key) => ({ apiKey: key }),
  (key) => ({ uniqueId: 'a', [key]: 1 }),
  (key) => ({ a: [{ b: { c: [key, `${key},${key}`] } }] }),
  (key) => ({ a: encodeURIComponent(key), b: twice(key) }),
  (key) => [key],
  (key) => key,
  (key) => ({ description: `creators like "${key}", please` }),
  // across the point where the journal cuts a body
  (key) => ({ a: 'x'.repeat(2_030), b: key }),
  (key) => ({ a: `${`${key} `.repeat(60)}`, b: 'x'.repeat(5_000) }),
];

describe('a key that a client sends outside of its header', () => {
  it.each(keys)('is stored nowhere: %s', async (key) => {
    let published = '';
    const stop = app.deps.events.listen((event) => (published += JSON.stringify(event)));
    const headers = {
      'api-key': key,
      prefer: `wait=${JSON.stringify(key)}`,
      'content-type': 'application/json',
    };
    for (const url of urls) await ask({ url: url(key), headers });
    for (const url of urls) await ask({ url: url(key), headers: { apiId: key, 'api-key': 'demo-full' } });
    for (const body of bodies)
      for (const url of ['/clip/profile', '/nothing', '/v2/clipAdvancedSearch'])
        await ask({ method: 'POST', url, headers, payload: Buffer.from(JSON.stringify(body(key))) });
    stop();

    const { body } = await admin('GET', '/requests?limit=1000');
    expect(body['requests']).toHaveLength(2 * urls.length + 3 * bodies.length);
    expect(JSON.stringify(body)).not.toMatch(whole);
    expect(JSON.stringify((await admin('GET', '/requests/unmatched?limit=1000')).body)).not.toMatch(whole);
    const failed = await admin('POST', '/verify', { match: { path: '/none' }, atLeast: 1 });
    expect(JSON.stringify(failed.body)).not.toMatch(whole);
    expect(published).toContain('"name":"request"');
    // The label of a self-describing key is its name.
    expect(published.replace(/"label":"[^"]*"/g, '')).not.toMatch(whole);
    expect(app.warnings.join()).not.toMatch(whole);
  });

  it('may be cut inside of an emoji: the request stands in the journal all the same', async () => {
    for (const tail of ['', 'a', 'ab', 'abc', 'abcd', 'abcde'])
      await ask({ url: `/nothing?api-key=${encodeURIComponent(`some-longer-key-😀${tail}`)}` });
    const { requests } = (await admin('GET', '/requests')).body as { requests: { query: object }[] };
    expect(requests.map(({ query }) => query)).toHaveLength(6);
    expect(JSON.stringify(requests)).not.toContain('longer');
  });

  it('appears as its last characters, with a note that gives its id; the rest of the request is unchanged', async () => {
    const key = 'sandbox:plan=9:in-the-url';
    await ask({
      method: 'POST',
      url: `/clip/profile?a=%41+b&api_key=${encodeURIComponent(key)}`,
      headers: { 'api-key': 'demo-full', 'content-type': 'application/json' },
      payload: Buffer.from(JSON.stringify({ uniqueId: world.example.clip, note: [key, 7, null, 'ok'] })),
    });
    const { id } = (await admin('GET', `/keys/${encodeURIComponent(key)}`)).body;
    expect((await admin('GET', '/requests')).body['requests']).toMatchObject([
      {
        path: '/clip/profile',
        query: { a: 'A b', api_key: '…-url' },
        body: { uniqueId: world.example.clip, note: ['…-url', 7, null, 'ok'] },
        notes: [`A key was sent outside of its header; only its end is shown. Id: ${id}.`],
      },
    ]);
    const found = { match: { query: { a: 'A b' }, body: { '/uniqueId': world.example.clip } }, exactly: 1 };
    expect((await admin('POST', '/verify', found)).status).toBe(200);
  });

  it('is fully redacted in notes about the Prefer header, which split, cut or lower-case it', async () => {
    const long = `sandbox:plan=50,purchased=5,limit=20:SECRET-6-${'x'.repeat(40)}`;
    const created = `Made-SECRET-7-${'by-hand-'.repeat(12)}`;
    await admin('POST', '/keys', { key: created, plan: 50 });
    for (const key of [long, created])
      for (const prefer of [key, `${key}, ${key}`, `wait=${key}`, `wait="${key}"`, `example=${key}`])
        await app.ask({ url: '/usage', headers: { 'api-key': 'demo-full', prefer } });
    const { requests } = (await admin('GET', '/requests')).body as { requests: { notes: string[] }[] };
    expect(requests).toHaveLength(10);
    for (const { notes } of requests) {
      expect(notes.join()).not.toMatch(/secret|purchased|by-hand/i);
      expect(notes).toContainEqual(expect.stringMatching(/^Prefer: .*….* is /));
      expect(notes).toContainEqual(
        expect.stringMatching(/^A key was sent outside of its header; .* Id: [0-9a-f]{16}\.$/),
      );
    }
  });

  it('is found after more than a thousand other words', async () => {
    const [created = ''] = keys;
    const words = Array.from({ length: 1_200 }, (_, number) => `'word${1000 + number}`).join('&');
    await app.post(`/clip/profile?${words}`, { uniqueId: created }, 'demo-full');
    const { body } = await admin('GET', '/requests');
    expect(body['requests']).toMatchObject([{ body: { uniqueId: '…hand' } }]);
  });

  it('is found in the last of several texts, each with thousands of words', () => {
    const redactor = new KeyRedactor({ originOf: (word) => (word === 'a-known-key' ? 'admin' : undefined) });
    const words = Array.from({ length: 9_000 }, (_, n) => `word-${n}`).join(' ');
    for (let n = 0; n < 3; n += 1)
      expect(redactor.text(`${words} a-known-key`).slice(words.length)).toBe(' …-key');
  });

  it('is redacted when the header is repeated, known or not', async () => {
    const [, , , , key = ''] = keys;
    const headers = { 'api-key': [key, `${key}-other`] };
    await ask({ url: `/nothing?a=${key}`, headers });
    expect(JSON.stringify((await admin('GET', '/requests')).body)).not.toMatch(whole);
  });

  it('shows no more than its last four characters if a space comes before it', async () => {
    const long = `${'made-SECRET-8-'.repeat(8)}here`;
    await ask({ url: `/nothing?api-key=%20${long}&token=+${long}`, headers: { 'api-key': 'demo-full' } });
    expect((await admin('GET', '/requests')).body['requests']).toMatchObject([
      { query: { 'api-key': '…here', token: '…here' } },
    ]);
  });

  it('is redacted once when both its value and its parameter name it as a key', async () => {
    const key = 'sandbox:plan=9:held-once';
    await app.get(`/usage?api-key=${key}`, key);
    expect((await admin('GET', '/requests')).body['requests']).toMatchObject([
      { query: { 'api-key': '…once' }, notes: [expect.stringMatching(/ Id: [0-9a-f]{16}\.$/)] },
    ]);
  });

  it('still matches a verification that contains it', async () => {
    const key = 'sandbox:plan=9:looked-for';
    await app.post(`/clip/profile?token=${key}&a=${key}`, { apiKey: key, b: [key] }, 'demo-full');
    const found = async (match: object) => (await admin('POST', '/verify', { match, exactly: 1 })).status;
    expect(await found({ query: { token: key } })).toBe(200);
    expect(await found({ query: { a: key }, body: { '/apiKey': key, '/b': [key], '/b/0': key } })).toBe(200);
    expect(await found({ query: { a: 'sandbox:plan=9:other' } })).toBe(422);
    // any value under a name for keys, at any depth
    const nested = { filters: [{ key: 'country', token: '' }], auth: { apiKey: { any: ['abc12345', 7] } } };
    await app.post('/clip/profile?token=', nested, 'demo-full');
    for (const body of [
      { '/filters/0/key': 'country' },
      { '/filters/0/token': '', '/filters/0': { key: 'country', token: '' } },
      { '/auth/apiKey/any/0': 'abc12345', '/auth/apiKey/any/1': 7 },
      { '/auth': { apiKey: { any: ['abc12345', 7] } } },
    ])
      expect([body, await found({ query: { token: '' }, body })]).toEqual([body, 200]);
    expect(await found({ body: { '/filters/0/key': 'language' } })).toBe(422);
    let deep: unknown = 1;
    for (let depth = 0; depth < 50; depth++) deep = [deep];
    expect(await found({ body: { '/a': deep } })).toBe(422);
  });

  it('is redacted under any name for keys, in any form, unless it is a demo key', async () => {
    for (const name of [
      'api-key',
      'apiKey',
      'API_KEY',
      'apiid',
      'apiId',
      'x-api-key',
      'Authorization',
      'token',
    ])
      await ask({ url: `/nothing?${name}=abc12345&other=demo-low&${name}=demo-low` });
    for (const each of (await admin('GET', '/requests')).body['requests'] as { query: object }[])
      expect(Object.values(each.query)).toEqual([['…2345', 'demo-low'], 'demo-low']);
    app.deps.journal.clear();
    const apiKey = { any: ['abc12345', { b: 12345678 }], demo: 'demo-low' };
    await app.post('/clip/profile', { apiKey, uniqueId: 'a' }, 'demo-full');
    expect((await admin('GET', '/requests')).body['requests']).toMatchObject([
      { body: { apiKey: { any: ['…2345', { b: '…5678' }], demo: 'demo-low' }, uniqueId: 'a' } },
    ]);
  });
});

it('leaves out what comes after the characters that the journal keeps of a body', () => {
  const redactor = new KeyRedactor(app.ledger);
  const body = { a: 'x'.repeat(1_500), b: ['y'.repeat(600), 'z'], c: { d: 1 } };
  expect(redactBody(body, redactor)).toEqual({ a: body.a, b: ['y'.repeat(600)] });
});

describe('a request without a key', () => {
  const redactor = new KeyRedactor(app.ledger, ['short', 'a-key-that-was-sent']);

  it('is stored unchanged', () => {
    const urls = fc.webUrl({ withQueryParameters: true }).map((url) => url.slice('http://a'.length));
    fc.assert(
      fc.property(urls, fc.jsonValue({ maxDepth: 4 }), (url, body) => {
        fc.pre(![...parameterNames(url), ...memberNames(body)].some(namesKey));
        expect(redactUrl(url, false, redactor)).toBe(url);
        if (JSON.stringify(body).length <= 2_048)
          expect(JSON.stringify(redactBody(body, redactor))).toBe(JSON.stringify(body));
      }),
    );
  });

  it('may contain a sent key of fewer than eight characters as part of a word', () => {
    expect(redactUrl('/clip/profile?uniqueId=shorty', true, redactor)).toBe('/clip/profile?uniqueId=shorty');
  });
});

const parameterNames = (url: string): string[] =>
  url
    .replace(/^[^?]*\??/, '')
    .split('&')
    .map((parameter) => percentDecoded(parameter.replace(/=.*/s, '')));

function memberNames(json: unknown): string[] {
  if (typeof json !== 'object' || json === null) return [];
  const inside = Object.values(json).flatMap(memberNames);
  return Array.isArray(json) ? inside : [...Object.keys(json), ...inside];
}

describe('a key of eight characters, the fewest that are looked for', () => {
  const originOf = (secret: string) => (secret === 'made--08' ? 'admin' : undefined);
  const redactor = new KeyRedactor({ originOf }, ['sent--08', 'short-7']);

  it.each([
    ['sent--08', '…--08'],
    ['(sent--08)', '(…--08)'],
    ['made--08', '…--08'],
    ['like made--08 there', 'like …--08 there'],
    ['a=made--08&b', 'a=…--08&b'],
    ['short-7 and else', 'short-7 and else'],
  ])('%s', (given, redacted) => {
    expect(redactor.text(given)).toBe(redacted);
  });
});

it('redacts a known key that is encoded three times, in a URL and in a body', () => {
  const [, created = ''] = keys;
  const coded = encodeURIComponent(twice(created));
  const redactor = new KeyRedactor(app.ledger);
  expect(redactUrl(`/clip/profile?a=${coded}`, true, redactor)).toBe('/clip/profile?a=…%3F%22%5C%23');
  expect(redactBody({ a: coded, [coded]: 1 }, redactor)).toEqual({ a: '…?"\\#', '…?"\\#': 1 });
});

it('redacts a known key that is a separate word, in any surroundings and encoding', () => {
  const [created = ''] = keys;
  const around = fc.string({
    unit: fc.constantFrom(' ', '"', '/', '&', '=', '?', 'é', ',', ':', '%', '\n'),
    maxLength: 8,
  });
  const coded = fc.constantFrom((text: string) => text, encodeURIComponent, twice, everyByte);
  fc.assert(
    fc.property(around, around, coded, fc.nat({ max: 2_100 }), (before, after, code, fill) => {
      const text = `${'x'.repeat(fill)} ${before}${code(created)}${after}`;
      const redactor = new KeyRedactor(app.ledger);
      expect(redactUrl(`/clip/profile?a=${text}`, true, redactor)).not.toContain('SECRET');
      expect(redactUrl(`/nothing/${text}`, false, redactor)).not.toContain('SECRET');
      expect(JSON.stringify(redactBody({ [text]: [text] }, redactor))).not.toContain('SECRET');
    }),
  );
});
