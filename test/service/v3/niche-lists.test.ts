import { expect, it } from 'vitest';
import { NicheList } from '../../../src/creators/records/niche-item.ts';
import { expectValid } from '../../creators/world/strict.ts';
import { testApp } from '../../harness.ts';

const { get, world } = await testApp();

it.each([
  ['clip', 'niches'],
  ['gram', 'niches'],
  ['tube', 'niches'],
  ['tube', 'topics'],
] as const)(
  '/%s/%s lists each once, by id, with the number of accounts that bear it',
  async (platform, list) => {
    const { body } = await get(`/${platform}/${list}`, 'demo-unlimited');
    const items = body['data'] as NicheList;
    expectValid(NicheList, items);
    const ids = items.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort());
    const borne = [...world.accounts(platform)].flatMap((account): readonly string[] =>
      list === 'topics' && 'topics' in account ? account.topics : account.niches,
    );
    for (const { id, category, channelCount } of items) {
      expect(id).toMatch(new RegExp(`^id_[a-z0-9]+_${category.replaceAll(' ', '')}$`));
      expect([id, channelCount]).toEqual([id, borne.filter((each) => each === id).length]);
    }
    expect(items.some(({ channelCount }) => channelCount > 0)).toBe(true);
  },
);
