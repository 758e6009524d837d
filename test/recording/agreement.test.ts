import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allDecisions } from '../../src/app/decisions.ts';
import { addedToAgreement } from '../../src/cli/agreement-lines.ts';
import { type OperationId, operations } from '../../src/core/operations.ts';
import { contradictable } from '../../src/recording/contradicted.ts';
import { shownDifference } from '../../src/recording/shown-difference.ts';
import type { Agreement } from '../../src/report/agreement.ts';
import { commandIn } from '../cli/io.ts';
import { type Answered, body, data, openChangedTarget } from '../contract/changed-target.ts';
import { drifts } from '../contract/drifts/all.ts';
import { type Drift, events, withResult } from '../contract/drifts/drift.ts';
import { isPublished, testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { recordIn, routesOf, type SentCall, sampleOf, sending } from './service.ts';

const service = await testApp({ vocabulary: 'neutral', seed: 5 });
const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
const noCredits = JSON.stringify(
  (await service.get(`/clip/profile?uniqueId=${service.deps.world.example.clip}`, 'demo-empty')).body,
);
const routes = routesOf(service.deps.servedRoutes);
/** Refusals of each generation: by the request, by what exists, by two faults at once. */
const refused: SentCall[] = [
  { method: 'GET', path: '/clip/profile', query: { uniqueId: 'nobody.that.anyone.knows' } },
  { method: 'GET', path: '/clip/profile', query: {} },
  { method: 'POST', path: '/clip/search', body: { pageSize: 10, offset: -1 } },
  { method: 'GET', path: '/tube/subtitles/meta', query: { videoId: 'unknown0000' } },
  { method: 'GET', path: '/v2/clipBasic', query: { clipId: 'nobody.that.anyone.knows' } },
  { method: 'GET', path: '/v2/clipBasic', query: {} },
];
const calls = [...routes.map(sampleOf), ...refused];
const someCalls = calls.filter(({ path }) => path === '/clip/profile' || path === '/usage');

/** The agreement that a run with a service leaves. */
async function agreementWith(target: string, sent: readonly SentCall[] = calls, folder = newFolder()) {
  const { code, err } = await recordIn(folder, target, sending(sent));
  const text = readFileSync(join(folder, 'recordings', 'agreement.json'), 'utf8');
  return { code, err, text, folder, agreement: JSON.parse(text) as Agreement };
}

const differencesIn = ({ operations: compared }: Agreement) =>
  compared.flatMap(({ operation, differences }) => differences.map((each) => ({ operation, ...each })));

it('a service of another world agrees', async () => {
  const { code, err, agreement } = await agreementWith(url, someCalls);
  expect(differencesIn(agreement)).toEqual([]);
  expect(err).toContain(
    `${someCalls.length} exchanges of 2 operations compared with the sandbox: all agree.`,
  );
  expect(code).toBe(0);
  const compared = agreement.operations.filter(({ lastComparedAt }) => lastComparedAt !== null);
  expect(compared.map(({ operation }) => operation).sort()).toEqual(['clip/profile', 'usage']);
  for (const { lastAgreedAt, lastComparedAt } of compared) expect(lastAgreedAt).toBe(lastComparedAt);
});

interface Planted extends Omit<Drift, 'finds'> {
  operation: string;
}

/** Drifts that `verify` finds too, by the operation in which a recording does. */
const drifting: Record<string, OperationId> = {
  'a missing field': 'tube/audience',
  'null in place of an object': 'clip/audience',
  'contents from the oldest on': 'clip/content-detail',
  'a history whose price does not depend on its range': 'gram/performance-history',
  'another price in generation 2': 'v2/clipHistory',
  'a wrong status': 'tube/subtitles/meta',
  'a failure of generation 2 with another status': 'v2/clipBasic',
  'subtitles that are not an attachment': 'tube/subtitles/download',
  'lines that end with CRLF': 'nls',
};

const planted: readonly Planted[] = [
  ...drifts.flatMap((drift): Planted[] => {
    const operation = drifting[drift.what];
    return operation ? [{ ...drift, operation }] : [];
  }),
  {
    what: 'a new field',
    answered: data('/clip/profile', (profile) => Object.assign(profile, { influenceScore: 'Jane Canary' })),
    operation: 'clip/profile',
  },
  {
    what: 'a field whose name is somebody',
    answered: data('/clip/profile', (profile) => Object.assign(profile, { 'jane.canary': 1 })),
    operation: 'clip/profile',
  },
  {
    what: 'another type',
    answered: data('/tube/profile', (profile) => Object.assign(profile, { isVerified: 'Jane Canary' })),
    operation: 'tube/profile',
  },
  ...['Jane Canary has left', 'VALIDATION_ERROR'].map((code) => ({
    what: `the code ${code.replace('Jane Canary', 'that somebody')}`,
    answered: body('/clip/profile', (content) => {
      if (content['errorCode'] === 'NOT_FOUND') content['errorCode'] = code;
    }),
    operation: 'clip/profile',
  })),
  {
    what: 'credits that run out with another status',
    answered: (answer, { url: path }) =>
      path.startsWith('/clip/profile') ? { ...answer, status: 400, text: noCredits } : answer,
    operation: 'clip/profile',
  },
  {
    what: 'a page of HTML',
    answered: (answer, { url: path }) =>
      path.startsWith('/tube/topics') && isJson(answer)
        ? { status: 200, headers: { 'content-type': 'text/html' }, text: '<h1>Jane Canary</h1>' }
        : answer,
    operation: 'tube/topics',
  },
  {
    what: 'a field of a stream’s result',
    answered: events((frames) => withResult(frames, (result) => ({ ...result, tokensUsed: 12 }))),
    operation: 'nls',
  },
];

const isJson = ({ headers }: Answered): boolean => headers['content-type']?.includes('json') === true;

describe.skipIf(isPublished)('record names at its place, with its decision, and nothing of the data:', () => {
  const found: string[] = [];

  it.each(planted.map((each) => [each.what, each] as const))('%s', async (what, { operation, ...change }) => {
    const target = await openChangedTarget(url, change);
    const sent = calls.filter(({ path }) => path === `/${operation}`);
    const { agreement, text, err, code } = await agreementWith(target.url, sent);
    await target.close();
    found.push(what, ...err.split('\n').filter((line) => /decision/.test(line)));
    expect(differencesIn(agreement)).not.toEqual([]);
    expect(agreement.operations.find((each) => each.operation === operation)?.lastAgreedAt).toBeNull();
    for (const written of [text, err]) expect(written).not.toMatch(/canary/i);
    expect(code).toBe(0);
  });

  it('just this (when it is meant to change: vitest run -u)', async () => {
    await expect(`${found.join('\n')}\n`).toMatchFileSnapshot('agreement.txt');
  });
});

it('every decision that a difference may name is in the register', () => {
  const ids = new Set(allDecisions.map(({ id }) => id));
  expect(contradictable().filter((id) => !ids.has(id))).toEqual([]);
});

describe('the agreement', () => {
  it('keeps what earlier runs found of other operations, and the last instant at which one agreed', async () => {
    const first = await agreementWith(url, someCalls);
    const target = await openChangedTarget(url, {
      answered: data('/clip/profile', (profile) => Object.assign(profile, { influenceScore: 1 })),
    });
    const second = await agreementWith(
      target.url,
      someCalls.filter(({ path }) => path === '/clip/profile'),
      first.folder,
    );
    await target.close();
    const of = ({ operations: compared }: Agreement, id: string) =>
      compared.find(({ operation }) => operation === id);
    expect(of(second.agreement, 'usage')).toEqual(of(first.agreement, 'usage'));
    const profile = of(second.agreement, 'clip/profile');
    expect(profile?.lastAgreedAt).toBe(of(first.agreement, 'clip/profile')?.lastAgreedAt);
    expect(profile?.differences.map(({ place }) => place)).toEqual(['/data/influenceScore']);
    // and what a later run no longer finds is gone
    const third = await agreementWith(url, someCalls, first.folder);
    expect(differencesIn(third.agreement)).toEqual([]);
  });

  it('is shown as a table, with the differences below it', async () => {
    const [folder, day] = [newFolder(), 24 * 3_600_000];
    const at = (days: number) => new Date(Date.now() - days * day - 60_000).toISOString();
    const difference = {
      kind: 'shape',
      place: '/data/*',
      expected: 'absent',
      actual: 'a text',
      exchanges: 1,
    };
    const compared = (
      operation: string,
      lastAgreedAt: string | null,
      lastComparedAt: string,
      found: object[],
    ) => ({
      ...{ operation, lastAgreedAt, lastComparedAt, exchanges: 120, differences: found },
    });
    const rows = [
      compared('usage', at(0), at(0), []),
      compared('clip/profile', at(12), at(1), [{ ...difference, decision: 'extra-fields' }]),
      compared('nls', null, at(0), [{ ...difference, place: '', decision: null }]),
    ];
    writeFileSync(join(folder, 'a.json'), JSON.stringify({ operations: rows }));
    const shown = await commandIn(folder, ['agreement', '--agreement', 'a.json']);
    const today = `${at(0).slice(0, 10)} (today)`;
    expect(shown.out.split('\n')).toEqual([
      'operation     last agreed               last compared           exchanges  differences',
      `usage         ${today}        ${today}            120            0`,
      `nls           never                     ${today}            120            1`,
      `clip/profile  ${at(12).slice(0, 10)} (12 days ago)  ${at(1).slice(0, 10)} (1 day ago)        120            1`,
      '',
      'nls  /  shape: expected absent, actual a text (no decision of the register)',
      'clip/profile  /data/*  shape: expected absent, actual a text (decision extra-fields)',
      `${operations.length - 3} operations never compared.`,
      '',
    ]);
    writeFileSync(join(folder, 'a.json'), '{"operations":[]}');
    expect((await commandIn(folder, ['agreement', '--agreement', 'a.json'])).out).toBe(
      `${operations.length} operations never compared: a.json has none.\n`,
    );
  });

  it('names the first twenty differences of a run, and says why it is not written', () => {
    const compared = (operation: string, count: number) => ({
      ...{ operation, lastComparedAt: null, lastAgreedAt: null, exchanges: 2 },
      differences: Array.from({ length: count }, (_, n) => ({
        ...{ kind: 'type' as const, place: `/data/f${n}`, expected: 'string', actual: 'a number' },
        ...{ decision: null, exchanges: 1 },
      })),
    });
    let found: ReturnType<typeof compared>[] = [];
    const log = { note: () => {}, summary: () => found };
    const lines: string[] = [];
    const added = (file: string) => addedToAgreement(file, log, (line) => void lines.push(line));
    expect([added('/nowhere/a.json'), lines]).toEqual([true, []]);
    found = [compared('usage', 0), compared('clip/profile', 20)];
    const file = join(newFolder(), 'a.json');
    expect([added(file), lines[0], lines.length]).toEqual([
      true,
      '4 exchanges of 2 operations compared with the sandbox: 1 operation differs.',
      21,
    ]);
    found.push(compared('gram/profile', 2));
    lines.length = 0;
    expect(added(`${file}/below`)).toBe(false);
    expect([lines[0], ...lines.slice(20)]).toEqual([
      '6 exchanges of 3 operations compared with the sandbox: 2 operations differ.',
      '  clip/profile  /data/f19  type: expected string, actual a number (no decision of the register)',
      '  and 2 further differences.',
      `The agreement was not written to ${file}/below: ENOTDIR.`,
    ]);
  });

  it('is shown as JSON, with every operation', async () => {
    const { folder } = await agreementWith(url, someCalls);
    const json = JSON.parse((await commandIn(folder, ['agreement', '--json'])).out) as Agreement;
    expect(json.operations.map(({ operation }) => operation)).toEqual(operations.map(({ id }) => id));
  });

  it.each([
    ['no JSON', '{', 'it is not JSON'],
    [
      'another form',
      '{"operations":[{"operation":"usage"}]}',
      "/operations/0 must have required property 'lastComparedAt'",
    ],
    ['a bigger file', ' '.repeat(17_000_000), 'it has more than 16 MB'],
  ])('of %s is one sentence wherever it is read', async (_what, text, reason) => {
    const folder = newFolder();
    writeFileSync(join(folder, 'a.json'), text);
    for (const line of [
      ['agreement', '--agreement', 'a.json'],
      ['verify', '--target', url, '--key', 'x', '--agreement', 'a.json'],
    ]) {
      const { code, err } = await commandIn(folder, line);
      expect(err).toBe(
        `creator-sandbox: The agreement in ${join(folder, 'a.json')} cannot be read: ${reason}.\n`,
      );
      expect(code).toBe(2);
    }
  });

  it('is kept by verify too', async () => {
    const folder = newFolder();
    const line = ['verify', '--target', url, '--key', 'demo-full', '--only', 'v3/clip/profile'];
    await commandIn(folder, [...line, '--agreement', 'kept/a.json'], { env: { SANDBOX_SIZE: '60' } });
    const agreement = JSON.parse(readFileSync(join(folder, 'kept', 'a.json'), 'utf8')) as Agreement;
    expect(agreement.operations.map(({ operation }) => operation)).toContain('clip/profile');
    expect(differencesIn(agreement)).toEqual([]);
  });
});

const charge = { kind: 'invariant', place: '/creditsUsed' };

it.each<[string, string, object?, string?]>([
  ['"Jane Canary"', 'a text'],
  ['{"name":"Jane Canary"}', 'an object'],
  ['["Jane Canary"]', 'a list'],
  ['-7', 'a number'],
  ['7.5', 'a number'],
  ['true', 'a boolean'],
  ['null', 'null'],
  ['absent', 'absent'],
  ['undefined', 'something else'],
  ['"Jane"', '"Jane"', { expected: '"Jane"' }],
  ['7', '7', { ...charge, expected: '2' }],
  ['7', 'a number', { ...charge, expected: 'at least one' }],
  ['"Jane"', 'a text', { ...charge, expected: '2' }, '…'],
])(
  'a value that differs is shown by its type alone: %s as %s',
  (actual, shown, how = {}, expected = undefined) => {
    const difference = { kind: 'type', place: '/data/bio', expected: 'string', ...how } as const;
    expect(shownDifference({ ...difference, actual })).toEqual({
      ...difference,
      actual: shown,
      ...(expected && { expected }),
    });
  },
);
