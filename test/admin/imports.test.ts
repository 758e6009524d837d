import { describe, expect, it } from 'vitest';
import { cpuOf, cpuOfParse, timesOf } from '../effort.ts';
import { testApp } from '../harness.ts';
import { adminOf, problem } from './admin.ts';
import { makeState } from './live-state.ts';

const app = await testApp();
const admin = adminOf(app);
await makeState(app, admin);
await admin('PUT', '/snapshots/valid');
const valid = (await admin('GET', '/snapshots/valid')).body;
const keysNow = async () => (await admin('GET', '/keys?limit=1000')).body;

describe('an import', () => {
  const { keys } = valid['ledger'] as { keys: { ends?: string; secret?: string }[] };
  const places: Record<string, number> = {
    made: keys.findIndex(({ ends }) => ends === 'here'),
    full: keys.findIndex(({ secret }) => secret === 'demo-full'),
  };

  type Json = Record<string, unknown>;
  /** The valid snapshot with one value changed. */
  const changed = (path: string, value: unknown): Json => {
    const copy = structuredClone(valid) as Json;
    const steps = path.split('/');
    const last = steps.pop() ?? '';
    const at = steps.reduce((each, step) => each[places[step] ?? step] as Json, copy);
    if (value === undefined) delete at[last];
    else at[last] = typeof value === 'function' ? value(at[last]) : value;
    return copy;
  };
  const accountAt = (valid['ledger'] as { accounts: { id: string }[] }).accounts.findIndex(
    ({ id }) => id === 'team',
  );
  const account = `ledger/accounts/${accountAt}`;

  it('with a contradiction or of another form is refused and changes nothing', async () => {
    const before = [await keysNow(), (await admin('GET', '/snapshots')).body];
    const details: unknown[] = [];
    for (const [path, value] of [
      ['shell', 'rm -rf /'],
      ['format', 'creator-sandbox snapshot 2'],
      ['windows', undefined],
      [`${account}/owner`, 1],
      [`${account}/id`, '../../etc/passwd'],
      [`${account}/purchased`, 1e9],
      [`${account}/plan`, -1],
      [`${account}/plan`, 0.5],
      [`${account}/entries/0/plan`, 9e15],
      ['ledger/keys/made/allow', ['clip/nothing']],
      ['ledger/keys/made/id', '0123456789abcdef'],
      ['ledger/keys/made/secret', 'made-here'],
      ['ledger/keys/made/origin', 'demo'],
      ['clock', { mode: 'frozen' }],
      ['clock/at', 9e15],
      ['faults/0/respond', { status: 418, errorCode: 'TEAPOT' }],
      ['faults/0/exec', 'x'],
      ['windows', { constructor: [] }],
      [`${account}/entries/1/at`, -1e15],
      ['ledger/keys/made/limit', 1e15 + 1],
      ['clock/scale', 2],
      ['takenAt', 5],
      ['epoch', '2026-02-31'],
      ['epoch', 'today'],
      ['faults/0/match/key', '0123456789abcdef'],
      ['faults/0/match/key', 'made-here'],
      ['windows', { '0123456789abcdef': [1] }],
      [
        'windows',
        ({ ...windows }: Json) => Object.fromEntries(Object.keys(windows).map((id) => [id, [5, 4]])),
      ],
      ['traces', { '0123456789abcdef': 1 }],
      ['ledger/keys/full/submitted/0/kind', 'things'],
    ] satisfies [string, unknown][]) {
      const { status, body } = await admin('PUT', '/snapshots/hostile', changed(path, value));
      expect({ status, body }).toEqual({
        status: 422,
        body: problem(422, expect.any(String), { pointer: expect.stringMatching(/^(?:\/\S*)?$/) }),
      });
      details.push(body['detail']);
    }
    expect((await admin('PUT', '/snapshots/hostile', [])).status).toBe(422);
    expect(details.join('\n')).toMatchInlineSnapshot(`
      "/: The snapshot must NOT have additional properties here ("shell").
      /format: The snapshot must be equal to constant here.
      /: The snapshot must have required property 'windows' here.
      /ledger/accounts/12: The snapshot must NOT have additional properties here ("owner").
      /ledger/accounts/12/id: The snapshot must match pattern "^[A-Za-z0-9._-]{1,64}$" here.
      /ledger/accounts/12/purchased: Account team: purchased is 1000000000, its entries sum to 1250.
      /ledger/accounts/12/plan: The snapshot must be >= 0 here.
      /ledger/accounts/12/plan: The snapshot must be integer here.
      /ledger/accounts/12/entries/0: Account team: entry 1 has the balance 50500, but the entries up to it sum to 9000000000000000.
      /ledger/keys/12: Key 432843276fdd7be6: "clip/nothing" is not an operation.
      /ledger/keys/12/id: Key 0123456789abcdef has the id of another key.
      /ledger/keys/12: Key 432843276fdd7be6 must have either a secret, or a digest and ends.
      /ledger/keys/12/origin: Key 432843276fdd7be6: all demo keys of this sandbox, and only these, have a secret and the origin demo.
      /clock: The clock is frozen and needs 'at'.
      /clock/at: The snapshot must be <= 253402300799999 here.
      /faults/0: Fault rule 1: clip/contact cannot answer {"status":418,"errorCode":"TEAPOT"}; it can answer 400 VALIDATION_ERROR, 401 UNAUTHORIZED, 402 INSUFFICIENT_CREDITS, 402 KEY_SPEND_THRESHOLD_EXCEEDED, 403 FORBIDDEN, 403 FRACTIONAL_CALLS_NOT_ENABLED, 404 NOT_FOUND, 409 CONFLICT, 429 RATE_LIMIT_EXCEEDED, 500 INTERNAL_SERVER_ERROR, 503 SERVICE_UNAVAILABLE.
      /faults/0: The snapshot must NOT have additional properties here ("exec").
      /windows: The snapshot must NOT have additional properties here ("constructor").
      /ledger/accounts/12/entries/1/at: The snapshot must be >= -70775596800000 here.
      /ledger/keys/12/limit: The snapshot must be <= 1000000000000000 here.
      /clock/scale: The clock is frozen and has no 'scale'.
      /takenAt: 'takenAt' is 5, but the clock's 'at' is 1780315200000.
      /epoch: There is no day 2026-02-31.
      /epoch: The snapshot must match pattern "^\\d{4}-\\d{2}-\\d{2}$" here.
      /faults/0/match/key: Fault rule 1 matches the id of a key that does not exist.
      /faults/0/match/key: Fault rule 1 matches the id of a key that does not exist.
      /windows/0123456789abcdef: There is no key 0123456789abcdef.
      /windows/c4f7385751cc1804: The requests of key c4f7385751cc1804 are not in order.
      /traces/0123456789abcdef: There is no key 0123456789abcdef.
      /ledger/keys/0/submitted/0/kind: The snapshot must be equal to one of the allowed values here."
    `);
    expect([await keysNow(), (await admin('GET', '/snapshots')).body]).toEqual(before);
  });

  it('is refused without showing a key that it has in place of a property name', async () => {
    const key = `made-SECRET-${'by-hand-'.repeat(12)}`;
    await admin('POST', '/keys', { key });
    const refused = await admin('PUT', '/snapshots/hostile', { ...valid, [key]: 1 });
    expect(refused.body['detail']).toBe(
      '/: The snapshot must NOT have additional properties here ("…and-").',
    );
    await admin('DELETE', `/keys/${key}`);
  });

  it('has a clock as fast as one may be set, and no faster', async () => {
    const { at } = valid['clock'] as { at: number };
    const status = async (scale: number) =>
      (await admin('PUT', '/snapshots/fast', { ...valid, clock: { mode: 'scaled', scale, at } })).status;
    const set = async (scale: number) => (await admin('PUT', '/clock', { mode: 'scaled', scale })).status;
    for (const scale of [1e6, 1e6 + 1]) expect((await status(scale)) < 300).toBe((await set(scale)) < 300);
    expect(await status(1e6)).toBeLessThan(300);
    await admin('DELETE', '/snapshots/fast');
    await admin('PUT', '/clock', { mode: 'frozen', at });
  });

  it('with a prototype, or that is not JSON, is refused', async () => {
    for (const payload of ['{"__proto__":{"a":1}}', '{'])
      expect(
        await app.ask({
          method: 'PUT',
          url: '/__admin/snapshots/hostile',
          headers: { host: 'localhost', 'content-type': 'application/json' },
          payload,
        }),
      ).toMatchObject({ status: 400, body: problem(400) });
    expect(({} as Json)['a']).toBeUndefined();
  });

  it('of more than 10 MB is refused, below that it is checked', async () => {
    const padded = (bytes: number) => ({ ...valid, padding: 'x'.repeat(bytes) });
    expect(await admin('PUT', '/snapshots/hostile', padded(10 * 1024 * 1024))).toMatchObject({
      status: 413,
      body: problem(413),
    });
    expect((await admin('PUT', '/snapshots/hostile', padded(9 * 1024 * 1024))).status).toBe(422);
  });

  it('of ten megabytes of nonsense is refused within ten times its parse', async () => {
    const nonsense = changed(
      `${account}/entries`,
      Array.from({ length: 300_000 }, () => ({ a: 1 })),
    );
    const text = JSON.stringify(nonsense);
    const refused = () =>
      cpuOf(async () => expect((await admin('PUT', '/snapshots/hostile', nonsense)).status).toBe(422));
    expect(await timesOf(refused, 10, () => cpuOfParse(text))).toBeLessThanOrEqual(10);
  });

  it('replaces the snapshot of the same name; there are at most a hundred', async () => {
    const names = ((await admin('GET', '/snapshots')).body['snapshots'] as object[]).length;
    for (let n = names; n < 100; n++) await admin('PUT', `/snapshots/n-${n}`);
    expect(await admin('PUT', '/snapshots/one-more')).toMatchObject({
      status: 409,
      body: problem(409, 'There are 100 snapshots already; delete one first.'),
    });
    expect((await admin('PUT', '/snapshots/valid', valid)).status).toBe(200);
  });
});
