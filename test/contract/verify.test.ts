import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/contract/verify.ts';
import { commandIn } from '../cli/io.ts';
import { isPublished, testApp } from '../harness.ts';
import { body, type Change, data, openChangedTarget, sent } from './changed-target.ts';

const folder = mkdtempSync(join(tmpdir(), 'creator-sandbox-verify-'));
afterAll(() => rmSync(folder, { recursive: true }));
const sandbox = await testApp();
const url = await sandbox.app.listen({ host: '127.0.0.1', port: 0 });

const roles = ['standard', 'unlimited', 'empty', 'spent', 'forbidden', 'throttled']
  .map((role) => `${role}=demo-${role}`)
  .concat('testOnly=demo-test-only');
const everyKey = ['--key', 'demo-full', ...roles.flatMap((role) => ['--as', role])];
const env = { SANDBOX_SIZE: '60' };

const verify = (target: string, ...flags: string[]) =>
  commandIn(
    folder,
    ['verify', '--target', target, ...(isPublished ? ['--vocabulary', 'published'] : []), ...flags],
    { env },
  );

async function reportOf(target: string, ...flags: string[]) {
  const { code, out, err } = await verify(
    target,
    ...everyKey,
    '--spend',
    '5000',
    '--retry-for',
    '0s',
    '--json',
    ...flags,
  );
  expect(err).toBe('');
  return { code, report: JSON.parse(out) as Report };
}

describe('a second sandbox', () => {
  it('that is unchanged agrees, and what was compared, left out and spent is told', async () => {
    const { code, report } = await reportOf(url);
    expect(report.differences).toEqual([]);
    expect(code).toBe(0);
    expect(report.compared.length).toBeGreaterThan(280);
    expect(new Set(report.skipped.map(({ reason }) => reason))).toEqual(
      new Set([
        'needs an account with exactly these credits',
        'needs the creators that only sandboxes have',
        'is forced by an identifier that only sandboxes know',
        'would leave something behind at the target',
        'differs with whatever stands before a service',
      ]),
    );
    expect(report.creditsSpent).toBeGreaterThan(500);
  });
});

interface Changed extends Change {
  what: string;
  /** What must be found. */
  finds: { kind: string; place: string | RegExp; exchange?: string };
  /** Where differences may be at all. */
  within: RegExp;
}

const failed = (content: Record<string, unknown>): boolean => content['success'] === false;
const events =
  (change: (frames: string[]) => string[]): NonNullable<Change['answered']> =>
  (answer) =>
    answer.headers['content-type']?.startsWith('text/event-stream')
      ? { ...answer, text: change(answer.text.split(/(?<=\n\n)/)).join('') }
      : answer;
const withResult = (frames: string[], change: (result: Record<string, unknown>) => unknown): string[] =>
  frames.map((frame) =>
    frame.startsWith('event: result')
      ? `event: result\ndata: ${JSON.stringify(change(JSON.parse(frame.slice(frame.indexOf('data: ') + 6))))}\n\n`
      : frame,
  );
const charging =
  (status: number): NonNullable<Change['answered']> =>
  async (answer, { headers }, more) => {
    if (answer.status === status && headers['api-key'])
      await more({
        method: 'GET',
        url: '/clip/niches',
        headers: { 'api-key': headers['api-key'] },
        body: '',
      });
    return answer;
  };

const changes: Changed[] = [
  {
    what: 'a renamed field',
    answered: data('/clip/profile', (profile) => {
      if (!('totalFollowers' in profile)) return;
      profile['followers'] = profile['totalFollowers'];
      delete profile['totalFollowers'];
    }),
    finds: { kind: 'shape', place: '/data/followers', exchange: 'v3/clip/profile/get' },
    within: /clip\/profile|money|transport/,
  },
  {
    what: 'a missing field',
    answered: data('/tube/audience', (audience) => delete audience['audienceAvgAge']),
    finds: { kind: 'shape', place: '/data/audienceAvgAge', exchange: 'v3/tube/audience/post' },
    within: /tube\/audience|transport/,
  },
  {
    what: 'a field too many',
    answered: data('/gram/contact', (contact) => Object.assign(contact, { phones: [] })),
    finds: { kind: 'shape', place: '/data/phones' },
    within: /^v3\/gram\/contact\//,
  },
  {
    what: 'a number as text, deep in a list',
    answered: data('/clip/content-detail', ({ recentVideos }) => {
      const last = (recentVideos as Record<string, unknown>[] | undefined)?.at(-1);
      if (last) last['likes'] = String(last['likes']);
    }),
    finds: { kind: 'type', place: /^\/data\/recentVideos\/\d+\/likes$/ },
    within: /^v3\/clip\/content-detail\//,
  },
  {
    what: 'null in place of an object',
    answered: data('/clip/audience', (audience) => Object.assign(audience, { audienceGender: null })),
    finds: { kind: 'type', place: '/data/audienceGender' },
    within: /^v3\/clip\/audience\//,
  },
  {
    what: 'a wrong error code',
    answered: body('/clip/profile', (content) => {
      if (content['errorCode'] === 'NOT_FOUND') content['errorCode'] = 'CREATOR_NOT_FOUND';
    }),
    finds: { kind: 'code', place: '/errorCode', exchange: 'refusals/404/clip-creator' },
    within: /^refusals\/404\/clip-creator/,
  },
  {
    what: 'a wrong class of error',
    answered: body('/sponsor/list', (content) =>
      failed(content) ? { ...content, error: 'BadRequest' } : content,
    ),
    finds: { kind: 'code', place: '/error' },
    within: /^refusals\/400\/sponsor-page-size$/,
  },
  {
    what: 'a wrong status',
    answered: (answer) =>
      answer.status === 404 && answer.text.includes('SUBTITLE') ? { ...answer, status: 400 } : answer,
    finds: { kind: 'status', place: 'status', exchange: 'refusals/404/track' },
    within: /^refusals\/404\/(track|video)/,
  },
  {
    what: 'credits that run out as 429',
    answered: (answer) => (answer.status === 402 ? { ...answer, status: 429 } : answer),
    finds: { kind: 'status', place: 'status', exchange: 'refusals/402/no-credits' },
    within: /^refusals\/402\//,
  },
  {
    what: 'a debit on 404',
    answered: charging(404),
    finds: { kind: 'invariant', place: 'credits left', exchange: 'refusals/404/brand' },
    within: /^(refusals\/404|unknown-path)\//,
  },
  {
    what: 'a debit on 400',
    answered: charging(400),
    finds: { kind: 'invariant', place: 'credits left', exchange: 'refusals/400/video-length' },
    within: /^(refusals\/400|transport)\//,
  },
  {
    what: 'a debit that is more than the reply tells',
    answered: body('/gram/niches', (content) =>
      failed(content) ? content : { ...content, creditsUsed: 0.5 },
    ),
    finds: { kind: 'invariant', place: 'credits left', exchange: 'v3/gram/niches/get' },
    within: /^v3\/gram\/niches\/get$/,
  },
  {
    what: 'a balance that does not fall',
    answered: body('/v2/tubeBasic', (content) =>
      failed(content)
        ? content
        : { ...content, remainingPlanCredit: Number(content['remainingPlanCredit']) + 2 },
    ),
    finds: { kind: 'invariant', place: 'credits left', exchange: 'v2/tubeBasic/get' },
    within: /./,
  },
  {
    what: 'a total of the cycle that stands still',
    answered: body('/v2/gramHistory', (content) =>
      failed(content) ? content : { ...content, quotaUsedTotal: Number(content['quotaUsedTotal']) - 3 },
    ),
    finds: { kind: 'invariant', place: '/quotaUsedTotal', exchange: 'v2/gramHistory/get' },
    within: /^v2\//,
  },
  {
    what: 'kinds of credits that do not add up',
    answered: events((frames) =>
      frames.map((frame) => frame.replace(/"purchasedCreditsAvailable":0/, '"purchasedCreditsAvailable":5')),
    ),
    finds: { kind: 'invariant', place: '/creditsAvailable', exchange: 'v3/nls/clip' },
    within: /^v3\/nls\//,
  },
  {
    what: 'a missing event',
    answered: events((frames) => frames.toSpliced(3, 1)),
    finds: { kind: 'shape', place: '/events/3', exchange: 'v3/nls/clip' },
    within: /^v3\/nls\//,
  },
  {
    what: 'a stream without its result',
    answered: events((frames) => frames.slice(0, -1)),
    finds: { kind: 'shape', place: '/events/11' },
    within: /^v3\/nls\//,
  },
  {
    what: 'a stream without anything',
    answered: events(() => []),
    finds: { kind: 'shape', place: '/events/0', exchange: 'v3/nls/too-broad' },
    within: /^v3\/nls\//,
  },
  {
    what: 'more items than were selected',
    answered: data('/clip/content-detail', ({ recentVideos }, { body: lookup }) => {
      if (lookup.includes('"recentVideos":2'))
        (recentVideos as unknown[]).push(...(recentVideos as unknown[]));
    }),
    finds: {
      kind: 'invariant',
      place: '/data/recentVideos length',
      exchange: 'v3/clip/content-detail/fields',
    },
    within: /^v3\/clip\/content-detail\/fields$/,
  },
  {
    what: 'more days than were asked for',
    asked: (request) => ({ ...request, url: request.url.replace('pastDayRange=2', 'pastDayRange=3') }),
    finds: {
      kind: 'invariant',
      place: '/data/histories length',
      exchange: 'v3/gram/performance-history/two-days',
    },
    within: /performance-history\/two-days$/,
  },
  {
    what: 'something after the result',
    answered: events((frames) => [...frames, 'event: progress\ndata: {"message":"Done..."}\n\n']),
    finds: { kind: 'shape', place: '/events/12' },
    within: /^v3\/nls\//,
  },
  {
    what: 'a field between the name of an event and its data',
    answered: events((frames) => frames.map((frame) => frame.replace('\n', '\nid: 7\n'))),
    finds: { kind: 'shape', place: '/events/0' },
    within: /^v3\/nls\//,
  },
  {
    what: 'lines that end otherwise',
    answered: events((frames) => frames.map((frame) => frame.replaceAll('\n', '\r\n'))),
    finds: { kind: 'shape', place: '/events/0' },
    within: /^v3\/nls\//,
  },
  {
    what: 'pages that begin one too late',
    asked: sent('/clip/search', (search) => {
      if (Number(search['offset']) > 0) search['offset'] = Number(search['offset']) + 1;
    }),
    finds: { kind: 'invariant', place: '/data/creatorList/0', exchange: 'v3/clip/search/inner-page' },
    within: /^v3\/clip\/search\//,
  },
  {
    what: 'a page that repeats the end of the one before',
    asked: sent('/v2/clipAdvancedSearch', (search) => {
      if (search['offset'] === 4) search['offset'] = 3;
    }),
    finds: { kind: 'invariant', place: '/data/0', exchange: 'v2/clipAdvancedSearch/next-page' },
    within: /^v2\/clipAdvancedSearch\//,
  },
  {
    what: 'a next page after the last one',
    answered: data('/gram/search', (page, { body: search }) => {
      if (page['hasNextPage'] === false) page['nextOffset'] = Number(JSON.parse(search).offset) + 4;
    }),
    finds: { kind: 'invariant', place: '/data/nextOffset', exchange: 'v3/gram/search/last-page' },
    within: /^v3\/gram\/search\//,
  },
  {
    what: 'a page longer than it was asked to be',
    asked: sent('/clip/content-search', (search) => {
      if (search['pageSize'] === 4) search['pageSize'] = 5;
    }),
    finds: {
      kind: 'invariant',
      place: '/data/contentList length',
      exchange: 'v3/clip/content-search/first-page',
    },
    within: /^v3\/clip\/content-search\//,
  },
  {
    what: 'another order than was asked for',
    asked: sent('/tube/search', (search) => Object.assign(search, { desc: !search['desc'] })),
    finds: { kind: 'invariant', place: /^\/data\/creatorList\/\d\/totalSubscribers$/ },
    within: /^v3\/tube\/search\//,
  },
  {
    what: 'a filter that is ignored',
    asked: sent('/clip/search', (search) => {
      const filters = search['filters'] as { filterName: string; value: unknown }[];
      if (filters?.length === 2 && filters[0]?.filterName === 'totalFollowers') filters.splice(1);
      if (filters?.[0]?.value === 400) filters[0].value = 0;
    }),
    finds: {
      kind: 'invariant',
      place: '/data/creatorList/0/totalFollowers',
      exchange: 'v3/clip/search/range',
    },
    within: /^v3\/clip\/search\//,
  },
  {
    what: 'somebody else than was asked for',
    asked: (request) =>
      request.url.startsWith('/v2/gramBasic?') && !request.url.includes('nobody')
        ? { ...request, url: '/v2/gramBasic?gramId=sample.creator' }
        : request,
    finds: { kind: 'invariant', place: '/data/basicGram/gramId', exchange: 'v2/gramBasic/get' },
    within: /^v2\/gramBasic\//,
  },
  {
    what: 'a total that changes from page to page',
    answered: data('/sponsor/list', (page) => {
      page['totalResults'] = Number(page['totalResults']) + Number(page['offset']);
    }),
    finds: { kind: 'invariant', place: '/data/totalResults', exchange: 'v3/sponsor/list/next-page' },
    within: /^v3\/sponsor\/list\//,
  },
  {
    what: 'a missing trace id',
    answered: body('/tube/topics', ({ traceId: _, ...content }) => content),
    finds: { kind: 'shape', place: '/traceId', exchange: 'v3/tube/topics/get' },
    within: /tube\/topics|400\/topics/,
  },
  {
    what: 'trace ids in capitals',
    answered: body('/usage', (content) => ({
      ...content,
      traceId: String(content['traceId']).toUpperCase(),
    })),
    finds: { kind: 'type', place: '/traceId', exchange: 'v3/usage/unused' },
    within: /usage|429/,
  },
  {
    what: 'one trace id for all',
    answered: body('/tube/', (content) => ({ ...content, traceId: '0'.repeat(32) })),
    finds: { kind: 'invariant', place: '/traceId', exchange: 'v3/tube/topics/get' },
    within: /tube|refusals|transport|unknown-path/,
  },
  {
    what: 'instants in seconds',
    answered: body('/gram/profile', (content) => ({
      ...content,
      timestamp: Math.floor(Number(content['timestamp']) / 1000),
    })),
    finds: { kind: 'invariant', place: '/timestamp', exchange: 'v3/gram/profile/get' },
    within: /^v3\/gram\/profile\/|400\/gram-handle/,
  },
  {
    what: 'a failure of generation 2 with another status',
    answered: (answer, { url: path }) =>
      path.startsWith('/v2/') && answer.status === 403 ? { ...answer, status: 400 } : answer,
    finds: { kind: 'status', place: 'status', exchange: 'v2/clipBasic/unknown' },
    within: /^(v2|refusals\/v2)\//,
  },
  {
    what: 'another error string in generation 2',
    answered: body('/v2/clip', (content) =>
      content['error'] === 'TikTokIdNotFound' ? { ...content, error: 'ClipIdNotFound' } : content,
    ),
    finds: { kind: 'code', place: '/error', exchange: 'v2/clipHistory/unknown' },
    within: /^v2\/clip(Basic|History)\/unknown$/,
  },
  {
    what: 'counters on a failure of generation 2',
    answered: body('/v2/gramBasic', (content) =>
      failed(content) ? { ...content, remainingPlanCredit: 7 } : content,
    ),
    finds: { kind: 'type', place: '/remainingPlanCredit', exchange: 'v2/gramBasic/unknown' },
    within: /^v2\/gramBasic\//,
  },
  {
    what: 'an unknown path with an envelope',
    answered: body('/', (content) =>
      'availableEndpoints' in content
        ? {
            success: false,
            error: 'NotFoundError',
            message: 'No.',
            errorCode: 'NOT_FOUND',
            timestamp: 1.8e12,
          }
        : content,
    ),
    finds: { kind: 'code', place: '/errorCode', exchange: 'unknown-path/path' },
    within: /^unknown-path\//,
  },
  {
    what: 'subtitles in an envelope',
    answered: (answer, { url: path }) =>
      path.startsWith('/tube/subtitles/download') && answer.text.startsWith('[')
        ? { ...answer, text: `{"data":${answer.text},"success":true}` }
        : answer,
    finds: { kind: 'shape', place: '', exchange: 'v3/tube/subtitles/download-get' },
    within: /^v3\/tube\/subtitles\/download/,
  },
  {
    what: 'subtitles that are no attachment',
    answered: ({ headers: { 'content-disposition': _, ...headers }, ...answer }) => ({ ...answer, headers }),
    finds: { kind: 'shape', place: 'header content-disposition' },
    within: /^v3\/tube\/subtitles\/download/,
  },
  {
    what: 'subtitles at another price',
    answered: async (answer, { url: path, headers }, more) => {
      if (path.startsWith('/tube/subtitles/download') && answer.status === 200)
        await more({ method: 'GET', url: '/tube/topics', headers, body: '' });
      return answer;
    },
    finds: { kind: 'invariant', place: 'credits left', exchange: 'v3/tube/subtitles/download-get' },
    within: /^v3\/tube\/subtitles\/download/,
  },
  {
    what: 'Retry-After on 429',
    answered: (answer) =>
      answer.status === 429 ? { ...answer, headers: { ...answer.headers, 'retry-after': '10' } } : answer,
    finds: { kind: 'invariant', place: 'header retry-after', exchange: 'refusals/429/rate-limit' },
    within: /^refusals\/429\/rate-limit$/,
  },
  {
    what: 'an unlimited account that is not -1',
    answered: body('/', (content) =>
      content['creditsAvailable'] === -1 ? { ...content, creditsAvailable: 999_999 } : content,
    ),
    finds: { kind: 'invariant', place: '/creditsAvailable', exchange: 'money/unlimited' },
    within: /unlimited/,
  },
  {
    what: 'a 400 without details',
    answered: body('/nls', ({ details: _, ...content }) => content),
    finds: { kind: 'shape', place: '/details', exchange: 'refusals/400/description-empty' },
    within: /^(refusals\/400\/description|refusals\/402\/nls|transport)/,
  },
  {
    what: 'a 400 in place of a 401',
    asked: (request) =>
      request.headers['api-key'] === '' ? { ...request, headers: { 'api-key': 'x' } } : request,
    finds: { kind: 'invariant', place: '/message', exchange: 'refusals/401/key-empty' },
    within: /^refusals\/401\/key-empty$/,
  },
  {
    what: 'fields that are ignored',
    asked: sent('/clip/profile', (lookup) => delete lookup['fields']),
    finds: { kind: 'shape', place: '/data/bio', exchange: 'v3/clip/profile/fields' },
    within: /fields/,
  },
  {
    what: 'days of a history from the oldest on',
    answered: data('/tube/performance-history', ({ histories }) => (histories as unknown[]).reverse()),
    finds: { kind: 'invariant', place: '/data/histories/1/timestamp' },
    within: /^v3\/tube\/performance-history\//,
  },
  {
    what: 'days of usage that do not add up',
    answered: data('/usage', ({ records }) => {
      for (const record of records as Record<string, number>[]) record['totalQuotaUsed'] = 1;
    }),
    finds: { kind: 'invariant', place: '/data/records/0/totalQuotaUsed', exchange: 'v3/usage/unused' },
    within: /usage/,
  },
  {
    what: 'a page of HTML in place of JSON',
    answered: (answer, { url: path }) =>
      path.startsWith('/gram/sponsorship')
        ? { status: 200, headers: { 'content-type': 'text/html' }, text: '<h1>Hello</h1>' }
        : answer,
    finds: { kind: 'shape', place: 'header content-type', exchange: 'v3/gram/sponsorship/get' },
    within: /^v3\/gram\/sponsorship\//,
  },
  {
    what: 'a redirection',
    answered: (answer, { url: path }) =>
      path.startsWith('/tube/contact')
        ? { status: 302, headers: { location: `${url}/__admin/keys` }, text: '' }
        : answer,
    finds: { kind: 'status', place: 'status', exchange: 'v3/tube/contact/get' },
    within: /^v3\/tube\/contact\//,
  },
  {
    what: 'a search in plain words that fails in the end',
    answered: events((frames) =>
      withResult(frames, (result) => ({ ...result, success: false, errorCode: 'X' })),
    ),
    finds: { kind: 'code', place: '/errorCode', exchange: 'v3/nls/clip' },
    within: /^v3\/nls\//,
  },
  {
    what: 'a search in plain words without its data',
    answered: events((frames) => withResult(frames, ({ data: _, ...result }) => result)),
    finds: { kind: 'shape', place: '/events/11/data/data', exchange: 'v3/nls/clip' },
    within: /^v3\/nls\//,
  },
  {
    what: 'another platform than the words name',
    answered: events((frames) =>
      frames.map((frame) => frame.replace('"platform":"clip"', '"platform":"gram"')),
    ),
    finds: { kind: 'invariant', place: '/data/platform', exchange: 'v3/nls/clip' },
    within: /^v3\/nls\/clip$/,
  },
  {
    what: 'a day that a history leaves out',
    answered: data('/clip/performance-history', ({ histories }) => (histories as unknown[]).splice(1, 1)),
    finds: {
      kind: 'invariant',
      place: '/data/histories/1/timestamp',
      exchange: 'v3/clip/performance-history/eight-days',
    },
    within: /^v3\/clip\/performance-history\//,
  },
  {
    what: 'a history without a day',
    answered: data('/tube/performance-history', (history) => Object.assign(history, { histories: [] })),
    finds: { kind: 'invariant', place: '/data/histories' },
    within: /^v3\/tube\/performance-history\//,
  },
  {
    what: 'a niche twice',
    answered: body('/clip/niches', (content) => {
      const niches = content['data'];
      if (Array.isArray(niches)) niches[1] = niches[0];
    }),
    finds: { kind: 'invariant', place: '/data distinct', exchange: 'v3/clip/niches/get' },
    within: /^v3\/clip\/niches\//,
  },
  {
    what: 'a description of an error after success',
    answered: events((frames) => withResult(frames, (result) => ({ ...result, errorDescription: 'Oh.' }))),
    finds: { kind: 'type', place: '/events/11/data/errorDescription', exchange: 'v3/nls/clip' },
    within: /^v3\/nls\//,
  },
  {
    what: 'days that do not begin at midnight',
    answered: data('/gram/performance-history', ({ histories }) => {
      for (const day of histories as { timestamp: number }[]) day.timestamp += 3_600_000;
    }),
    finds: { kind: 'invariant', place: '/data/histories/0/timestamp' },
    within: /^v3\/gram\/performance-history\//,
  },
  {
    what: 'ages of an audience that are not all of it',
    answered: data('/tube/audience', ({ audienceAgeBreakdown: ages }) => {
      const [, grown] = (ages ?? []) as { share: number }[];
      if (grown) grown.share = 0;
    }),
    finds: { kind: 'invariant', place: '/data/audienceAgeBreakdown', exchange: 'v3/tube/audience/get' },
    within: /^v3\/tube\/audience\//,
  },
  {
    what: 'ages of an audience in another order',
    answered: data('/gram/audience', ({ audienceAgeBreakdown: ages }) =>
      (ages as unknown[] | undefined)?.reverse(),
    ),
    finds: { kind: 'invariant', place: '/data/audienceAgeBreakdown/*/ageRange' },
    within: /^v3\/gram\/audience\//,
  },
  {
    what: 'countries that are more than the whole audience',
    answered: data('/clip/audience', ({ audienceLocations }) => {
      for (const location of (audienceLocations ?? []) as { share: number }[]) location.share = 0.9;
    }),
    finds: { kind: 'invariant', place: '/data/audienceLocations', exchange: 'v3/clip/audience/get' },
    within: /^v3\/clip\/audience\//,
  },
  {
    what: 'parts of the audience of a brand that are not all of it',
    answered: data('/sponsor/audience', (platforms) => {
      for (const audience of Object.values(platforms) as { audienceGender: object }[])
        if (audience) audience.audienceGender = { maleRatio: 0.1, femaleRatio: 0.1 };
    }),
    finds: { kind: 'invariant', place: /^\/data\/(tube|gram)\/audienceGender$/ },
    within: /^v3\/sponsor\/audience\//,
  },
  {
    what: 'instants of contents in seconds',
    answered: data('/gram/content-detail', ({ recentImages }) => {
      for (const image of (recentImages ?? []) as { publishTime: number }[])
        image.publishTime = Math.floor(image.publishTime / 1000);
    }),
    finds: { kind: 'invariant', place: '/data/recentImages/0/publishTime' },
    within: /^v3\/gram\/content-detail\//,
  },
  {
    what: 'contents from the oldest on',
    answered: data('/clip/content-detail', ({ recentVideos }) =>
      (recentVideos as unknown[] | undefined)?.reverse(),
    ),
    finds: { kind: 'invariant', place: '/data/recentVideos/1/publishTime' },
    within: /^v3\/clip\/content-detail\//,
  },
  {
    what: 'a content twice in a list',
    answered: data('/tube/content-detail', ({ recentVideos }) => {
      const videos = (recentVideos ?? []) as unknown[];
      if (videos.length > 1) videos[1] = videos[0];
    }),
    finds: { kind: 'invariant', place: '/data/recentVideos distinct' },
    within: /^v3\/tube\/content-detail\//,
  },
  {
    what: 'credits in ten-thousandths',
    answered: body('/clip/performance', (content) =>
      failed(content) ? content : { ...content, creditsUsed: Number(content['creditsUsed']) + 0.0004 },
    ),
    finds: { kind: 'invariant', place: '/creditsUsed', exchange: 'v3/clip/performance/get' },
    within: /^v3\/clip\/performance/,
  },
  {
    what: 'more credits required than a call costs',
    answered: body('/clip/audience', (content) =>
      content['errorCode'] === 'INSUFFICIENT_CREDITS'
        ? { ...content, details: (content['details'] as object[]).map((each) => ({ ...each, required: 77 })) }
        : content,
    ),
    finds: { kind: 'invariant', place: '/details/0/required', exchange: 'refusals/402/no-credits' },
    within: /^refusals\/402\/no-credits$/,
  },
  {
    what: 'the first of several problems alone',
    answered: body('/', (content) =>
      content['errorCode'] === 'VALIDATION_ERROR'
        ? { ...content, details: (content['details'] as object[]).slice(0, 1) }
        : content,
    ),
    finds: { kind: 'invariant', place: '/details/1/field', exchange: 'refusals/400/video-length' },
    within: /^refusals\/400\/(video-length|brand-empty)$/,
  },
  {
    what: 'one path as often as there are paths',
    answered: body('/', (content) =>
      content['availableEndpoints']
        ? { ...content, availableEndpoints: ['GET /usage', 'GET /usage'] }
        : content,
    ),
    finds: { kind: 'type', place: '/availableEndpoints', exchange: 'unknown-path/path' },
    within: /^unknown-path\//,
  },
  {
    what: 'a search whose creators carry nothing of what was selected',
    asked: sent('/tube/search', (search) => delete search['fields']),
    finds: { kind: 'shape', place: /^\/data\/creatorList\/0\/\S+$/, exchange: 'v3/tube/search/fields' },
    within: /^v3\/tube\/search\/fields$|^refusals/,
  },
];

describe('verify finds', () => {
  it.each(changes.map((change) => [change.what, change] as const))(
    '%s, and nothing else',
    async (_what, change) => {
      const target = await openChangedTarget(url, change);
      const { code, report } = await reportOf(target.url);
      await target.close();
      expect(code).toBe(4);
      const { kind, place, exchange } = change.finds;
      expect(
        report.differences.filter(
          (each) =>
            each.kind === kind &&
            (typeof place === 'string' ? each.place === place : place.test(each.place)) &&
            (exchange === undefined || each.exchange === exchange),
        ),
        JSON.stringify(report.differences, null, 1),
      ).not.toEqual([]);
      expect(report.differences.filter((each) => !change.within.test(each.exchange))).toEqual([]);
    },
  );

  it('a price that is not the published one, unless it is told', async () => {
    const other = await testApp({ prices: { 'clip/profile': 3, 'clip/search': 0 } });
    const target = await other.app.listen({ host: '127.0.0.1', port: 0 });
    const { code, report } = await reportOf(target, '--only', 'v3/clip');
    expect(code).toBe(4);
    expect(report.differences).toContainEqual({
      exchange: 'v3/clip/profile/get',
      kind: 'invariant',
      place: '/creditsUsed',
      expected: '2',
      actual: '3',
    });
    const told = await reportOf(
      target,
      '--only',
      'v3/clip',
      '--prices',
      '{"clip/profile":3,"clip/search":0}',
    );
    expect(told).toMatchObject({ code: 0, report: { differences: [] } });
  });

  it('words of another vocabulary', async () => {
    const words = isPublished ? 'neutral' : 'published';
    const { code, report } = await reportOf(
      url,
      '--vocabulary',
      words,
      '--only',
      'v3/nls',
      '--only',
      'v3/clip/niches',
    );
    expect(code).toBe(4);
    expect(report.differences).toContainEqual({
      exchange: 'v3/clip/niches/get',
      kind: 'status',
      place: 'status',
      expected: '200',
      actual: '404',
    });
    expect(report.differences).toContainEqual({
      exchange: 'v3/nls/clip',
      kind: 'type',
      place: '/events/11/data/data/platform',
      expected: expect.any(String),
      actual: expect.any(String),
    });
  });

  it('forms of look-ups that are not served', async () => {
    const other = await testApp({ lookups: 'get' });
    const target = await other.app.listen({ host: '127.0.0.1', port: 0 });
    const { code, report } = await reportOf(target, '--only', 'v3/gram/profile');
    expect(code).toBe(4);
    expect(new Set(report.differences.map(({ exchange }) => exchange))).toEqual(
      new Set(['v3/gram/profile/post', 'v3/gram/profile/fields', 'v3/gram/profile/fields-none']),
    );
  });
});
