import { describe, expect, it } from 'vitest';
import { platformsByName } from '../../../src/core/platforms.ts';
import type { Account } from '../../../src/creators/world/account.ts';
import { accountId } from '../../../src/creators/world/rows.ts';
import { existedOn, followersOn } from '../../../src/creators/world/timeline.ts';
import { testApp } from '../../harness.ts';

const { post, world } = await testApp({ followerGrowth: 'count' });

const gainedBy = (account: Account): number =>
  existedOn(account, 30) ? followersOn(account, 0) - followersOn(account, 30) : 0;

describe.each(platformsByName)('growth of followers as a count on %s', (platform) => {
  const filterName = platform === 'tube' ? 'subscriberGrowthIn30d' : 'followerGrowthIn30d';

  it('filters and sorts by the followers gained in 30 days', async () => {
    const expected = [...world.accounts(platform as 'clip')].filter((account) => gainedBy(account) > 20);
    expect(expected.length).toBeGreaterThan(3);
    const { body } = await post(
      `/${platform}/search`,
      {
        filters: [{ filterName, op: '>', value: 20 }],
        sortBy: filterName,
        desc: true,
        pageSize: 100,
        offset: 0,
      },
      'demo-full',
    );
    const { creatorList } = body['data'] as { creatorList: { uniqueId: string; channelId?: string }[] };
    const found = creatorList.map(({ uniqueId, channelId }) => channelId ?? uniqueId);
    const gains = new Map(expected.map((account) => [accountId(account), gainedBy(account)]));
    expect([...found].sort()).toEqual([...gains.keys()].sort());
    expect(found.map((id) => gains.get(id))).toEqual([...gains.values()].sort((a, b) => b - a));
  });
});
