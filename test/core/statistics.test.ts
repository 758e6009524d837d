import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  averageAge,
  consistency,
  engagementByFollowers,
  engagementByViews,
  growth,
  halfUp,
  mean,
  median,
  percentile,
  quartiles,
  ratio,
  round4,
  shares,
  spread,
  sum,
} from '../../src/core/statistics.ts';

const counts = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 60 });
const rates = fc.array(
  fc.integer({ min: 0, max: 5000 }).map((value) => value / 10_000),
  { maxLength: 40 },
);

describe('rounding', () => {
  test.each([
    [0.5, 1],
    [1.5, 2],
    [2.4999, 2],
    [-0.5, 0],
    [-1.6, -2],
  ])('half of %d is rounded up to %d', (value, expected) => {
    expect(halfUp(value) + 0).toBe(expected);
  });

  test('rates have four decimals', () => {
    expect(round4(0.123_449_9)).toBe(0.1234);
    expect(round4(0.123_45)).toBe(0.1235);
    expect(ratio(1, 3)).toBe(0.3333);
    expect(ratio(1, 0)).toBe(0);
  });
});

describe('averages and medians', () => {
  test.each([
    [[], 0, 0],
    [[7], 7, 7],
    [[1, 2], 1.5, 1.5],
    [[9, 1, 2], 4, 2],
    [[4, 1, 3, 2], 2.5, 2.5],
  ])('of %j', (values, expectedMean, expectedMedian) => {
    expect(mean(values)).toBe(expectedMean);
    expect(median(values)).toBe(expectedMedian);
  });

  test('a spread has whole numbers and the exact sum', () => {
    expect(spread([1, 2])).toEqual({ all: 3, avg: 2, median: 2, min: 1, max: 2 });
    expect(spread([])).toEqual({ all: 0, avg: 0, median: 0, min: 0, max: 0 });
  });

  test('percentiles lie on the line between the nearest ranks', () => {
    expect(percentile([10, 20, 30, 40], 0.25)).toBe(17.5);
    expect(quartiles([10, 20, 30, 40])).toEqual({ percentile25: 18, percentile75: 33, iqr: 15 });
    expect(quartiles([])).toEqual({ percentile25: 0, percentile75: 0, iqr: 0 });
  });

  test('min, quartiles, median and max ascend, and the average is between the extremes', () => {
    fc.assert(
      fc.property(counts, (values) => {
        const all = spread(values);
        const { percentile25, percentile75 } = quartiles(values);
        expect([all.min, percentile25, all.median, percentile75, all.max]).toEqual(
          [all.min, percentile25, all.median, percentile75, all.max].sort((a, b) => a - b),
        );
        expect(all.avg).toBeGreaterThanOrEqual(all.min);
        expect(all.avg).toBeLessThanOrEqual(all.max);
        expect(all.all).toBe(sum(values));
      }),
    );
  });
});

describe('growth', () => {
  test.each([
    [110, 100, 0.1],
    [90, 100, -0.1],
    [100, 100, 0],
    [5, 0, 0],
    [0, 5, -1],
  ])('from %d now and %d then', (now, then, expected) => {
    expect(growth(now, then)).toBe(expected);
  });
});

describe('engagement', () => {
  test('of one content is over its views, or over the followers', () => {
    const content = { views: 1000, likes: 80, comments: 15, shares: 5 };
    expect(engagementByViews(content)).toBe(0.1);
    expect(engagementByFollowers(content, 400)).toBe(0.25);
    expect(engagementByViews({ ...content, views: 0 })).toBe(0);
  });

  test('consistency without enough items is null', () => {
    expect(consistency([])).toEqual({
      cv: 0,
      medianVsMean: 0,
      topBottomRatio: 0,
      consistencyScore: null,
      consistencyLevel: null,
    });
    expect(consistency([0.1, 0.2, 0.1, 0.2, 0.1])).toMatchObject({
      topBottomRatio: 0,
      consistencyScore: null,
    });
    expect(consistency([0.1, 0.1, 0.1, 0.1, 0.1, 0.1])).toMatchObject({ cv: 0, consistencyLevel: null });
  });

  test('consistency compares the top three with the bottom three', () => {
    expect(consistency([0.1, 0.1, 0.1, 0.3, 0.3, 0.3])).toEqual({
      cv: 0.5,
      medianVsMean: 1,
      topBottomRatio: 3,
      consistencyScore: 70,
      consistencyLevel: 'moderate',
    });
    expect(consistency([0.1, 0.1, 0.1, 0.11, 0.11, 0.11]).consistencyLevel).toBe('high');
    expect(consistency([0.001, 0.001, 0.001, 0.001, 0.001, 0.9]).consistencyLevel).toBe('low');
  });

  test.each([
    [50, 'low', [0.1, 0.1, 0.1, 0.11, 0.43, 0.43]],
    [51, 'moderate', [0.1, 0.1, 0.1, 0.11, 0.41, 0.41]],
    [80, 'moderate', [0.1, 0.1, 0.1, 0.13, 0.17, 0.17]],
    [81, 'high', [0.1, 0.1, 0.1, 0.11, 0.16, 0.16]],
  ])('a score of %d is %s', (consistencyScore, consistencyLevel, values) => {
    expect(consistency(values)).toMatchObject({ consistencyScore, consistencyLevel });
  });

  test('a score is null together with its level, and whole from 0 to 100 otherwise', () => {
    fc.assert(
      fc.property(rates, (values) => {
        const { cv, medianVsMean, topBottomRatio, consistencyScore, consistencyLevel } = consistency(values);
        expect(consistencyScore === null).toBe(cv === 0 || medianVsMean === 0 || topBottomRatio === 0);
        expect(consistencyLevel === null).toBe(consistencyScore === null);
        if (consistencyScore === null) return;
        expect(Number.isInteger(consistencyScore)).toBe(true);
        expect(consistencyScore).toBeGreaterThanOrEqual(0);
        expect(consistencyScore).toBeLessThanOrEqual(100);
      }),
    );
  });
});

describe('shares', () => {
  test('have four decimals and sum to exactly one', () => {
    expect(shares([1, 1, 1])).toEqual([0.3334, 0.3333, 0.3333]);
    expect(shares([0, 0])).toEqual([0, 0]);
    fc.assert(
      fc.property(counts, (weights) => {
        const parts = shares(weights);
        const tenThousandths = sum(parts.map((part) => Math.round(part * 10_000)));
        expect(tenThousandths).toBe(sum(weights) === 0 ? 0 : 10_000);
        for (const part of parts) expect(round4(part)).toBe(part);
      }),
    );
  });

  test('give an average age in whole years', () => {
    expect(averageAge([0, 0.5, 0.5, 0, 0, 0, 0])).toBe(25);
    expect(averageAge([0, 0, 0, 0, 0, 0, 0])).toBe(0);
  });
});
