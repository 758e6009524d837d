import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  type Agreement,
  addToAgreement,
  agreementName,
  createAgreementLog,
} from '../../src/recording/agreement.ts';
import { redactedDifference } from '../../src/recording/redacted-difference.ts';
import { body, type Change, data, openChangedTarget } from '../contract/changed-target.ts';
import { drifts } from '../contract/drifts/all.ts';
import { events, withResult } from '../contract/drifts/drift.ts';
import { isPublished, testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { recordIn, routesOf, type SentCall, sampleOf, sending } from './service.ts';

const service = await testApp({ vocabulary: 'neutral', seed: 5 });
const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
const noCredits = JSON.stringify(
  (await service.get(`/clip/profile?uniqueId=${service.deps.world.example.clip}`, 'demo-empty')).body,
);
/** Samples of every operation, and refusals of each generation: by the request, by what exists, by two faults at once. */
const calls: SentCall[] = [
  ...routesOf(service.deps.servedRoutes).map(sampleOf),
  { method: 'GET', path: '/clip/profile', query: { uniqueId: 'nobody.that.anyone.knows' } },
  { method: 'GET', path: '/clip/profile', query: {} },
  { method: 'POST', path: '/clip/search', body: { pageSize: 10, offset: -1 } },
  { method: 'GET', path: '/gram/profile', query: { uniqueId: 'nobody_that_anyone_knows' } },
  { method: 'GET', path: '/tube/subtitles/meta', query: { videoId: 'unknown0000' } },
  { method: 'GET', path: '/v2/clipBasic', query: { clipId: 'nobody.that.anyone.knows' } },
  { method: 'GET', path: '/v2/clipBasic', query: {} },
];

/** One change of each kind, in operations of their own. */
const changes: readonly Change[] = [
  ...[
    'a missing field',
    'an @ before the handles of a search',
    'contents from the oldest on',
    'a history whose price does not depend on its range',
    'another price in generation 2',
    'a wrong status',
    'a failure of generation 2 with another status',
    'subtitles that are not an attachment',
  ].map((what) => drifts.find((each) => each.what === what) as Change),
  {
    answered: data('/clip/profile', (profile) =>
      Object.assign(profile, { influenceScore: 'Jane Canary', 'jane.canary': 1 }),
    ),
  },
  { answered: data('/tube/profile', (profile) => Object.assign(profile, { isVerified: 'Jane Canary' })) },
  {
    answered: body('/gram/profile', (content) => {
      if (content['errorCode'] === 'NOT_FOUND') content['errorCode'] = 'Jane Canary has left';
    }),
  },
  {
    answered: (answer, { url: path }) =>
      path.startsWith('/clip/contact') ? { ...answer, status: 400, text: noCredits } : answer,
  },
  {
    answered: (answer, { url: path }) =>
      path.startsWith('/tube/topics')
        ? { status: 200, headers: { 'content-type': 'text/html' }, text: '<h1>Jane Canary</h1>' }
        : answer,
  },
  { answered: events((frames) => withResult(frames, (result) => ({ ...result, tokensUsed: 12 }))) },
];

const all: Change = {
  asked: (request) => changes.reduce((asked, { asked: change }) => change?.(asked) ?? asked, request),
  async answered(answer, request, more) {
    let changed = answer;
    for (const { answered } of changes) changed = (await answered?.(changed, request, more)) ?? changed;
    return changed;
  },
};

const agreementIn = (folder: string): Agreement =>
  JSON.parse(readFileSync(join(folder, 'recordings', agreementName), 'utf8')) as Agreement;
const differencesIn = ({ operations }: Agreement): string[] =>
  operations.flatMap(({ operation, differences }) =>
    differences.map(
      ({ kind, place, expected, actual }) => `${operation}  ${place}  ${kind}: ${expected}, ${actual}`,
    ),
  );

it.skipIf(isPublished)(
  'record keeps how a service differs, at its place and with nothing of its data, until it agrees again',
  async () => {
    const folder = newFolder();
    const target = await openChangedTarget(url, all);
    const { code, err } = await recordIn(folder, target.url, sending(calls));
    await target.close();
    const first = agreementIn(folder);
    const found = differencesIn(first);
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/\d+ operations differ from the sandbox: .* compare shows how\./),
    ]);
    expect(JSON.stringify(first) + err).not.toMatch(/canary/i);
    // when it is meant to change: vitest run -u
    await expect(`${found.join('\n')}\n`).toMatchFileSnapshot('agreement.txt');
    const again = await recordIn(folder, url, sending(calls.filter(({ path }) => path !== '/usage')));
    expect([again.code, again.err]).toEqual([0, expect.not.stringContaining('differ')]);
    const second = agreementIn(folder);
    expect(differencesIn(second)).toEqual([]);
    expect(second.operations.map(({ operation }) => operation)).toEqual(
      first.operations.map(({ operation }) => operation),
    );
    const of = ({ operations }: Agreement, id: string) =>
      operations.find(({ operation }) => operation === id);
    expect(of(second, 'usage')).toEqual(of(first, 'usage'));
    expect(of(first, 'clip/profile')?.lastAgreedAt).toBeNull();
    expect(of(second, 'clip/profile')?.lastAgreedAt).toBe(of(second, 'clip/profile')?.lastComparedAt);
  },
);

it('a difference has the date of the first run in a row that found it', () => {
  const file = join(newFolder(), 'below', agreementName);
  const difference = { kind: 'type' as const, place: '/data/name', expected: 'string', actual: '7' };
  const runOn = (day: string, ...places: string[]) => {
    const log = createAgreementLog();
    log.note(
      'usage',
      places.map((place) => ({ ...difference, place })),
      Date.parse(day),
    );
    const [usage] = addToAgreement(file, log).operations;
    return [
      usage?.lastAgreedAt,
      ...(usage?.differences ?? []).map(({ place, since }) => `${place} ${since}`),
    ];
  };
  const [one, two, three] = ['2026-03-01', '2026-03-02', '2026-03-03'].map(
    (day) => `${day}T00:00:00.000Z`,
  ) as [string, string, string];
  expect(runOn(one)).toEqual([one]);
  expect(runOn(two, '/data/name')).toEqual([one, `/data/name ${two}`]);
  expect(runOn(three, '/data/name', '/data/bio')).toEqual([one, `/data/name ${two}`, `/data/bio ${three}`]);
  expect(runOn(three, '/data/bio')).toEqual([one, `/data/bio ${three}`]);
  expect(runOn(three, '/data/name')).toEqual([one, `/data/name ${three}`]);
});

it('record says that the agreement cannot be written, and fails', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'file'), '');
  const usage = calls.filter(({ path }) => path === '/usage');
  const { code, err } = await recordIn(folder, url, sending(usage), { flags: ['--out', 'file'] });
  expect([code, err]).toEqual([
    1,
    expect.stringContaining(`The agreement was not written to ${join(folder, 'file', agreementName)}: `),
  ]);
});

it('the agreement counts the exchanges of an operation, and of each difference those that have it', () => {
  const log = createAgreementLog();
  const at = (place: string) => ({ kind: 'type' as const, place, expected: 'string', actual: '7' });
  const [first, second] = [Date.parse('2026-03-02'), Date.parse('2026-03-01')];
  log.note(
    'clip/profile',
    [at('/data/recentVideos/3/bio'), at('/data/recentVideos/14/bio'), at('/data/name')],
    first,
  );
  log.note('clip/profile', [at('/data/recentVideos/5/bio')], second);
  log.note('v2/clipBasic', [], second);
  const since = '2026-03-02T00:00:00.000Z';
  const kept = { kind: 'type', expected: 'string', actual: 'a number', since };
  expect(log.summary()).toEqual([
    {
      ...{
        operation: 'clip/profile',
        lastComparedAt: '2026-03-02T00:00:00.000Z',
        lastAgreedAt: null,
        exchanges: 2,
      },
      differences: [
        { ...kept, place: '/data/recentVideos/*/bio', exchanges: 2 },
        { ...kept, place: '/data/name', exchanges: 1 },
      ],
    },
    {
      ...{
        operation: 'v2/clipBasic',
        lastComparedAt: '2026-03-01T00:00:00.000Z',
        lastAgreedAt: '2026-03-01T00:00:00.000Z',
      },
      ...{ exchanges: 1, differences: [] },
    },
  ]);
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
    expect(redactedDifference({ ...difference, actual })).toEqual({
      ...difference,
      actual: shown,
      ...(expected && { expected }),
    });
  },
);
