import { describe, expect, it } from 'vitest';
import { testApp } from '../../harness.ts';
import { failure, newKey, success } from './common.ts';

const { ask, getV2, post } = await testApp();
const path = '/v2/apiStatus';

describe('/v2/apiStatus', () => {
  it('fills the counters, has no data and costs nothing', async () => {
    const one = newKey('status', 'plan=10,used=4,purchased=3');
    const expected = success(null, { used: 0, total: 4, plan: 6, purchased: 3 });

    expect(await getV2(path, one)).toMatchObject({ status: 200, body: expected });
    expect((await getV2(path, one)).body).toEqual(expected);
  });

  it('follows what other calls take, of either generation', async () => {
    const one = newKey('status');
    await getV2('/v2/clipHistory?clipId=sample.creator', one);
    await post('/clip/profile', { uniqueId: 'sample.creator' }, one);
    await getV2('/v2/clipHistory?clipId=no.such.creator', one);

    expect((await getV2(path, one)).body).toEqual(success(null, { used: 0, total: 5, plan: 95 }));
  });

  it('answers an account without credits, past its limit, and without a limit', async () => {
    expect((await getV2(path, 'demo-empty')).body).toEqual(success(null, { used: 0, total: 0, plan: 0 }));
    expect((await getV2(path, 'demo-spent')).status).toBe(200);
    expect((await getV2(path, 'demo-unlimited')).body).toMatchObject({ remainingPlanCredit: -1 });
  });

  it('takes no generation 3 header for a key', async () => {
    expect((await ask({ url: path, headers: { 'api-key': 'demo-full' } })).body).toEqual(
      failure('AuthFailed'),
    );
  });
});
