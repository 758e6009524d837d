import { describe, expect, it } from 'vitest';
import { maxDurationMs } from '../../src/core/durations.ts';
import { noon, testApp } from '../harness.ts';
import { adminOf } from './admin.ts';

const { get, ask, world, available } = await testApp();
const profile = `/clip/profile?uniqueId=${world.example.clip}`;
const dayMs = 86_400_000;

const clock = (method: 'GET' | 'PUT' | 'POST', payload?: object) =>
  ask({
    method,
    url: `/__admin/clock${method === 'POST' ? '/advance' : ''}`,
    headers: { host: 'localhost', 'content-type': 'application/json' },
    ...(payload && { payload: JSON.stringify(payload) }),
  });

describe('the clock of the sandbox', () => {
  it('lists the first renewals of many, and leaves others their turn while they run', async () => {
    const { deps, ask, get } = await testApp();
    const keys = Array.from({ length: 400 }, (_, n) => `sandbox:plan=4:many-${n}`);
    for (const each of keys) await get('/usage', each);
    const headers = { host: 'localhost', 'content-type': 'application/json' };
    const [payload, url] = [JSON.stringify({ by: '3650d' }), '/__admin/clock/advance'];
    let isMoved = false;
    const moved = ask({ method: 'POST', url, headers, payload }).finally(() => (isMoved = true));
    await expect.poll(() => deps.clock.now(), { interval: 0 }).toBeGreaterThan(noon);
    expect([(await get('/usage', 'demo-full')).status, isMoved]).toEqual([200, false]);
    const { body } = await moved;
    const ran = body['ran'] as { at: number }[];
    // Ten years have 121 cycles of 30 days.
    expect([ran.length, body['ranCount']]).toEqual([1_000, 400 * 121]);
    expect(ran.map(({ at }) => at)).toEqual(
      Array.from({ length: 1_000 }, (_, n) => noon + Math.floor(n / 400 + 1) * 30 * dayMs),
    );
  });

  it('renews the plan after 31 days, and keeps purchased credits and the usage of earlier days', async () => {
    const key = 'sandbox:plan=4,purchased=2:billing';
    await get(profile, key);
    await get(profile, key);
    await get(profile, key);
    expect((await get(profile, key)).status).toBe(402);

    const { status, body } = await clock('POST', { by: '31d' });
    expect(status).toBe(200);
    expect(body).toEqual({
      mode: 'frozen',
      at: noon + 31 * dayMs,
      now: noon + 31 * dayMs,
      ran: [{ what: 'renewal', account: expect.any(String), at: noon + 30 * dayMs, credits: 4 }],
      ranCount: 1,
    });
    expect(await available(key)).toBe(4);
    expect((await get(profile, key)).body).toMatchObject({
      creditsAvailable: 2,
      timestamp: noon + 31 * dayMs,
    });
    expect((await get(`/usage?start=${noon - dayMs}`, key)).body['data']).toMatchObject({
      records: [
        { date: '20260601', requestCount: 4, totalQuotaUsed: 6 },
        { date: '20260702', requestCount: 1, totalQuotaUsed: 2 },
      ],
    });
  });

  it.each([
    ['2026-03-08T02:30:00', Date.UTC(2026, 2, 8, 2, 30)],
    ['2026-03-08', Date.UTC(2026, 2, 8)],
    ['2026-03-08T02:30-08:00', Date.UTC(2026, 2, 8, 10, 30)],
  ])('is set to %s in UTC, whatever the zone of the machine', async (at, instant) => {
    const own = await testApp();
    const { body } = await adminOf(own)('PUT', '/clock', { mode: 'frozen', at });
    expect(body).toMatchObject({ now: instant });
  });

  it('is not set to what is no ISO 8601', async () => {
    for (const at of ['2026-2-8', '8 Feb 2026', '2026-02-08 10:00'])
      expect((await clock('PUT', { mode: 'frozen', at })).status, at).toBe(422);
  });

  it('moves one account without the others', async () => {
    const [mine, theirs] = ['sandbox:plan=2:own-clock', 'sandbox:plan=2:their-clock'];
    const before = (await get(profile, mine)).body['timestamp'] as number;
    await get(profile, theirs);
    const { body } = await clock('POST', { by: '30d', key: mine });

    expect(body).toEqual({
      mode: 'offset',
      offset: 30 * dayMs,
      now: before + 30 * dayMs,
      ran: [expect.objectContaining({ what: 'renewal', credits: 2 })],
      ranCount: 1,
    });
    expect((await get(profile, mine)).body).toMatchObject({
      timestamp: before + 30 * dayMs,
      creditsAvailable: 0,
    });
    expect((await get(profile, theirs)).status).toBe(402);
    expect((await clock('PUT', { mode: 'real', key: mine })).body).toMatchObject({ offset: 0, now: before });
  });

  it('renews an account that was moved before by its own clock', async () => {
    const key = 'sandbox:plan=2:moved-twice';
    await get(profile, key);
    expect((await clock('POST', { by: '25d', key })).body['ran']).toEqual([]);
    expect((await clock('POST', { by: '10d', key })).body).toMatchObject({ ran: [{ credits: 2 }] });
    expect((await clock('POST', { by: '10d', key })).body).toMatchObject({ offset: 45 * dayMs, ran: [] });
  });

  it('of one account lets its client ask again for what was refused', async () => {
    const key = 'sandbox:plan=0:asks-again';
    await get(profile, key);
    await clock('POST', { by: '30d', key });
    await get(profile, key);
    const reported = await ask({ url: '/__admin/report', headers: { host: 'localhost' } });
    expect(JSON.stringify(reported.body['clientRules'])).not.toContain('asks-again');
  });

  it('can be set to each mode and read back; setting it back clears the rate windows', async () => {
    const throttled = 'sandbox:plan=100,rate=1/10s:clock-back';
    await get(profile, throttled);
    expect((await get(profile, throttled)).status).toBe(429);
    expect((await clock('PUT', { mode: 'frozen', at: '2026-01-01T00:00:00Z' })).body).toEqual({
      mode: 'frozen',
      at: 1767225600000,
      now: 1767225600000,
      ran: [],
      ranCount: 0,
    });
    expect((await get(profile, throttled)).status).toBe(200);
    expect((await clock('GET')).body).toEqual({ mode: 'frozen', at: 1767225600000, now: 1767225600000 });
    expect((await clock('PUT', { mode: 'scaled', scale: 2, at: noon })).body).toMatchObject({
      mode: 'scaled',
      scale: 2,
    });
    const set = async (offset: unknown) => (await clock('PUT', { mode: 'offset', offset })).body['offset'];
    expect([await set('-1d'), await set(maxDurationMs)]).toEqual([-dayMs, maxDurationMs]);
    expect((await clock('PUT', { mode: 'frozen', at: noon })).status).toBe(200);
  });

  it.each([
    ['PUT', { mode: 'stopped' }, 400],
    ['PUT', { mode: 'frozen', at: 'noon' }, 422],
    ['PUT', { mode: 'frozen', at: 1e300 }, 422],
    ['PUT', { mode: 'offset' }, 422],
    ['PUT', { mode: 'scaled' }, 422],
    ['PUT', { mode: 'scaled', scale: 0 }, 400],
    ['PUT', { mode: 'frozen', when: 1 }, 400],
    ['PUT', { mode: 'frozen', key: 'demo-full' }, 422],
    ['PUT', { mode: 'real', key: 'nobody' }, 404],
    ['POST', {}, 400],
    ['POST', { by: '-1d' }, 422],
    ['POST', { by: 'soon' }, 422],
    ['POST', { by: maxDurationMs + 1 }, 422],
    ['POST', { by: '1d', key: 'nobody' }, 404],
  ] as const)('refuses %s %j with problem details', async (method, payload, expected) => {
    const before = (await clock('GET')).body;
    const { status, headers, body } = await clock(method, payload);

    expect(status).toBe(expected);
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(body).toEqual({
      type: 'about:blank',
      title: expect.any(String),
      status: expected,
      detail: expect.any(String),
    });
    expect((await clock('GET')).body).toEqual(before);
  });
});
