import { expect, it } from 'vitest';
import { recordDifferences } from '../../src/contract/records.ts';
import { dayMs } from '../../src/core/durations.ts';
import { ageRanges } from '../../src/core/statistics.ts';

const newest = Date.UTC(2026, 5, 1);
const days = (...back: number[]) => back.map((day) => ({ timestamp: newest - day * dayMs }));
const ages = (...shares: number[]) => ageRanges.map((ageRange, n) => ({ ageRange, share: shares[n] ?? 0 }));
const videos = (...hours: number[]) =>
  hours.map((hour, n) => ({ contentId: `${n}`, publishTime: newest + hour }));
const places = (...shares: number[]) => shares.map((share, n) => ({ country: `C${n}`, share }));

it.each<[what: string, record: object, place: string | undefined, actual?: string]>([
  ['every day', { histories: days(0, 1, 2) }, undefined],
  ['a day twice', { histories: days(0, 1, 1) }, '/histories/2/timestamp'],
  ['a day left out', { histories: days(0, 2) }, '/histories/1/timestamp'],
  ['the oldest day first', { histories: days(1, 0) }, '/histories/1/timestamp'],
  ['a first day that begins at another hour', { histories: days(0.5) }, '/histories/0/timestamp'],
  ['null in place of days', { histories: null }, undefined],
  ['no day', { histories: [] }, '/histories', '[]'],
  ...['basicClip', 'basicGram', 'basicTube'].flatMap((basic): [string, object, string | undefined][] => [
    [`weeks beside ${basic}`, { [basic]: {}, histories: days(0.5, 7, 21) }, undefined],
    [`a week beside ${basic} that grows`, { [basic]: {}, histories: days(7, 0) }, '/histories/1/timestamp'],
  ]),
  [
    'contents that are newer and newer',
    { recentVideos: videos(1, 2) },
    '/recentVideos/1/publishTime',
    `${newest + 2}`,
  ],
  ['a later content that is newer', { recentReels: videos(3, 2, 2, 4) }, '/recentReels/3/publishTime'],
  ['contents of one instant', { recentShorts: videos(2, 2) }, undefined],
  ['a content twice', { recentImages: [...videos(2), ...videos(1)] }, '/recentImages distinct', '1'],
  ['a creator twice', { creatorList: [{ uniqueId: 'a' }, { uniqueId: 'a' }] }, '/creatorList distinct'],
  ['places by their shares', { audienceLocations: places(0.5, 0.3, 0.2) }, undefined],
  [
    'a place with a larger share behind',
    { audienceLocations: places(0.2, 0.3) },
    '/audienceLocations/1/share',
  ],
  ['more than the whole audience', { audienceLocations: places(0.6, 0.41) }, '/audienceLocations', '1.01'],
  ['ages of a whole', { audienceAgeBreakdown: ages(0.4, 0.6) }, undefined],
  ['unknown ages', { audienceAgeBreakdown: ages() }, undefined],
  ['ages of a little more than a whole', { audienceAgeBreakdown: ages(0.4, 0.61) }, '/audienceAgeBreakdown'],
  ['ages of a part', { audienceAgeBreakdown: ages(0.4, 0.5) }, '/audienceAgeBreakdown', '0.9'],
  ['ages in disorder', { audienceAgeBreakdown: ages(1).reverse() }, '/audienceAgeBreakdown/*/ageRange'],
  ['genders of a whole', { audienceGender: { maleRatio: 0.3, femaleRatio: 0.7 } }, undefined],
  ['genders of a part', { audienceGender: { maleRatio: 0.3, femaleRatio: 0.6 } }, '/audienceGender', '0.9'],
  [
    'genders of a ten-thousandth more',
    { audienceGender: { maleRatio: 0.3, femaleRatio: 0.7001 } },
    undefined,
  ],
  ['an instant in seconds', { list: [{ lastPublishTime: newest / 1000 }] }, '/list/0/lastPublishTime'],
  ['the first instant of 13 digits', { lastPublishTime: 1e12 }, undefined],
  ['an instant of 14 digits', { lastPublishTime: 1e13 }, '/lastPublishTime', '10000000000000'],
  ['two instants in seconds', { list: [{ aTime: 1 }, { aTime: 2 }] }, '/list/0/aTime', '1'],
  ['no instant', { lastPublishTime: 0 }, undefined],
])('a record with %s differs at %s', (_what, record, place, actual) => {
  expect(recordDifferences('', record)).toMatchObject(
    place === undefined ? [] : [{ place, ...(actual !== undefined && { actual }) }],
  );
});
