import { describe, expect, it } from 'vitest';
import { sortedSteps } from '../../src/admin/requests/sorted-steps.ts';
import { keyIdOf } from '../../src/core/keys/digest.ts';
import { atOnce } from '../creators/search/at-once.ts';
import { noon, testApp } from '../harness.ts';
import { adminOf, problem } from './admin.ts';

const app = await testApp();
const { get, post, world } = app;
const admin = adminOf(app);
const creator = world.example.clip;
const key = 'sandbox:plan=100,fractional:filtered';

await get(`/clip/profile?uniqueId=${creator}`, key);
await post('/clip/profile', { uniqueId: creator, fields: ['country', 'bio'] }, key);
await get('/clip/profile?uniqueId=no.one', key);
await get(`/gram/profile?uniqueId=no.one&uniqueId=b`, key);
await post('/nowhere', { x: 'x'.repeat(3_000) });
await get('/usage', 'demo-full');

const list = (filter: string, more = '') =>
  admin('GET', `/requests?filter=${encodeURIComponent(filter)}${more}`);
const ids = async (filter: string, more = '') => {
  const { status, body } = await list(filter, more);
  expect([status, body['detail']]).toEqual([200, undefined]);
  return (body['requests'] as { id: number }[]).map(({ id }) => id);
};

describe('?filter= on the admin surface', () => {
  it.each([
    [`key=${key}`, [1, 2, 3, 4]],
    [`key!=${key}`, [5, 6]],
    ['key=""', [5]],
    [`key=${keyIdOf('demo-full')}`, [6]],
    ['key~filter', [1, 2, 3, 4]],
    ['key~u', [6]],
    ['credits>0.2', [1]],
    ['credits=0.2', [2]],
    ['credits>0 status=200', [1, 2]],
    ['status>=400 status<500', [3, 4, 5]],
    ['errorCode=NOT_FOUND', [3]],
    ['errorCode!="" operation!=""', [3, 4]],
    ['operation=clip/profile method=GET', [1, 3]],
    ['operation~clip', [1, 2, 3]],
    ['decisions=fields-prices', [2]],
    ['decisions~fields', [2]],
    ['decisions=""', [3, 5]],
    ['decisions!=""', [1, 2, 4, 6]],
    ['callSite=""', [1, 2, 3, 4, 5, 6]],
    ['bodyCut=true', [5]],
    ['bodyCut=false', [1, 2, 3, 4, 6]],
    ['path~PROFILE', [1, 2, 3, 4]],
    ['path=/*/profile', [1, 2, 3, 4]],
    ['query.uniqueId=no.one', [3, 4]],
    ['query={"uniqueId": "no.one"} operation=clip/profile', [3]],
    [`body/uniqueId=${creator}`, [2]],
    ['body={"/fields": ["country", "bio"]}', [2]],
    ['body~country', [2]],
    ['matched=false', [5]],
    [`at=${noon}`, [1, 2, 3, 4, 5, 6]],
    [`since=${noon + 1}`, []],
    ['id>2 id<=4', [3, 4]],
    ['sort=-credits limit=2', [1, 2]],
    ['sort=-id', [6, 5, 4, 3, 2, 1]],
    ['sort=status limit=4', [1, 2, 6, 4]],
    ['limit=2', [5, 6]],
    ['', [1, 2, 3, 4, 5, 6]],
  ])('%s', async (filter, expected) => {
    expect(await ids(filter)).toEqual(expected);
  });

  it('holds together with the other terms, and pages keep the order', async () => {
    expect(await ids('credits=0', '&operation=clip/profile')).toEqual([3]);
    const found: number[] = [];
    for (let cursor = '0'; cursor; ) {
      const { body } = await list('sort=-id limit=5', `&limit=2&cursor=${cursor}`);
      found.push(...(body['requests'] as { id: number }[]).map(({ id }) => id));
      cursor = (body['cursor'] as string | null) ?? '';
    }
    expect(found).toEqual([6, 5, 4, 3, 2]);
  });

  it('is taken by counts, unknown paths, archives, waits and checks', async () => {
    const filter = 'status=404 query.uniqueId=no.one';
    const query = `filter=${encodeURIComponent(filter)}`;
    expect((await admin('GET', `/requests/count?${query}`)).body).toEqual({ count: 1, forgotten: 0 });
    expect((await admin('GET', '/requests/unmatched?filter=path~where')).body['requests']).toMatchObject([
      { id: 5 },
    ]);
    const { log } = (await admin('GET', `/requests.har?${query}`)).body as { log: { entries: unknown[] } };
    expect(log.entries).toHaveLength(1);
    expect((await admin('POST', '/requests/wait', { filter })).body).toMatchObject({
      actual: 1,
      latest: [{ id: 3 }],
    });
    expect((await admin('POST', '/verify', { filter, exactly: 1 })).body).toEqual({
      expected: { exactly: 1 },
      actual: 1,
      forgotten: 0,
    });
  });

  it('is told in words where a check fails', async () => {
    const { status, body } = await admin('POST', '/verify', {
      filter: `key=${key} credits>3 query.uniqueId=${creator}`,
      exactly: 1,
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      nearest: [{ id: 1, differs: ['credits'] }, {}, {}],
      lines: [
        `expected  exactly 1 request with key=…ered, credits>3, query.uniqueId=${creator}`,
        'found     0',
        expect.stringContaining('nearest   request 1: GET /clip/profile'),
        '          credits is 2, not credits>3',
        expect.any(String),
        expect.any(String),
        expect.any(String),
        expect.any(String),
      ],
    });
  });

  it('says what is absent where a check fails', async () => {
    const filter = 'id=6 errorCode=NOT_FOUND query.uniqueId=a body/uniqueId=a';
    expect((await admin('POST', '/verify', { filter, exactly: 1 })).body['lines']).toContain(
      '          errorCode is absent, not errorCode=NOT_FOUND; query.uniqueId is absent, not query.uniqueId=a; body/uniqueId is absent, not body/uniqueId=a',
    );
    const match = { path: '/nowhere', body: { '/x': 'y' } };
    expect((await admin('POST', '/verify', { match, exactly: 1 })).body['lines']).toContain(
      '          body/x is not known: the journal has cut the body',
    );
  });

  it('keeps the order of equal requests among thousands', () => {
    const rows = Array.from({ length: 1_500 }, (_, n) => ({ n, of: n % 3 }));
    const compare = (one: { of: number }, other: { of: number }) => one.of - other.of;
    expect(atOnce(sortedSteps(rows, compare))).toEqual(rows.toSorted(compare));
  });

  it('finds keys in the form in which the journal has them', async () => {
    const secret = 'a-key-in-a-parameter';
    await admin('POST', '/keys', { key: secret });
    await get(`/clip/profile?uniqueId=${secret}`, 'demo-full');
    expect(await ids(`query.uniqueId=${secret}`)).toHaveLength(1);
    const { body } = await admin('POST', '/verify', { filter: `query.uniqueId=${secret}`, exactly: 9 });
    expect(JSON.stringify(body)).not.toContain(secret);
  });

  it.each([
    ['credit>3', 422, 'There is no member "credit"; the nearest valid one is credits.'],
    ['cuont', 422, expect.stringContaining('"cuont" is not a term; write terms as status=402')],
    ['key=nobody', 404, 'There is no such key.'],
    [
      'operation=clip/profil',
      422,
      `'operation': "clip/profil" is not an operation; the nearest valid one is clip/profile.`,
    ],
    ['decision=fields', 422, expect.stringMatching(/^There is no such decision/)],
    ['x'.repeat(2001), 400, expect.any(String)],
  ])('refuses %s', async (filter, status, detail) => {
    expect(await list(filter)).toMatchObject({ status, body: problem(status, detail) });
  });

  it('refuses an order where there is no list', async () => {
    const detail = "'sort' and 'limit' are for lists of requests.";
    for (const reply of [
      await admin('GET', '/requests/count?filter=limit%3D3'),
      await admin('GET', '/events?filter=sort%3Did'),
      await admin('POST', '/verify', { filter: 'sort=id', exactly: 1 }),
    ])
      expect(reply).toMatchObject({ status: 422, body: problem(422, detail) });
    expect(await admin('POST', '/requests/wait', {})).toMatchObject({
      status: 422,
      body: problem(422, "Give 'match' or 'filter'."),
    });
  });
});
