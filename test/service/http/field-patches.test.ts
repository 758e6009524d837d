import { describe, expect, it } from 'vitest';
import { createFieldPatches } from '../../../src/service/http/field-patches.ts';
import type { ReplyContext } from '../../../src/service/http/reply-rewriter.ts';
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
    // the items of a part are whole
    const asked = { uniqueId: 'sample.creator', fields: { recentVideos: 2 } };
    const parts = await patched.post('/clip/content-detail', asked, key);
    expect(dataOf(parts)['recentVideos']).toEqual(recentVideos.slice(0, 2));
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
    expect((await patched.getV2('/v2/clipBasic?clipId=nobody', key)).body).toMatchObject({ data: null });
    expect(dataOf(await patched.get('/gram/profile?uniqueId=sample.creator', key))).not.toHaveProperty(
      'influenceScore',
    );
  });

  it('are described, and the bytes without them are those of a sandbox without the setting', async () => {
    const [plain, patched] = [
      await testApp(),
      await testApp({
        extraFields: {
          'clip/content-detail': { '/recentVideos/*/isPinned': true, '/recentVideos/*/tags': [] },
          'clip/profile': { '/influenceScore': 0, '/anything': null },
        },
        nullable: { 'clip/profile': ['/bio'] },
      }),
    ];
    const schemasOf = async (service: typeof plain) => {
      const { components } = (await adminOf(service)('GET', '/openapi.json')).body as {
        components: { schemas: Record<string, { properties: Record<string, object> }> };
      };
      return components.schemas;
    };
    const [before, after] = [await schemasOf(plain), await schemasOf(patched)];
    const added = Object.entries(after).filter(([name]) => !Object.hasOwn(before, name));
    expect(added.map(([name]) => name)).toEqual([
      'ClipContentDetailOfClipContentDetail',
      'ClipContentDetailOfClipContentDetailParts',
      'ClipItemOfClipContentDetail',
      'ClipProfileOfClipProfile',
      'ClipProfileOfClipProfileParts',
    ]);
    const [detail, , video, profile] = added.map(([, { properties }]) => properties);
    expect(Object.keys(detail ?? {})).toEqual(Object.keys(before['ClipContentDetail']?.properties ?? {}));
    expect(video).toMatchObject({ isPinned: { type: 'boolean' }, tags: { type: 'array' } });
    expect(profile).toEqual({
      ...before['ClipProfile']?.properties,
      bio: { anyOf: [before['ClipProfile']?.properties['bio'], { type: 'null' }] },
      ...{ influenceScore: { type: 'number' }, anything: {} },
    });
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
      await testApp({
        nullable: { 'clip/profile': ['/country'], 'clip/search': ['/creatorList/*/uniqueId'] },
      }),
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
    expect(countries.flatMap((country, n) => (country === null ? [n] : []))).toEqual([
      0, 1, 8, 10, 14, 16, 17, 20, 23, 25, 28, 29, 33, 34, 41, 42, 52, 53, 58,
    ]);
    // The first byte of the digest is 63, then 64, of 256.
    const isNull = async (id: number) =>
      dataOf(await patched.get(`/clip/profile?uniqueId=sample.creator&id=${id}`, key))['country'] === null;
    expect([await isNull(202), await isNull(138)]).toEqual([true, false]);
    const bio = await patched.get(`/clip/profile?uniqueId=${ids[0]}&fields=bio`, key);
    expect(dataOf(bio)).not.toHaveProperty('country');
    // Without an identifier the whole request decides.
    const nullsOf = async (pageSize: number) => {
      const filters = [{ filterName: 'totalFollowers', op: '>', value: 1 }];
      const page = await patched.post('/clip/search', { filters, pageSize, offset: 0 }, key);
      const { creatorList } = dataOf(page) as { creatorList: { uniqueId: unknown }[] };
      return creatorList.flatMap(({ uniqueId }, n) => (uniqueId === null ? [n] : []));
    };
    expect([await nullsOf(20), await nullsOf(21)]).toEqual([
      [1, 2, 3, 5, 7, 9, 10, 13, 18, 19],
      [13, 15],
    ]);
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
      extra({ 'x/bio': 1 }),
      "extraFields: 'clip/profile' 'x/bio' is not a field of the data: write a pointer such as /country, or /recentVideos/*/likes.",
    ],
    [
      extra({ '/__proto__': 1 }),
      "extraFields: 'clip/profile' '/__proto__' is not a field: names have letters, digits and underscores.",
    ],
    [
      extra({ '/nothing/x': 1 }, 'nls'),
      "extraFields: the data of nls have no 'nothing' for '/nothing/x'; the nearest valid one is platform.",
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
      extra({ '/recentVideos/*': 1 }, 'clip/content-detail'),
      "extraFields: 'clip/content-detail' '/recentVideos/*' is not a field of the data: write a pointer such as /country, or /recentVideos/*/likes.",
    ],
    [
      extra({ '/recentVideos/likes': 1 }, 'clip/content-detail'),
      "extraFields: the data of clip/content-detail have no 'likes' for '/recentVideos/likes'; the nearest valid one is *.",
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

  it('have bounds', () => {
    const fields = (places: Record<string, unknown>) => () =>
      createFieldPatches({ extraFields: { 'clip/profile': places }, nullable: {} });
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`/f${n}`, 0]));
    const deep = (steps: number) => ({ ['/a'.repeat(steps)]: 0 });
    const long = (characters: number) => ({ '/a': 'x'.repeat(characters - 2) });
    const named = (characters: number) => ({ [`/${'a'.repeat(characters)}`]: 0 });
    for (const [made, most, sentence] of [
      [many, 1_000, 'extraFields and nullable name more than 1000 places.'],
      [deep, 20, `'${'/a'.repeat(21)}' is not a field of the data`],
      [long, 10_000, 'has a value of more than 10000 characters.'],
      [named, 100, 'names have letters, digits and underscores.'],
      [named, 100, `'clip/profile' '/${'a'.repeat(101)}' is`],
    ] as const) {
      expect(fields(made(most))).not.toThrow();
      expect(fields(made(most + 1))).toThrow(sentence);
    }
    expect(fields(named(300))).toThrow(`'clip/profile' '/${'a'.repeat(199)}' is`);
    expect(createFieldPatches({ extraFields: {}, nullable: {} })).toBeUndefined();
  });

  it('come before a rewriter, and leave the rest of it as it is', async () => {
    const patches = createFieldPatches({ extraFields: { 'clip/profile': { '/a': 1 } }, nullable: {} });
    const rewriter = patches?.before({
      rewrite: (unsent, { url }) => ({ ...unsent, body: [unsent.body, url] }),
    });
    const context = { operation: { id: 'clip/profile' }, given: {}, url: 'u' } as ReplyContext;
    const unsent = { form: 'json', status: 200, body: { data: {} } } as const;
    expect(await rewriter?.rewrite(unsent, context)).toEqual({ ...unsent, body: [{ data: { a: 1 } }, 'u'] });
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
