import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expected, type JsonFilter, type Reference, searches } from '../../creators/search/reference.ts';
import type { TestApp } from '../../harness.ts';
import { failure, newKey, success } from './common.ts';

export interface AdvancedSearchRules {
  path: 'clipAdvancedSearch' | 'gramAdvancedSearch' | 'tubeAdvancedSearch';
  reference: Reference;
  /** Every filter key by type. */
  keys: { number: string[]; boolean: string[]; string: string[]; list: string[] };
  /** Every field of the record that a look-up shows. */
  fields: readonly string[];
}

/** The values of records that a search filters by. */
export const subjectOf = (id: string, basic: object, keys: AdvancedSearchRules['keys']) => ({
  id,
  values: Object.fromEntries(
    Object.values(keys)
      .flat()
      .map((key) => [key, (basic as Record<string, never>)[key] ?? expect.fail(`no ${key}`)]),
  ),
});

/** Rules that the advanced searches of all platforms share. */
export function describeAdvancedSearch(
  { ask, available }: TestApp,
  { path, reference, keys, fields }: AdvancedSearchRules,
): void {
  const [number = ''] = keys.number;
  const [string = ''] = keys.string;
  const [boolean = ''] = keys.boolean;
  const [list = ''] = keys.list;
  const filter = { filterKey: number, op: '>', value: -1 };
  const valid = { maxResults: 5, sortBy: number, offset: 0, desc: true, filters: [filter] };

  const send = (text: string, key: string | undefined, type = 'application/json') =>
    ask({
      method: 'POST',
      url: `/v2/${path}`,
      headers: { 'content-type': type, ...(key !== undefined && { apiId: key }) },
      payload: Buffer.from(text),
    });
  const key = (terms?: string) => newKey(path, terms);
  const search = (body: unknown, one: string | undefined = key()) => send(JSON.stringify(body), one);
  const having = (filterKey: string, op: string, value: unknown) => ({
    ...valid,
    filters: [{ filterKey, op, value }],
  });
  const idsOf = async (body: object, one = key('plan=100000')): Promise<string[]> => {
    const { status, body: reply } = await search(body, one);
    expect(status, JSON.stringify(reply)).toBe(200);
    return reply['data'] as string[];
  };

  describe(`POST /v2/${path}`, () => {
    it('answers with ids, best first, for one credit', async () => {
      const { status, body } = await search(valid);
      const sorted = expected(reference, { filters: [], sortBy: number, desc: true });
      expect(status).toBe(200);
      expect(body).toEqual(success(sorted.slice(0, 5), { used: 1, total: 1, plan: 99 }));
    });

    it('counts its offset in records and ends with an empty list', async () => {
      const sorted = expected(reference, { filters: [], sortBy: number, desc: false });
      const page = (offset: number, maxResults: number) =>
        idsOf({ ...valid, desc: false, offset, maxResults });
      expect(await page(3, 4)).toEqual(sorted.slice(3, 7));
      expect(await page(0, 200)).toEqual(sorted.slice(0, 200));
      expect(await page(sorted.length - 1, 200)).toEqual(sorted.slice(-1));
      expect(await page(sorted.length, 200)).toEqual([]);
      expect(await page(1e12, 1)).toEqual([]);
    });

    it.each(['[]', '5', '"text"', 'null', '{"filters":', ''])('calls %s an invalid body', async (text) => {
      expect(await send(text, key())).toMatchObject({ status: 403, body: failure('BodyInvalid') });
    });

    it('calls a body of another media type invalid', async () => {
      expect((await send(JSON.stringify(valid), key(), 'text/plain')).body).toEqual(failure('BodyInvalid'));
    });

    const without = (name: string) => ({ ...valid, [name]: undefined });
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
      ['AdvancedSearchSortByNotExistOrInvalid', { ...valid, sortBy: string }],
      ['AdvancedSearchSortByNotExistOrInvalid', { ...valid, sortBy: list, filters: [{}] }],
      ['AdvancedSearchFilterNotExistOrInvalid', { ...valid, filters: [filter, {}] }],
      ['AdvancedSearchFilterNotExistOrInvalid', { ...valid, filters: ['x'] }],
      ['AdvancedSearchFilterNotExistOrInvalid', having('nothing', '>', 1)],
      ['AdvancedSearchFilterNotExistOrInvalid', having(number, '>=', 1)],
      ['AdvancedSearchFilterNotExistOrInvalid', having(number, 'in', [1])],
      ['AdvancedSearchFilterNotExistOrInvalid', having(string, '>', 'a')],
      ['AdvancedSearchFilterNotExistOrInvalid', having(boolean, '<', true)],
      [
        'AdvancedSearchFilterNotExistOrInvalid',
        {
          ...valid,
          filters: [
            { ...filter, value: 'x' },
            { ...filter, op: '~' },
          ],
        },
      ],
      ['FilterValueType', having(number, '>', '1')],
      ['FilterValueType', having(number, '>', null)],
      ['FilterValueType', having(number, '>', undefined)],
      ['FilterValueType', having(boolean, '=', 'true')],
      ['FilterValueType', having(string, '=', 5)],
      ['FilterValueType', having(string, '=', ['a'])],
      ['FilterValueType', having(string, 'in', 'a')],
      ['FilterValueType', having(string, 'in', ['a', 5])],
      ['FilterValueType', having(list, '=', 5)],
      ['FilterValueType', having(list, '=', ['#a', 5])],
      ['FilterValueType', having(list, 'in', '#a')],
      // a search is limited in size (assumed: v2-search-size)
      ['AdvancedSearchFilterNotExistOrInvalid', { ...valid, filters: Array(101).fill(filter) }],
      ['FilterValueType', having(list, '=', Array(101).fill('#a'))],
      ['FilterValueType', having(string, 'in', Array(101).fill('a'))],
      ['FilterValueType', having(string, '=', 'a'.repeat(1001))],
      ['FilterValueType', having(list, 'in', ['#a', 'a'.repeat(1001)])],
    ])('fails with %s for %j, free of charge', async (error, body) => {
      const one = key();
      expect(await search(body, one)).toMatchObject({ status: 403, body: failure(error) });
      expect(await available(one)).toBe(100);
    });

    it('refuses a number that JavaScript reads as infinite', async () => {
      const one = key();
      const text = JSON.stringify(valid).replace('"value":-1', '"value":1e999');
      expect(await send(text, one)).toMatchObject({ status: 403, body: failure('FilterValueType') });
      expect(await available(one)).toBe(100);
    });

    it('takes 100 filters, 100 values in a list and 1,000 characters in a text', async () => {
      const largest = Array.from({ length: 100 }, (_, n) => `#${n}`.padEnd(1000, 'x'));
      const filters = Array(100).fill({ filterKey: list, op: '=', value: largest });
      const sent = JSON.stringify({ ...valid, filters: filters.slice(0, 10) });
      expect((await send(sent, key())).body).toMatchObject({ data: [], success: true });
      const [tag = ''] = reference.subjects.flatMap(({ values }) => values[list] as readonly string[]);
      const same = { filterKey: list, op: '=', value: Array(100).fill(tag) };
      expect(await idsOf({ ...valid, filters: Array(100).fill(same) })).toEqual(
        await idsOf(having(list, '=', tag)),
      );
    });

    it('sorts by every number and filters by every key', async () => {
      for (const sortBy of keys.number) expect(await idsOf({ ...valid, sortBy })).toHaveLength(5);
      for (const each of keys.number) expect(await idsOf(having(each, '>', -1e9))).toHaveLength(5);
      for (const each of keys.boolean)
        expect(
          [
            ...(await idsOf({ ...having(each, '=', true), maxResults: 200 })),
            ...(await idsOf({ ...having(each, '=', false), maxResults: 200 })),
          ].sort(),
        ).toEqual(reference.subjects.map(({ id }) => id).sort());
      for (const each of keys.string) {
        const value = reference.subjects[3]?.values[each];
        expect(await idsOf({ ...having(each, '=', value), maxResults: 200 })).toContain(
          reference.subjects[3]?.id,
        );
      }
    });

    it('takes no other field of the record as a key', async () => {
      const all = Object.values(keys).flat();
      const others = fields.filter((field) => !all.includes(field));
      expect(others.length).toBeGreaterThan(2);
      for (const each of others)
        for (const value of [1, 'x', true, ['x']])
          expect((await search(having(each, '=', value))).body).toEqual(
            failure('AdvancedSearchFilterNotExistOrInvalid'),
          );
    });

    it.each(keys.list)(
      'matches the list %s by one text, by all of several, or by any of several',
      async (list) => {
        const tagsOf = (at: number) => reference.subjects[at]?.values[list] as readonly string[];
        const at = reference.subjects.findIndex((_, index) => tagsOf(index).length > 1);
        const [a = '', b = ''] = tagsOf(at);
        const ids = (holds: (tags: readonly string[]) => boolean) =>
          reference.subjects
            .filter((_, index) => holds(tagsOf(index)))
            .map(({ id }) => id)
            .sort();
        const found = async (op: string, value: unknown) =>
          (await idsOf({ ...having(list, op, value), maxResults: 200 })).sort();

        expect(await found('=', a)).toEqual(ids((tags) => tags.includes(a)));
        expect(await found('=', [a, b])).toEqual(ids((tags) => tags.includes(a) && tags.includes(b)));
        expect(await found('in', [a, b])).toEqual(ids((tags) => tags.includes(a) || tags.includes(b)));
      },
    );

    it('finds on all its pages exactly what looking at everything finds', async () => {
      const one = key('plan=100000');
      let runs = 0;
      let hits = 0;
      const met = new Set<string>();
      await fc.assert(
        fc.asyncProperty(searches(reference), fc.integer({ min: 2, max: 200 }), async (asked, maxResults) => {
          // generation 2 has no fuzzy search and requires an order
          const filters = asked.filters.filter(({ isFuzzySearch }) => isFuzzySearch === undefined);
          if (filters.length === 0) return;
          const { sortBy = number, desc = false } = asked;
          const all = expected(reference, { filters, sortBy, desc });
          const walked: string[] = [];
          const body = { filters: filters.map(inGeneration2), sortBy, desc, maxResults };
          for (let offset = 0; offset <= all.length; offset += maxResults) {
            const page = await idsOf({ ...body, offset }, one);
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
  });
}

const inGeneration2 = ({ filterName, op, value }: JsonFilter) => ({ filterKey: filterName, op, value });
