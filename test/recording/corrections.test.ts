import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../src/core/operations.ts';
import type { Platform } from '../../src/core/platforms.ts';
import type { Account } from '../../src/creators/world/account.ts';
import { recordedReply } from '../../src/creators/world/recorded.ts';
import {
  addCorrections,
  type CorrectionPhase,
  correctionPhases,
  dropEmptyGroups,
  isGap,
  type ReplyPair,
  replyPairs,
} from '../../src/recording/creators/corrections.ts';

const dayAt = Date.parse('2026-03-02');
const day = 86_400_000;

/** What an account keeps of these values in a phase, one reply after the other. */
function keptIn(
  phase: CorrectionPhase,
  platform: Platform,
  replies: readonly (readonly [OperationId, ReplyPair[]])[],
) {
  const account = { platform } as Account;
  for (const [operation, pairs] of replies) addCorrections(account, operation, pairs, phase);
  dropEmptyGroups(account);
  return account.recorded;
}

const pairAt = (place: string, given: unknown = 1, recorded: unknown = 2): ReplyPair => ({
  ...{ steps: place.split('/'), given, recorded },
});

it.each<[unknown, unknown, unknown, unknown]>([
  [5, 0, 7, 7],
  [5, 10, 7, 14],
  [0, 10, 7, 7],
  ['x', 10, 7, 7],
  [5, 'x', 7, 7],
])('of a figure %j that was recorded as %j, %j becomes %j', (given, recorded, now, shown) => {
  const pair = [given, recorded];
  const usage = { '/a': pair, '/b/c': pair, '/d/e': pair, '/f/g': pair, '/h/1': pair };
  const account = { recorded: { replies: { usage } } } as unknown as Account;
  const reply = { a: now, b: null, d: {}, f: 1, h: [null, now] };
  expect(recordedReply<object>(account, 'usage', reply)).toEqual({ ...reply, a: shown, h: [null, shown] });
});

it('a place leads through objects and lists alone, and an empty id names no element', () => {
  const pair = ['x', 'y'];
  const usage = {
    '/text/0': pair,
    '/text/length': [1, 2],
    '/none/0': pair,
    '/list/0/a': pair,
    '/list//a': [0, 1],
  };
  const account = { recorded: { replies: { usage } } } as unknown as Account;
  const reply = { text: 'x', none: null, list: [{ contentId: '', a: 'x' }] };
  expect(recordedReply<object>(account, 'usage', reply)).toEqual({
    ...reply,
    list: [{ contentId: '', a: 'y' }],
  });
});

describe('where a recording differs, a fixture keeps', () => {
  const both = [1, 2];
  const figure = (group: string, at: string, onDay = '0') => ({
    figures: { [group]: { [onDay]: { [at]: both } } },
  });
  const inReplies = (at: string, ...operations: string[]) => ({
    replies: Object.fromEntries(operations.map((operation) => [operation, { [at]: both }])),
  });

  it.each<[OperationId, string, object]>([
    ['clip/profile', 'totalContents', figure('contents', '/count')],
    ['clip/profile', 'totalFollowing', figure('following', '/count')],
    ['clip/profile', 'bio', inReplies('/bio', 'clip/profile')],
    ['clip/profile', 'subscriberGrowth/g30', figure('growth', '/30')],
    ['clip/performance', 'contentCountByDays/90d', figure('published', '/90')],
    ['clip/performance', 'videosPerformanceRecent/views/avg', figure('recent video', '/views/avg')],
    [
      'clip/performance',
      'videosPerformanceRecent',
      inReplies('/videosPerformanceRecent', 'clip/performance'),
    ],
    ['clip/performance', 'videoPrice/priceLow', figure('price video', '/priceLow')],
    ['clip/performance', 'ranking/avgViews', inReplies('/ranking/avgViews', 'clip/performance')],
    ['tube/performance', 'shortsPerformanceRecent/likes', figure('recent short', '/likes')],
    ['gram/performance', 'imagesPerformanceRecent/likes', figure('recent image', '/likes')],
    ['gram/performance', 'reelsPerformanceRecent/likes', figure('recent reel', '/likes')],
    ['tube/performance', 'videosPerformanceAll/likes', figure('all video', '/likes')],
    ['tube/performance', 'shortsPerformanceAll/likes', figure('all short', '/likes')],
    ['tube/performance', 'shortsPrice/priceLow', figure('price short', '/priceLow')],
    ['clip/performance-history', 'histories/-3/totalContents', figure('contents', '/count', '-3')],
    [
      ...(['gram/performance-history', 'histories/-3/reelsPerformanceRecent/likes/avg'] as const),
      figure('recent reel', '/likes/avg', '-3'),
    ],
    ['clip/performance-history', 'histories/-3/share', figure('history', '/share', '-3')],
    ['v2/clipHistory', 'histories/-7/hearts', figure('totals', '/likes', '-7')],
    ['v2/clipHistory', 'histories/-7/rank', figure('weeks', '/rank', '-7')],
    ['v2/clipHistory', 'histories/-7/avgLikes/all', figure('weeks', '/avgLikes/all', '-7')],
    ['v2/clipBasic', 'basicClip/videos', figure('contents', '/count')],
    ['v2/gramBasic', 'basicGram/posts', figure('contents', '/count')],
    ['v2/clipBasic', 'basicClip/following', figure('following', '/count')],
    ['v2/clipBasic', 'basicClip/hearts', figure('totals', '/likes')],
    ['v2/tubeBasic', 'basicTube/views', figure('totals', '/views')],
    ['v2/gramBasic', 'basicGram/views', inReplies('/basicGram/views', 'v2/gramBasic', 'v2/gramHistory')],
    ['v2/clipBasic', 'basicClip/gRateFollowers', figure('growth', '/30')],
    ['v2/tubeBasic', 'basicTube/gRateSubscribers', figure('growth', '/30')],
    ['v2/clipBasic', 'basicClip/gRateLikes', figure('basic growth', '/gRateLikes')],
    ['v2/clipBasic', 'basicClip/avgLikes', figure('basic', '/avgLikes')],
    ['v2/clipBasic', 'basicClip/engageRate', figure('basic', '/engageRate')],
    [
      ...(['v2/clipBasic', 'basicClip/avgPostsPerDay'] as const),
      inReplies('/basicClip/avgPostsPerDay', 'v2/clipBasic', 'v2/clipHistory'),
    ],
    [
      ...(['v2/tubeDetail', 'basicTube/avgLikes/all'] as const),
      inReplies('/basicTube/avgLikes/all', 'v2/tubeBasic', 'v2/tubeHistory', 'v2/tubeDetail'),
    ],
    ['v2/tubeDetail', 'detailTube/videosIn30Days', figure('published', '/30')],
    ['v2/tubeDetail', 'detailTube/keywords', inReplies('/detailTube/keywords', 'v2/tubeDetail')],
    ['clip/profile', 'basicClip/bio', inReplies('/basicClip/bio', 'clip/profile')],
  ])('of %s %s', (operation, place, wanted) => {
    const [, platform] = /(clip|gram|tube)/.exec(operation) ?? [];
    const kept = (phase: CorrectionPhase, given: number) =>
      keptIn(phase, platform as Platform, [[operation, [pairAt(place, given)]]]);
    const [group] = Object.keys('figures' in wanted ? (wanted.figures as object) : {});
    const isOfReply = group === undefined || /^(?:history|weeks)$/.test(group);
    const first: CorrectionPhase = isOfReply
      ? 'replies'
      : /growth|price/.test(group)
        ? 'following'
        : 'shared';
    const earlier = correctionPhases.filter((phase) => phase !== first && phase !== 'replies');
    expect([first, ...earlier].map((phase) => kept(phase, 1))).toEqual([
      wanted,
      ...earlier.map(() => undefined),
    ]);
    expect(kept(first, 2)).toBeUndefined();
  });

  it.each<[string, ReplyPair]>([
    ['a field that the sandbox lacks', { steps: ['bio'], given: undefined, recorded: 2 }],
    ['an instant', pairAt('lastPublishTime')],
    ['an instant in an object', pairAt('latest', {}, { bio: 'x', publishTime: 2 })],
    ['an instant in a list', pairAt('recentVideos', [], [{}, { publishTime: 2 }])],
    ['instants of a list', pairAt('bdDauCheckedTimestamps', [], [1])],
  ])('nothing of %s', (_what, pair) => {
    for (const phase of correctionPhases)
      expect(keptIn(phase, 'clip', [['clip/profile', [pair]]])).toBeUndefined();
  });

  it('a list without instants, and an instant that is no number', () => {
    const pairs = [
      pairAt('links', [], ['x']),
      pairAt('lastPublishTime', 1, 'never'),
      pairAt('a~b', 1, { c: 2 }),
    ];
    expect(
      keptIn('replies', 'clip', [['clip/profile', [...pairs, { ...pairAt(''), steps: ['a/b'] }]]]),
    ).toEqual({
      replies: {
        'clip/profile': {
          ...{ '/links': [[], ['x']], '/lastPublishTime': [1, 'never'] },
          ...{ '/a~0b': [1, { c: 2 }], '/a~1b': both },
        },
      },
    });
  });

  it('of figures that several replies share those of the first, of others those of the last', () => {
    const kept = (phase: CorrectionPhase, place: string) =>
      keptIn(phase, 'clip', [
        ['clip/profile', [pairAt(place)]],
        ['clip/profile', [pairAt(place, 1, 3)]],
      ]);
    expect(kept('shared', 'totalContents')).toEqual(figure('contents', '/count'));
    expect(kept('replies', 'bio')).toEqual({ replies: { 'clip/profile': { '/bio': [1, 3] } } });
  });

  it('a day on which the sandbox is right beside one on which it is not', () => {
    const days = [pairAt('histories/-3/totalContents'), pairAt('histories/-4/totalContents', 2)];
    const others = [pairAt('histories/-3/totalFollowing', 2), pairAt('histories/-4/share', 2)];
    expect(keptIn('shared', 'clip', [['clip/performance-history', [...days, ...others]]])).toEqual({
      figures: { contents: { '-3': { '/count': both }, '-4': {} } },
    });
  });

  it('all of it beside its followers', () => {
    const account = { platform: 'clip', recorded: { followers: { '-1': 7 } } };
    const all = ['replies', 'shared', 'replies', 'following'] as const;
    for (const phase of all)
      for (const place of ['subscriberGrowth/g30', ...(phase === 'replies' ? ['bio'] : ['totalContents'])])
        addCorrections(account as unknown as Account, 'clip/profile', [pairAt(place)], phase);
    expect(Object.keys(account.recorded).sort()).toEqual(['figures', 'followers', 'replies']);
    expect(account.recorded).toMatchObject({
      figures: { contents: { '0': { '/count': both } }, growth: { '0': { '/30': both } } },
      replies: { 'clip/profile': { '/bio': both, '/subscriberGrowth/g30': both } },
    });
  });

  it('its followers, where nothing else differs', () => {
    const account = { recorded: { followers: { '-1': 7 }, figures: { contents: { '0': {} } } } };
    dropEmptyGroups(account as unknown as Account);
    expect(account).toEqual({ recorded: { followers: { '-1': 7 } } });
  });
});

describe('two replies are compared', () => {
  const at = (place: string, given: unknown, recorded: unknown) => [place, given, recorded];

  it.each<[string, unknown, unknown, readonly unknown[]]>([
    [
      'by the names of the recording',
      { a: 1, b: { c: 2 }, e: 5 },
      { b: { c: 3, d: 4 }, a: 1 },
      [at('b/c', 2, 3), at('b/d', undefined, 4), at('a', 1, 1)],
    ],
    ['whole, where they are of different types', { a: 1 }, [1], [at('', { a: 1 }, [1])]],
    [
      'whole, where lists have no objects',
      { a: [1, { b: 2 }] },
      { a: [1, { b: 2 }] },
      [at('a', [1, { b: 2 }], [1, { b: 2 }])],
    ],
    [
      'by the ids of elements',
      {
        a: [
          { contentId: 'x', n: 1 },
          { videoId: 'y', n: 2 },
        ],
      },
      {
        a: [
          { videoId: 'y', n: 3 },
          { contentId: 'x', n: 4 },
        ],
      },
      [at('a/y/videoId', 'y', 'y'), at('a/y/n', 2, 3), at('a/x/contentId', 'x', 'x'), at('a/x/n', 1, 4)],
    ],
    [
      'by the places of others',
      { a: [{ n: 1 }, { n: 2 }] },
      { a: [{ n: 1 }, { n: 3 }] },
      [at('a/0/n', 1, 1), at('a/1/n', 2, 3)],
    ],
    [
      'whole, where lists are of different lengths',
      { a: [{ n: 1 }] },
      { a: [{ n: 1 }, { n: 3 }] },
      [at('a', [{ n: 1 }], [{ n: 1 }, { n: 3 }])],
    ],
    [
      'whole, where elements have other ids',
      { a: [{ contentId: 'x' }] },
      { a: [{ contentId: 'y' }] },
      [at('a', [{ contentId: 'x' }], [{ contentId: 'y' }])],
    ],
    [
      'by the days of a history',
      { histories: [{ timestamp: dayAt }, { timestamp: dayAt - day, n: 1 }] },
      { histories: [{ timestamp: dayAt - day, n: 2 }, { timestamp: dayAt + day - 1 }] },
      [
        at('histories/-1/timestamp', dayAt - day, dayAt - day),
        at('histories/-1/n', 1, 2),
        at('histories/0/timestamp', dayAt, dayAt + day - 1),
      ],
    ],
    [
      'by the places in another list with instants',
      { list: [{ timestamp: dayAt - day }] },
      { list: [{ timestamp: dayAt - 2 * day }] },
      [at('list/0/timestamp', dayAt - day, dayAt - 2 * day)],
    ],
    [
      'by the places in a history without instants',
      { histories: [{ timestamp: 'x' }] },
      { histories: [{ timestamp: 'y' }] },
      [at('histories/0/timestamp', 'x', 'y')],
    ],
  ])('%s', (_what, given, recorded, pairs) => {
    const found = replyPairs(given, recorded, dayAt);
    expect(found.map((pair) => at(pair.steps.join('/'), pair.given, pair.recorded))).toEqual(pairs);
  });

  it('as JSON', () => {
    expect([pairAt('a', { b: [1] }, { b: [1] }), pairAt('a', { b: [1] }, { b: [2] })].map(isGap)).toEqual([
      false,
      true,
    ]);
  });
});
