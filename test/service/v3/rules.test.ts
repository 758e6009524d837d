import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/core/operations.ts';
import { testApp } from '../../harness.ts';
import { newKey, refused, shortfall } from './common.ts';

/** Rules of contract 7.2 and 4.3 that belong to no operation, each by its number. */

const { get, post, ask } = await testApp();

const key = (terms?: string) => newKey('rules', terms);

describe('contract 7.2(5): an unknown path has no envelope', () => {
  it.each([
    ['GET', '/clip/nothing'],
    ['GET', '/clip'],
    ['POST', '/clip/performance-history'],
    ['PUT', '/clip/profile'],
    ['GET', '/youtube/subtitles/download'],
  ] as const)('%s %s', async (method, url) => {
    for (const headers of [{}, { 'api-key': 'demo-full' }, { 'api-key': 'nobody' }]) {
      const { status, body } = await ask({ method, url, headers });

      expect(status).toBe(404);
      expect(body).toEqual({
        success: false,
        error: 'Not Found',
        message: `Cannot ${method} ${url}`,
        availableEndpoints: expect.arrayContaining(['GET /clip/profile', 'GET /tube/sponsorship']),
      });
    }
  });

  it('names nothing of the sandbox and nothing of generation 2', async () => {
    const { body } = await ask({ url: '/nothing' });
    const paths = operations.filter(({ generation }) => generation === 3).map(({ id }) => `/${id}`);
    for (const endpoint of body['availableEndpoints'] as string[])
      expect(paths).toContain(endpoint.split(' ')[1]);
  });
});

describe('contract 7.2(6): 402 INSUFFICIENT_CREDITS', () => {
  it('counts by the estimate: the items asked for, not those that there are', async () => {
    const one = key('plan=0.2,fractional');
    const fields = { recentVideos: 3 };
    expect((await post('/clip/content-detail', { uniqueId: 'no.contents', fields }, one)).body).toEqual(
      refused('insufficientCredits', shortfall(0.3, 0.2)),
    );
  });
});

describe('contract 7.2(7): the balance', () => {
  it('GET /usage shows the balance when no other call is affordable', async () => {
    const one = key('plan=1');
    await get('/clip/profile?uniqueId=sample.creator', one);
    expect(await get('/usage', one)).toMatchObject({
      status: 200,
      body: { creditsUsed: 0, creditsAvailable: 1 },
    });
    expect((await get('/usage', key('plan=9,limit=0'))).status).toBe(200);
  });
});

describe('contract 4.3(4): performance histories', () => {
  it('cost by their range alone', async () => {
    const prices = await Promise.all(
      ['sample.creator', 'newborn.account', 'no.contents'].map(
        async (uniqueId) =>
          (await get(`/clip/performance-history?uniqueId=${uniqueId}&pastDayRange=90`, key())).body[
            'creditsUsed'
          ],
      ),
    );
    expect(prices).toEqual([4, 4, 4]);
  });
});
