import { expect, it } from 'vitest';
import { noon, testApp } from '../../harness.ts';
import { type Detail, newKey } from './common.ts';

/**
 * Parameters and all that is wrong with them, problems that a schema finds and those that it cannot find. The golden
 * exchanges have the words of each.
 */
const { get, post, available } = await testApp();

async function problemsOf(ask: (key: string) => ReturnType<typeof get>): Promise<string> {
  const key = newKey('mixed');
  const { status, body } = await ask(key);
  expect(status).toBe(400);
  const details = body['details'] as Detail[];
  expect(body).toMatchObject({ errorCode: 'VALIDATION_ERROR', message: details[0]?.message });
  expect(await available(key)).toBe(1000);
  return details
    .map(({ field, code }) => `${field} ${code}`)
    .sort()
    .join(', ');
}

const missing = 'required';
const emptyHandle = 'uniqueId invalid_format, uniqueId too_small';
const dayMs = 86_400_000;
const brand = 'brandId=lanternfish-tea.example';

it.each([
  // contract 7.2(1, 4): identifiers
  ['/clip/profile', `uniqueId ${missing}`],
  ['/clip/profile?channelId=a', `uniqueId ${missing}`],
  ['/clip/profile?uniqueId=', emptyHandle],
  ['/clip/profile?uniqueId=a%20b', 'uniqueId invalid_format'],
  ['/clip/profile?uniqueId=a%00', 'uniqueId invalid_format'],
  ['/clip/profile?uniqueId=@', 'uniqueId invalid_format'],
  ['/clip/profile?uniqueId=@@a', 'uniqueId invalid_format'],
  [`/clip/profile?uniqueId=${'x'.repeat(102)}`, 'uniqueId too_big'],
  [`/clip/profile?uniqueId=${'%C3%BC'.repeat(102)}`, 'uniqueId invalid_format, uniqueId too_big'],
  ['/clip/profile?uniqueId=a&uniqueId=b', 'uniqueId invalid_type'],
  ['/gram/profile?uniqueId=with-hyphen', 'uniqueId invalid_format'],
  [`/gram/profile?uniqueId=${'x'.repeat(32)}`, 'uniqueId too_big'],
  ['/tube/profile', `channelId ${missing}`],
  ['/tube/profile?uniqueId=', emptyHandle],
  ['/tube/profile?channelId=', 'channelId invalid_format, channelId too_small'],
  [`/tube/profile?channelId=${'x'.repeat(51)}`, 'channelId invalid_format, channelId too_big'],
  ['/tube/profile?channelId=UCsample-creator0000000', 'channelId invalid_format'],
  ['/tube/profile?channelId=UCsample.creator00000000', 'channelId invalid_format'],
  ['/tube/profile?channelId=a&channelId=b', 'channelId invalid_type'],
  ['/tube/profile?channelId=UCsample-creator00000000&uniqueId=sample.creator', 'uniqueId ambiguous'],
  ['/tube/profile?channelId=bad&uniqueId=ok', 'channelId invalid_format, uniqueId ambiguous'],
  // ranges of days
  ['/clip/performance-history?uniqueId=a', `pastDayRange ${missing}`],
  ['/tube/performance-history', `channelId ${missing}, pastDayRange ${missing}`],
  ...['366', '9'.repeat(400)].map((days) => [
    `/clip/performance-history?uniqueId=a&pastDayRange=${days}`,
    'pastDayRange too_big',
  ]),
  ...['0', '-1', '07', '1.5', '1e2', 'week', ''].map((days) => [
    `/clip/performance-history?uniqueId=a&pastDayRange=${days}`,
    'pastDayRange invalid_format',
  ]),
  ['/clip/performance-history?uniqueId=a&pastDayRange=7&pastDayRange=8', 'pastDayRange invalid_type'],
  ['/clip/performance-history?uniqueId=!!&pastDayRange=999', 'pastDayRange too_big, uniqueId invalid_format'],
  // videos
  ['/tube/subtitles/meta', `videoId ${missing}`],
  ['/tube/subtitles/meta?videoId=', 'videoId invalid_format, videoId too_small'],
  ['/tube/subtitles/meta?videoId=shanvideo0', 'videoId invalid_format, videoId too_small'],
  ['/tube/subtitles/meta?videoId=shanvideo012', 'videoId invalid_format, videoId too_big'],
  ['/tube/subtitles/meta?videoId=shanvideo.1', 'videoId invalid_format'],
  ['/tube/subtitles/meta?videoId=a&videoId=b', 'videoId invalid_type'],
  ['/tube/subtitles/download?videoId=shanvideo01', `vssId ${missing}`],
  ['/tube/subtitles/download?videoId=shanvideo01&vssId=', 'vssId too_small'],
  // brands, and pages of them
  ['/sponsor/information', `brandId ${missing}`],
  ['/sponsor/information?brandId=', 'brandId invalid_format, brandId too_small'],
  ...['a%20b', 'https%3A%2F%2Fa.example', '%40a', 's%C3%BC%C3%9F'].map((id) => [
    `/sponsor/information?brandId=${id}`,
    'brandId invalid_format',
  ]),
  ['/sponsor/information?brandId=a&brandId=b', 'brandId invalid_type'],
  [`/sponsor/audience?${brand}&platform=clip`, 'platform invalid_enum'],
  [`/sponsor/creators?${brand}`, `platform ${missing}`],
  [
    '/sponsor/creators?brandId=!!&pageSize=0',
    `brandId invalid_format, pageSize too_small, platform ${missing}`,
  ],
  [`/sponsor/creators?${brand}&platform=gram&pageSize=ten`, 'pageSize invalid_format'],
  [
    `/sponsor/creators?${brand}&platform=gram&pageSize=&offset=-1`,
    'offset invalid_format, pageSize invalid_format',
  ],
  [`/sponsor/performance?${brand}&platform=clip&pageSize=101`, 'pageSize too_big, platform invalid_enum'],
  [`/sponsor/performance?${brand}&platform=gram&offset=1.5`, 'offset invalid_format'],
  [
    `/sponsor/performance?${brand}&platform=gram&sortBy=name&desc=yes`,
    'desc invalid_enum, sortBy invalid_enum',
  ],
  [
    '/sponsor/list?pageSize=500&sortBy=bad&desc=1',
    'desc invalid_enum, pageSize too_big, sortBy invalid_enum',
  ],
  // lists without parameters
  ['/clip/niches?a=1&b', 'a unrecognized_key, b unrecognized_key'],
  ['/tube/topics?fields=id', 'fields unrecognized_key'],
  // instants
  [`/usage?start=${noon - 366 * dayMs}`, 'start too_big'],
  [`/usage?start=${noon + 1}`, 'start invalid_range'],
  ['/usage?start=x&end=y', 'end invalid_format, start invalid_format'],
  ['/usage?end=-1', 'end invalid_format'],
  ['/usage?end=1&end=2', 'end invalid_type'],
  ['/usage?end=999999999999999999', 'end invalid_format'],
])('%s: %s', async (path, problems) => {
  expect(await problemsOf((key) => get(path, key))).toBe(problems);
});

const submitted = { brandName: 'Marmalade Sky', brandUrl: 'https://marmalade-sky.example' };

it.each<[path: string, body: object, problems: string]>([
  ...[5, null, true, ['a'], {}].map((uniqueId): [string, object, string] => [
    '/clip/profile',
    { uniqueId },
    'uniqueId invalid_type',
  ]),
  ['/clip/submitCreators', {}, `uniqueIds ${missing}`],
  ['/clip/submitCreators', { uniqueIds: [] }, 'uniqueIds too_small'],
  ['/clip/submitCreators', { uniqueIds: Array(101).fill('a') }, 'uniqueIds too_big'],
  ['/clip/submitCreators', { uniqueIds: 'a' }, 'uniqueIds invalid_type'],
  ['/clip/submitCreators', { uniqueIds: null }, 'uniqueIds invalid_type'],
  ['/clip/submitCreators', { uniqueIds: ['a', 5] }, 'uniqueIds[1] invalid_type'],
  ['/tube/submitCreators', { uniqueIds: ['a'] }, `channelIds ${missing}`],
  ['/sponsor/submit', {}, `brandName ${missing}, brandUrl ${missing}`],
  ['/sponsor/submit', { brandUrl: 'ftp://a.example' }, `brandName ${missing}, brandUrl invalid_format`],
  ...['', 'a.example', 'javascript:alert(1)', 'https://', 'https://a b.example'].map(
    (brandUrl): [string, object, string] => [
      '/sponsor/submit',
      { ...submitted, brandUrl },
      'brandUrl invalid_format',
    ],
  ),
  ['/sponsor/submit', { ...submitted, brandName: '' }, 'brandName too_small'],
  ['/sponsor/submit', { ...submitted, brandName: 'x'.repeat(101) }, 'brandName too_big'],
  [
    '/sponsor/submit',
    { ...submitted, competitors: Array(11).fill('a'), notes: 'x'.repeat(501) },
    'competitors too_big, notes too_big',
  ],
  ['/sponsor/submit', { ...submitted, competitors: 'a' }, 'competitors invalid_type'],
])('POST %s %j: %s', async (path, body, problems) => {
  expect(await problemsOf((key) => post(path, body, key))).toBe(problems);
});
