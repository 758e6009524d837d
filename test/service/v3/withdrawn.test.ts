import { describe, expect, it } from 'vitest';
import { testApp } from '../../harness.ts';
import { newKey, refused } from './common.ts';

const search = { filters: [{ filterName: 'likes', op: '>', value: 1 }], pageSize: 1, offset: 0 };
const sandbox = await testApp({ withdrawn: ['tube/content-search', 'gram/content-search', 'clip/profile'] });
const { get, post, available, deps } = sandbox;
const key = (terms?: string) => newKey('rules', terms);

describe('an operation that the setting withdraws', () => {
  it('answers 503, free of charge, whatever is sent', async () => {
    const one = key();
    for (const platform of ['tube', 'gram'])
      for (const body of [search, {}, []])
        expect(await post(`/${platform}/content-search`, body, one)).toMatchObject({
          status: 503,
          body: refused('withdrawn'),
        });
    for (let asked = 0; asked < 2; asked++)
      expect((await get('/clip/profile?uniqueId=sample.creator', one)).body).toEqual(refused('withdrawn'));
    expect(await available(one)).toBe(1000);
    expect((await get('/usage', one)).body['data']).toMatchObject({ records: [{ requestCount: 8 }] });
  });

  it('is refused for its key, its rate and its permission first', async () => {
    const path = '/tube/content-search';
    expect((await post(path, search)).body).toEqual(refused('keyMissing'));
    expect((await post(path, search, 'nobody')).body).toEqual(refused('keyUnknown'));
    expect((await post(path, search, key('plan=9,forbidden'))).body).toEqual(refused('forbidden'));
    const one = key('plan=0,rate=1/10s');
    expect((await post(path, { ...search, fields: {} }, one)).body).toEqual(refused('withdrawn'));
    expect((await post(path, search, one)).body).toEqual(refused('rateLimited'));
  });

  it('relies on an assumption', async () => {
    await get('/clip/profile?uniqueId=sample.creator', key());
    expect([...deps.journal.all()].at(-1)?.decisions).toContain('withdrawn');
  });
});
