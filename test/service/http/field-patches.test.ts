import { describe, expect, it } from 'vitest';
import { createFieldPatches } from '../../../src/service/http/field-patches.ts';
import { adminOf } from '../../admin/admin.ts';
import { isPublished, testApp } from '../../harness.ts';

const key = 'demo-full';
const dataOf = ({ body }: { body: Record<string, unknown> }) => body['data'] as Record<string, unknown>;

describe('extra fields', () => {
  it('are in every reply of their operation, at their place, and cost nothing', async () => {
    const settings = {
      extraFields: {
        'clip/profile': { '/influenceScore': 71.5, '/links': [] },
        'clip/content-detail': { '/recentVideos/*/isPinned': false },
        'clip/search': { '/creatorList/*/tier': 'gold' },
        'v2/clipBasic': { '/basicClip/level': null },
        nls: { '/model': 'text' },
      },
    };
    const [plain, patched] = [await testApp(), await testApp(settings)];
    const path = '/clip/profile?uniqueId=sample.creator';
    const [before, after] = [await plain.get(path, key), await patched.get(path, key)];
    expect(dataOf(after)).toEqual({ ...dataOf(before), influenceScore: 71.5, links: [] });
    expect(after.body['creditsUsed']).toBe(2);
    // again from the cache, and by the other method
    expect(dataOf(await patched.get(path, key))).toEqual(dataOf(after));
    expect(dataOf(await patched.post('/clip/profile', { uniqueId: 'sample.creator' }, key))).toEqual(
      dataOf(after),
    );
    // a part of a record has what was selected
    expect(Object.keys(dataOf(await patched.get(`${path}&fields=bio`, key))).sort()).toEqual([
      'bio',
      'uniqueId',
    ]);
    const { recentVideos } = dataOf(
      await patched.get('/clip/content-detail?uniqueId=sample.creator', key),
    ) as { recentVideos: object[] };
    expect(recentVideos.length).toBeGreaterThan(1);
    for (const video of recentVideos) expect(video).toHaveProperty('isPinned', false);
    const search = {
      filters: [{ filterName: 'totalFollowers', op: '>', value: 1 }],
      pageSize: 3,
      offset: 0,
      sortBy: 'totalFollowers',
      desc: true,
    };
    const { creatorList } = dataOf(await patched.post('/clip/search', search, key)) as {
      creatorList: object[];
    };
    expect(creatorList.map((each) => (each as { tier: unknown }).tier)).toEqual(['gold', 'gold', 'gold']);
    const second = dataOf(await patched.getV2('/v2/clipBasic?clipId=sample.creator', key));
    expect(second['basicClip']).toHaveProperty('level', null);
    const stream = await patched.app.inject({
      method: 'POST',
      url: '/nls',
      headers: { 'api-key': key },
      payload: { description: 'clip creators in France' },
    });
    const result = stream.body.slice(stream.body.lastIndexOf('data: ') + 6);
    expect((JSON.parse(result) as { data: object }).data).toHaveProperty('model', 'text');
    expect(await patched.get('/clip/profile?uniqueId=nobody.at.all', key)).toMatchObject({ status: 404 });
    expect(dataOf(await patched.get('/gram/profile?uniqueId=sample.creator', key))).not.toHaveProperty(
      'influenceScore',
    );
  });

  it('are described, and the bytes without them are those of a sandbox without the setting', async () => {
    const [plain, patched] = [
      await testApp(),
      await testApp({ extraFields: { 'clip/profile': { '/influenceScore': 0 } } }),
    ];
    const schemaOf = async (service: typeof plain) =>
      JSON.stringify((await adminOf(service)('GET', '/openapi.json')).body);
    expect(await schemaOf(patched)).toContain('influenceScore');
    expect(await schemaOf(plain)).not.toContain('influenceScore');
    const ask = async (service: typeof plain) =>
      (
        await service.app.inject({
          method: 'GET',
          url: '/gram/audience?uniqueId=sample.creator',
          headers: { 'api-key': key },
        })
      ).rawPayload.toString('latin1');
    expect(await ask(patched)).toBe(await ask(plain));
  });
});

describe('nullable fields', () => {
  it('are null for one creator in four, always the same ones, in both methods', async () => {
    const [plain, patched] = [
      await testApp(),
      await testApp({ nullable: { 'clip/profile': ['/country'], 'clip/audience': ['/audienceGender'] } }),
    ];
    const ids = [...plain.world.accounts('clip')].slice(0, 60).map(({ handle }) => handle);
    const countries = [];
    for (const id of ids) {
      const path = `/clip/profile?uniqueId=${id}`;
      const country = dataOf(await patched.get(path, key))['country'];
      expect(dataOf(await patched.post('/clip/profile', { uniqueId: id }, key))['country']).toBe(country);
      expect(dataOf(await patched.get(path, key))['country']).toBe(country);
      if (country !== null) expect(dataOf(await plain.get(path, key))['country']).toBe(country);
      countries.push(country);
    }
    const nulls = countries.filter((country) => country === null).length;
    expect(nulls).toBeGreaterThan(ids.length / 10);
    expect(nulls).toBeLessThan(ids.length / 2);
  });
});

describe('settings of fields', () => {
  const extra = (places: unknown, operation = 'clip/profile') => ({ extraFields: { [operation]: places } });
  it.each<[object, string]>([
    [
      extra({ '/x': 1 }, 'clip/profil'),
      "extraFields: 'clip/profil' is not an operation; the nearest valid one is clip/profile.",
    ],
    [
      extra({ '/x': 1 }, 'tube/subtitles/download'),
      "extraFields: 'tube/subtitles/download' answers with a file, which has no such fields.",
    ],
    [
      extra({ x: 1 }),
      "extraFields: 'clip/profile' 'x' is not a field of the data: write a pointer such as /country, or /recentVideos/*/likes.",
    ],
    [
      extra({ '/__proto__': 1 }),
      "extraFields: 'clip/profile' '/__proto__' is not a field: names have letters, digits and underscores.",
    ],
    [extra({ '/bio': 'x' }), "extraFields: the data of clip/profile have '/bio' already."],
    [
      extra({ '/countri/code': 1 }),
      "extraFields: the data of clip/profile have no 'countri' for '/countri/code'; the nearest valid one is country.",
    ],
    [
      extra({ '/big': 'x'.repeat(10_001) }),
      "extraFields: 'clip/profile' '/big' has a value of more than 10000 characters.",
    ],
    [
      { nullable: { 'clip/profile': ['/contry'] } },
      "nullable: the data of clip/profile have no 'contry' for '/contry'; the nearest valid one is country.",
    ],
    [
      { nullable: { 'clip/content-detail': ['/recentVideos/0/likes'] } },
      "nullable: 'clip/content-detail' '/recentVideos/0/likes' is not a field: names have letters, digits and underscores.",
    ],
  ])('refuse %j with one sentence', async (settings, sentence) => {
    await expect(testApp(settings)).rejects.toThrow(sentence);
  });

  it('have a bound', () => {
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`/f${n}`, 0]));
    expect(() => createFieldPatches({ extraFields: { 'clip/profile': many }, nullable: {} })).toThrow(
      'extraFields and nullable name more than 1000 places.',
    );
    expect(createFieldPatches({ extraFields: {}, nullable: {} })).toBeUndefined();
  });

  it.skipIf(isPublished)('name places in neutral words, whatever the vocabulary', async () => {
    const published = await testApp({
      vocabulary: 'published',
      extraFields: { 'clip/profile': { '/influenceScore': 3 } },
    });
    const profile = await published.get('/tiktok/profile?uniqueId=sample.creator', key);
    expect(dataOf(profile)).toHaveProperty('influenceScore', 3);
  });
});
