import { Buffer } from 'node:buffer';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { testApp } from '../harness.ts';
import { adminOf, type Method } from './admin.ts';

const lines: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
const app = await testApp({}, { log });
const { ask, get, getV2, post, world } = app;
const admin = adminOf(app);

/** Keys that the sandbox knows in different ways, or not at all; the middle of a key must never be shown. */
const keys = [
  'made-SECRET-1-of-the-admin',
  'sandbox:plan=50,fractional:its-name',
  'sandbox:plan=x:SECRET-3-label',
  'nobody-SECRET-4-knows-this',
  `too-long-SECRET-5-${'x'.repeat(300)}`,
  'odd/SECRET-6?é%20',
];
/** The label of a valid self-describing key is its name, so it is shown; the key as a whole is not. */
const whole = /SECRET-\d|fractional:/;

it('no reply, event or log line shows a whole key, except the reply that creates it', async () => {
  const base = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const leaving = new AbortController();
  const events = await fetch(`${base}/__admin/events`, { signal: leaving.signal });
  let received = '';
  const reading = (async () => {
    for await (const piece of events.body?.pipeThrough(new TextDecoderStream()) ?? []) received += piece;
  })().catch(() => {});
  const seen: [string, string][] = [];
  const note = (what: string, answer: unknown) => seen.push([what, JSON.stringify(answer)]);

  const [made = ''] = keys;
  const creation = await admin('POST', '/keys', { key: made, plan: 50 });
  expect(creation.body['key']).toBe(made);

  for (const key of keys) {
    note(
      'use',
      await get(`/clip/profile?uniqueId=${world.example.clip}`, Buffer.from(key).toString('latin1')),
    );
    note('use', await post('/clip/profile', { uniqueId: 'no.one' }, Buffer.from(key).toString('latin1')));
    note('unknown path', await get('/nothing', Buffer.from(key).toString('latin1')));
    note(
      'generation 2',
      await getV2(`/v2/clipHistory?clipId=${world.example.clip}`, Buffer.from(key).toString('latin1')),
    );
    const inPath = encodeURIComponent(key);
    const calls: [Method, string, unknown?][] = [
      ['GET', `/keys/${inPath}`],
      ['GET', `/keys/${inPath}/entries`],
      ['PATCH', `/keys/${inPath}`, { limit: 40 }],
      ['PATCH', `/keys/${inPath}`, { limit: 40, [key]: 1 }],
      ['POST', `/keys/${inPath}/credits`, { plan: 1 }],
      ['POST', '/keys', { key: `${key} ` }],
      ['POST', '/keys', { key, account: 'no name' }],
      ['POST', '/clock/advance', { by: '1h', key }],
      ['PUT', '/clock', { mode: 'offset', offset: 5, key }],
      ['POST', '/faults', { match: { key }, respond: { status: 503 }, times: 1 }],
      [
        'POST',
        '/faults',
        {
          match: { query: { 'api-key': key }, body: { '/token': key, '/b': { apiKey: [key] } } },
          respond: { status: 503 },
        },
      ],
      ['GET', '/faults'],
      ['GET', `/faults?key=${inPath}`],
      ['GET', `/requests?key=${inPath}`],
      ['GET', `/requests/count?key=${inPath}`],
      ['GET', '/requests/unmatched'],
      ['POST', '/requests/wait', { match: { key }, timeoutMs: 1, count: 99 }],
      ['POST', '/verify', { match: { key }, exactly: 99 }],
      ['GET', `/events?key=no-${inPath}`],
      ['GET', '/keys?limit=1000'],
      ['GET', '/requests?limit=1000'],
      ['PUT', '/snapshots/all'],
      ['GET', '/snapshots/all'],
      ['POST', '/snapshots/all/restore'],
      ['POST', '/reset', { key }],
      ['DELETE', `/keys/${inPath}`],
      ['GET', `/keys/${inPath}/nothing`],
      ['DELETE', `/snapshots/${inPath}`],
    ];
    // text that does not look like a key is shown as it was sent
    if (/^(made|sandbox)/.test(key))
      calls.unshift(
        ['POST', '/faults', { match: { path: `/${key}` }, respond: { status: 503 } }],
        ['POST', '/faults', { match: { body: { '/b': [key] } }, respond: { status: 503 } }],
        ['POST', '/faults', { match: {}, respond: { status: 503 }, latency: key }],
        ['POST', '/faults', { match: {}, profile: key }],
        ['POST', '/faults', { match: { operation: key }, respond: { status: 503 } }],
        ['GET', `/requests?operation=${inPath}`],
        ['GET', `/requests?since=${inPath}`],
        ['POST', '/clock/advance', { by: key }],
      );
    for (const [method, path, body] of calls) {
      const answer = await admin(method, path, body);
      // a misspelt name is shown, what was sent as a key is not
      if (!JSON.stringify(body ?? '').includes(`${JSON.stringify(key)}:1`)) note(`${method} ${path}`, answer);
    }
    await admin('POST', '/keys', { key: made, plan: 50 });
  }
  note('odd', await ask({ url: `/__admin/keys/${'SECRET-7'.repeat(300)}`, headers: { host: 'localhost' } }));

  await expect.poll(() => received).toContain('event: charge');
  leaving.abort();
  await reading;
  note('events', received);
  for (const [what, text] of seen) expect(text, what.replace(whole, '…')).not.toMatch(whole);
  for (const line of [...lines, ...app.warnings]) expect(line).not.toMatch(whole);
});
