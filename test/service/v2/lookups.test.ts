import { describe, expect, it } from 'vitest';
import type { Audience } from '../../../src/creators/records/audience.ts';
import { gramBasic } from '../../../src/creators/records/gram-history.ts';
import type { TubeDetail } from '../../../src/creators/records/tube-detail.ts';
import type { TubePerformance } from '../../../src/creators/records/tube-performance.ts';
import type { Platform } from '../../../src/creators/world/account.ts';
import { noon, testApp } from '../../harness.ts';
import { failure, newKey, success } from './common.ts';

/** The look-ups of one creator. The golden exchanges have whole records. */

const { get, getV2, available, world } = await testApp();
const dayMs = 86_400_000;

const dataOf = async <Data>(url: string): Promise<Data> => {
  const ask = url.startsWith('/v2') ? getV2 : get;
  return (await ask(url, 'demo-unlimited')).body['data'] as Data;
};

const unknown = { clip: 'TikTokIdNotFound', gram: 'InstagramIdNotFound', tube: 'YoutubeIdNotFound' };
const sample = { clip: 'sample.creator', gram: 'sample.creator', tube: 'UCsample-creator00000000' };

describe.each<[name: string, platform: Platform, price: number]>([
  ['clipBasic', 'clip', 2],
  ['gramBasic', 'gram', 2],
  ['tubeBasic', 'tube', 2],
  ['clipHistory', 'clip', 3],
  ['gramHistory', 'gram', 3],
  ['tubeHistory', 'tube', 3],
  ['tubeDetail', 'tube', 5],
  ['contactInformation', 'tube', 15],
])('/v2/%s', (name, platform, price) => {
  const parameter = `${platform}Id`;
  const path = `/v2/${name}?${parameter}=`;

  it('takes plan credits before purchased ones, and counts both as used', async () => {
    const key = newKey(name, 'plan=3,used=2,purchased=20');
    expect((await getV2(path + sample[platform], key)).body).toEqual(
      success(expect.any(Object), { used: price, total: 2 + price, plan: 0, purchased: 21 - price }),
    );
  });

  it('fails without an id and on an unknown one of any form, free of charge', async () => {
    const key = newKey(name);
    for (const query of ['', `?${parameter}=`, `?${parameter}=a&${parameter}=b`, '?id=a'])
      expect((await getV2(`/v2/${name}${query}`, key)).body).toEqual(failure('ValueEmpty'));
    for (const id of ['no.such.creator', '%20', '%00', 'x'.repeat(5000), `${sample[platform]}x`])
      expect((await getV2(path + id, key)).body).toEqual(failure(unknown[platform]));
    expect(await available(key)).toBe(100);
  });
});

it.each([
  ['/v2/clipHistory?clipId=sample.creator', 'basicClip'],
  ['/v2/gramHistory?gramId=sample.creator', 'basicGram'],
  ['/v2/tubeHistory?tubeId=UCsample-creator00000000', 'basicTube'],
])('%s goes back week by week from today, which equals the basic record', async (path, basic) => {
  const data = await dataOf<Record<string, object> & { histories: { timestamp: number }[] }>(path);
  expect(data.histories.map(({ timestamp }) => timestamp)).toEqual(
    Array.from({ length: 53 }, (_, index) => noon - dayMs / 2 - index * 7 * dayMs),
  );
  const { timestamp: _, ...today } = data.histories[0] ?? expect.fail();
  expect(data[basic]).toMatchObject(today);
  expect(Object.keys(today).length).toBeGreaterThan(4);
});

it.each<[path: string, what: string, expected: object | null]>([
  [
    'gramBasic?gramId=paused.creator',
    'a last post of 430 days ago as yearly active',
    { basicGram: { activeUserType: 'YAU', bdActiveUserType: 'YAU' } },
  ],
  [
    'gramBasic?gramId=no.contents',
    'zeros and empty text where there is nothing',
    { basicGram: { posts: 0, avgLikes: 0, avgPostsPerDay: 0, lastPublishTime: 0, recentPosts: [] } },
  ],
  [
    'clipBasic?clipId=no.contents',
    'zeros without contents',
    { basicClip: { videos: 0, avgPlays: 0, engageRate: 0, recentVideos: [], gRateHearts: 0 } },
  ],
  ['clipBasic?clipId=no.links', 'empty text for no other account', { basicClip: { tubeId: '', gramId: '' } }],
  ['tubeBasic?tubeId=sample.creator', 'no channel by its handle', null],
])('/v2/%s shows %s', async (path, _, expected) => {
  const data = await dataOf<object>(`/v2/${path}`);
  if (expected === null) expect(data).toBeNull();
  else expect(data).toMatchObject(expected);
});

it('a reel has at least as many plays as views, and many have more', () => {
  const reels = [...world.accounts('gram')].flatMap((account) => gramBasic(account, 0).basicGram.recentReels);
  expect(reels.filter(({ plays, views }) => plays < views)).toEqual([]);
  const more = reels.filter(({ plays, views }) => plays > views).length / reels.length;
  expect(more).toBeGreaterThan(0.5);
  // some have been watched by everybody once
  expect(more).toBeLessThan(0.9);
});

it('/v2/tubeDetail agrees with the history, and with the audience and performance of generation 3', async () => {
  let known = 0;
  for (const { channelId } of world.accounts('tube')) {
    const { detailTube, ...rest } = await dataOf<TubeDetail>(`/v2/tubeDetail?tubeId=${channelId}`);
    const channel = `channelId=${channelId}`;
    const audience = await dataOf<Audience>(`/tube/audience?${channel}`);
    const { contentCountByDays, ranking } = await dataOf<TubePerformance>(`/tube/performance?${channel}`);
    expect(rest).toEqual(await dataOf(`/v2/tubeHistory?tubeId=${channelId}`));
    expect(detailTube).toEqual({
      videosIn30Days: contentCountByDays['30d'],
      videosIn90Days: contentCountByDays['90d'],
      ytDgMainCountry: audience.audienceLocations[0]?.country ?? '',
      ytDgMainCountryRatio: audience.audienceLocations[0]?.share ?? 0,
      ytDgGenderMaleRatio: audience.audienceGender.maleRatio,
      ytDgGenderFemaleRatio: audience.audienceGender.femaleRatio,
      ytDgAvgAge: audience.audienceAvgAge,
      ranking: {
        score: Math.floor(ranking.totalSubscribers.global * 100 + 0.5),
        subscribers: ranking.totalSubscribers.global,
      },
    });
    if (detailTube.ytDgAvgAge > 0) known += 1;
  }
  expect(known).toBeGreaterThan(20);
});

it('/v2/tubeEmail has the addresses of contactInformation, and fails where there are none', async () => {
  const met = new Set<boolean>();
  for (const { channelId, emails } of world.accounts('tube')) {
    const { body } = await getV2(`/v2/tubeEmail?tubeId=${channelId}`, 'demo-unlimited');
    expect([body['data'], body['error']]).toEqual(emails.length > 0 ? [emails, ''] : [null, 'NoEmail']);
    expect(await dataOf(`/v2/contactInformation?tubeId=${channelId}`)).toEqual({ emails });
    met.add(emails.length > 0);
  }
  expect(met.size).toBe(2);
});

it('the setting v2Status is the status of every failure', async () => {
  const other = await testApp({ v2Status: 200 });
  expect(await other.getV2('/v2/clipHistory')).toMatchObject({ status: 200, body: failure('AuthFailed') });
});

it('a key that is forbidden in generation 3 is served in generation 2', async () => {
  expect((await getV2('/v2/clipHistory?clipId=sample.creator', 'demo-forbidden')).status).toBe(200);
});
