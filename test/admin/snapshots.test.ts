import { describe, expect, it } from 'vitest';
import { noon, testApp } from '../harness.ts';
import { identify } from '../ledger/harness.ts';
import { adminOf, problem } from './admin.ts';
import { makeState } from './live-state.ts';

const app = await testApp();
const { get, post, available, world } = app;
const admin = adminOf(app);
const profile = `/clip/profile?uniqueId=${world.example.clip}`;

const keysNow = async () => (await admin('GET', '/keys?limit=1000')).body['keys'];
const exported = async (name: string, from = admin) => (await from('GET', `/snapshots/${name}`)).body;

describe('a snapshot', () => {
  it('restores all state outside the world', async () => {
    const key = await makeState(app, admin);
    const before = await keysNow();
    const entries = (await admin('GET', '/keys/made-here/entries')).body;
    const usage = (await get('/usage', 'made-here')).body['data'];
    const taken = await admin('PUT', '/snapshots/first');
    expect(taken).toMatchObject({
      status: 200,
      body: { name: 'first', takenAt: noon, bytes: expect.any(Number) },
    });

    await admin('POST', '/reset', {});
    await admin('POST', '/clock/advance', { by: '40d' });
    await get(profile, 'demo-full');
    await admin('POST', '/keys', { key: 'later' });

    const restored = await admin('POST', '/snapshots/first/restore');
    expect(restored).toMatchObject({
      status: 200,
      body: { takenAt: noon, keys: 13, accounts: 13, entries: 17, faults: 1 },
    });
    expect(await keysNow()).toEqual(before);
    expect((await admin('GET', '/clock')).body).toEqual({ mode: 'frozen', at: noon, now: noon });
    expect((await admin('GET', '/keys/made-here/entries')).body).toEqual(entries);
    expect((await get('/usage', 'made-here')).body['data']).toEqual(usage);
    // the third of three requests fills the window
    expect([(await get(profile, key)).status, (await get(profile, key)).status]).toEqual([200, 429]);
    expect((await get('/clip/contact?uniqueId=a', 'made-here')).status).toBe(503);
    expect((await post('/clip/submitCreators', { uniqueIds: ['some.one'] }, 'demo-full')).body).toMatchObject(
      {
        data: { results: [{ status: 'done' }] },
      },
    );
    expect((await get('/usage', 'later')).status).toBe(401);
  });

  it('brings back how many trace ids each key had', async () => {
    const traceId = async () => (await get('/usage', 'sandbox:plan=1:traced')).body['traceId'];
    await admin('PUT', '/snapshots/traced');
    const first = await traceId();
    expect(await traceId()).not.toBe(first);
    await admin('POST', '/snapshots/traced/restore');
    expect(await traceId()).toBe(first);
    await admin('DELETE', '/snapshots/traced');
  });

  it('can be listed, exported, imported elsewhere and deleted; a reset keeps it', async () => {
    await admin('POST', '/reset');
    await makeState(app, admin);
    await admin('PUT', '/snapshots/b-side');
    await admin('PUT', '/snapshots/a-side');
    await admin('POST', '/reset');
    expect((await admin('GET', '/snapshots')).body['snapshots']).toMatchObject([
      { name: 'a-side' },
      { name: 'b-side' },
      { name: 'first' },
    ]);
    const content = await exported('a-side');
    expect(JSON.stringify(content)).not.toMatch(/made-here|sandbox:plan/);

    const other = await testApp();
    const otherAdmin = adminOf(other);
    expect((await otherAdmin('PUT', '/snapshots/copy', content)).status).toBe(200);
    expect(await exported('copy', otherAdmin)).toEqual(content);
    await otherAdmin('POST', '/snapshots/copy/restore');
    expect((await other.get(profile, 'made-here')).body).toMatchObject({ creditsAvailable: 47.75 });
    expect(await other.available('sandbox:plan=20,purchased=5,rate=3/1d:saved')).toBe(23);
    expect((await otherAdmin('GET', '/keys/made-here')).body).toMatchObject({
      key: '…here',
      account: 'team',
      limit: 9,
    });
    const { id } = (await otherAdmin('GET', '/keys/made-here')).body;
    expect(await otherAdmin('POST', '/send', { path: '/usage', key: id })).toMatchObject({
      status: 409,
      body: problem(
        409,
        expect.stringMatching(/^This key came with a snapshot, .* only its owner can send it/),
      ),
    });
    const asked = { operation: 'usage', parameters: {}, key: 'made-here' };
    expect((await otherAdmin('POST', '/quote', asked)).body).toMatchObject({
      refusal: { code: 'FORBIDDEN' },
    });
    await otherAdmin('PUT', '/snapshots/again');
    expect((await exported('again', otherAdmin))['ledger']).toMatchObject({
      keys: expect.arrayContaining([expect.objectContaining({ ends: 'here' })]),
    });
    expect((await otherAdmin('POST', '/reset', { key: 'made-here' })).body).toMatchObject({ keys: 1 });
    expect((await other.get(profile, 'made-here')).body).toMatchObject({ creditsAvailable: 48.5 });

    expect((await admin('DELETE', '/snapshots/b-side')).status).toBe(204);
    for (const [method, path] of [
      ['GET', '/snapshots/b-side'],
      ['DELETE', '/snapshots/b-side'],
      ['POST', '/snapshots/b-side/restore'],
    ] as const)
      expect(await admin(method, path)).toMatchObject({
        status: 404,
        body: problem(404, 'There is no such snapshot.'),
      });
  });

  it('releases the holds of open streams', async () => {
    const key = 'sandbox:plan=10:held';
    const caller = await identify(app.ledger, key, noon);
    if (!caller) throw new Error('no caller');
    const hold = await app.ledger.hold(caller, { operation: 'nls', credits: 4000, traceId: '0a', now: noon });
    await admin('PUT', '/snapshots/held');
    expect((await admin('GET', `/keys/${key}`)).body).toMatchObject({ held: 4, available: 6 });
    await admin('PUT', '/snapshots/imported', await exported('held'));
    await admin('POST', '/snapshots/imported/restore');
    expect((await admin('GET', `/keys/${key}`)).body).toMatchObject({ held: 0, available: 10 });
    expect((await admin('GET', `/keys/${key}/entries`)).body['entries']).toMatchObject([
      { kind: 'open' },
      { kind: 'hold', held: 4 },
      { kind: 'release', held: -4, balance: 10 },
    ]);
    await app.ledger.release(hold, () => noon);
    expect(await available(key)).toBe(10);
  });

  it('is not restored in part when one of its rules is impossible', async () => {
    const before = await testApp({ vocabulary: 'neutral' });
    await adminOf(before)('POST', '/faults', { match: { path: '/clip/profile' }, respond: { status: 503 } });
    await adminOf(before)('PUT', '/snapshots/neutral');

    const after = await testApp({ vocabulary: 'published' }, { ledger: before.ledger });
    const afterAdmin = adminOf(after);
    await afterAdmin('POST', '/keys', { key: 'later', plan: 5 });
    expect(await afterAdmin('POST', '/snapshots/neutral/restore')).toMatchObject({
      status: 422,
      body: problem(422, "/faults/0: Fault rule 1: '/clip/profile' matches no path of the service."),
    });
    expect((await afterAdmin('GET', '/keys/later')).body).toMatchObject({ plan: 5 });
  });

  it('leaves spent fault rules out: they stay spent', async () => {
    const spent = await testApp();
    const spentAdmin = adminOf(spent);
    const [once, live] = [
      { match: { operation: 'clip/profile' }, respond: { status: 503 }, times: 1 },
      { match: { operation: 'clip/contact' }, respond: { status: 500 } },
    ];
    await spentAdmin('POST', '/faults', once);
    await spentAdmin('POST', '/faults', live);
    expect((await spent.get(profile, 'demo-full')).status).toBe(503);
    await spentAdmin('PUT', '/snapshots/spent');
    expect(await exported('spent', spentAdmin)).toMatchObject({ faults: [live] });
    await spentAdmin('POST', '/snapshots/spent/restore');
    expect((await spent.get(profile, 'demo-full')).status).toBe(200);
  });

  it('keeps the clock of its time', async () => {
    const fast = await testApp({ clock: 'x10' });
    const fastAdmin = adminOf(fast);
    await fastAdmin('PUT', '/snapshots/moment');
    const { takenAt } = (await exported('moment', fastAdmin)) as { takenAt: number };
    await fastAdmin('PUT', '/clock', { mode: 'offset', offset: '-1d' });
    await fastAdmin('POST', '/snapshots/moment/restore');
    const { mode, scale, now } = (await fastAdmin('GET', '/clock')).body as {
      mode: string;
      scale: number;
      now: number;
    };
    expect([mode, scale]).toEqual(['scaled', 10]);
    expect(now - takenAt).toBeLessThan(600_000);
    expect(now).toBeGreaterThanOrEqual(takenAt);
  });

  it.each(['UPPER', 'a.b', 'a_b', 'x'.repeat(65), '..%2F..%2Fetc', '%00', 'é'])(
    'cannot be named %s',
    async (name) => {
      for (const [method, path] of [
        ['PUT', ''],
        ['GET', ''],
        ['DELETE', ''],
        ['POST', '/restore'],
      ] as const)
        expect(await admin(method, `/snapshots/${encodeURI(name)}${path}`)).toMatchObject({
          status: 422,
          body: problem(422),
        });
    },
  );
});
