import { describe, expect, it } from 'vitest';
import { testApp } from '../../harness.ts';
import { newKey } from './common.ts';

const { ask, post, deps } = await testApp();

/** The notes of a search by this filter. */
async function notesOf(path: string, filterName: string, value: string | string[]) {
  const filters = [{ filterName, op: Array.isArray(value) ? 'in' : '=', value }];
  const { status, body } = await post(path, { filters, pageSize: 1, offset: 0 }, newKey('rules'));
  expect(status).toBe(200);
  const { totalResults } = body['data'] as { totalResults: number };
  return { totalResults, notes: [...deps.journal.all()].at(-1)?.notes };
}

describe('a filter by the id of a niche without `id_`', () => {
  it.each([
    ['/clip/search', 'niches', 'food_All', 'id_food_All'],
    ['/gram/search', 'niches', 'home-cooking_All', 'id_homecooking_All'],
    ['/tube/search', 'niches', 'food_All', 'id_food_HowtoStyle'],
    ['/tube/search', 'topics', 'home-cooking_Food', 'id_homecooking_Food'],
    ['/clip/content-search', 'contentNiches', 'dance_All', 'id_dance_All'],
    ['/tube/content-search', 'contentTopics', 'food_All', 'id_food_All'],
  ])('finds nothing on %s, and the journal names the id: %s = %s', async (path, name, value, meant) => {
    expect(await notesOf(path, name, value)).toEqual({
      totalResults: 0,
      notes: [`${name}: '${value}' is no id; '${meant}' is`],
    });
    const { totalResults, notes } = await notesOf(path, name, meant);
    expect(totalResults).toBeGreaterThan(0);
    expect(notes).toEqual([]);
  });

  it('is noted for each value of a list', async () => {
    expect((await notesOf('/clip/search', 'niches', ['food_All', 'id_art_All', 'art_All'])).notes).toEqual([
      "niches: 'food_All' is no id; 'id_food_All' is",
      "niches: 'art_All' is no id; 'id_art_All' is",
    ]);
  });

  it.each([
    ['nicheIds', 'food_All', 'id_food_HowtoStyle'],
    ['topicIds', 'home-cooking_Food', 'id_homecooking_Food'],
  ])('is noted in generation 2 too: %s', async (filterKey, value, meant) => {
    const filters = [{ filterKey, op: '=', value }];
    const { status } = await ask({
      method: 'POST',
      url: '/v2/tubeAdvancedSearch',
      headers: { apiid: 'demo-full', 'content-type': 'application/json' },
      payload: Buffer.from(
        JSON.stringify({ maxResults: 1, sortBy: 'subscribers', offset: 0, desc: true, filters }),
      ),
    });
    expect(status).toBe(200);
    expect([...deps.journal.all()].at(-1)?.notes).toEqual([
      `${filterKey}: '${value}' is no id; '${meant}' is`,
    ]);
  });

  it('is noted ten times at most', async () => {
    const values = Array.from({ length: 100 }, (_, n) => `food_${'A'.repeat(n + 1)}`);
    expect((await notesOf('/clip/search', 'niches', values)).notes).toHaveLength(10);
  });

  it.each(['nothing_All', 'id_nothing_All', 'food', '', '_', "food_All' OR 1", '%_All'])(
    'has no note where no id was meant: %j',
    async (value) => {
      expect(await notesOf('/clip/search', 'niches', value)).toEqual({ totalResults: 0, notes: [] });
    },
  );
});
