import { describe, expect, it } from 'vitest';
import type { Agreement } from '../../src/report/agreement.ts';
import { type ComparedSettings, proposeSettings } from '../../src/report/proposed-settings.ts';
import { data } from '../contract/changed-target.ts';
import { isPublished } from '../harness.ts';
import { expectProposalsHold, noSettings, type Proposed } from './proposals.ts';

const today = new Date().toISOString().slice(0, 10);

/** Changes that settings express, whole. */
const expressible: readonly Proposed[] = [
  {
    what: 'a new field',
    answered: data('/gram/contact', (contact) => Object.assign(contact, { phoneNumbers: [] })),
    proposes: { extraFields: { 'gram/contact': { '/phoneNumbers': [] } } },
  },
  {
    what: 'new fields of several types, in a list and in an object',
    answered: data('/clip/content-detail', ({ recentVideos }) => {
      for (const video of (recentVideos as object[] | undefined) ?? [])
        Object.assign(video, { isPinned: true, boostScore: 1.5, boostLabel: 'x', boostParts: {} });
    }),
    proposes: {
      extraFields: {
        'clip/content-detail': {
          '/recentVideos/*/isPinned': false,
          '/recentVideos/*/boostScore': 0,
          '/recentVideos/*/boostLabel': 'text',
          '/recentVideos/*/boostParts': {},
        },
      },
    },
  },
  {
    what: 'null in place of an object',
    answered: data('/clip/audience', (audience) =>
      'audienceGender' in audience ? Object.assign(audience, { audienceGender: null }) : undefined,
    ),
    proposes: { nullable: { 'clip/audience': ['/audienceGender'] } },
  },
  {
    what: 'another price of a call',
    settings: { prices: { 'gram/niches': 0.75 } },
    proposes: { prices: [{ from: today, 'gram/niches': 0.75 }] },
  },
  {
    what: 'another price for each ten filters',
    settings: { prices: { 'tube/search': { credits: 3 } } },
    proposes: { prices: [{ from: today, 'tube/search': { credits: 3 } }] },
  },
  {
    what: 'another price of one range of days',
    settings: { prices: { 'gram/performance-history': { days: { 7: 9 } } } },
    proposes: { prices: [{ from: today, 'gram/performance-history': { days: { 7: 9 } } }] },
  },
  {
    what: 'another status of generation 2',
    answered: (answer, { url }) =>
      url.startsWith('/v2/') && answer.status === 403 ? { ...answer, status: 400 } : answer,
    proposes: { v2Status: 400 },
  },
];

// Only in neutral words: verify translates a reply before it looks for drift.
describe.skipIf(isPublished)('what --propose writes, applied, takes away', () => {
  it.each(expressible.map((each) => [each.what, each] as const))('%s', (_what, change) =>
    expectProposalsHold(change),
  );
});

describe('prices that are proposed', () => {
  const agreement = (operation: string, differences: [expected: string, actual: string][]): Agreement => ({
    operations: [
      {
        operation,
        lastComparedAt: '2026-05-02T23:59:00.000Z',
        lastAgreedAt: null,
        exchanges: 3,
        differences: differences.map(([expected, actual]) => ({
          kind: 'invariant',
          place: '/creditsUsed',
          expected,
          actual,
          decision: 'prices',
          exchanges: 1,
        })),
      },
    ],
  });
  const proposedFor = (
    operation: string,
    differences: [string, string][],
    prices: ComparedSettings['prices'] = {},
  ) => {
    const { settings, left } = proposeSettings(agreement(operation, differences), { ...noSettings, prices });
    return { ...settings, left: left.map(({ reason }) => reason) };
  };

  it('begin on the day of the comparison, beside the books that there are', () => {
    const from = '2026-05-02';
    expect(proposedFor('clip/profile', [['2', '2.5']])).toEqual({
      prices: [{ from, 'clip/profile': 2.5 }],
      left: [],
    });
    expect(proposedFor('clip/profile', [['3', '4']], { 'clip/profile': 3 })).toEqual({
      prices: [{ 'clip/profile': 3 }, { from, 'clip/profile': 4 }],
      left: [],
    });
    const present = [
      { from: '2026-01-01', 'clip/profile': 3 },
      { from, 'gram/profile': 3 },
      { from: '2026-06-01', 'tube/profile': 1 },
    ];
    expect(proposedFor('clip/profile', [['3', '4']], present)).toEqual({
      prices: [present[0], { from, 'gram/profile': 3, 'clip/profile': 4 }, present[2]],
      left: [],
    });
    // a book that begins during the day, at the comparison at the latest, would take its place
    const later = [{ from: '2026-05-02T00:00:00Z', 'gram/profile': 3 }, { from: '2026-05-02T23:59:00Z' }];
    expect(proposedFor('clip/profile', [['2', '4']], later)).toEqual({
      prices: [later[0], { from: '2026-05-02T23:59:00Z', 'clip/profile': 4 }],
      left: [],
    });
  });

  it('need the instant of the comparison, whatever a file says in its place', () => {
    const [compared] = agreement('clip/profile', [['2', '4']]).operations;
    for (const lastComparedAt of [null, '2026-99-99T99:99:99.999Z']) {
      const { settings, left } = proposeSettings(
        { operations: [{ ...(compared as Agreement['operations'][number]), lastComparedAt }] },
        noSettings,
      );
      expect(settings).toEqual({});
      expect(left.map(({ reason }) => reason)).toEqual(['the file does not say when they were compared']);
    }
  });

  it.each<[string, string, Partial<Agreement['operations'][number]['differences'][number]>, string]>([
    [
      'clip/profile',
      '/data/links/*',
      { actual: 'a text' },
      'its name is not kept: compare the reply by hand',
    ],
    ['clip/profile', '/data/list/3', { actual: 'a text' }, 'its name is not kept: compare the reply by hand'],
    ['clip/profile', '/traceState', { actual: 'a text' }, 'settings change the data of a reply only'],
    ['tube/subtitles/download', '/data/a', { actual: 'a text' }, 'settings change the data of a reply only'],
    ['clip/profile', '/data/bio', { actual: 'a text' }, 'the field is documented, and came unasked'],
    ['clip/profile', '/data/bio', { expected: 'a text', actual: 'absent' }, 'no setting leaves a field out'],
    [
      'clip/profile',
      '/data/bio',
      { kind: 'type', expected: 'a text', actual: 'a number' },
      'no setting gives the other reading',
    ],
    [
      'clip/profile',
      'header x',
      { expected: 'a text', actual: 'absent' },
      'no setting gives the other reading',
    ],
    [
      'clip/profile',
      '/creditsUsed',
      { kind: 'invariant', expected: '2', actual: 'absent' },
      'the charge is no number',
    ],
    [
      'clip/profile',
      '/creditsUsed',
      { kind: 'type', expected: 'a number', actual: 'null' },
      'settings change the data of a reply only',
    ],
    [
      'clip/profile',
      '/data/followers',
      { kind: 'invariant', expected: '2', actual: '3' },
      'no setting gives the other reading',
    ],
    [
      'v2/clipBasic',
      'status',
      { kind: 'status', decision: 'v2-status', expected: '403', actual: 'none' },
      'no setting gives the other reading',
    ],
    [
      'clip/profile',
      '/data',
      { expected: 'success', actual: 'failure' },
      'no setting gives the other reading',
    ],
    [
      'nothing/there',
      '/creditsUsed',
      { kind: 'invariant', expected: '0', actual: '1' },
      'the operation has no price: compare them by hand',
    ],
  ])('are none for %s at %s: %j', (operation, place, difference, reason) => {
    const [compared] = agreement(operation, [['absent', 'absent']]).operations;
    const differences = compared?.differences.map((each) => ({
      ...each,
      ...{ kind: 'shape' as const, place, decision: null },
      ...difference,
    }));
    const { settings, left } = proposeSettings(
      { operations: [{ ...(compared as Agreement['operations'][number]), differences: differences ?? [] }] },
      noSettings,
    );
    expect([settings, left.map((each) => each.reason)]).toEqual([{}, [reason]]);
  });

  it('follow the rule of the operation', () => {
    const from = '2026-05-02';
    const each = (operation: string, ...charges: [string, string][]) => proposedFor(operation, charges);
    expect(each('clip/search', ['1', '2.5'], ['2', '5'])).toEqual({
      prices: [{ from, 'clip/search': { credits: 2.5 } }],
      left: [],
    });
    // records that creators carry cost something still
    expect(each('clip/search', ['1', '0'], ['1.8', '0']).left).toHaveLength(2);
    const unexplained =
      'the charges do not grow with the number of filters as the price does: compare them by hand';
    expect(each('clip/search', ['1', '2'], ['2', '2']).left).toEqual([unexplained, unexplained]);
    // a third of a credit is no price
    expect(each('clip/search', ['3', '1']).left).toEqual([unexplained]);
    expect(each('clip/profile', ['2', '3'], ['2', '4']).left).toEqual(
      Array(2).fill('calls were charged 3 and 4: compare them by hand'),
    );
    expect(each('tube/performance-history', ['3.5', '6'], ['3.5', '6'], ['5', '9'])).toEqual({
      prices: [{ from, 'tube/performance-history': { days: { 30: 6, 365: 9 } } }],
      left: [],
    });
    expect(each('tube/performance-history', ['3.5', '6'], ['3.5', '7']).left).toEqual(
      Array(2).fill('calls of one range of days were charged differently: compare them by hand'),
    );
    // a charge that no range costs, and one that two do
    const ambiguous = { 'tube/performance-history': { days: { 7: 3.5 } } };
    for (const { left } of [
      each('tube/performance-history', ['3.7', '6']),
      proposedFor('tube/performance-history', [['3.5', '6']], ambiguous),
    ])
      expect(left).toEqual(['several ranges of days cost what was expected: compare them by hand']);
    expect(each('clip/profile', ['0.3', '0.4']).left).toEqual([
      'calls were priced by their fields: compare them by hand',
    ]);
    expect(each('nls', ['1.2', '3']).left).toEqual(['the price depends on its tokens: compare them by hand']);
  });
});
