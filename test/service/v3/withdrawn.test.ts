import { describe, expect, it } from 'vitest';
import { operationsOf } from '../../../src/core/operations.ts';
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

  it('leaves the others as they are', async () => {
    expect((await post('/clip/content-search', search, key())).status).toBe(200);
    expect((await get('/gram/profile?uniqueId=sample.creator', key())).status).toBe(200);
  });

  it('is none by default', async () => {
    const usual = await testApp();
    expect(usual.deps.settings.withdrawn).toEqual([]);
    expect((await usual.post('/tube/content-search', search, key())).status).toBe(200);
  });

  it('relies on an assumption', async () => {
    await get('/clip/profile?uniqueId=sample.creator', key());
    expect([...deps.journal.all()].at(-1)?.decisions).toContain('withdrawn');
  });

  it('can be any of generation 3', async () => {
    const all = operationsOf(3);
    const none = await testApp({ withdrawn: all.map(({ id }) => id) });
    for (const { id, methods } of all)
      for (const method of methods) {
        const { status } = await none.ask({
          method,
          url: `/${id}`,
          headers: {
            'api-key': 'demo-full',
            ...(method === 'POST' && { 'content-type': 'application/json' }),
          },
          ...(method === 'POST' && { payload: '{}' }),
        });
        expect([id, status]).toEqual([id, 503]);
      }
  });
});
