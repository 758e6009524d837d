import { describe, expect, it } from 'vitest';
import {
  ClipPerformanceHistory,
  GramPerformanceHistory,
  TubePerformanceHistory,
} from '../../../src/creators/records/performance-history.ts';
import { expectValid } from '../../creators/world/strict.ts';
import { noon, testApp } from '../../harness.ts';
import { newKey, success } from './common.ts';

const { get } = await testApp();
const dayMs = 86_400_000;
const midnight = noon - dayMs / 2;

interface History {
  histories: { timestamp: number }[];
}

describe.each([
  ['clip', 'uniqueId=sample.creator', ClipPerformanceHistory],
  ['gram', 'uniqueId=sample.creator', GramPerformanceHistory],
  ['tube', 'channelId=UCsample-creator00000000', TubePerformanceHistory],
] as const)('/%s/performance-history', (platform, sample, record) => {
  const ask = (days: number, key: string, creator: string = sample) =>
    get(`/${platform}/performance-history?${creator}&pastDayRange=${days}`, key);

  it.each([
    [1, 3],
    [7, 3],
    [8, 3.5],
    [30, 3.5],
    [31, 4],
    [90, 4],
    [91, 4.5],
    [180, 4.5],
    [181, 5],
    [365, 5],
  ])('answers with exactly %i days, newest first, for %d credits', async (days, price) => {
    const { body } = await ask(days, newKey('mixed'));
    const { histories } = body['data'] as History;
    expect(body).toEqual(success({ histories }, price, 1000 - price));
    expectValid(record, body['data']);
    // the newest at 00:00 UTC of today, exactly a day apart
    expect(histories.map(({ timestamp }) => timestamp)).toEqual(
      Array.from({ length: days }, (_, index) => midnight - index * dayMs),
    );
    const year = (await ask(365, 'demo-unlimited')).body['data'] as History;
    expect(histories).toEqual(year.histories.slice(0, days));
  });
});
