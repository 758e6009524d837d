import { describe, expect, it } from 'vitest';
import { worldOf } from '../../creators/world/worlds.ts';
import { testApp } from '../../harness.ts';

/** Its searches first have to make their columns, which takes many slices. */
const unindexed = async () =>
  testApp({}, { world: { ...(await worldOf({ seed: 1, size: 60 })), searchColumn: undefined } });

const filters = [{ filterName: 'likes', op: '>', value: 10 }];
const search = {
  method: 'POST',
  url: '/gram/content-search',
  payload: { filters, pageSize: 3, offset: 0 },
} as const;
const key = { 'api-key': 'sandbox:plan=100:long' };

describe('a search that takes long', () => {
  it('is noted once, though its answer is made twice', async () => {
    const { ask, deps } = await unindexed();
    const byNiche = { filterName: 'contentNiches', op: '=', value: 'dance_All' };
    await ask({ ...search, payload: { ...search.payload, filters: [byNiche] }, headers: key });
    const [entry] = [...deps.journal.all()];
    expect(entry?.notes).toEqual(["contentNiches: 'dance_All' is no id; 'id_dance_All' is"]);
  });
});
