import { describe, expect, it } from 'vitest';
import { worldOf } from '../../creators/world/worlds.ts';
import { testApp } from '../../harness.ts';

/** Its searches first have to make their indexes, which takes many slices. */
const unindexed = async () =>
  testApp({}, { world: { ...(await worldOf({ seed: 1, size: 60 })), indexPart: undefined } });

const filters = [{ filterName: 'likes', op: '>', value: 10 }];
const search = {
  method: 'POST',
  url: '/gram/content-search',
  payload: { filters, pageSize: 3, offset: 0 },
} as const;
const key = { 'api-key': 'sandbox:plan=100:long' };

describe('a search that takes long', () => {
  it('answers and charges like any other', async () => {
    const [indexed, long] = [await testApp(), await unindexed()];
    const expected = await indexed.ask({ ...search, headers: key });
    const answer = await long.ask({ ...search, headers: key });
    expect(answer.body).toEqual({ ...expected.body, traceId: expect.any(String) });
    expect(answer.body).toMatchObject({ success: true, creditsUsed: 2, creditsAvailable: 98 });
  });

  it('does not hold up other calls, and is charged after them', async () => {
    const { ask } = await unindexed();
    const done: string[] = [];
    const asked = async (name: string, request: object) => {
      const { body } = await ask({ ...request, headers: key });
      done.push(name);
      return body;
    };
    const [found, profile] = await Promise.all([
      asked('search', search),
      asked('profile', { url: '/clip/profile?uniqueId=sample.creator' }),
    ]);
    expect(done).toEqual(['profile', 'search']);
    expect(profile).toMatchObject({ creditsAvailable: 98 });
    expect(found).toMatchObject({ success: true, creditsAvailable: 96 });
  });

  it('is refused when another call spends its credits meanwhile', async () => {
    const { ask } = await unindexed();
    const headers = { 'api-key': 'sandbox:plan=3:short' };
    const [found, profile] = await Promise.all([
      ask({ ...search, headers }),
      ask({ url: '/clip/profile?uniqueId=sample.creator', headers }),
    ]);
    expect(profile).toMatchObject({ status: 200, body: { creditsAvailable: 1 } });
    expect(found).toMatchObject({ status: 402, body: { errorCode: 'INSUFFICIENT_CREDITS' } });
    expect((await ask({ url: '/usage', headers })).body).toMatchObject({ creditsAvailable: 1 });
  });
});
