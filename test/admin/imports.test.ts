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

  it.each<[string, string, unknown, unknown]>([
    [
      'an unknown member',
      'shell',
      'rm -rf /',
      '/: The snapshot must NOT have additional properties here ("shell").',
    ],
    ['another format', 'format', 'creator-sandbox snapshot 2', expect.stringContaining('/format')],
    [
      'a missing part',
      'windows',
      undefined,
      expect.stringContaining("must have required property 'windows'"),
    ],
    ['an unknown member deep inside', `${account}/owner`, 1, expect.stringContaining('("owner")')],
    [
      'a name that is a path',
      `${account}/id`,
      '../../etc/passwd',
      expect.stringContaining('/id: The snapshot must match pattern'),
    ],
    [
      'a balance that is not the sum',
      `${account}/entries/0/balance`,
      1,
      expect.stringContaining('but the entries up to it sum to'),
    ],
    ['credits out of nowhere', `${account}/purchased`, 1e9, expect.stringContaining('its entries sum to')],
    ['a plan out of nowhere', `${account}/plan`, 1e9, expect.stringContaining('its entries sum to')],
    ['negative credits', `${account}/plan`, -1, expect.stringContaining('/plan: The snapshot must be >= 0')],
    [
      'fractions of thousandths',
      `${account}/plan`,
      0.5,
      expect.stringContaining('/plan: The snapshot must be integer'),
    ],
    ['more than can be counted', `${account}/entries/0/plan`, 9e15, expect.stringContaining('Account team')],
    [
      'a hold without an end',
      `${account}/entries/0/held`,
      5,
      expect.stringContaining('changes an amount that an entry of kind open cannot change'),
    ],
    [
      'an incomplete first use',
      `${account}/anchorAt`,
      null,
      expect.stringContaining('Account team must have both a first use and a renewal, or neither.'),
    ],
    [
      'an unknown operation',
      'ledger/keys/made/allow',
      ['clip/nothing'],
      expect.stringContaining('"clip/nothing" is not an operation'),
    ],
    [
      'the id of another key',
      'ledger/keys/made/id',
      '0123456789abcdef',
      expect.stringContaining('Key 0123456789abcdef has the id of another key.'),
    ],
    [
      'a secret beside a digest',
      'ledger/keys/made/secret',
      'made-here',
      expect.stringContaining('either a secret, or a digest and ends'),
    ],
    [
      'an unknown account',
      'ledger/keys/made/account',
      'nowhere',
      expect.stringMatching(/has no account|has no key/),
    ],
    [
      'the origin of another key',
      'ledger/keys/made/origin',
      'demo',
      expect.stringContaining('only these, have a secret and the origin demo'),
    ],
    ['a clock without its time', 'clock', { mode: 'frozen' }, "/clock: The clock is frozen and needs 'at'."],
    ['a clock beyond dates', 'clock/at', 9e15, expect.stringContaining('/clock/at: The snapshot must be <=')],
    ['an impossible rule', 'faults/0/respond', { status: 418 }, expect.stringContaining('Fault rule 1:')],
    ['an unknown kind of rule', 'faults/0/exec', 'x', expect.stringContaining('("exec")')],
    [
      'windows of something that is not a key',
      'windows',
      { constructor: [] },
      expect.stringContaining('/windows'),
    ],
    [
      'spending without an entry',
      'ledger/keys/made/spent',
      3000,
      expect.stringMatching(
        /^\/ledger\/keys\/\d+\/spent: Key \w+: spent is 3000, its opening and its entries sum to 2000\.$/,
      ),
    ],
    [
      'usage without an entry',
      'ledger/keys/made/usage/0/credits',
      1,
      expect.stringMatching(
        /\/usage\/0: .* usage has 1 charged calls of 1 for clip\/profile .* its entries have 1 of 2000/,
      ),
    ],
    [
      'more charged calls than entries',
      'ledger/keys/made/usage/0/charged',
      2,
      expect.stringContaining('was charged for more calls than it made'),
    ],
    [
      'a renewal before the first use',
      `${account}/renewsAt`,
      0,
      expect.stringContaining('its cycle began before its first use'),
    ],
    [
      'a cycle older than the first use',
      `${account}/cycleMs`,
      8e12,
      expect.stringContaining('its cycle began before its first use'),
    ],
    [
      'calls without a first use',
      account,
      (team: Json) => ({ ...team, anchorAt: null, renewsAt: null }),
      expect.stringContaining('has calls but no first use'),
    ],
    [
      'an entry outside the years 1 to 9999',
      `${account}/entries/1/at`,
      -1e15,
      expect.stringContaining('/entries/1/at: The snapshot must be >='),
    ],
    [
      'a negative top-up',
      `${account}/entries/1/purchased`,
      -1250,
      expect.stringContaining('changes an amount that an entry of kind topUp cannot change'),
    ],
    [
      'an opening unlike its first entry',
      `${account}/opening/plan`,
      1,
      expect.stringContaining('its first entry differs from its opening terms'),
    ],
    [
      'purchased credits used but never charged',
      `${account}/purchasedUsed`,
      1,
      expect.stringContaining('purchasedUsed is 1, its entries sum to 0'),
    ],
    [
      'an entry without its call',
      `${account}/entries/2/traceId`,
      undefined,
      expect.stringContaining('has a traceId'),
    ],
    [
      'a limit beyond 10^12',
      'ledger/keys/made/limit',
      1e15 + 1,
      expect.stringContaining('/limit: The snapshot must be <='),
    ],
    [
      'a clock with a property of another mode',
      'clock/scale',
      2,
      "/clock/scale: The clock is frozen and has no 'scale'.",
    ],
    [
      'a clock of another time',
      'takenAt',
      5,
      expect.stringMatching(/^\/takenAt: 'takenAt' is 5, but the clock's 'at' is/),
    ],
    [
      'a rule for an unknown key',
      'faults/0/match/key',
      '0123456789abcdef',
      expect.stringContaining('/faults/0/match/key'),
    ],
    [
      'a rule with a key instead of its id',
      'faults/0/match/key',
      'made-here',
      '/faults/0/match/key: Fault rule 1 matches the id of a key that does not exist.',
    ],
    [
      'a window of an unknown key',
      'windows',
      { '0123456789abcdef': [1] },
      expect.stringContaining('/windows/0123456789abcdef: There is no key'),
    ],
    [
      'a window out of order',
      'windows',
      ({ ...windows }: Json) => Object.fromEntries(Object.keys(windows).map((id) => [id, [5, 4]])),
      expect.stringContaining('are not in order'),
    ],
    [
      'traces of an unknown key',
      'traces',
      { '0123456789abcdef': 1 },
      expect.stringContaining('/traces/0123456789abcdef'),
    ],
    [
      'submissions of an unknown kind',
      'ledger/keys/full/submitted/0/kind',
      'things',
      expect.stringContaining('/submitted/0/kind'),
    ],
    [
      'submissions without a day',
      'ledger/keys/full/submittedOn',
      [],
      expect.stringContaining('submitted creators but on no day'),
    ],
    ['no object', '', undefined, expect.any(String)],
  ])('with %s is refused and changes nothing', async (what, path, value, detail) => {
    const before = [await keysNow(), (await admin('GET', '/snapshots')).body];
    const content = what === 'no object' ? [] : changed(path, value);
    const refused = await admin('PUT', '/snapshots/hostile', content);
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual(problem(422, detail, { pointer: expect.stringMatching(/^(?:\/\S*)?$/) }));
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

  it('with a duplicate property is refused', async () => {
    const { ledger } = structuredClone(valid) as { ledger: { accounts: unknown[]; keys: unknown[] } };
    const twice = (part: 'accounts' | 'keys') => ({
      ...valid,
      ledger: { ...ledger, [part]: [...ledger[part], ledger[part][0]] },
    });
    for (const part of ['accounts', 'keys'] as const)
      expect((await admin('PUT', '/snapshots/hostile', twice(part))).body).toEqual(
        problem(422, expect.stringContaining('appears twice'), {
          pointer: `/ledger/${part}/${ledger[part].length}`,
        }),
      );
  });

  it('with a prototype, or that is not JSON, is refused', async () => {
    for (const payload of ['{"__proto__":{"a":1}}', '{', ''])
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
