import { describe, expect, it } from 'vitest';
import { testApp } from '../../harness.ts';

const { get, post, available } = await testApp();
const key = 'sandbox:plan=100:all-problems';
const fields = (body: Record<string, unknown>) =>
  (body['details'] as { field: string }[]).map(({ field }) => field).sort();

describe('details[] reports the problems that a schema finds and those that it cannot find, all at once', () => {
  it.each([
    ['/sponsor/list?pageSize=500&sortBy=bad', ['pageSize', 'sortBy']],
    ['/sponsor/creators?brandId=!!&pageSize=0', ['brandId', 'pageSize', 'platform']],
    ['/sponsor/performance?brandId=a&platform=clip&pageSize=101', ['pageSize', 'platform']],
    ['/clip/performance-history?uniqueId=!!&pastDayRange=999', ['pastDayRange', 'uniqueId']],
    ['/tube/performance-history', ['channelId', 'pastDayRange']],
    ['/tube/profile?channelId=bad&uniqueId=ok', ['channelId', 'uniqueId']],
    ['/usage?start=x&end=y', ['end', 'start']],
  ])('%s', async (path, expected) => {
    const { status, body } = await get(path, key);
    expect([status, fields(body)]).toEqual([400, expected]);
    expect(await available(key)).toBe(100);
  });

  it('of a submitted brand', async () => {
    const { body } = await post('/sponsor/submit', { brandUrl: 'ftp://a.example' }, key);
    expect(fields(body)).toEqual(['brandName', 'brandUrl']);
  });
});

describe('a price on /usage', () => {
  it('is charged, and the call is counted then', async () => {
    const dear = await testApp({ prices: { usage: 5 } });
    const one = 'sandbox:plan=12:dear-usage';
    expect((await dear.get('/usage', one)).body).toMatchObject({ creditsUsed: 5, creditsAvailable: 7 });
    expect((await dear.get('/usage', one)).body).toMatchObject({
      creditsUsed: 5,
      creditsAvailable: 2,
      data: { records: [{ endpoints: { getUsage: { count: 1, creditsUsed: 5 } } }] },
    });
    expect((await dear.get('/usage', one)).status).toBe(402);
  });
});
