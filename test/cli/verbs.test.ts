import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ChangedKey, NewKey, TopUp } from '../../src/admin/keys/key-schemas.ts';
import { allDecisions } from '../../src/app/decisions.ts';
import { changeFlags, createFlags, topUpFlags } from '../../src/cli/admin/key-terms.ts';
import { keySheet } from '../../src/cli/admin/keys.ts';
import { noPaint } from '../../src/cli/io.ts';
import { requestTable, unmatchedTable } from '../../src/cli/request-tables.ts';
import type { Key, RequestView } from '../../src/client/types.ts';
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

/** What a user of the admin verbs types, and the calls of clients in between. */
const session: (string[] | (() => Promise<unknown>))[] = [
  ['keys', 'create', '--key', 'the-checkout-key', '--plan', '100', '--fractional', '--label', 'checkout'],
  () => ask(profile, 'sandbox:plan=5:job-7'),
  ['keys', 'change', 'checkout', '--rate', '3/10s', '--no-fractional'],
  ['keys'],
  ['keys', 'entries', 'job-7'],
  ['keys', 'show', 'demo-unlimited'],
  [
    'keys',
    'create',
    '--key',
    'mi/ne?#%41',
    '--plan',
    '10',
    '--limit',
    '5',
    '--allow',
    'clip/profile,nls,usage',
  ],
  () => ask(profile, 'mi/ne?#%41'),
  ['keys', 'change', 'mi/ne?#%41', '--allow', 'clip/profile,nls,usage,gram/search', '--test-only'],
  [
    'keys',
    'change',
    'mi/ne?#%41',
    '--limit',
    'none',
    '--allow',
    'all',
    '--cycle',
    '7d',
    '--clock-offset',
    '2h',
  ],
  ['keys', 'change', 'demo-low'],
  ['keys', 'top-up', 'mi/ne?#%41', '--purchased', '2.5'],
  ['keys', 'delete', 'mi/ne?#%41'],
  () => ask('/clip/profil', 'demo-full'),
  () => ask('/usage', 'sandbox:plan=x:mine'),
  ['requests', 'unmatched'],
  ['requests', 'count', 'status=401'],
  ['requests', 'status=503'],
  ['requests', 'unmatched', 'path~gram'],
  ['faults'],
  [
    'faults',
    'add',
    '{"match":{"key":"demo-low","query":{"a":"b"}},"latency":"1s","ttl":"1h","probability":1}',
  ],
  ['faults', 'add', '--operation', 'clip/profile', '--status', '503', '--times', '1', '--header', 'X: y'],
  () => ask(profile, 'demo-full'),
  () => ask(profile, 'demo-full'),
  ['faults'],
  ['faults', 'release', 'fault-1'],
  ['faults', 'delete'],
  ['clock'],
  ['clock', 'advance', '31d'],
  ['snapshot'],
  ['snapshot', 'take', 'before'],
  ['snapshot', 'restore', 'before'],
  ['snapshot', 'delete', 'before'],
  ['reset', 'demo-full'],
  ['keys', 'create', '{"key":"cli-key","plan":10}'],
  ['keys', 'change', 'cli-key', '{"limit":5}'],
  ['keys', 'top-up', 'cli-key', '{"purchased":2.5}'],
  ['keys', 'delete', 'cli-key'],
  ['keys', 'show', 'cli-key'],
  ['keys', 'create', '{'],
  ['keys', 'creat'],
  ['keys', 'show'],
  () => ask(profile, 'sandbox:plan=5:cli'),
  [
    ...['faults', 'add', '--operation', 'clip/profile', '--status', '402', '--times', '1', '--key', 'cli'],
    ...['--code', 'KEY_SPEND_THRESHOLD_EXCEEDED', '--latency', '1ms', '--header', 'Retry-After: 3'],
    ...['--header', 'X-Why:a: b'],
  ],
  () => ask(profile, 'sandbox:plan=5:cli'),
  () => ask(profile, 'sandbox:plan=5:cli'),
  ['faults', 'add', '{"match":{"key":"demo-low"},"ttl":"1h"}', '--status', '503'],
  ['faults', 'delete', 'fault-3'],
  ['faults'],
  ['faults', 'add', '--key', 'cli', '--profile', 'billed-timeout', '--times', '1'],
  [
    ...['faults', 'add', '--key', 'cli', '--status', '502', '--body', '<p>down</p>', '--charge', '0.125'],
    ...['--content-type', 'text/html'],
  ],
  ['faults', 'add', '--key', 'cli', '--status', '504', '--charge'],
  ['faults', 'add', '--status', '504', '--charge', '0.0001'],
  ['faults', 'add', '--status', '600'],
  ['faults', 'add', '--status', '503', '--header', 'Content-Length: 1'],
  ['faults', 'add', '--header', 'a: 1', '--header', 'A: 2'],
  ['faults', 'add'],
  ['faults', 'add', '[]'],
  ['requests', 'count', 'key=cli', 'status=200'],
  ['requests', 'count', 'key=cli', 'limit=3'],
  ['requests', 'clip/profile'],
  ['requests', 'credit>3'],
  ['requests', '--follow', 'limit=3'],
  ['verify', 'key=cli credits<=2', '--at-least', '2', '--at-most', '3'],
  ['verify', '{"match":{"key":"sandbox:plan=5:cli"},"exactly":4}'],
  ['verify', 'key=sandbox:plan=5:cli', 'credits>2', '--exactly', '1'],
  ['verify', '{"match":{"operation":"nope"},"exactly":0}'],
  ['verify', 'credit>3', '--exactly', '1'],
  ['verify', 'credits>3'],
  ['verify', '{}', '{}'],
  ['verify'],
  ['snapshot', 'import', 'x', 'none.json'],
  ['clock', 'set', '{"mode":"frozen","at":"2026-06-01T12:00:00Z"}'],
  ['clock', 'set', '+2h', 'demo-low'],
  ['clock', 'set', 'tomorrow'],
  ['clock', 'advance', '-1d'],
  ['clock', 'advance', '1d', '--prot', '1'],
  ['clock', 'advance', '1d', 'k', 'x'],
  ['clock', 'set', '2026-07-02T12:00:00Z'],
  ['reset', 'a', 'b'],
  ['clock', 'set', 'x60'],
  ['reset'],
];

it('the verbs print these tables and sentences (when they are meant to change: vitest run -u)', async () => {
  let shown = '';
  for (const step of session) {
    if (typeof step === 'function') {
      await step();
      continue;
    }
    const { code, out, err } = await command(...step);
    shown += `$ ${step.join(' ')}\n${out}${code === 0 ? '' : `${code} ${err}`}\n`;
  }
  // The bytes of a snapshot depend on the version, the rest of an instant on the machine.
  const text = shown.replace(/\d+ bytes/g, 'N bytes').replace(/:\d\d\.\d{3}Z, x60/, ':SS.000Z, x60');
  await expect(text).toMatchFileSnapshot('session.txt');
});

it('requests are a table with their notes, what forced them and the line that made them', () => {
  const request = {
    ...{ id: 7, at: Date.parse('2026-06-01T12:00:00Z'), key: '0123456789abcdef', operation: 'clip/profile' },
    ...{ method: 'GET', path: '/clip/profile', status: 200, errorCode: null, credits: 2, durationMs: 0.72 },
    ...{ injected: null, decisions: [], notes: [], callSite: { file: 'a.js', line: 3 } },
  } as unknown as RequestView;
  const unknown = {
    ...request,
    id: 10,
    operation: null,
    path: '/nothing',
    status: 404,
    decisions: ['fields-get'],
  };
  const forced = { ...request, id: 9, errorCode: 'NOT_FOUND', injected: 'fault-1', notes: ['A note.'] };
  const display = { paint: noPaint, nameOf: (id: string | null) => (id ?? 'no key').slice(0, 4) };
  const page = { requests: [request, { ...forced, status: 404, durationMs: 12 }, unknown], forgotten: 1 };
  expect(requestTable(page, display)).toEqual([
    'request  time                      key   operation     status         credits     took',
    '      7  2026-06-01T12:00:00.000Z  0123  clip/profile  200               2 cr   0.7 ms  a.js:3',
    '      9  2026-06-01T12:00:00.000Z  0123  clip/profile  404 NOT_FOUND     2 cr  12.0 ms  [injected by fault-1] a.js:3',
    '              A note.',
    '     10  2026-06-01T12:00:00.000Z  0123  GET /nothing  404               2 cr   0.7 ms  [assumption] a.js:3',
    'The journal has dropped 1 older request because of its size.',
  ]);
  const lost = [
    { ...unknown, nearest: null },
    { ...unknown, id: 11, nearest: 'GET /clip/profile' },
  ];
  expect(unmatchedTable({ requests: lost, forgotten: 2 }, display)).toEqual([
    'request  time                      key   path          nearest path',
    '     10  2026-06-01T12:00:00.000Z  0123  GET /nothing',
    '     11  2026-06-01T12:00:00.000Z  0123  GET /nothing  GET /clip/profile',
    'The journal has dropped 2 older requests because of its size.',
  ]);
});

describe('verbs print tables', () => {
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

  it('of all requests, however many pages they are', async () => {
    await sandbox.reset();
    for (let n = 0; n < 1100; n++) await ask('/nothing', n % 2 === 0 ? 'demo-full' : 'demo-low');
    expect(await lines('requests')).toHaveLength(1101);
    const { requests, cursor } = JSON.parse((await command('requests', '--json')).out);
    expect([requests.length, cursor]).toEqual([1100, null]);
    await sandbox.reset();
  });
});

it('a key is a sheet of what it has and may', async () => {
  const usual = await sandbox.key({ plan: 10, purchased: 2 });
  const sheet = (more: Partial<Key>) =>
    Object.fromEntries(
      keySheet({ ...usual, ...more }, { paint: noPaint, nameOf: String }).map((line) => [
        line.slice(0, 11).trim(),
        line.slice(11),
      ]),
    );
  expect(sheet({})).toMatchObject({
    ...{ available: '12 cr', plan: '10 cr of 10 cr left, 0 cr used', purchased: '2 cr', held: '0 cr' },
    ...{ spent: '0 cr, no limit', cycle: '30d, from the first use on', terms: 'none' },
  });
  expect(sheet({})).not.toHaveProperty('label');
  expect(sheet({ available: null, label: 'cart', limit: 5, spent: 1.5, renewsAt: 0 })).toMatchObject({
    ...{ available: 'unlimited', label: 'cart', spent: '1.5 cr of at most 5 cr' },
    cycle: '30d, renews at 1970-01-01T00:00:00.000Z',
  });
  const terms = (more: Partial<Key>) => sheet(more)['terms'];
  expect(terms({ fractional: true, rate: '3/10s', testOnly: true, clockOffset: '2h' })).toBe(
    'fractional, rate 3/10s, test-only, clock 2h',
  );
  const allow = ['usage', 'nls', 'clip/profile', 'gram/profile'] as NonNullable<Key['allow']>;
  expect([0, 1, 3, 4].map((count) => terms({ allow: allow.slice(0, count) }))).toEqual([
    'may call nothing',
    'may call usage',
    'may call usage nls clip/profile',
    'may call 4 operations',
  ]);
  await sandbox.removeKey(usual.id);
});

it('the flags of keys are the terms of the admin surface', () => {
  for (const [flags, schema] of [
    [createFlags, NewKey],
    [changeFlags, ChangedKey],
    [topUpFlags, TopUp],
  ] as const) {
    const names = new Set(flags().map((flag) => flag.attributeName()));
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
