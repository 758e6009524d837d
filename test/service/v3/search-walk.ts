import fc from 'fast-check';
import { expect } from 'vitest';
import type { OperationId } from '../../../src/core/operations.ts';
import { expected, type JsonSearch, type Reference, searches } from '../../creators/search/reference.ts';
import type { TestApp } from '../../harness.ts';
import { newKey } from './common.ts';

/**
 * The pages of a search hold exactly what looking at everything finds, in the same order. Of many pages the ends and one in
 * the middle are read.
 */
export async function expectWalksToAgree(
  { post }: TestApp,
  operation: OperationId & (`${string}/search` | `${string}/content-search`),
  reference: Reference,
  { list, id, frame = nextPage }: { list: string; id: string; frame?: typeof nextPage },
): Promise<void> {
  const key = newKey(operation, 'plan=1000000');
  const page = async (search: JsonSearch, offset: number, pageSize: number) => {
    const { status, body } = await post(`/${operation}`, { ...search, offset, pageSize }, key);
    expect(status, JSON.stringify(body)).toBe(200);
    return body['data'] as Record<string, unknown>;
  };

  const met = new Set<string>();
  let found = 0;
  await fc.assert(
    fc.asyncProperty(
      searches(reference),
      fc.integer({ min: reference.subjects.length > 500 ? 60 : 3, max: 100 }),
      async (search, pageSize) => {
        const all = expected(reference, search);
        for (const number of pagesOf(Math.max(1, Math.ceil(all.length / pageSize)))) {
          const offset = number * pageSize;
          const data = await page(search, offset, pageSize);
          const items = data[list] as Record<string, string>[];
          expect(items.map((item) => item[id])).toEqual(all.slice(offset, offset + pageSize));
          expect(data).toEqual({
            [list]: items,
            totalResults: all.length,
            ...frame(offset, pageSize, all.length),
          });
        }
        if (all.length > 0) found++;
        for (const { filterName } of search.filters) met.add(filterName);
      },
    ),
    { numRuns: 200, seed: 1 },
  );
  // searches that find nothing would agree too easily
  expect(found).toBeGreaterThan(70);
  expect([...met].sort()).toEqual(Object.keys(reference.subjects[0]?.values ?? {}).sort());
}

/** The numbers of the pages that are read. */
const pagesOf = (count: number): number[] =>
  count <= 5
    ? Array.from({ length: count }, (_, number) => number)
    : [0, 1, Math.floor(count / 2), count - 2, count - 1];

/** Properties beside the list of most searches. */
function nextPage(offset: number, pageSize: number, total: number): object {
  const hasNextPage = offset + pageSize < total;
  return { hasNextPage, nextOffset: hasNextPage ? offset + pageSize : 0 };
}
