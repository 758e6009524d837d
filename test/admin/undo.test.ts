import { describe, expect, it } from 'vitest';
import { testApp } from '../harness.ts';
import { adminOf, problem } from './admin.ts';

const app = await testApp();
const admin = adminOf(app);
const profile = `/clip/profile?uniqueId=${app.world.example.clip}`;

const state = async () => ({
  keys: (await admin('GET', '/keys?limit=1000')).body['keys'],
  clock: (await admin('GET', '/clock')).body,
  faults: (await admin('GET', '/faults')).body['faults'],
});

describe('an undo', () => {
  it.each([
    ['a reset of everything', 'POST', '/reset', {}],
    ['a reset of one key', 'POST', '/reset', { key: 'undone' }],
    ['the end of a key', 'DELETE', '/keys/undone', undefined],
    ['a change of a key', 'PATCH', '/keys/undone', { used: 50, purchased: 0 }],
    ['the end of all fault rules', 'DELETE', '/faults', undefined],
    ['a move of the clock', 'POST', '/clock/advance', { by: '40d' }],
  ] as const)('brings accounts, keys, clock and rules back after %s', async (what, method, path, body) => {
    await admin('POST', '/reset', {});
    await admin('POST', '/keys', {
      key: 'secret-of-undone',
      label: 'undone',
      plan: 50,
      purchased: 7,
      limit: 40,
    });
    await app.get(profile, 'secret-of-undone');
    await admin('POST', '/faults', { match: { key: 'undone' }, respond: { status: 503 }, times: 3 });
    await admin('POST', '/clock/advance', { by: '2d' });
    const before = await state();
    const { body: kept } = await admin('PUT', '/undo', { what });
    expect(await admin('GET', '/undo')).toMatchObject({ status: 200, body: kept });
    await admin(method, path, body);
    expect(await state()).not.toEqual(before);
    expect(await admin('POST', '/undo')).toMatchObject({ status: 200, body: { what, faults: 1 } });
    const after = await state();
    expect(after.keys).toEqual(before.keys);
    expect(after.clock).toEqual(before.clock);
    const withoutIds = (rules: unknown) =>
      (rules as Record<string, unknown>[]).map(({ id: _, createdAt: _at, warning: _w, ...rule }) => rule);
    expect(withoutIds(after.faults)).toEqual(withoutIds(before.faults));
    // The key pays again where it stopped.
    await admin('DELETE', '/faults');
    expect((await app.get(profile, 'secret-of-undone')).body).toMatchObject({ creditsAvailable: 53 });
  });

  it('undoes one act once', async () => {
    await admin('PUT', '/undo', { what: 'first' });
    await admin('PUT', '/undo', { what: 'second' });
    expect((await admin('POST', '/undo')).body).toMatchObject({ what: 'second' });
    expect(await admin('POST', '/undo')).toMatchObject({ status: 409, body: problem(409) });
    expect((await admin('GET', '/undo')).body).toEqual({ undo: null });
  });

  it('keeps nothing above 1,000 keys, and forgets what it kept', async () => {
    const many = await testApp();
    const call = adminOf(many);
    await call('PUT', '/undo', { what: 'few' });
    const { keys } = (await call('GET', '/keys?limit=1000')).body as { keys: unknown[] };
    for (let n = keys.length; n < 1_000; n++) await many.get('/usage', `sandbox:plan=1:k${n}`);
    expect((await call('PUT', '/undo', { what: 'a thousand' })).status).toBe(200);
    await many.get('/usage', 'sandbox:plan=1:one-more');
    expect(await call('PUT', '/undo', { what: 'more' })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('more than 1000 keys') },
    });
    expect((await call('POST', '/undo')).status).toBe(409);
  });
});
