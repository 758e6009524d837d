import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { recordIn, recordingsIn, type SentCall, sending } from './service.ts';

interface Condition {
  filterName: string;
  op: string;
  value: number;
}

const holds: Record<string, (a: number, b: number) => boolean> = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
};

const figures = {
  'clip/content-search': ['plays', 'likes', 'comments', 'shares'],
  'gram/content-search': ['likes', 'comments'],
  'tube/content-search': ['views', 'likes', 'comments'],
};

const searchBy = (operation: string, filters: Condition[], sortBy: string, desc: boolean): SentCall => ({
  method: 'POST',
  path: `/${operation}`,
  body: { filters, pageSize: 40, offset: 0, sortBy, desc },
});

/** Every figure of a search between bounds that cut through its values, up and down. */
const calls = Object.entries(figures).flatMap(([operation, names]) =>
  names.flatMap((filterName) => {
    const [low, high] = [57, 23_411];
    return [true, false].flatMap((desc) => [
      searchBy(operation, [{ filterName, op: '>', value: low }], filterName, desc),
      searchBy(operation, [{ filterName, op: '<', value: high }], filterName, desc),
      searchBy(
        operation,
        [
          { filterName, op: '>', value: low },
          { filterName, op: '<', value: high },
        ],
        filterName,
        desc,
      ),
    ]);
  }),
);

const service = await testApp({ vocabulary: 'neutral' });
const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
const folder = newFolder();
const { err } = await recordIn(folder, url, sending(calls));
const files = [...recordingsIn(join(folder, 'recordings')).values()];
const found = files.map(({ operation, request, reply }) => {
  const { filters, sortBy, desc } = request.body as { filters: Condition[]; sortBy: string; desc: boolean };
  const { data } = (reply?.body ?? {}) as { data?: { contentList: Record<string, number>[] } };
  return { operation, filters, sortBy, desc, items: data?.contentList ?? [] };
});

describe('a recorded search', () => {
  it('has results for each figure that it filters and sorts by', () => {
    expect(err).toContain(`${calls.length} calls, `);
    expect(files).toHaveLength(calls.length);
    for (const { operation, sortBy, items } of found) {
      expect(items.length, `${operation} by ${sortBy}`).toBeGreaterThan(3);
      expect(
        items.every((item) => typeof item[sortBy] === 'number'),
        `${operation} by ${sortBy}`,
      ).toBe(true);
    }
  });

  it('has no result that its recorded filters would leave out', () => {
    const wrong = found.flatMap(({ operation, filters, items }) =>
      items.flatMap((item) =>
        filters.flatMap(({ filterName, op, value }) => {
          const figure = item[filterName] ?? Number.NaN;
          return holds[op]?.(figure, value) ? [] : [`${operation}: ${filterName} ${figure} ${op} ${value}`];
        }),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('has its results in the order of the recorded figures', () => {
    for (const { operation, sortBy, desc, items } of found) {
      const order = items.map((item) => item[sortBy] ?? Number.NaN);
      expect(order, `${operation} by ${sortBy}`).toEqual(order.toSorted((a, b) => (desc ? b - a : a - b)));
    }
  });
});
