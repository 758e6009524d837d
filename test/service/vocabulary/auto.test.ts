import { describe, expect, it } from 'vitest';
import { adminOf } from '../../admin/admin.ts';
import { testApp } from '../../harness.ts';

const sandbox = await testApp({ vocabulary: 'auto' });
const admin = adminOf(sandbox);
const { ask } = sandbox;

let keys = 0;
const newKey = (): string => `sandbox:plan=1000,fractional:words-${keys++}`;
const get = async (url: string, key: string, headers: Record<string, string> = {}) =>
  (await ask({ url, headers: { 'api-key': key, ...headers } })).body;
const post = async (url: string, key: string, payload: object) =>
  (await ask({ method: 'POST', url, headers: { 'api-key': key }, payload })).body;
const getV2 = async (url: string, key: string) => (await ask({ url, headers: { apiid: key } })).body;

/** The usage of the account by operation ids, which are words of the vocabulary. */
const usedBy = async (key: string, headers: Record<string, string> = {}) =>
  JSON.stringify((await get('/usage', key, headers))['data']);

describe('the words of a request decide those of its reply:', () => {
  it('names of parameters before the path', async () => {
    const byName = await getV2('/v2/instagramBasic?gramId=sample.creator', newKey());
    expect(byName['data']).toHaveProperty('basicGram.gramId', 'sample.creator');
    const published = await getV2('/v2/instagramBasic?instagramId=sample.creator', newKey());
    expect(published['data']).toHaveProperty('basicInstagram.instagramId', 'sample.creator');
    expect(await getV2('/v2/clipBasic?tiktokId=sample.creator', newKey())).toHaveProperty('data.basicTikTok');
  });

  it('names of filters', async () => {
    const search = (filterName: string) => ({
      filters: [{ filterName, op: '=', value: 'x' }],
      ...{ pageSize: 1, offset: 0 },
    });
    for (const [filterName, path] of [
      ['sponsoredYoutubeCreatorId', 'GET /youtube/profile'],
      ['sponsoredTubeCreatorId', 'GET /tube/profile'],
    ] as const) {
      const key = newKey();
      expect(await post('/sponsor/search', key, search(filterName))).toMatchObject({ success: true });
      expect((await get('/nothing', key))['availableEndpoints']).toContain(path);
    }
  });

  it('a platform as a value', async () => {
    const brand = '/sponsor/creators?brandId=lanternfish-tea.example&platform=';
    expect(JSON.stringify(await get(`${brand}youtube`, newKey()))).toMatch(/Youtube|youtube/);
    expect(JSON.stringify(await get(`${brand}tube`, newKey()))).not.toMatch(/Youtube|youtube/);
  });

  it('the path', async () => {
    const key = newKey();
    expect(await get('/tiktok/profile?uniqueId=sample.creator', key)).toMatchObject({ success: true });
    expect(await usedBy(key)).toContain('getTiktokProfile');
    const other = newKey();
    expect(await get('/clip/profile?uniqueId=sample.creator', other)).toMatchObject({ success: true });
    expect(await usedBy(other)).toContain('getClipProfile');
  });
});

describe('where a request has none', () => {
  it('the words that its key used last decide, and two keys never meet', async () => {
    const [one, two] = [newKey(), newKey()];
    await get('/tiktok/profile?uniqueId=sample.creator', one);
    await get('/clip/profile?uniqueId=sample.creator', two);
    for (let turn = 0; turn < 3; turn++) {
      expect(await usedBy(one)).toContain('getTiktokProfile');
      expect(await usedBy(two)).toContain('getClipProfile');
    }
    await get('/clip/profile?uniqueId=sample.creator', one);
    expect(await usedBy(one)).toContain('getClipProfile');
  });

  it('a refused request counts too', async () => {
    const key = newKey();
    expect(await get('/tiktok/profile?uniqueId=no.such.creator', key)).toMatchObject({
      errorCode: 'NOT_FOUND',
    });
    expect(await usedBy(key)).not.toContain('Clip');
    const paths = await get('/nothing', key);
    expect(paths['availableEndpoints']).toContain('GET /tiktok/profile');
    expect(paths['availableEndpoints']).not.toContain('GET /clip/profile');
  });

  it('a client that means to ask the service gets the published ones from the start', async () => {
    const asked = { 'x-sandbox-service': 'api.service.example' };
    expect((await get('/nothing', newKey(), asked))['availableEndpoints']).toContain('GET /tiktok/profile');
    expect((await get('/nothing', newKey()))['availableEndpoints']).toContain('GET /clip/profile');
    expect((await get('/youtube/nothing', newKey()))['availableEndpoints']).toContain('GET /tiktok/profile');
  });
});

it('the last words of a key are state: a reset forgets them, a snapshot holds them', async () => {
  const key = newKey();
  await get('/tiktok/profile?uniqueId=sample.creator', key);
  await admin('PUT', '/snapshots/words');
  await admin('POST', '/reset', { key });
  expect((await get('/nothing', key))['availableEndpoints']).toContain('GET /clip/profile');
  await admin('POST', '/snapshots/words/restore');
  expect((await get('/nothing', key))['availableEndpoints']).toContain('GET /tiktok/profile');
});

it('a cached record is given in the words of each request', async () => {
  const key = newKey();
  const neutral = await get('/gram/sponsorship?uniqueId=sample.creator', key);
  const published = await get('/instagram/sponsorship?uniqueId=sample.creator', key);
  const again = await get('/gram/sponsorship?uniqueId=sample.creator', key);
  expect(again['data']).toEqual(neutral['data']);
  expect(JSON.stringify(published['data'])).not.toMatch(/gram\.example/);
});
