import { describe, expect, it } from 'vitest';
import { platforms } from '../../../src/core/platforms.ts';
import type { NicheList } from '../../../src/creators/records/niche-item.ts';
import { TopicTable } from '../../../src/creators/records/topic-table.ts';
import { expectValid } from '../../creators/world/strict.ts';
import { testApp } from '../../harness.ts';
import { failure, newKey, success } from './common.ts';

const { get, getV2, available } = await testApp();

const listOf = async (path: string) => (await get(path, 'demo-unlimited')).body['data'] as NicheList;
const byId = (list: NicheList) => Object.fromEntries(list.map(({ id, ...entry }) => [id, entry]));

describe('/v2/topicTable', () => {
  it.each(platforms)('has the niches of generation 3 by id, and the topics of tube: %s', async (platform) => {
    const { body } = await getV2(`/v2/topicTable?platform=${platform}`, newKey('topics'));
    const niches = byId(await listOf(`/${platform}/niches`));
    const topics = platform === 'tube' ? byId(await listOf('/tube/topics')) : {};
    expect(body).toEqual(success({ niches, topics }, { used: 1, total: 1, plan: 99 }));
    expect(Object.keys(niches).length).toBeGreaterThan(10);
    expectValid(TopicTable, body['data']);
  });

  it('is that of tube if no platform is named', async () => {
    const dataOf = async (query: string) =>
      (await getV2(`/v2/topicTable${query}`, 'demo-unlimited')).body['data'];
    expect(await dataOf('')).toEqual(await dataOf('?platform=tube'));
  });

  it.each(['?platform=', '?platform=radio', '?platform=tube&platform=clip', '?platform=TUBE'])(
    'refuses %s, free of charge',
    async (query) => {
      const key = newKey('topics');
      expect((await getV2(`/v2/topicTable${query}`, key)).body).toEqual(failure('ValueEmpty'));
      expect(await available(key)).toBe(100);
    },
  );
});
