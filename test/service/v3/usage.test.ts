import { describe, expect, it } from 'vitest';
import { noon, testApp } from '../../harness.ts';

const { get, getV2, post, world } = await testApp();
const creator = world.example.clip;

describe('/usage', () => {
  it('counts answers and refusals per day, credits only for answers, and not itself', async () => {
    const key = 'sandbox:plan=20,fractional:usage';
    await get(`/clip/profile?uniqueId=${creator}`, key);
    await post('/clip/profile', { uniqueId: creator, fields: ['country'] }, key);
    await get('/clip/profile?uniqueId=no.such.creator', key);
    await get('/clip/profile', key);
    await getV2(`/v2/clipHistory?clipId=${creator}`, key);
    await get('/usage?start=x', key);
    const { status, body } = await get('/usage', key);

    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        records: [
          {
            date: '20260601',
            requestCount: 5,
            totalQuotaUsed: 5.1,
            endpoints: {
              getClipProfile: { count: 4, creditsUsed: 2.1 },
              clipHistory: { count: 1, creditsUsed: 3 },
            },
            platforms: { clip: 5 },
            quotaByPlatform: { clip: 5.1 },
          },
        ],
        count: 1,
      },
      creditsUsed: 0,
      creditsAvailable: 14.9,
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      timestamp: noon,
      errorCode: '',
      errorDescription: '',
      success: true,
    });
  });

  it('answers an account that did nothing, and one without credits', async () => {
    expect((await get('/usage', 'demo-empty')).body).toMatchObject({
      data: { records: [], count: 0 },
      creditsUsed: 0,
      creditsAvailable: 0,
    });
    expect((await get('/usage', 'sandbox:plan=9,limit=0:usage')).status).toBe(200);
  });

  it('leaves out the days outside the range', async () => {
    const key = 'sandbox:plan=20:usage-range';
    await get(`/clip/profile?uniqueId=${creator}`, key);
    const dayMs = 86_400_000;

    expect((await get(`/usage?end=${noon - dayMs}`, key)).body).toMatchObject({ data: { count: 0 } });
    // The end alone stands for the seven days before it.
    expect((await get(`/usage?end=${noon + 7 * dayMs}`, key)).body).toMatchObject({ data: { count: 1 } });
    expect((await get(`/usage?end=${noon + 8 * dayMs}`, key)).body).toMatchObject({ data: { count: 0 } });
    expect((await get(`/usage?start=${noon}&end=${noon}`, key)).body).toMatchObject({ data: { count: 1 } });
    expect((await get(`/usage?start=${noon - dayMs}&end=${noon + dayMs}`, key)).body).toMatchObject({
      data: { count: 1 },
    });
    expect((await get(`/usage?start=${noon - 365 * dayMs}`, key)).body).toMatchObject({ data: { count: 1 } });
  });

  it('may have a price in the price book, and counts itself then', async () => {
    const dear = await testApp({ prices: { usage: 5 } });
    const key = 'sandbox:plan=12:dear-usage';
    expect((await dear.get('/usage', key)).body).toMatchObject({ creditsUsed: 5, creditsAvailable: 7 });
    expect((await dear.get('/usage', key)).body).toMatchObject({
      creditsUsed: 5,
      creditsAvailable: 2,
      data: { records: [{ endpoints: { getUsage: { count: 1, creditsUsed: 5 } } }] },
    });
    expect((await dear.get('/usage', key)).status).toBe(402);
  });
});
