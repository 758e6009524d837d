import { describe, expect, it } from 'vitest';
import { createWrongTokens } from '../../src/admin/access/wrong-tokens.ts';
import { testApp } from '../harness.ts';
import { adminOf, problem } from './admin.ts';
import { callsAs, teams } from './tokens.ts';

/** Counts without waiting; the waits are listed. */
function counter(max = 2) {
  let now = 0;
  const waits: (() => void)[] = [];
  const bounds: string[] = [];
  const wrong = createWrongTokens({
    max,
    windowMs: 60_000,
    now: () => now,
    wait: () => new Promise<void>((resolve) => void waits.push(resolve)),
    onBound: (address) => void bounds.push(address),
  });
  return {
    wrong,
    waits,
    bounds,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

describe('wrong tokens', () => {
  it('are late beyond the bound of their address, until the window is over', async () => {
    const { wrong, waits, bounds, pass } = counter();
    expect(await wrong.count('10.0.0.1')).toBeUndefined();
    expect(await wrong.count('10.0.0.1')).toBeUndefined();
    expect(bounds).toEqual([]);
    pass(15_000);
    const late = wrong.count('10.0.0.1');
    expect(waits).toHaveLength(1);
    expect(await wrong.count('10.0.0.2')).toBeUndefined();
    waits[0]?.();
    expect(await late).toBe(45);
    expect(bounds).toEqual(['10.0.0.1']);
    pass(45_000);
    expect(await wrong.count('10.0.0.1')).toBeUndefined();
  });

  it('hold at most ten replies of an address', async () => {
    const { wrong, waits, pass } = counter(0);
    const late = Array.from({ length: 10 }, () => wrong.count('10.0.0.1'));
    expect(await wrong.count('10.0.0.1')).toBe(60);
    // Those of the window before count too.
    pass(60_000);
    const later = wrong.count('10.0.0.1');
    expect(waits).toHaveLength(10);
    expect(await later).toBe(60);
    for (const end of waits) end();
    await Promise.all(late);
  });

  it.each([
    ['2001:db8:1:2::1', '2001:0db8:0001:0002:ffff:ffff:ffff:ffff', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['::1', '::2', true],
    ['0:2:3:4::1', '::2:3:4:5:6:7:8', true],
    ['1:2:3:4::', '1:2:3:4:5::6:7', true],
    ['1:2::', '1::', false],
    ['fe80::1%eth0', 'fe80::2%eth1', true],
    ['::ffff:10.0.0.1', '10.0.0.1', true],
    ['::ffff:10.0.0.1', '::ffff:10.0.0.2', false],
  ])('count for a network of IPv6 together: %s and %s', async (one, other, isSame) => {
    const { wrong, waits } = counter(1);
    expect(await wrong.count(one)).toBeUndefined();
    const second = wrong.count(other);
    expect(waits).toHaveLength(isSame ? 1 : 0);
    for (const end of waits) end();
    expect((await second) !== undefined).toBe(isSame);
  });

  it('are forgotten once ten thousand other addresses came', async () => {
    const { wrong, waits } = counter(1);
    const isLate = async (address: string) => {
      const before = waits.length;
      const counted = wrong.count(address);
      for (const end of waits) end();
      await counted;
      return waits.length > before;
    };
    const come = async (count: number, network: string) => {
      for (let n = 0; n < count; n++) await wrong.count(`${network}:${n}`);
    };
    await wrong.count('10.0.0.1');
    await come(9_999, 'a');
    expect(await isLate('10.0.0.1')).toBe(true);
    await come(10_000, 'b');
    expect(await isLate('10.0.0.1')).toBe(false);
  });

  it('do not keep a valid one out, and are in no log', async () => {
    const app = await testApp({ adminTokens: teams });
    const admin = adminOf(app);
    const guess = (n: number) =>
      admin('GET', '/keys', undefined, { authorization: `Bearer guess-number-${n}` });
    const statuses: number[] = [];
    for (let n = 0; n < 20; n++) statuses.push((await guess(n)).status);
    expect(statuses).toEqual(Array(20).fill(401));
    const late = guess(20);
    expect((await callsAs(app)('a')('GET', '/keys')).status).toBe(200);
    const refused = await late;
    expect(refused).toMatchObject({
      status: 429,
      body: problem(429, expect.any(String), { retryAfter: expect.any(Number) }),
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // A call without a token is not held up.
    expect((await admin('GET', '/keys')).status).toBe(401);
    expect((await callsAs(app)('root')('GET', '/keys')).status).toBe(200);
    expect(app.warnings.join()).toContain('Many wrong admin tokens');
    expect(app.warnings.join()).not.toMatch(/guess-number|token-of-/);
  });

  it('do not end or begin like one: each whole token is compared', async () => {
    const app = await testApp({ adminTokens: teams });
    const admin = adminOf(app);
    for (const token of [
      'token-of-',
      'token-of-a ',
      'Token-of-a',
      'token-of-aa',
      'oken-of-a',
      teams[0]?.digest,
    ])
      expect((await admin('GET', '/keys', undefined, { authorization: `Bearer x${token}` })).status).toBe(
        401,
      );
    for (const authorization of ['token-of-a', 'Basic token-of-a', 'Bearer'])
      expect((await admin('GET', '/keys', undefined, { authorization })).status).toBe(401);
    expect((await admin('GET', '/keys', undefined, { authorization: 'bearer token-of-a' })).status).toBe(200);
  });
});
