import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BasicClip, basicClip } from '../../../src/creators/records/clip-history.ts';
import { BasicGram, basicGram } from '../../../src/creators/records/gram-history.ts';
import { BasicTube } from '../../../src/creators/records/tube-history.ts';
import {
  expected,
  type JsonFilter,
  type Reference,
  type Subject,
  searches,
} from '../../creators/search/reference.ts';
import { isPublished, noon, testApp } from '../../harness.ts';
import { failure, newKey, success } from './common.ts';
import { tubeKeys, tubeSubjects } from './tube-subjects.ts';

const { ask, available, world } = await testApp({ size: 100 });
const shiftMs = world.shiftMs(noon);

/** Every filter key by type. */
type Keys = Record<'number' | 'boolean' | 'string' | 'list', string[]>;

const clipKeys: Keys = {
  number: [
    ...['followers', 'following', 'hearts', 'videos', 'avgLength', 'avgHearts', 'avgShares', 'avgComments'],
    ...['avgPlays', 'engageRate', 'gRateFollowers', 'gRateHearts', 'gRateAvgHearts', 'gRateAvgShares'],
    ...['gRateAvgComments', 'gRateAvgPlays', 'gRateEngageRate'],
  ],
  boolean: ['isVerified', 'isPrivateAccount'],
  string: ['clipId', 'clipName', 'tubeId', 'gramId', 'country', 'lang'],
  list: ['hashtags'],
};
const gramKeys: Keys = {
  number: [
    ...['followers', 'following', 'posts', 'engageRate', 'avgLikes', 'avgComments', 'gRateFollowers'],
    ...['gRateLikes', 'gRateComments', 'gRateAvgLikes', 'gRateAvgComments', 'gRateEngageRate'],
    ...['lastPublishTime', 'dbUpdateTime'],
  ],
  boolean: ['isVerified', 'isBusinessAccount'],
  string: ['gramId', 'gramName', 'tubeId', 'category', 'categoryBusiness', 'country'],
  list: ['hashtags'],
};

/** The values of a record that a search filters by. */
const subjectOf = (id: string, record: object, keys: Keys): Subject => ({
  id,
  values: Object.fromEntries(
    Object.values(keys)
      .flat()
      .map((key) => [key, (record as Record<string, never>)[key] ?? expect.fail(`no ${key}`)]),
  ),
});

const referenceOf = (subjects: Subject[], { number }: Keys): Reference => ({
  subjects,
  modes: {},
  sortable: number,
  order: { by: number[0] ?? '', desc: false },
  now: noon,
});
const clips = [...world.accounts('clip')].map((account) => basicClip(account, shiftMs));
const grams = [...world.accounts('gram')].map((account) => basicGram(account, shiftMs));

const filter = { filterKey: 'followers', op: '>', value: -1 };
const valid = { maxResults: 5, sortBy: 'followers', offset: 0, desc: true, filters: [filter] };

const send = (path: string, text: string, key: string, type = 'application/json') =>
  ask({
    method: 'POST',
    url: `/v2/${path}`,
    headers: { 'content-type': type, apiId: key },
    payload: Buffer.from(text),
  });

async function idsOf(path: string, body: object, key = 'demo-unlimited'): Promise<string[]> {
  const { status, body: reply } = await send(path, JSON.stringify(body), key);
  expect(status, JSON.stringify(reply)).toBe(200);
  return reply['data'] as string[];
}

const inGeneration2 = ({ filterName, op, value }: JsonFilter) => ({ filterKey: filterName, op, value });

describe.each<[path: string, keys: Keys, subjects: Subject[], record: { properties: object }]>([
  ['clipAdvancedSearch', clipKeys, clips.map((each) => subjectOf(each.clipId, each, clipKeys)), BasicClip],
  ['gramAdvancedSearch', gramKeys, grams.map((each) => subjectOf(each.gramId, each, gramKeys)), BasicGram],
  ['tubeAdvancedSearch', tubeKeys, tubeSubjects(world, shiftMs), BasicTube],
])('POST /v2/%s', (path, keys, subjects, record) => {
  const [sortBy = ''] = keys.number;
  const reference = referenceOf(subjects, keys);

  it('answers with ids, best first, for one credit; its offset counts records', async () => {
    const asked = { ...valid, sortBy, filters: [{ ...filter, filterKey: sortBy }] };
    const sorted = expected(reference, { filters: [], sortBy, desc: true });
    const { body } = await send(path, JSON.stringify(asked), newKey(path));
    expect(body).toEqual(success(sorted.slice(0, 5), { used: 1, total: 1, plan: 99 }));
    const page = (offset: number, maxResults: number) => idsOf(path, { ...asked, offset, maxResults });
    expect(await page(3, 4)).toEqual(sorted.slice(3, 7));
    expect(await page(sorted.length - 1, 200)).toEqual(sorted.slice(-1));
    expect(await page(1e12, 1)).toEqual([]);
  });

  it.skipIf(isPublished)('finds on all its pages exactly what looking at everything finds', async () => {
    let runs = 0;
    let hits = 0;
    const met = new Set<string>();
    await fc.assert(
      fc.asyncProperty(searches(reference), fc.integer({ min: 2, max: 200 }), async (asked, maxResults) => {
        // generation 2 has no fuzzy search and requires an order
        const filters = asked.filters.filter(({ isFuzzySearch }) => isFuzzySearch === undefined);
        if (filters.length === 0) return;
        const { sortBy: by = sortBy, desc = false } = asked;
        const all = expected(reference, { filters, sortBy: by, desc });
        const walked: string[] = [];
        const body = { filters: filters.map(inGeneration2), sortBy: by, desc, maxResults };
        for (let offset = 0; offset <= all.length; offset += maxResults) {
          const page = await idsOf(path, { ...body, offset });
          expect(page.length).toBeLessThanOrEqual(maxResults);
          walked.push(...page);
        }
        expect(walked).toEqual(all);
        runs++;
        if (all.length > 0) hits++;
        for (const { filterName } of filters) met.add(filterName);
      }),
      { numRuns: 400, seed: 1 },
    );
    expect(runs).toBeGreaterThanOrEqual(200);
    expect(hits).toBeGreaterThan(runs / 3);
    expect([...met].sort()).toEqual(Object.values(keys).flat().sort());
  });

  it('takes no other field of the record as a key', async () => {
    const all = Object.values(keys).flat();
    const others = Object.keys(record.properties).filter((field) => !all.includes(field));
    expect(others.length).toBeGreaterThan(2);
    for (const filterKey of others)
      for (const value of [1, 'x', true, ['x']]) {
        const body = { ...valid, sortBy, filters: [{ filterKey, op: '=', value }] };
        expect((await send(path, JSON.stringify(body), newKey(path))).body).toEqual(
          failure('AdvancedSearchFilterNotExistOrInvalid'),
        );
      }
  });

  it.each(keys.list)(
    'matches the list %s by one text, by all of several, or by any of several',
    async (list) => {
      const tagsOf = ({ values }: Subject) => values[list] as readonly string[];
      const [a = '', b = ''] = tagsOf(
        subjects.find((subject) => tagsOf(subject).length > 1) ?? expect.fail(),
      );
      const ids = (holds: (tags: readonly string[]) => boolean) =>
        subjects
          .filter((subject) => holds(tagsOf(subject)))
          .map(({ id }) => id)
          .sort();
      const found = async (op: string, value: unknown) =>
        (
          await idsOf(path, { ...valid, sortBy, filters: [{ filterKey: list, op, value }], maxResults: 200 })
        ).sort();

      expect(await found('=', a)).toEqual(ids((tags) => tags.includes(a)));
      expect(await found('=', [a, b])).toEqual(ids((tags) => tags.includes(a) && tags.includes(b)));
      expect(await found('in', [a, b])).toEqual(ids((tags) => tags.includes(a) || tags.includes(b)));
    },
  );
});

describe('the body of a search', () => {
  const search = (text: string, key: string, type?: string) => send('clipAdvancedSearch', text, key, type);
  const having = (filterKey: string, op: string, value: unknown) => ({
    ...valid,
    filters: [{ filterKey, op, value }],
  });
  const without = (name: string) => ({ ...valid, [name]: undefined });

  it.each(['[]', '5', '"text"', 'null', '{"filters":', ''])('is an object of JSON, not %s', async (text) => {
    expect((await search(text, newKey('body'))).body).toEqual(failure('BodyInvalid'));
  });

  it('has the type of JSON', async () => {
    const reply = await search(JSON.stringify(valid), newKey('body'), 'text/plain');
    expect(reply.body).toEqual(failure('BodyInvalid'));
  });

  it.each([
    ['ValueEmpty', without('maxResults')],
    ['ValueEmpty', { ...valid, maxResults: 0 }],
    ['ValueEmpty', { ...valid, maxResults: 201 }],
    ['ValueEmpty', { ...valid, maxResults: '5' }],
    ['ValueEmpty', { ...valid, maxResults: 1.5 }],
    ['ValueEmpty', without('offset')],
    ['ValueEmpty', { ...valid, offset: -1 }],
    ['ValueEmpty', { ...valid, offset: null }],
    ['ValueEmpty', without('desc')],
    ['ValueEmpty', { ...valid, desc: 'true' }],
    ['ValueEmpty', without('filters')],
    ['ValueEmpty', { ...valid, filters: [] }],
    ['ValueEmpty', { ...valid, filters: {} }],
    ['ValueEmpty', { ...valid, offset: -1, sortBy: '', filters: [{}] }],
    ['AdvancedSearchSortByNotExistOrInvalid', without('sortBy')],
    ['AdvancedSearchSortByNotExistOrInvalid', { ...valid, sortBy: '' }],
    ['AdvancedSearchSortByNotExistOrInvalid', { ...valid, sortBy: 5 }],
    ['AdvancedSearchSortByNotExistOrInvalid', { ...valid, sortBy: 'nothing' }],
    ['AdvancedSearchSortByNotExistOrInvalid', { ...valid, sortBy: 'country' }],
    ['AdvancedSearchSortByNotExistOrInvalid', { ...valid, sortBy: 'hashtags', filters: [{}] }],
    ['AdvancedSearchFilterNotExistOrInvalid', { ...valid, filters: [filter, {}] }],
    ['AdvancedSearchFilterNotExistOrInvalid', { ...valid, filters: ['x'] }],
    ['AdvancedSearchFilterNotExistOrInvalid', having('followers', '>=', 1)],
    ['AdvancedSearchFilterNotExistOrInvalid', having('followers', 'in', [1])],
    ['AdvancedSearchFilterNotExistOrInvalid', having('country', '>', 'a')],
    ['AdvancedSearchFilterNotExistOrInvalid', having('isVerified', '<', true)],
    ['FilterValueType', having('followers', '>', '1')],
    ['FilterValueType', having('followers', '>', null)],
    ['FilterValueType', having('followers', '>', undefined)],
    ['FilterValueType', having('isVerified', '=', 'true')],
    ['FilterValueType', having('country', '=', 5)],
    ['FilterValueType', having('country', '=', ['a'])],
    ['FilterValueType', having('country', 'in', 'a')],
    ['FilterValueType', having('country', 'in', ['a', 5])],
    ['FilterValueType', having('hashtags', '=', 5)],
    ['FilterValueType', having('hashtags', '=', ['#a', 5])],
    ['FilterValueType', having('hashtags', 'in', '#a')],
    // a search is limited in size (assumed: v2-search-size)
    ['AdvancedSearchFilterNotExistOrInvalid', { ...valid, filters: Array(101).fill(filter) }],
    ['FilterValueType', having('hashtags', '=', Array(101).fill('#a'))],
    ['FilterValueType', having('country', 'in', Array(101).fill('a'))],
    ['FilterValueType', having('country', '=', 'a'.repeat(1001))],
    ['FilterValueType', having('hashtags', 'in', ['#a', 'a'.repeat(1001)])],
  ])('fails with %s, free of charge: %j', async (error, body) => {
    const one = newKey('body');
    expect((await search(JSON.stringify(body), one)).body).toEqual(failure(error));
    expect(await available(one)).toBe(100);
  });

  it('has no number that JavaScript reads as infinite', async () => {
    const text = JSON.stringify(valid).replace('"value":-1', '"value":1e999');
    expect((await search(text, newKey('body'))).body).toEqual(failure('FilterValueType'));
  });

  it('may have 100 filters, 100 values in a list and 1,000 characters in a text', async () => {
    const largest = Array.from({ length: 100 }, (_, n) => `#${n}`.padEnd(1000, 'x'));
    const filters = Array(10).fill({ filterKey: 'hashtags', op: '=', value: largest });
    expect(await idsOf('clipAdvancedSearch', { ...valid, filters })).toEqual([]);
    const [tag = ''] = clips.flatMap(({ hashtags }) => hashtags);
    const same = { filterKey: 'hashtags', op: '=', value: Array(100).fill(tag) };
    expect(await idsOf('clipAdvancedSearch', { ...valid, filters: Array(100).fill(same) })).toEqual(
      await idsOf('clipAdvancedSearch', having('hashtags', '=', tag)),
    );
  });
});
