import { describe, expect, it } from 'vitest';
import { BasicClip, basicClip } from '../../../src/creators/records/clip-history.ts';
import { noon, testApp } from '../../harness.ts';
import { describeAdvancedSearch, subjectOf } from './advanced-search-rules.ts';
import { newKey } from './common.ts';

const sandbox = await testApp({ size: 100 });
const { world } = sandbox;

const keys = {
  number: [
    ...['followers', 'following', 'hearts', 'videos', 'avgLength', 'avgHearts', 'avgShares', 'avgComments'],
    ...['avgPlays', 'engageRate', 'gRateFollowers', 'gRateHearts', 'gRateAvgHearts', 'gRateAvgShares'],
    ...['gRateAvgComments', 'gRateAvgPlays', 'gRateEngageRate'],
  ],
  boolean: ['isVerified', 'isPrivateAccount'],
  string: ['clipId', 'clipName', 'tubeId', 'gramId', 'country', 'lang'],
  list: ['hashtags'],
};
const subjects = [...world.accounts('clip')].map((account) => {
  const basic = basicClip(account, world.shiftMs(noon));
  return subjectOf(basic.clipId, basic, keys);
});

describeAdvancedSearch(sandbox, {
  path: 'clipAdvancedSearch',
  keys,
  fields: Object.keys(BasicClip.properties),
  reference: {
    subjects,
    modes: {},
    sortable: keys.number,
    order: { by: 'followers', desc: false },
    now: noon,
  },
});

describe('ids of /v2/clipAdvancedSearch', () => {
  it('can be looked up, and their records hold what was asked', async () => {
    const body = {
      maxResults: 3,
      sortBy: 'followers',
      offset: 0,
      desc: true,
      filters: [
        { filterKey: 'followers', op: '>', value: 100 },
        { filterKey: 'followers', op: '<', value: 5000 },
      ],
    };
    const { body: reply } = await sandbox.ask({
      method: 'POST',
      url: '/v2/clipAdvancedSearch',
      headers: { apiId: newKey('clip'), 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
    const ids = reply['data'] as string[];
    expect(ids).toHaveLength(3);
    let last = 5000;
    for (const id of ids) {
      const { data } = (await sandbox.getV2(`/v2/clipBasic?clipId=${id}`, newKey('clip'))).body;
      const { followers } = (data as { basicClip: { followers: number } }).basicClip;
      expect(followers).toBeLessThan(last);
      expect(followers).toBeGreaterThan(100);
      last = followers;
    }
  });
});
