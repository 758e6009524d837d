import { describe, expect, it } from 'vitest';
import { type OperationId, operations } from '../../../src/core/operations.ts';
import { testApp } from '../../harness.ts';

const { get, post, world, available } = await testApp();
const { clip, gram, tube } = world.example;
const identifiers = { clip: { uniqueId: clip }, gram: { uniqueId: gram }, tube: { channelId: tube } };

const lookups = operations.filter(({ fields }) => fields === 'array' || fields === 'object');
const identifierOf = (id: string) => identifiers[id.split('/')[0] as keyof typeof identifiers];

let accounts = 0;
const key = () => `sandbox:plan=1000,fractional:fields-${accounts++}`;

/** One call in both forms: POST with a body, GET with `fields` as JSON. They must answer the same. */
async function call(id: OperationId, fields: unknown) {
  const one = key();
  const query = new URLSearchParams(identifierOf(id));
  if (fields !== undefined) query.set('fields', JSON.stringify(fields));
  const posted = await post(`/${id}`, { ...identifierOf(id), ...(fields !== undefined && { fields }) }, one);
  const got = await get(`/${id}?${query}`, one);
  const { traceId: _, timestamp: __, creditsAvailable, ...rest } = posted.body;
  const { traceId: _t, timestamp: __t, creditsAvailable: left, ...other } = got.body;
  expect(other).toEqual(rest);
  const used = (posted.body['creditsUsed'] ?? 0) as number;
  if (posted.status === 200)
    expect([creditsAvailable, left]).toEqual([round(1000 - used), round(1000 - 2 * used)]);
  else expect(await available(one)).toBe(1000);
  return {
    status: posted.status,
    data: posted.body['data'] as Record<string, unknown>,
    used,
    body: posted.body,
  };
}
const round = (credits: number) => Math.round(credits * 1000) / 1000;

const search = (fields: unknown) => ({
  filters: [{ filterName: 'totalFollowers', op: '>', value: 1 }],
  pageSize: 1,
  offset: 0,
  fields,
});

const profileFields = {
  clip: 'displayName category avatarUrl bio country mainLanguage secondLanguage languages isBusinessAccount isPrivateAccount isVerified hasSponsors totalContents totalFollowers totalFollowing subscriberGrowth hashtags niches otherLinks lastPublishTime lastDbUpdateTime',
  gram: 'displayName category avatarUrl bio country mainLanguage secondLanguage languages isBusinessAccount isPrivateAccount isVerified hasSponsors totalContents totalFollowers totalFollowing subscriberGrowth hashtags niches otherLinks lastPublishTime lastDbUpdateTime relatedCreators',
  tube: 'displayName categoryBreakdown avatarUrl bio isVerified hasSponsors hasMemberOnlyContents country mainLanguage languages secondLanguage totalContents totalSubscribers subscriberGrowth hashtags topics niches otherLinks lastPublishTime relatedCreators videoPrice shortsPrice lastDbUpdateTime',
};
const profilePrices = (platform: keyof typeof profileFields): Record<string, number> =>
  Object.fromEntries(
    profileFields[platform]
      .split(' ')
      .map((name) => [name, name === 'languages' || name === 'subscriberGrowth' ? 0.2 : 0.1]),
  );
const audience = { audienceLocations: 4, audienceGender: 4, audienceAvgAge: 2, audienceAgeBreakdown: 4 };

/** The published prices, written out once more so that a change of the book does not go unseen. */
const arrays: [OperationId, Record<string, number>, number][] = [
  ['clip/profile', profilePrices('clip'), 2],
  ['gram/profile', profilePrices('gram'), 2],
  ['tube/profile', profilePrices('tube'), 2],
  ['clip/contact', { emails: 15 }, 15],
  ['gram/contact', { emails: 15 }, 15],
  ['tube/contact', { emails: 15 }, 15],
  ['clip/audience', audience, 10],
  ['gram/audience', audience, 10],
  ['tube/audience', audience, 10],
  [
    'clip/performance',
    { contentCountByDays: 0.2, ranking: 0.6, videosPerformanceRecent: 1, recentVideosGrowth: 0.2 },
    1.5,
  ],
  [
    'gram/performance',
    {
      contentCountByDays: 0.2,
      ranking: 0.4,
      imagesPerformanceRecent: 1,
      reelsPerformanceRecent: 1,
      recentImagesGrowth: 0.2,
      recentReelsGrowth: 0.2,
    },
    2,
  ],
  [
    'tube/performance',
    {
      contentCountByDays: 0.2,
      ranking: 0.4,
      videosPerformanceRecent: 1,
      shortsPerformanceRecent: 1,
      videosPerformanceAll: 1,
      shortsPerformanceAll: 1,
      recentVideosGrowth: 0.2,
      recentShortsGrowth: 0.2,
      videoPrice: 0.5,
      shortsPrice: 0.5,
    },
    2,
  ],
];
const objects: [OperationId, string[], number, number][] = [
  ['clip/content-detail', ['recentVideos'], 0.1, 3],
  ['gram/content-detail', ['recentImages', 'recentReels'], 0.1, 3],
  ['tube/content-detail', ['recentVideos', 'recentShorts'], 0.1, 3],
  ['gram/sponsorship', ['sponsorList'], 0.5, 5],
  ['tube/sponsorship', ['sponsorList'], 0.5, 5],
];

const detailsOf = (body: Record<string, unknown>) =>
  body['details'] as { field: string; message: string; code: string }[];

/** Where in `fields` each problem is, and its code. */
const problemsOf = (body: Record<string, unknown>) =>
  detailsOf(body)
    .map(({ field, code }) => `${field.replace(/^fields/, '')} ${code}`)
    .join();

describe('fractional calls', () => {
  it('are tabled for every operation that takes fields', () => {
    expect([...arrays, ...objects].map(([id]) => id).sort()).toEqual(lookups.map(({ id }) => id).sort());
  });

  describe.each(arrays)('%s', (id, prices, cap) => {
    const names = Object.keys(prices);
    const identifying = id.endsWith('/profile') ? Object.keys({ uniqueId: 0, ...identifierOf(id) }) : [];

    it('costs its bundle price whole: without fields, and with an empty list', async () => {
      const whole = await call(id, undefined);
      expect([whole.status, whole.used]).toEqual([200, cap]);
      expect(await call(id, [])).toEqual({ ...whole, body: expect.anything() });
      expect(Object.keys(whole.data).sort()).toEqual([...names, ...identifying].sort());
    });

    it('sells each field at its price, with nothing beside it but the identifiers', async () => {
      const whole = (await call(id, undefined)).data;
      for (const name of names) {
        const { data, used } = await call(id, [name]);
        expect([name, used, Object.keys(data).sort()]).toEqual([
          name,
          Math.min(cap, prices[name] ?? 0),
          [name, ...identifying].sort(),
        ]);
        expect(data[name]).toEqual(whole[name]);
      }
      expect(Object.keys((await call(id, names.toReversed())).data)).toEqual(Object.keys(whole));
    });

    it('never costs more than the bundle, and counts a name given twice once', async () => {
      expect((await call(id, names)).used).toBe(
        Math.min(cap, round(Object.values(prices).reduce((a, b) => a + b))),
      );
      expect((await call(id, [names[0], names[0]])).used).toBe(Math.min(cap, prices[names[0] ?? ''] ?? 0));
    });
  });

  describe.each(objects)('%s', (id, names, each, cap) => {
    it('costs its bundle price whole: without fields, and with an empty object', async () => {
      const whole = await call(id, undefined);
      expect([whole.status, whole.used]).toEqual([200, cap]);
      expect(await call(id, {})).toEqual({ ...whole, body: expect.anything() });
      expect(Object.keys(whole.data).sort()).toEqual([...names].sort());
    });

    it('sells items by the number that it returns, capped at the bundle price', async () => {
      const whole = (await call(id, undefined)).data as Record<string, unknown[]>;
      for (const name of names)
        for (const count of [0, null, 1, 5, 10_000, 1e300]) {
          const { data, used } = await call(id, { [name]: count });
          const items = whole[name]?.slice(0, count ?? 0) ?? [];
          expect(data).toEqual({ [name]: items });
          expect([name, count, used]).toEqual([name, count, Math.min(cap, round(each * items.length))]);
        }
    });
  });

  it.each<[OperationId, unknown, string]>([
    ['clip/profile', { country: 1 }, ' invalid_type'],
    ['clip/profile', ['uniqueId'], '[0] unrecognized_field'],
    ['clip/profile', ['audienceQuality'], '[0] not_available'],
    ['gram/profile', ['audienceQuality'], '[0] not_available'],
    ['tube/profile', ['audienceQuality'], '[0] not_available'],
    [
      'clip/profile',
      ['bio', null, 5, ['bio'], {}],
      '[1] invalid_type,[2] invalid_type,[3] invalid_type,[4] invalid_type',
    ],
    [
      'clip/profile',
      ['', 'Country', '__proto__'],
      '[0] unrecognized_field,[1] unrecognized_field,[2] unrecognized_field',
    ],
    ['clip/profile', ['constructor', 'relatedCreators'], '[0] unrecognized_field,[1] unrecognized_field'],
    ['clip/profile', ['subscriberGrowth.g7', 'hashtags[].name'], '[0] sub_field,[1] sub_field'],
    [
      'clip/profile',
      ['hashtags/name', 'nothing.name', 'bio:5'],
      '[0] sub_field,[1] unrecognized_field,[2] legacy_form',
    ],
    ['clip/content-detail', ['recentVideos'], ' invalid_type'],
    ['clip/content-detail', ['recentVideos:5'], ' invalid_type,[0] legacy_form'],
    ['clip/content-detail', { 'recentVideos.length': 1 }, '.recentVideos.length sub_field'],
    ['clip/content-detail', { recentVideos: [5] }, '.recentVideos invalid_type'],
    ['clip/content-detail', { recentVideos: -0.5 }, '.recentVideos too_small,.recentVideos not_integer'],
    ['clip/content-detail', { 'recentVideos:5': 5 }, '.recentVideos:5 legacy_form'],
    [
      'tube/content-detail',
      { recentVideos: -3, recentShorts: 'all' },
      '.recentVideos too_small,.recentShorts invalid_type',
    ],
    ['tube/content-detail', { recentVideos: 1, recentReels: 'all' }, '.recentReels unrecognized_field'],
  ])('of %s are refused with every problem of %j', async (id, fields, expected) => {
    expect(problemsOf((await call(id, fields)).body)).toBe(expected);
  });

  it('are refused with a hundred problems at most', async () => {
    const { body } = await call(
      'clip/profile',
      Array.from({ length: 1_000 }, (_, n) => `f${n}`),
    );
    expect(detailsOf(body)).toHaveLength(100);
  });

  it('show the beginning of a long name only', async () => {
    const long = 'x'.repeat(2_000);
    const { body: one } = await call('clip/profile', [long]);
    const { body: block } = await post('/clip/search', search({ [long]: [] }), key());
    const { body: name } = await post('/clip/search', search({ profile: [long] }), key());
    for (const { message } of [one, block, name].flatMap(detailsOf)) {
      expect(message).toContain(`'${'x'.repeat(64)}…'`);
      expect(message.length).toBeLessThan(1_000);
    }
  });

  it.each<[OperationId, string[], string]>([
    ['clip/profile', [''], ' too_small'],
    ['clip/profile', ['country', ''], ' too_small'],
    ['clip/profile', ['['], ' invalid_json'],
    ['clip/profile', ['["country"]', 'bio'], ' invalid_type'],
    ['clip/profile', ['bio', '["country"]'], ' invalid_type'],
    ['clip/profile', ['{"country":1}'], ' invalid_type'],
    ['clip/profile', ['country,bio'], '[0] unrecognized_field'],
    ['clip/content-detail', ['recentVideos'], ' invalid_type'],
    ['clip/content-detail', ['recentVideos:5'], ' invalid_type,[0] legacy_form'],
    ['clip/content-detail', ['{"recentVideos":1e999}'], '.recentVideos not_integer'],
  ])('of a query of %s cannot be %j', async (id, texts, expected) => {
    const query = new URLSearchParams(identifierOf(id));
    for (const text of texts) query.append('fields', text);
    expect(problemsOf((await get(`/${id}?${query}`, key())).body)).toBe(expected);
  });

  it.each<[unknown, string]>([
    [null, ' invalid_type'],
    [['profile'], ' invalid_type'],
    ['profile', ' invalid_type'],
    [{ 'clip/profile': [], nothing: [] }, '.clip/profile unrecognized_key,.nothing unrecognized_key'],
    [{ sponsorship: {}, search: {} }, '.sponsorship unrecognized_key,.search unrecognized_key'],
    [{ 'performance-history': [] }, '.performance-history unrecognized_key'],
    [{ profile: null }, '.profile invalid_type'],
    [{ profile: {}, 'content-detail': [] }, '.profile invalid_type,.content-detail invalid_type'],
    [
      { profile: ['bio.x'], 'content-detail': { recentVideos: -1 } },
      '.profile[0] sub_field,.content-detail.recentVideos too_small',
    ],
  ])('of a search cannot be %j', async (fields, expected) => {
    expect(problemsOf((await post('/clip/search', search(fields), key())).body)).toBe(expected);
  });

  it('are estimated before the work: what cannot be paid is refused though the items are fewer', async () => {
    const one = 'sandbox:plan=0.3,fractional:fields-estimate';
    const ask = (count: number) =>
      post('/clip/content-detail', { uniqueId: clip, fields: { recentVideos: count } }, one);
    expect((await ask(4)).body).toMatchObject({
      errorCode: 'INSUFFICIENT_CREDITS',
      details: [{ required: 0.4, available: 0.3 }],
    });
    expect((await ask(3)).body).toMatchObject({ creditsUsed: 0.3, creditsAvailable: 0 });
    expect((await ask(0)).body).toMatchObject({ creditsUsed: 0, creditsAvailable: 0 });
  });
});
