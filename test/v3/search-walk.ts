import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestApp } from '../harness.ts';
import { expected, type JsonSearch, type Reference, searches } from '../world/search-reference.ts';
import { newKey } from './common.ts';

/** Walking all pages of a search finds exactly what looking at everything finds, in the same order. */
export async function expectWalksToAgree(
  { post }: TestApp,
  operation: 'clip/search' | 'gram/search' | 'tube/search' | `${'clip' | 'gram' | 'tube'}/content-search`,
  reference: Reference,
  { list, id }: { list: string; id: string },
): Promise<void> {
  const key = newKey(operation, 'plan=1000000');
  const page = async (search: JsonSearch, offset: number, pageSize: number) => {
    const { status, body } = await post(`/${operation}`, { ...search, offset, pageSize }, key);
    expect(status, JSON.stringify(body)).toBe(200);
    return body['data'] as Record<string, unknown>;
  };

  let found = 0;
  await fc.assert(
    fc.asyncProperty(searches(reference), fc.integer({ min: 20, max: 100 }), async (search, pageSize) => {
      const all = expected(reference, search);
      const walked: string[] = [];
      for (let offset = 0; ; ) {
        const data = await page(search, offset, pageSize);
        const items = data[list] as Record<string, string>[];
        walked.push(...items.map((item) => item[id] as string));
        const hasNextPage = offset + pageSize < all.length;
        expect(data).toEqual({
          [list]: items,
          totalResults: all.length,
          hasNextPage,
          nextOffset: hasNextPage ? offset + pageSize : 0,
        });
        if (!data['hasNextPage']) break;
        offset = data['nextOffset'] as number;
      }
      expect(walked).toEqual(all);
      if (all.length > 0) found++;
    }),
    { numRuns: 200, seed: 1 },
  );
  // searches that find nothing would agree too easily
  expect(found).toBeGreaterThan(70);
}
