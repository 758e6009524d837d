import { describe, expect, it } from 'vitest';
import { noon, testApp } from '../../harness.ts';

/** The look-ups of one creator. The golden exchanges have whole records, of the odd accounts too. */

const { get } = await testApp();
const dayMs = 86_400_000;
const midnight = noon - dayMs / 2;

const dataOf = async (path: string) => (await get(path, 'demo-unlimited')).body['data'];

const all = <T>(value: T) => expect.toSatisfy((values: T[]) => values.every((each) => each === value));
const noConsistency = { consistencyScore: null, consistencyLevel: null };

it.each<[path: string, what: string, expected: object]>([
  ['clip/profile?uniqueId=%40sample.creator', 'an encoded @ before a handle', { uniqueId: 'sample.creator' }],
  ['gram/profile?uniqueId=@sample.creator', 'the handle without its @', { uniqueId: 'sample.creator' }],
  [
    'gram/profile?uniqueId=@thirty.characters.is.the.limit',
    'the longest handle of gram',
    { uniqueId: 'thirty.characters.is.the.limit' },
  ],
  [
    'tube/profile?uniqueId=@SAMPLE.Creator',
    'a handle in any case',
    { channelId: 'UCsample-creator00000000' },
  ],
  ['tube/profile?uniqueId=moji.jpn', 'any script', { displayName: expect.stringMatching(/\p{Script=Han}/u) }],
  ['gram/profile?uniqueId=private.account', 'a private account', { isPrivateAccount: true }],
  [
    'gram/profile?uniqueId=unknown.country',
    'no country and no language where they are unknown',
    { country: '', mainLanguage: 'und', languages: ['und'], secondLanguage: null },
  ],
  [
    'clip/performance?uniqueId=just.posted',
    'counts of what is younger than four days, and no figures of it',
    {
      contentCountByDays: { '7d': 4, '30d': 4, '90d': 4 },
      videosPerformanceRecent: { views: { all: 0, avg: 0, median: 0, min: 0, max: 0 } },
    },
  ],
  [
    'clip/performance?uniqueId=always.the.same',
    'no consistency without any spread',
    {
      videosPerformanceRecent: {
        engagement: {
          engagementConsistency: { cv: 0, medianVsMean: 1, topBottomRatio: 1, ...noConsistency },
        },
      },
    },
  ],
  [
    'clip/performance?uniqueId=no.followers',
    'no ratio over followers without followers',
    {
      videosPerformanceRecent: {
        engagement: { likesPerFollower: 0, commentsPerFollower: 0, viewsPerFollower: 0 },
      },
    },
  ],
  [
    'gram/performance?uniqueId=paused.creator',
    'the figures of a creator who paused',
    {
      contentCountByDays: { '7d': 0, '30d': 0, '90d': 0 },
      imagesPerformanceRecent: { likes: { avg: 67 } },
    },
  ],
  [
    'tube/performance?uniqueId=shorts.only',
    'videos and shorts apart',
    {
      videosPerformanceAll: {
        views: { all: 0, iqr: 0 },
        engagement: { engagementConsistency: noConsistency },
      },
      shortsPerformanceRecent: {
        views: { all: 9720, avg: 1215, median: 1215, percentile25: 1093, percentile75: 1338, iqr: 245 },
        engagement: { engagementConsistency: { consistencyScore: 100, consistencyLevel: 'high' } },
      },
    },
  ],
  [
    'gram/audience?uniqueId=even.audience',
    'shares that sum to 1, however even',
    {
      audienceAgeBreakdown: [0.1429, 0.1429, 0.1429, 0.1429, 0.1428, 0.1428, 0.1428].map((share) => ({
        share,
      })),
      audienceAvgAge: 41,
      audienceGender: { maleRatio: 0.5, femaleRatio: 0.5 },
    },
  ],
  ['clip/content-detail?uniqueId=private.account', 'nothing of a private account', { recentVideos: [] }],
])('/%s shows %s', async (path, _, expected) => {
  expect(await dataOf(`/${path}`)).toMatchObject(expected);
});

interface Videos {
  recentVideos: { publishTime: number; length: number; views: number; engagementRate: number }[];
}

it('contents have a length of 0 if they are pictures, an engagement of 0 if nobody saw them, and may be new', async () => {
  const of = async (handle: string) =>
    ((await dataOf(`/clip/content-detail?uniqueId=${handle}`)) as Videos).recentVideos;
  const isNew = ({ publishTime }: { publishTime: number }) => publishTime > midnight - 4 * dayMs;
  expect((await of('photo.mode')).map(({ length }) => length)).toEqual(all(0));
  expect((await of('just.posted')).map(isNew)).toEqual([true, true, true, true]);
  const unseen = (await of('no.followers')).filter(({ views }) => views === 0);
  expect(unseen.length).toBeGreaterThan(0);
  expect(unseen.map(({ engagementRate }) => engagementRate)).toEqual(all(0));
});

it('the latest sixty sponsored contents have sixty sponsors', async () => {
  const { sponsorList } = (await dataOf('/tube/sponsorship?uniqueId=sixty.sponsors')) as {
    sponsorList: { sponsoredVideos: object[] }[];
  };
  expect(sponsorList.flatMap(({ sponsoredVideos }) => sponsoredVideos)).toHaveLength(60);
  expect(sponsorList).toHaveLength(60);
});

describe('the setting lookups', () => {
  it.each([
    ['get', 200, 404],
    ['post', 404, 200],
  ] as const)('%s turns the other form into an unknown path', async (lookups, onGet, onPost) => {
    const only = await testApp({ lookups });

    expect((await only.get('/clip/profile?uniqueId=sample.creator', 'demo-full')).status).toBe(onGet);
    const posted = await only.post('/clip/profile', { uniqueId: 'sample.creator' }, 'demo-full');
    expect(posted.status).toBe(onPost);
    const unknown = await only.ask({ method: 'PUT', url: '/clip/profile' });
    const endpoints = unknown.body['availableEndpoints'] as string[];
    expect(endpoints.filter((endpoint) => endpoint.endsWith(' /clip/profile'))).toEqual([
      `${lookups.toUpperCase()} /clip/profile`,
    ]);
  });
});
