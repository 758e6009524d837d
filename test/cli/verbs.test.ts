import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { ChangedKey, NewKey, TopUp } from '../../src/admin/keys/key-schemas.ts';
import { allDecisions } from '../../src/app/decisions.ts';
import { changeFlags, createFlags, topUpFlags } from '../../src/cli/verbs/key-flags.ts';
import { createSandbox } from '../../src/library/index.ts';
import { newFolder } from '../new-folder.ts';
import { commandIn, refusal } from './io.ts';

const folder = newFolder();
const sandbox = await createSandbox({ size: 60, clock: '2026-06-01T12:00:00Z' });
afterAll(() => sandbox.close());

const env = { SANDBOX_PORT: new URL(sandbox.url).port };
const command = (...line: string[]) => commandIn(folder, line, { env });
/** The lines that a verb prints. */
async function lines(...line: string[]): Promise<string[]> {
  const { code, out, err } = await command(...line);
  expect([code, err]).toEqual([0, '']);
  return out.trimEnd().split('\n');
}
const ask = (path: string, key: string) =>
  fetch(`${sandbox.url}${path}`, { headers: { 'api-key': key } }).then((reply) => reply.text());
const profile = new URL(sandbox.exampleUrl).pathname + new URL(sandbox.exampleUrl).search;

describe('verbs print tables', () => {
  it('of keys, by name, with credits and their unit', async () => {
    await lines('keys', 'create', '--plan', '100', '--fractional', '--label', 'checkout', '--rate', '3/10s');
    await ask(profile, 'sandbox:plan=5:job-7');
    const [head, ...rows] = await lines('keys');
    expect(head).toMatch(/^key +id +available +plan left +purchased +spent +limit +terms$/);
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^demo-low +\w{16} +3 cr +3 cr +0 cr +0 cr$/),
        expect.stringMatching(/^demo-unlimited +\w{16} +unlimited +0 cr +0 cr +fractional$/),
        expect.stringMatching(/^checkout +\w{16} +100 cr +100 cr +0 cr +0 cr +fractional, rate 3\/10s$/),
        expect.stringMatching(/^job-7 +\w{16} +3 cr +3 cr +0 cr +2 cr$/),
      ]),
    );
  });

  it('with heads and names that stand out, where the output has colours', async () => {
    const paint = (style: string, text: string) => `<${style}>${text}</>`;
    const painted = async (...line: string[]) =>
      (await commandIn(folder, line, { env, paint })).out.trimEnd().split('\n');
    const isPainted = (line = '') => /^ *(?:<bold>[^<]+<\/> *)+$/.test(line);
    expect((await painted('keys')).map(isPainted).indexOf(false)).toBe(1);
    expect((await painted('keys')).filter(isPainted)).toHaveLength(1);
    const [about] = await painted('keys', 'show', 'demo-low');
    expect(about).toMatch(/^<bold>[^<]+<\/> +[^<]+$/);
  });

  it('of the entries of a key, with dates', async () => {
    const key = 'sandbox:plan=5:entries';
    await ask(profile, key);
    expect(await lines('keys', 'entries', key)).toEqual([
      expect.stringMatching(/^entry +time +kind +key +operation +plan +purchased +held +balance$/),
      expect.stringMatching(/^ +1 {2}2026-06-01T12:00:00\.000Z {2}open +5 cr +0 cr +0 cr +5 cr$/),
      expect.stringMatching(
        /^ +2 {2}2026-06-01T12:00:00\.000Z {2}charge {2}entries {2}clip\/profile +-2 cr +0 cr +0 cr +3 cr$/,
      ),
    ]);
  });

  it('of requests, with the reason why a key was not recognised', async () => {
    await sandbox.reset();
    await ask(profile, 'demo-full');
    await ask(profile, 'sandbox:plan=x:mine');
    await ask('/clip/profil', 'demo-full');
    const [head, first, second, note, third] = await lines('requests');
    expect(head).toMatch(/^request +time +key +operation +status +credits +took$/);
    expect(first).toMatch(
      /^ +1 {2}2026-06-01T12:00:00\.000Z {2}demo-full +clip\/profile +200 +2 cr +\d+\.\d ms$/,
    );
    expect(second).toMatch(/^ +2 {2}\S+ {2}\w{8} +clip\/profile +401 UNAUTHORIZED +0 cr/);
    expect(note).toMatch(/^ +The key describes no account: term 1 of its description, plan, is not a number/);
    expect(third).toMatch(/^ +3 {2}\S+ {2}demo-full +GET \/clip\/profil +404 +0 cr/);
    expect(await lines('requests', 'count', 'status=401')).toEqual(['1']);
    expect(await lines('requests', 'unmatched')).toEqual([
      expect.stringMatching(/^request +time +key +path +nearest path$/),
      expect.stringMatching(/^ +3 .* GET \/clip\/profil +GET \/clip\/profile$/),
    ]);
    expect(await lines('requests', 'status=503')).toEqual(['No requests.']);
    expect(await lines('requests', 'unmatched', '--json')).toContain('  "requests": [');
    const short = await createSandbox({ size: 60, journal: 1 });
    onTestFinished(() => short.close());
    const last = async () =>
      (await commandIn(folder, ['requests', '--port', new URL(short.url).port])).out
        .trimEnd()
        .split('\n')
        .at(-1);
    await fetch(short.exampleUrl);
    expect(await last()).toContain('401');
    await fetch(short.exampleUrl);
    expect(await last()).toBe('The journal has dropped 1 older request because of its size.');
  });

  it('of all requests, however many pages they are', async () => {
    await sandbox.reset();
    for (let n = 0; n < 1100; n++) await ask('/nothing', n % 2 === 0 ? 'demo-full' : 'demo-low');
    expect(await lines('requests')).toHaveLength(1101);
    const { requests, cursor } = JSON.parse((await command('requests', '--json')).out);
    expect([requests.length, cursor]).toEqual([1100, null]);
    await sandbox.reset();
  });

  it('of fault rules, and warn only when requests have come since', async () => {
    const rule = {
      match: { key: 'demo-low', operation: 'clip/profile' },
      respond: { status: 503 },
      times: 1,
    };
    expect(await lines('faults')).toEqual(['No fault rules.']);
    const table = [
      expect.stringMatching(/^rule +state +acted +matched +holds +requests +effect$/),
      expect.stringMatching(/^fault-\d+ +live +0× +0× +0 +key=demo-low operation=clip\/profile +503, 1×$/),
    ];
    expect(await lines('faults', 'add', JSON.stringify(rule))).toEqual(table);
    expect(await lines('faults')).toEqual(table);
    await ask(profile, 'demo-full');
    expect(await lines('faults')).toEqual([
      ...table,
      expect.stringMatching(/^fault-\d+: This rule never fired\.$/),
    ]);
    await ask(profile, 'demo-low');
    expect((await lines('faults'))[1]).toMatch(/^fault-\d+ +spent +1× +1×/);
    expect(await lines('faults', 'delete')).toEqual(['Deleted 1 rule.']);
  });

  it('of the clock, a reset and snapshots in words', async () => {
    await sandbox.reset();
    await ask(profile, 'demo-full');
    expect(await lines('clock')).toEqual(['2026-06-01T12:00:00.000Z, frozen']);
    const advanced = await lines('clock', 'advance', '31d');
    expect(advanced).toEqual([
      '2026-07-02T12:00:00.000Z, frozen',
      expect.stringMatching(/^renewed +account +credits$/),
      expect.stringMatching(/^2026-07-01T12:00:00\.000Z {2}account-\w+ +\d+ cr$/),
    ]);
    expect(advanced[2]).toHaveLength(advanced[1]?.length ?? 0);
    expect((await lines('clock', 'set', 'x60'))[0]).toMatch(/^2026-07-02T12:00:\S+Z, x60$/);
    expect(await lines('snapshot')).toEqual(['No snapshots.']);
    expect((await lines('snapshot', 'take', 'before'))[1]).toMatch(/^before +2026-07-02T\S+Z +\d+ bytes$/);
    expect(await lines('snapshot', 'restore', 'before')).toEqual([
      expect.stringMatching(
        /^Restored the state of 2026-07-02T\S+Z: \d+ keys, \d+ accounts, \d+ ledger entries, 0 fault rules\.$/,
      ),
    ]);
    expect(await lines('snapshot', 'delete', 'before')).toEqual(['Deleted.']);
    expect(await lines('reset', 'demo-full')).toEqual([
      expect.stringMatching(/^Cleared 1 key, 1 account, \d+ ledger entries, 0 holds, /),
    ]);
    await lines('reset');
  });

  it('of one key as a sheet, also after its terms were changed by flags', async () => {
    const sheet = async (...line: string[]) =>
      Object.fromEntries((await lines(...line)).map((line) => line.split(/ {2,}/)));
    const mine = 'mi/ne?#%41';
    await lines(
      'keys',
      'create',
      '--key',
      mine,
      '--plan',
      '10',
      '--limit',
      '5',
      '--allow',
      'clip/profile,nls,usage',
    );
    expect(await sheet('keys', 'show', mine)).toMatchObject({
      plan: '10 cr of 10 cr left, 0 cr used',
      spent: '0 cr of at most 5 cr',
      terms: 'may call clip/profile nls usage',
    });
    expect(
      await sheet(
        'keys',
        'change',
        mine,
        '--limit',
        'none',
        '--allow',
        'all',
        '--fractional',
        '--cycle',
        '7d',
      ),
    ).toMatchObject({
      available: '10 cr',
      spent: '0 cr, no limit',
      cycle: '7d, from the first use on',
      terms: 'fractional',
    });
    expect(await sheet('keys', 'change', mine, '--no-fractional')).toMatchObject({ terms: 'none' });
    expect(await sheet('keys', 'top-up', mine, '--purchased', '2.5')).toMatchObject({
      purchased: '2.5 cr',
    });
    expect(await lines('keys', 'delete', mine)).toEqual(['Deleted.']);
    expect(await command('keys', 'change', 'demo-low')).toMatchObject({
      code: 2,
      err: 'creator-sandbox: Say what to change: with flags, which --help lists, or in JSON.\n',
    });
  });
});

it('the flags of keys are the terms of the admin surface', () => {
  for (const [flags, schema] of [
    [createFlags, NewKey],
    [changeFlags, ChangedKey],
    [topUpFlags, TopUp],
  ] as const) {
    const names = new Set(flags.map((flag) => flag.attributeName()));
    expect([...names].sort()).toEqual(Object.keys(schema.properties).sort());
  }
});

describe('a failed verify', () => {
  it('reads in at most ten lines, whatever it looked for', async () => {
    await sandbox.reset();
    for (let n = 0; n < 4; n++) {
      await ask(`/clip/profile?uniqueId=no.${n}`, 'demo-full');
      await ask(`/gram/profile?uniqueId=no.${n}`, 'demo-full');
    }
    for (const check of [
      {
        match: { operation: 'clip/profile', query: { uniqueId: 'mine' }, method: 'POST' },
        status: 200,
        exactly: 1,
      },
      { match: {}, atMost: 1 },
      { match: {}, credits: { atMost: 0 }, since: '2026-01-01T00:00:00Z', exactly: 8 },
      { match: { body: { '/a': 1 } }, errorCode: 'NOT_FOUND', decision: 'fields-get', atLeast: 1 },
      { order: [{ operation: 'gram/profile' }, { operation: 'clip/profile' }] },
      { order: Array.from({ length: 20 }, () => ({ operation: 'usage' })) },
      { order: [{ operation: 'gram/profile' }, { operation: 'clip/profile' }], exactly: 9 },
    ]) {
      const { code, err } = await command('verify', JSON.stringify(check));
      if (code === 0) continue;
      expect(code).toBe(3);
      expect(err.trimEnd().split('\n').length).toBeLessThanOrEqual(10);
      expect(err).not.toMatch(/[{[]"|undefined/);
    }
    const { err } = await command(
      'verify',
      '{"match":{"operation":"clip/profile","query":{"uniqueId":"mine"}},"status":200,"exactly":1}',
    );
    expect(err.split('\n').slice(0, 5)).toEqual([
      'creator-sandbox: Matching requests: expected exactly 1, found 0.',
      '  expected  exactly 1 request with operation clip/profile, status 200, query.uniqueId "mine"',
      '  found     0',
      '  nearest   request 7: GET /clip/profile?uniqueId=no.3, answered 404 NOT_FOUND',
      '            query.uniqueId is "no.3", not "mine"; status is 404, not 200',
    ]);
  });
});

describe('creator-sandbox decisions', () => {
  it('shows all about one', async () => {
    const [decision] = allDecisions;
    const shown = await lines('decisions', decision?.id ?? '');
    expect(shown.find((line) => line.startsWith('what '))).toContain(decision?.what);
    expect(JSON.parse((await command('decisions', decision?.id ?? '', '--json')).out)).toMatchObject({
      id: decision?.id,
    });
    expect(await command('decisions', 'fields-gett')).toMatchObject({
      code: 2,
      err: "creator-sandbox: There is no decision 'fields-gett'; the nearest valid one is fields-get.\n",
    });
  });
});

describe('creator-sandbox help', () => {
  it('is the help of the verb that it names', async () => {
    for (const line of [['keys', 'create'], ['exec'], ['start'], ['world', 'find'], []])
      expect(await command('help', ...line)).toEqual(await command(...line, '--help'));
    expect(await command('help', 'keys', 'creat')).toEqual(
      refusal("unknown command 'creat'; the nearest valid one is create"),
    );
  });
});

describe('creator-sandbox report diff', () => {
  it('prints what changed, and JSON with --json', async () => {
    writeFileSync(join(folder, 'a.json'), JSON.stringify(await sandbox.report()));
    await ask(profile, 'demo-full');
    writeFileSync(join(folder, 'b.json'), JSON.stringify(await sandbox.report()));
    expect(await lines('report', 'diff', 'a.json', 'b.json')).toEqual(
      expect.arrayContaining([
        '+1 call, +2 credits, 0 credits wasted.',
        'operation     calls  credits',
        'clip/profile     +1       +2',
      ]),
    );
    expect(
      JSON.parse((await command('report', 'diff', 'a.json', 'b.json', '--json', '-')).out),
    ).toMatchObject({
      calls: 1,
      credits: 2,
    });
  });
});
