import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { noon, testApp } from '../harness.ts';
import { adminOf, problem } from './admin.ts';

const app = await testApp();
const { get, getV2, available, world } = app;
const admin = adminOf(app);
const profile = `/clip/profile?uniqueId=${world.example.clip}`;
await admin('POST', '/keys', { account: 'shared' });

const fresh = {
  label: null,
  origin: 'admin',
  plan: 0,
  used: 0,
  planRemaining: 0,
  purchased: 0,
  held: 0,
  available: 0,
  unlimited: false,
  cycle: '30d',
  anchorAt: null,
  renewsAt: null,
  limit: null,
  spent: 0,
  fractional: false,
  rate: null,
  allow: null,
  testOnly: false,
  clockOffset: '0ms',
};

describe('a key', () => {
  it('is created with defaults and shown completely only in this reply', async () => {
    const { status, body } = await admin('POST', '/keys', {});
    expect(status).toBe(201);
    expect(body).toEqual({
      ...fresh,
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      account: `account-${body['id']}`,
    });
    expect((await admin('GET', `/keys/${body['id']}`)).body).toEqual({
      ...body,
      key: `…${String(body['key']).slice(-4)}`,
    });
    expect((await get('/usage', String(body['key']))).status).toBe(200);
  });

  it('is created with every property', async () => {
    const terms = {
      account: 'team-1',
      plan: 100.125,
      used: 10,
      purchased: 5,
      unlimited: false,
      cycle: '7d',
      limit: 20.5,
      spent: 1,
      fractional: true,
      rate: '3/10s',
      allow: ['clip/profile', 'v2/gramBasic'],
      testOnly: false,
      clockOffset: '-2h',
    };
    const { status, body } = await admin('POST', '/keys', { key: 'my/own key?'.replace(' ', '+'), ...terms });
    expect(status).toBe(201);
    expect(body).toEqual({
      ...fresh,
      ...terms,
      id: expect.any(String),
      key: 'my/own+key?',
      planRemaining: 90.125,
      available: 95.125,
    });
    const path = `/keys/${encodeURIComponent('my/own+key?')}`;
    expect((await admin('GET', path)).body).toEqual({ ...body, key: '…key?' });
    expect((await admin('POST', '/keys', { account: 'team-1', key: 'second' })).body).toMatchObject({
      account: 'team-1',
      plan: 100.125,
    });
    expect((await get('/clip/contact?uniqueId=a', 'my/own+key?')).body['errorCode'], 'allow holds').toBe(
      'FORBIDDEN',
    );
    expect((await get(profile, 'my/own+key?')).body['timestamp']).toBe(noon - 7_200_000);
  });

  it('has no limit, rate or restriction where they are null', async () => {
    const { body } = await admin('POST', '/keys', { limit: null, rate: null, allow: null });
    expect(body).toMatchObject({ limit: null, rate: null, allow: null });
  });

  it.each([
    { plan: 1e12, used: 1e12, purchased: 1e12, limit: 1e12, spent: 1e12 },
    { plan: 0.001, limit: 0, cycle: 1 },
    { key: 'x'.repeat(200), account: 'a'.repeat(64), label: 'l'.repeat(100) },
    { key: '!', account: '.', label: '~', rate: '1/1ms', allow: [] },
  ])('is created at the bounds of its terms: %j', async (terms) => {
    const { status, body } = await admin('POST', '/keys', terms);
    expect({ status, body }).toMatchObject({ status: 201, body: { ...terms, cycle: expect.any(String) } });
    await admin('DELETE', `/keys/${body['id']}`);
  });

  it.each([
    [{ plan: -1 }, 400, "'plan' must be at least 0."],
    [{ plan: 1e12 + 1 }, 400, "'plan' must be at most 1000000000000."],
    [{ plan: 0.0001 }, 422, "'plan' must be 0 to 10^12 credits with at most 3 decimals."],
    [{ plan: '5' }, 400, "'plan': expected number, received string."],
    [{ plann: 5 }, 400, 'The body has no "plann"; the nearest valid one is plan.'],
    [{ plan: 5, used: 6 }, 422, "used: 'used' is more than 'plan' holds."],
    ...['', 'with space', 'x'.repeat(201)].map((key): [object, number, string] => [
      { key },
      422,
      'key: A key is 1 to 200 visible ASCII characters.',
    ]),
    [{ account: 'shared', plan: 5 }, 422, expect.stringContaining('plan: ')],
    [
      { key: 'sandbox:plan=1:x' },
      422,
      'key: A self-describing key is not created: it exists from its first use.',
    ],
    [{ key: 'demo-full' }, 409, 'key: This key exists already; change it, or delete it first.'],
    [{ account: 'a b' }, 422, expect.stringContaining('account: An account is named by')],
    [
      { allow: ['clip/profil'] },
      422,
      `'allow': "clip/profil" is not an operation; the nearest valid one is clip/profile.`,
    ],
    [{ rate: 'often' }, 422, "'rate' must be <requests>/<duration>, such as 3/10s."],
    [{ cycle: 'month' }, 422, `'cycle' must be milliseconds or a duration such as 31d, not "month".`],
    [{ cycle: 0 }, 422, 'cycle: A cycle is a whole number of milliseconds, at least 1.'],
    [[], 400, "'body': expected object, received array."],
  ])('is not created from %j', async (terms, status, detail) => {
    const before = (await admin('GET', '/keys')).body;
    const refused = await admin('POST', '/keys', terms);
    expect(refused.status).toBe(status);
    expect(refused.body).toEqual(problem(status, detail));
    expect((await admin('GET', '/keys')).body).toEqual(before);
  });

  it('changes only in the given properties', async () => {
    const key = 'sandbox:plan=10,limit=4:change';
    await get(profile, key);
    await get(profile, key);
    expect((await get(profile, key)).body['errorCode']).toBe('KEY_SPEND_THRESHOLD_EXCEEDED');
    const before = (await admin('GET', `/keys/${key}`)).body;
    const { status, body } = await admin('PATCH', `/keys/${key}`, { limit: 6.5, fractional: true });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, limit: 6.5, fractional: true });
    expect((await get(profile, key)).status).toBe(200);
    expect(
      (await admin('PATCH', `/keys/${key}`, { limit: null, clockOffset: '31d', testOnly: true })).body,
    ).toMatchObject({
      limit: null,
      spent: 6,
      clockOffset: '31d',
      planRemaining: 10,
    });
    expect((await getV2('/v2/apiStatus', key)).body['error']).toBe('APIKeyOnlyForTesting');
  });

  it('has an entry for the credits that a change gives or takes', async () => {
    const key = 'changed-credits';
    await admin('POST', '/keys', { key, plan: 10, clockOffset: '1h' });
    await get(profile, key);
    const changes = { plan: 20, used: 1, purchased: 3 };
    expect((await admin('PATCH', `/keys/${key}`, changes)).body).toMatchObject({ ...changes, available: 22 });
    const { entries } = (await admin('GET', `/keys/${key}/entries`)).body as { entries: object[] };
    const at = noon + 3_600_000;
    expect(entries).toMatchObject([
      { kind: 'open', at, plan: 10, purchased: 0, balance: 10 },
      { kind: 'charge', at, plan: -2, purchased: 0, balance: 8 },
      { kind: 'change', at, plan: 11, purchased: 3, balance: 22 },
    ]);
  });

  it.each([
    ['demo-standard', { spent: 0 }, 400, expect.stringContaining('The body has no "spent"')],
    ['demo-standard', {}, 400, expect.any(String)],
    ['demo-standard', { used: 10_001 }, 422, "used: 'used' is more than 'plan' holds."],
    ['demo-standard', { plan: 1.23456 }, 422, "'plan' must be 0 to 10^12 credits with at most 3 decimals."],
    ['nobody', { limit: 1 }, 404, 'There is no such key.'],
    ['sandbox:plan=x:wrong', { limit: 1 }, 404, 'There is no such key.'],
  ])('%s is not changed by %j', async (key, changes, status, detail) => {
    const before = (await admin('GET', '/keys')).body;
    expect(await admin('PATCH', `/keys/${key}`, changes)).toMatchObject({
      status,
      body: problem(status, detail),
    });
    expect((await admin('GET', '/keys')).body).toEqual(before);
  });

  it('is deleted with everything kept about it; a self-describing key starts anew', async () => {
    const key = 'sandbox:plan=4,rate=1/1h:deleted';
    const inPath = encodeURIComponent(key);
    await get(profile, key);
    expect((await get(profile, key)).status).toBe(429);
    expect(await admin('DELETE', `/keys/${inPath}`)).toMatchObject({ status: 204, body: {} });
    expect(await available(key)).toBe(4);
    expect((await admin('GET', `/requests?key=${inPath}`)).body['requests']).toHaveLength(1);

    const made = (await admin('POST', '/keys', { key: 'deleted-too' })).body;
    await admin('DELETE', '/keys/deleted-too');
    for (const name of ['deleted-too', made['id']])
      expect(await admin('DELETE', `/keys/${name}`)).toMatchObject({
        status: 404,
        body: problem(404, 'There is no such key.'),
      });
    expect((await get('/usage', 'deleted-too')).status).toBe(401);
  });

  it('takes its account along when it is the last one of it', async () => {
    await admin('POST', '/keys', { key: 'first', account: 'shared-once', plan: 1 });
    await admin('POST', '/keys', { key: 'second', account: 'shared-once' });
    for (const key of ['second', 'first']) await admin('DELETE', `/keys/${key}`);
    const again = await admin('POST', '/keys', { key: 'third', account: 'shared-once', plan: 5 });
    expect(again).toMatchObject({ status: 201, body: { available: 5 } });
  });

  it('is created when an admin names it and it describes itself', async () => {
    const { status, body } = await admin(
      'GET',
      `/keys/${encodeURIComponent('sandbox:plan=7;limit=2:named')}`,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      origin: 'self-describing',
      plan: 7,
      limit: 2,
      key: '…amed',
      label: 'named',
      anchorAt: null,
    });
    expect((await admin('GET', `/keys/${body['id']}`)).body).toEqual(body);
  });

  it('may be percent-encoded at its full length', async () => {
    const key = `${'~'.repeat(199)}/`;
    await admin('POST', '/keys', { key });
    const encoded = [...key].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('');
    expect((await admin('GET', `/keys/${encoded}`)).status).toBe(200);
  });
});

describe('the list of keys', () => {
  it('continues from a cursor, even if the key at the cursor is gone', async () => {
    const one = await admin('GET', '/keys?limit=2');
    expect(one.body['keys']).toMatchObject([
      { key: 'demo-full', label: 'demo-full', origin: 'demo' },
      { key: 'demo-standard', origin: 'demo' },
    ]);
    const { cursor } = one.body;
    const gone = (await admin('POST', '/keys', {})).body['id'];
    const all = (await admin('GET', '/keys?limit=1000')).body['keys'] as { id: string }[];
    expect(all.at(-1)?.id).toBe(gone);
    await admin('DELETE', '/keys/demo-standard');
    const rest = (await admin('GET', `/keys?limit=1000&cursor=${cursor}`)).body;
    expect(rest['keys']).toEqual(all.slice(2));
    expect(rest['cursor']).toBeNull();
  });

  it.each(['limit=0', 'limit=1001', 'limit=x', 'cursor=-1', 'cursor=x', 'curser=1'])(
    'refuses %s',
    async (query) => {
      expect(await admin('GET', `/keys?${query}`)).toMatchObject({ status: 400, body: problem(400) });
    },
  );
});

describe('credits', () => {
  it('can be topped up and appear in the entries', async () => {
    const key = 'sandbox:plan=4,purchased=1:top-up';
    await get(profile, key);
    const { status, body } = await admin('POST', `/keys/${key}/credits`, { plan: 1.5, purchased: 0.25 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ plan: 5.5, used: 2, planRemaining: 3.5, purchased: 1.25, available: 4.75 });

    const entries = await admin('GET', `/keys/${key}/entries`);
    const entry = { at: noon, key: null, operation: null, rule: null, held: 0, traceId: null };
    expect(entries.body).toEqual({
      entries: [
        { ...entry, id: 1, kind: 'open', plan: 4, purchased: 1, balance: 5 },
        {
          ...entry,
          id: 2,
          kind: 'charge',
          key: body['id'],
          operation: 'clip/profile',
          rule: 'byCall',
          plan: -2,
          purchased: 0,
          balance: 3,
          traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
        },
        { ...entry, id: 3, kind: 'topUp', key: body['id'], plan: 1.5, purchased: 0.25, balance: 4.75 },
      ],
      cursor: null,
    });
    const page = (await admin('GET', `/keys/${key}/entries?limit=2`)).body;
    expect(page).toEqual({ entries: (entries.body['entries'] as object[]).slice(0, 2), cursor: '2' });
    expect((await admin('GET', `/keys/${key}/entries?cursor=2`)).body['entries']).toHaveLength(1);

    const added = async (credits: object) => (await admin('POST', `/keys/${key}/credits`, credits)).body;
    expect(await added({ plan: 1 })).toMatchObject({ plan: 6.5, purchased: 1.25 });
    expect(await added({ purchased: 1 })).toMatchObject({ plan: 6.5, purchased: 2.25 });
  });

  it('are those of no key when it is deleted while they are read', async () => {
    const { ledger } = app.deps;
    const { body } = await admin('POST', '/keys', { plan: 1 });
    const path = `/keys/${body['id']}`;
    const reading = vi.spyOn(ledger, 'entries').mockImplementationOnce(async (key, ...page) => {
      await admin('DELETE', path);
      return await ledger.entries(key, ...page);
    });
    onTestFinished(() => reading.mockRestore());
    expect(await admin('GET', `${path}/entries`)).toMatchObject({
      status: 404,
      body: problem(404, 'There is no such key.'),
    });
  });

  it.each([
    [{}, 400, expect.any(String)],
    [{ plan: -1 }, 400, "'plan' must be at least 0."],
    [{ plan: 1.0001 }, 422, "'plan' must be 0 to 10^12 credits with at most 3 decimals."],
    [{ plan: 1e12 }, 422, "plan: 'plan' is from 0 to 10^12 credits with at most 3 decimals."],
    [{ purchased: 1e12 }, 422, "purchased: 'purchased' is from 0 to 10^12 credits with at most 3 decimals."],
    [{ credits: 1 }, 400, expect.stringContaining('The body has no "credits"')],
  ])('cannot be topped up by %j', async (credits, status, detail) => {
    await admin('POST', '/keys/demo-full/credits', { purchased: 1 });
    const before = (await admin('GET', '/keys/demo-full')).body;
    expect(await admin('POST', '/keys/demo-full/credits', credits)).toMatchObject({
      status,
      body: problem(status, detail),
    });
    expect((await admin('GET', '/keys/demo-full')).body).toEqual(before);
  });
});
