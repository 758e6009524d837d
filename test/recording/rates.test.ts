import { describe, expect, it } from 'vitest';
import { recomputeRates } from '../../src/recording/rates.ts';

/** Halves the counts of a record, and computes its rates again. */
function halved(
  before: Record<string, unknown>,
  counts: readonly string[],
  around: Record<string, unknown> = {},
): Record<string, unknown> {
  const scale = (record: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        typeof value === 'object' && value !== null
          ? scale(value as Record<string, unknown>, Object.keys(value))
          : names.includes(name)
            ? Math.round(Number(value) / 2)
            : value,
      ]),
    );
  const after = scale(before, counts);
  recomputeRates([
    { before, after },
    { before: around, after: scale(around, Object.keys(around)) },
  ]);
  return after;
}

describe('the rates of a recording', () => {
  it('may divide by a figure of the record around theirs', () => {
    const before = { avgLikes: 101, avgComments: 9, engagementRate: 0.1099 };
    const after = halved(before, ['avgLikes', 'avgComments'], { followers: 1_001 });
    // (51 + 5) / 501
    expect(after['engagementRate']).toBe(0.1118);
  });

  it('may be made of averages, and of medians', () => {
    const before = {
      views: { avg: 201, median: 99 },
      likes: { avg: 31 },
      followers: 1_001,
      viewsPerFollower: 0.2008,
      likesPerFollower: 0.031,
      medianVsMean: 0.4925,
    };
    const after = halved(before, ['followers']);
    // 101 / 501, 16 / 501, 50 / 101
    expect([after['viewsPerFollower'], after['likesPerFollower'], after['medianVsMean']]).toEqual([
      0.2016, 0.0319, 0.495,
    ]);
  });

  it('stay where their parts stand elsewhere, or do not make them', () => {
    const before = { likes: 11, comments: 4, views: 333, engageRate: 0.5, growth: 0.25 };
    expect(halved(before, ['likes', 'comments', 'views'])).toMatchObject({ engageRate: 0.5, growth: 0.25 });
    expect(halved({ engageRate: 0.0451 }, [])).toEqual({ engageRate: 0.0451 });
  });

  it('are not put where the record is written without them', () => {
    const before = { likes: 1, comments: 1, views: 10, engageRate: 0.2 };
    for (const written of [{}, { engageRate: null }, { engageRate: 'a text' }]) {
      const after = { likes: 2, comments: 2, views: 30, ...written };
      recomputeRates([{ before, after }]);
      expect(after).toEqual({ likes: 2, comments: 2, views: 30, ...written });
    }
  });

  it('have the range between quartiles that these leave', () => {
    expect(halved({ percentile25: 11, percentile75: 21, iqr: 10 }, ['percentile25', 'percentile75'])).toEqual(
      {
        percentile25: 6,
        percentile75: 11,
        iqr: 5,
      },
    );
    for (const unknown of [
      { percentile25: null, percentile75: 21 },
      { percentile25: 11, percentile75: null },
    ])
      expect(halved({ ...unknown, iqr: 10 }, [])).toEqual({ ...unknown, iqr: 10 });
  });
});
