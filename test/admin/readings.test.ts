import { describe, expect, it } from 'vitest';
import { safePattern } from '../../src/creators/language/safe-pattern.ts';
import { openReadings } from '../../src/creators/language/user-readings.ts';
import { testApp } from '../harness.ts';
import { byLastData } from '../service/v3/nls-client.ts';

const { app, deps, ask } = await testApp();
const { clip: handle, tube: channel } = deps.world.example;

const put = (readings: unknown) =>
  ask({ method: 'PUT', url: '/__admin/readings', payload: { readings } as object });
async function nls(description: string, key = 'demo-unlimited') {
  const reply = await app.inject({
    method: 'POST',
    url: '/nls',
    headers: { 'api-key': key },
    payload: { description },
  });
  return byLastData(reply.body);
}
const notes = () => [...deps.journal.all()].at(-1)?.notes;

describe('a reading', () => {
  it('says what a description means: the first that matches, before the reader of English', async () => {
    const readings = [
      { description: 'our usual brief', platform: 'gram', creators: [] },
      { description: { contains: 'Lieblinge' }, platform: 'tiktok', creators: [`@${handle}`] },
      { description: { pattern: '^campaign \\d{1,4}$' }, platform: 'tube', creators: [channel] },
      { description: { contains: 'campaign' }, message: 'No.', suggestion: ['Ask again'] },
      {
        description: 'ビッグ',
        platform: 'clip',
        filters: [{ filterName: 'totalFollowers', op: '>', value: 1000 }],
        sortBy: 'totalFollowers',
        desc: true,
        pageSize: 2,
      },
    ];
    expect(await put(readings)).toMatchObject({ status: 200, body: { readings } });
    expect((await nls('our usual brief'))['data']).toEqual({ creatorList: [], platform: 'gram' });
    expect(await nls('Zeig mir meine LIEBLINGE')).toMatchObject({
      creditsUsed: 1.01,
      data: { creatorList: [{ uniqueId: handle }], platform: 'clip' },
    });
    expect(notes()).toContain('Read by reading 2.');
    expect((await nls('campaign 12'))['data']).toMatchObject({
      creatorList: [{ channelId: channel }],
      platform: 'tube',
    });
    expect((await nls('campaign twelve'))['data']).toEqual({ message: 'No.', suggestion: ['Ask again'] });
    const two = (await nls('ビッグ'))['data'] as { creatorList: unknown[] };
    expect(two).toEqual((await nls('2 clip creators with over 1000 followers, biggest first'))['data']);
    expect(two.creatorList).toHaveLength(2);
    expect((await nls('yoga'))['data']).toMatchObject({ platform: 'clip' });
  });

  it('decides the price by its tokens, which are held before the stream', async () => {
    await put([
      { description: 'dear', tokens: 4_500, platform: 'clip', creators: [] },
      { description: 'yoga', tokens: 1_000 },
    ]);
    expect(await nls('dear')).toMatchObject({ creditsUsed: 10 });
    expect(await nls('yoga')).toMatchObject({ creditsUsed: 3, data: { platform: 'clip' } });
    const poor = await ask({
      method: 'POST',
      url: '/nls',
      headers: { 'api-key': 'sandbox:plan=9.99:poor' },
      payload: { description: 'dear' },
    });
    expect(poor).toMatchObject({ status: 402, body: { details: [{ required: 10, available: 9.99 }] } });
  });

  it('goes with a reset of everything, to those of the file', async () => {
    await put([{ description: 'hello', platform: 'clip', creators: [] }]);
    await ask({ method: 'POST', url: '/__admin/reset', payload: {} });
    expect((await ask({ method: 'GET', url: '/__admin/readings' })).body).toEqual({ readings: [] });
  });
});

it('is of one key where that is named, until its reset, and comes before those of everybody', async () => {
  const none = { platform: 'clip', creators: [] };
  const own = [{ description: { contains: 'brief' }, message: 'Mine.' }];
  await put([{ description: 'our brief', ...none }]);
  const label = 'sandbox:plan=50:reader';
  await nls('yoga', label);
  const putOwn = (readings: object[]) =>
    ask({ method: 'PUT', url: '/__admin/readings', payload: { readings, key: label } });
  const listed = async (query = '') =>
    (await ask({ method: 'GET', url: `/__admin/readings${query}` })).body['readings'];
  expect(await putOwn(own)).toMatchObject({ status: 200, body: { readings: own } });
  expect(await listed(`?key=${encodeURIComponent(label)}`)).toEqual(own);
  expect(await listed()).toEqual([{ description: 'our brief', ...none }]);
  expect((await nls('our brief', label))['data']).toEqual({ message: 'Mine.', suggestion: [] });
  expect(notes()).toContain('Read by reading 1 of the key.');
  expect((await nls('our brief'))['data']).toEqual({ creatorList: [], platform: 'clip' });
  expect(notes()).toContain('Read by reading 1.');
  await ask({ method: 'POST', url: '/__admin/reset', payload: { key: label } });
  expect(await listed(`?key=${encodeURIComponent(label)}`)).toEqual([]);
  expect(await listed('?key=nobody-at-all')).toBeUndefined();
});

it('names every flaw with its place, and changes nothing then', async () => {
  const kept = [{ description: 'hello', message: 'Hi' }];
  await put(kept);
  const reply = await put([
    7,
    { description: '', platform: 'clip' },
    { description: 'a', plattform: 'clip', tokens: 1 },
    { description: 'b', platform: 'facebook' },
    { description: 'c', platform: 'clip', creators: ['nobody-here'] },
    { description: 'd', platform: 'clip', filters: [{ filterName: 'totalSubscribers', op: '>', value: 1 }] },
    { description: 'e', platform: 'clip', pageSize: 50 },
    { description: 'f', tokens: -1 },
    { description: 'g' },
    { description: 'h', message: 'x', platform: 'clip', creators: [] },
    { description: { pattern: '(a+)+$' }, message: 'x' },
  ]);
  expect(reply.status).toBe(422);
  expect(String(reply.body['detail']).replaceAll('. ', '.\n')).toMatchInlineSnapshot(`
    "Reading 1 is no object.
    Reading 2 takes for description a text of 1 to 1,000 characters, {contains} or {pattern}.
    Reading 3 has an unknown member 'plattform'; the nearest valid one is platform.
    Reading 4 takes for platform one of gram, clip, tube.
    Reading 5 names a creator that clip does not have: "nobody-here".
    Reading 6 is wrong at filters[0].filterName: 'filters[0].filterName' must be one of: displayName, uniqueId, country, mainLanguage, hashtags, niches, mainAudienceLocation, mainAudienceAge, mainAudienceGender, audienceMaleRatio, audienceFemaleRatio, isAccountVerified, hasSponsors, totalFollowers, totalContents, followerGrowthIn30d, contentsIn30Days, platformScore, lastPublishTime, avgRecentVideosViews, avgRecentVideosLikes, avgRecentVideosComments, medianRecentVideosViews, medianRecentVideosLikes, medianRecentVideosComments, minRecentVideosViews, minRecentVideosLikes, minRecentVideosComments, maxRecentVideosViews, maxRecentVideosLikes, maxRecentVideosComments, avgRecentVideosEngagementRate, avgRecentVideosViewsGrowth, avgRecentVideosLikesGrowth, avgRecentVideosCommentsGrowth, avgRecentVideosEngagementRateGrowth.
    Reading 7 takes for pageSize at most 20.
    Reading 8 takes for tokens a whole number up to 1,000,000.
    Reading 9 gives neither a search, creators, a message nor tokens.
    Reading 10 gives more than one of a search, creators and a message.
    Reading 11 has a pattern that repeats a group."
  `);
  expect((await ask({ method: 'GET', url: '/__admin/readings' })).body).toEqual({ readings: kept });
});

it('stops the start for a wrong file', () => {
  expect(() => openReadings(deps.world, [{ content: {}, name: 'readings.json' }])).toThrow(
    'readings.json: Readings are a JSON list.',
  );
});

it.each([
  ['^best of \\d+$', true],
  ['(?:cats|dogs) in [A-Z][a-z]{2,9}', true],
  ['colou?r', true],
  ['(a+)+$', false],
  ['(a|a)*b', false],
  ['.*.*', false],
  ['a{1,200}b{1,200}', false],
  ['(?=a)b', false],
  ['(a)\\1', false],
  ['(', false],
  ['x'.repeat(201), false],
])('takes the pattern %s: %s', (pattern, isSafe) => {
  expect(typeof safePattern(pattern) !== 'string').toBe(isSafe);
});
