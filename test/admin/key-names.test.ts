import { describe, expect, it } from 'vitest';
import { keyIdOf } from '../../src/core/keys/digest.ts';
import { testApp } from '../harness.ts';
import { adminOf, problem } from './admin.ts';

const app = await testApp();
const { get } = app;
const admin = adminOf(app);
const capped = 'sandbox:plan=10,limit=5:capped';
const ids = new Map<string, string>();
for (const [name, terms] of Object.entries({
  named: { key: 'key-with-a-label', label: 'check out', plan: 7 },
  plain: { key: 'a-plain-key-9876', plan: 8 },
  twin: { key: 'first-twin-aaaa', label: 'twin' },
  other: { key: 'other-twin-bbbb', label: 'twin' },
  longest: { key: 'key-of-the-longest-label', label: 'a'.repeat(100) },
}))
  ids.set(name, String((await admin('POST', '/keys', terms)).body['id']));
await get('/usage', capped);
await get('/usage', 'key-with-a-label');
await get('/usage', 'nobody-knows-it');
const id = (name: string) => ids.get(name) ?? '';
const unknown = keyIdOf('nobody-knows-it');

describe('a key', () => {
  it.each([
    ['capped', keyIdOf(capped)],
    ['check out', id('named')],
    ['a'.repeat(100), id('longest')],
    ['…9876', id('plain')],
    ['…aaaa', id('twin')],
    [id('plain').slice(0, 8), id('plain')],
    [id('twin'), id('twin')],
    ['demo-full', keyIdOf('demo-full')],
  ])('is found by the name that lists show: %s', async (name, found) => {
    expect((await admin('GET', `/keys/${encodeURIComponent(name)}`)).body).toMatchObject({ id: found });
  });

  it('may be named by its label in every call of the admin surface', async () => {
    const body = async (...call: Parameters<typeof admin>) => {
      const reply = await admin(...call);
      expect([call[1], reply.status, reply.body['detail']]).toEqual([call[1], expect.any(Number), undefined]);
      expect(reply.status).toBeLessThan(300);
      return reply.body;
    };
    const label = 'check out';
    expect(await body('PATCH', '/keys/check%20out', { plan: 9 })).toMatchObject({ plan: 9 });
    expect(await body('POST', '/keys/check%20out/credits', { purchased: 1 })).toMatchObject({
      plan: 9,
      purchased: 1,
    });
    expect(await body('POST', '/keys/check%20out/credits', { plan: 1 })).toMatchObject({
      plan: 10,
      purchased: 1,
    });
    expect(await body('GET', '/keys/check%20out/entries')).toMatchObject({
      entries: [{}, { key: id('named') }, {}, {}],
    });
    await body('POST', '/clock/advance', { by: '1d', key: label });
    await body('PUT', '/clock', { mode: 'offset', offset: '2d', key: label });
    expect(await body('GET', '/keys/check%20out')).toMatchObject({ clockOffset: '2d' });
    expect(await body('POST', '/faults', { match: { key: label }, respond: { status: 503 } })).toMatchObject({
      match: { key: id('named') },
    });
    expect((await get('/usage', 'key-with-a-label')).status).toBe(503);
    expect(await body('GET', '/faults?key=check%20out')).toMatchObject({ faults: [{}] });
    expect(await body('DELETE', '/faults?key=check%20out')).toEqual({ removed: 1 });
    expect(await body('GET', '/requests?key=check%20out')).toMatchObject({ requests: [{}, {}] });
    expect(await body('GET', '/requests/count?filter=key%3D%22check%20out%22')).toMatchObject({ count: 2 });
    await body('POST', '/verify', { match: { key: label, operation: 'usage' }, exactly: 2 });
    await body('GET', '/decisions?key=check%20out');
    await body('POST', '/quote', { operation: 'usage', parameters: {}, key: label });
    await body('PUT', '/report/test', { key: label, test: 'a test' });
    expect(await body('POST', '/send', { method: 'GET', path: '/usage', key: label })).toMatchObject({
      status: 200,
    });
    expect(await body('POST', '/reset', { key: 'capped' })).toMatchObject({ keys: 1 });
    await body('DELETE', '/keys/%E2%80%A69876');
  });

  it('of several with one name is not chosen: they are listed', async () => {
    const listed = [
      { id: id('twin'), key: '…aaaa' },
      { id: id('other'), key: '…bbbb' },
    ];
    const detail = `2 keys have the name "twin": ${id('twin')} (…aaaa), ${id('other')} (…bbbb). Give an id.`;
    for (const reply of [
      await admin('GET', '/keys/twin'),
      await admin('POST', '/reset', { key: 'twin' }),
      await admin('GET', '/requests?filter=key%3Dtwin'),
    ])
      expect(reply).toMatchObject({ status: 409, body: problem(409, detail, { keys: listed }) });
    expect((await admin('GET', `/requests?filter=key~twin`)).body).toMatchObject({ requests: [] });
  });

  it('of more than ten with one name is the eleventh only counted', async () => {
    for (let n = 1; n <= 11; n++) {
      await admin('POST', '/keys', { label: 'crowd' });
      const { detail = '', keys = [] } = (await admin('GET', '/keys/crowd')).body;
      expect((keys as []).length).toBe(n > 1 ? Math.min(n, 10) : 0);
      expect(String(detail).includes(', …. Give an id.')).toBe(n > 10);
    }
  });

  it('that is not recognised is named by its id in lists of requests', async () => {
    for (const name of [unknown, unknown.slice(0, 8)])
      expect((await admin('GET', `/requests?filter=key%3D${name}`)).body).toMatchObject({
        requests: [{ key: unknown, status: 401 }],
      });
    expect((await admin('GET', `/keys/${unknown}`)).status).toBe(404);
  });

  it('that does not exist is not repeated', async () => {
    for (const name of ['no-such-secret', 'x'.repeat(300), '0123abcd', '%E2%80%A6'])
      expect(await admin('GET', `/keys/${name}`)).toMatchObject({
        status: 404,
        body: problem(404, 'There is no such key.'),
      });
  });
});
