import { describe, expect, it } from 'vitest';
import { type OperationId, operations } from '../../../src/core/operations.ts';
import { SubtitleFile } from '../../../src/creators/records/subtitles.ts';
import { expectValid } from '../../creators/world/strict.ts';
import { type Answer, testApp } from '../../harness.ts';
import { type Detail, invalid, newKey, refused, shortfall } from './common.ts';
import { everyOperation, exampleOf, type Parameters, send, servedRoutes } from './requests.ts';

/** The rules of contract 7.2 and 4.3, each by its number. */

const sandbox = await testApp();
const { get, post, ask, available, world } = sandbox;
const served = servedRoutes(sandbox.deps);

const key = (terms?: string) => newKey('rules', terms);
const detailsOf = ({ body }: Answer) => body['details'] as Detail[];
const codesOf = (answer: Answer) => detailsOf(answer).map(({ field, code }) => [field, code]);

/** One form of every operation that takes this parameter, with the rest of what it needs. */
const taking = (parameter: string) =>
  everyOperation.flatMap(({ id, methods }) => {
    const { valid } = exampleOf(id);
    const isServed = served.some((route) => route.id === id);
    const takes = parameter in valid || (parameter === 'uniqueId' && 'channelId' in valid);
    if (!isServed || !takes) return [];
    const { channelId: _, ...rest } = valid;
    const others = parameter === 'uniqueId' ? rest : valid;
    return methods.map((method) => ({
      name: `${method} /${id}`,
      ask: (value: unknown, one?: string) =>
        send(sandbox, { id, method }, { ...others, [parameter]: value } satisfies Parameters, one ?? key()),
    }));
  });

describe('contract 7.2(1): a malformed identifier is 400 VALIDATION_ERROR with details[]', () => {
  const malformed: Record<string, string[]> = {
    channelId: ['', 'UC', 'x'.repeat(24), `UC${'x'.repeat(23)}`, 'UCsample.creator00000000', 'x'.repeat(51)],
    videoId: ['', 'short', 'toolongvideo', 'has space!!', 'üüüüüüüüüüü'],
    uniqueId: ['', '@', '@@a', 'a b', 'a/b', 'ü', '🍜', 'a\u0000', 'x'.repeat(102)],
    brandId: ['', 'a b', 'a/b', 'ü', '@brand', 'a\nb'],
  };
  for (const [parameter, values] of Object.entries(malformed))
    it.each(taking(parameter))(`${parameter} of $name`, async ({ ask: request }) => {
      for (const value of values) {
        const { status, body } = await request(value);
        expect([value, status, body['errorCode']]).toEqual([value, 400, 'VALIDATION_ERROR']);
        const [detail] = body['details'] as Detail[];
        expect(detail).toEqual({ field: parameter, message: body['message'], code: expect.any(String) });
      }
    });
});

describe('contract 7.2(2): a well-formed identifier of nothing is 404 NotFoundError', () => {
  it.each(
    everyOperation.flatMap(({ id, methods }) =>
      served.some((route) => route.id === id)
        ? methods.flatMap((method) =>
            (exampleOf(id).unknown ?? []).map((unknown) => ({ id, method, ...unknown })),
          )
        : [],
    ),
  )('$kind of $method /$id', async ({ id, method, parameters, kind }) => {
    const { status, body } = await send(sandbox, { id, method }, parameters, key());

    expect([status, body]).toEqual([404, refused(kind)]);
    expect(body['error']).toBe('NotFoundError');
    expect(body['errorCode']).toBe(
      {
        notFound: 'NOT_FOUND',
        videoNotFound: 'SUBTITLE_VIDEO_NOT_FOUND',
        trackNotFound: 'SUBTITLE_VSSID_NOT_FOUND',
      }[kind],
    );
  });
});

describe('contract 7.2(3): a brandId is checked for its characters alone', () => {
  it.each(taking('brandId'))('by $name', async ({ ask: request }) => {
    for (const odd of ['-', '.', '_', '..', 'brand', 'A.b-C_9', '-.-.-', 'x'.repeat(5000)])
      expect(await request(odd)).toMatchObject({ status: 404, body: refused('notFound') });
  });
});

describe('contract 7.2(4): one parameter can have several entries in details[]', () => {
  it.each(taking('videoId'))('a videoId of a wrong length has two, by $name', async ({ ask: request }) => {
    expect(codesOf(await request('short'))).toEqual([
      ['videoId', 'too_small'],
      ['videoId', 'invalid_format'],
    ]);
    expect(codesOf(await request('toolongvideo'))).toEqual([
      ['videoId', 'too_big'],
      ['videoId', 'invalid_format'],
    ]);
  });

  it.each(taking('brandId'))('an empty brandId has two, by $name', async ({ ask: request }) => {
    expect(codesOf(await request(''))).toEqual([
      ['brandId', 'too_small'],
      ['brandId', 'invalid_format'],
    ]);
  });

  it('all parameters are reported at once', async () => {
    const answer = await get('/sponsor/creators?brandId=&platform=clip&pageSize=x&offset=-1&desc=1', key());
    expect(new Set(detailsOf(answer).map(({ field }) => field))).toEqual(
      new Set(['brandId', 'platform', 'pageSize', 'offset', 'desc']),
    );
  });
});

describe('contract 7.2(5): an unknown path has no envelope', () => {
  it.each([
    ['GET', '/clip/nothing'],
    ['GET', '/clip'],
    ['POST', '/clip/performance-history'],
    ['PUT', '/clip/profile'],
    ['GET', '/youtube/subtitles/download'],
  ] as const)('%s %s', async (method, url) => {
    for (const headers of [{}, { 'api-key': 'demo-full' }, { 'api-key': 'nobody' }]) {
      const { status, body } = await ask({ method, url, headers });

      expect(status).toBe(404);
      expect(body).toEqual({
        success: false,
        error: 'Not Found',
        message: `Cannot ${method} ${url}`,
        availableEndpoints: expect.arrayContaining(['GET /clip/profile', 'GET /tube/sponsorship']),
      });
    }
  });

  it('names nothing of the sandbox and nothing of generation 2', async () => {
    const { body } = await ask({ url: '/nothing' });
    const paths = operations.filter(({ generation }) => generation === 3).map(({ id }) => `/${id}`);
    for (const endpoint of body['availableEndpoints'] as string[])
      expect(paths).toContain(endpoint.split(' ')[1]);
  });
});

describe('contract 7.2(6): 402 INSUFFICIENT_CREDITS', () => {
  it('has no data and reports the credits required against those available', async () => {
    const one = key('plan=4,purchased=3.5');
    const { status, body } = await get('/tube/audience?uniqueId=sample.creator', one);

    expect([status, body]).toEqual([402, refused('insufficientCredits', shortfall(10, 7.5))]);
    expect(await available(one)).toBe(7.5);
  });

  it('counts by the estimate: the items asked for, not those that there are', async () => {
    const one = key('plan=0.2,fractional');
    const fields = { recentVideos: 3 };
    expect((await post('/clip/content-detail', { uniqueId: 'no.contents', fields }, one)).body).toEqual(
      refused('insufficientCredits', shortfall(0.3, 0.2)),
    );
  });
});

describe('contract 7.2(7): 429 and 402 carry no hint when to come back', () => {
  const hints = ({ headers }: Answer) =>
    Object.keys(headers).filter((name) => /retry-after|rate-?limit/i.test(name));

  it('neither a 429, nor either 402', async () => {
    const throttled = key('plan=9,rate=1/10s');
    await get('/clip/profile?uniqueId=sample.creator', throttled);
    const answers = await Promise.all(
      [throttled, key('plan=1'), key('plan=9,limit=1')].map((one) =>
        get('/clip/profile?uniqueId=sample.creator', one),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([429, 402, 402]);
    expect(answers.flatMap(hints)).toEqual([]);
  });

  it('GET /usage shows the balance when no other call is affordable', async () => {
    const one = key('plan=1');
    await get('/clip/profile?uniqueId=sample.creator', one);
    expect(await get('/usage', one)).toMatchObject({
      status: 200,
      body: { creditsUsed: 0, creditsAvailable: 1 },
    });
    expect((await get('/usage', key('plan=9,limit=0'))).status).toBe(200);
  });
});

describe('contract 7.2(8): a 4xx or 5xx costs nothing', () => {
  it('for every refusal', async () => {
    const one = key('plan=100,rate=9/10s');
    const paths = [
      '/clip/nothing',
      '/clip/profile?uniqueId=sample.creator&fields=country',
      '/clip/profile?uniqueId=a%20b',
      '/clip/profile?uniqueId=no.such.creator',
      '/tube/subtitles/meta?videoId=nosuchvideo',
      '/sponsor/summary?brandId=nobody',
      '/clip/performance-history?uniqueId=sample.creator&pastDayRange=366',
      '/clip/niches?a=1',
      '/tube/profile',
    ];
    const statuses = [];
    for (const path of paths) statuses.push((await get(path, one)).status);
    expect(statuses).toEqual([404, 403, 400, 404, 404, 404, 400, 400, 400]);
    // the unknown path asked for no key, so one place of the window is left
    expect(await available(one)).toBe(100);
    expect((await get('/usage', one)).status).toBe(429);
  });

  it('a 500 neither', async () => {
    const broken = await testApp(
      {},
      {
        world: {
          ...world,
          tube: () => {
            throw new Error('secret detail');
          },
        },
      },
    );
    const one = key('plan=100');
    const { status, body } = await broken.get('/tube/contact?channelId=UCsample-creator00000000', one);
    expect([status, body]).toEqual([500, refused('internal')]);
    expect(await broken.available(one)).toBe(100);
  });
});

const download = served.some(({ id }) => id === 'tube/subtitles/download');
describe.skipIf(!download)(
  `contract 7.2(9): the subtitle download${download ? '' : ' (not served yet)'}`,
  () => {
    const id = 'tube/subtitles/download';
    const { valid, invalid: malformed } = exampleOf(id);
    const request = (parameters: Parameters, one: string) =>
      send(sandbox, { id, method: 'POST' }, parameters, one);

    it('is a file as an attachment and no envelope', async () => {
      const { status, headers, body } = await request(valid, key());

      expect(status).toBe(200);
      expect(headers['content-disposition']).toMatch(/^attachment; filename=/);
      expectValid(SubtitleFile, body);
    });

    it('refuses before it begins in the envelope, credit exhaustion as 402: contract 7.1', async () => {
      const slow = key('plan=9,rate=1/10s');
      await request(malformed, slow);

      expect((await request(malformed, key())).status).toBe(400);
      expect(await request(valid, slow)).toMatchObject({ status: 429, body: refused('rateLimited') });
      expect(await request(valid, key('plan=1'))).toMatchObject({
        status: 402,
        body: refused('insufficientCredits', shortfall(3, 1)),
      });
    });
  },
);

describe('contract 7.2(10): the errors of fractional calls are those of 4.3', () => {
  it('two codes in all', async () => {
    const body = { uniqueId: 'sample.creator', fields: ['nothing'] };
    expect((await post('/clip/profile', body, key('plan=9'))).body['errorCode']).toBe(
      'FRACTIONAL_CALLS_NOT_ENABLED',
    );
    expect((await post('/clip/profile', body, key())).body['errorCode']).toBe('VALIDATION_ERROR');
  });
});

const sample = { uniqueId: 'sample.creator' };
const ofClip = (path: string, fields: unknown, one = key()) =>
  post(`/clip/${path}`, { ...sample, fields }, one);
const used = ({ body }: Answer) => body['creditsUsed'];
const dataOf = ({ body }: Answer) => body['data'] as Record<string, unknown>;

describe('contract 4.3(1): a key must have fractional calls enabled', () => {
  it('otherwise any request with fields is 403, and those without are served whole at the full price', async () => {
    const one = key('plan=100');
    for (const fields of [['country'], [], {}, null, 0, ''])
      expect(await ofClip('profile', fields, one)).toMatchObject({
        status: 403,
        body: refused('fractionalNotEnabled'),
      });
    const whole = await post('/clip/profile', sample, one);
    expect([whole.status, used(whole)]).toEqual([200, 2]);
    expect(dataOf(whole)).toEqual(dataOf(await post('/clip/profile', sample, key())));
  });
});

describe('contract 4.3(2): lists of field names', () => {
  it('select whole fields of the allowlist', async () => {
    const answer = await ofClip('audience', ['audienceGender', 'audienceAvgAge']);
    expect([Object.keys(dataOf(answer)).sort(), used(answer)]).toEqual([
      ['audienceAvgAge', 'audienceGender'],
      6,
    ]);
  });

  it('cannot select parts of a field: the message names the valid field', async () => {
    const answer = await ofClip('audience', ['audienceGender.maleRatio']);
    expect(answer).toMatchObject({
      status: 400,
      body: invalid({
        field: 'fields[0]',
        message:
          "Parts of 'audienceGender' cannot be selected; request 'audienceGender' instead of 'audienceGender.maleRatio'.",
        code: 'sub_field',
      }),
    });
    const sponsors = { uniqueId: 'several.brands', fields: { 'sponsorList.brandName': 1 } };
    expect(codesOf(await post('/tube/sponsorship', sponsors, key()))).toEqual([
      ['fields.sponsorList.brandName', 'sub_field'],
    ]);
  });
});

describe('contract 4.3(3): item counts by array', () => {
  it('return so many items', async () => {
    const answer = await ofClip('content-detail', { recentVideos: 5 });
    expect([(dataOf(answer)['recentVideos'] as unknown[]).length, used(answer)]).toEqual([5, 0.5]);
  });

  it('are not written name:N', async () => {
    const answer = await ofClip('content-detail', ['recentVideos:5']);
    expect(answer.status).toBe(400);
    expect(detailsOf(answer).map(({ code }) => code)).toContain('legacy_form');
  });
});

describe('contract 4.3(4): performance histories', () => {
  it.each(['clip', 'gram', 'tube'])('of %s take no fields in any shape', async (platform) => {
    const path = `/${platform}/performance-history?uniqueId=sample.creator&pastDayRange=7`;
    for (const fields of ['', 'totalContents', '[]', '{}', '["totalContents"]', '{"histories":1}'])
      expect(await get(`${path}&fields=${encodeURIComponent(fields)}`, key())).toMatchObject({
        status: 400,
        body: { errorCode: 'VALIDATION_ERROR', details: [{ field: 'fields' }] },
      });
  });

  it('cost by their range alone', async () => {
    const prices = await Promise.all(
      ['sample.creator', 'newborn.account', 'no.contents'].map(async (uniqueId) =>
        used(await get(`/clip/performance-history?uniqueId=${uniqueId}&pastDayRange=90`, key())),
      ),
    );
    expect(prices).toEqual([4, 4, 4]);
  });
});

describe('contract 4.3(5): fields of a search', () => {
  const search = (platform: string, fields: unknown, one = key()) =>
    post(
      `/${platform}/search`,
      {
        filters: [{ filterName: 'uniqueId', op: '=', value: 'sample.creator' }],
        pageSize: 1,
        offset: 0,
        fields,
      },
      one,
    );

  it.each(['clip', 'gram', 'tube'])('of %s have bare operation names as keys', async (platform) => {
    const answer = await search(platform, { profile: ['country'] });
    expect(answer.status).toBe(200);
    const [creator] = dataOf(answer)['creatorList'] as Record<string, unknown>[];
    expect(creator?.['profile']).toMatchObject({ country: 'GBR' });
    for (const prefixed of [`${platform}/profile`, `${platform}-profile`, 'search', 'nothing'])
      expect(await search(platform, { [prefixed]: ['country'] })).toMatchObject({
        status: 400,
        body: { errorCode: 'VALIDATION_ERROR' },
      });
  });
});

describe('contract 4.3(6): counts of 0, null, and more than there are', () => {
  it('0 and null are no items for no credits', async () => {
    for (const count of [0, null]) {
      const answer = await ofClip('content-detail', { recentVideos: count });
      expect([answer.status, dataOf(answer), used(answer)]).toEqual([200, { recentVideos: [] }, 0]);
    }
  });

  it('what is there is paid for, not what was asked for', async () => {
    const fields = { recentVideos: 20 };
    const answer = await post('/clip/content-detail', { uniqueId: 'few.items', fields }, key());
    const items = dataOf(answer)['recentVideos'] as unknown[];
    expect(items.length).toBeLessThan(20);
    expect(used(answer)).toBe(items.length / 10);
  });

  it('never more than the price of the whole', async () => {
    const answer = await ofClip('content-detail', { recentVideos: 1_000_000 });
    expect((dataOf(answer)['recentVideos'] as unknown[]).length).toBeGreaterThan(30);
    expect(used(answer)).toBe(3);
  });
});

describe('contract 4.3(7): empty fields are as if omitted', () => {
  it.each([
    ['profile', [], 2],
    ['audience', [], 10],
    ['content-detail', {}, 3],
  ])('/clip/%s with %j is whole, at its full price', async (path, fields, price) => {
    const [empty, omitted] = [await ofClip(path, fields), await post(`/clip/${path}`, sample, key())];
    expect([used(empty), used(omitted)]).toEqual([price, price]);
    expect(dataOf(empty)).toEqual(dataOf(omitted));
  });
});

describe('contract 4.3(8): everything else is 400 with details[]', () => {
  const wrong: [OperationId, unknown, [field: string, code: string]][] = [
    ['clip/profile', 'country', ['fields', 'invalid_type']],
    ['clip/profile', { country: 1 }, ['fields', 'invalid_type']],
    ['clip/profile', ['nothing'], ['fields[0]', 'unrecognized_field']],
    ['clip/profile', ['audienceQuality'], ['fields[0]', 'not_available']],
    ['clip/content-detail', ['recentVideos'], ['fields', 'invalid_type']],
    ['clip/content-detail', { nothing: 1 }, ['fields.nothing', 'unrecognized_field']],
    ['clip/content-detail', { recentVideos: -1 }, ['fields.recentVideos', 'too_small']],
    ['clip/content-detail', { recentVideos: 0.5 }, ['fields.recentVideos', 'not_integer']],
    ['clip/content-detail', { recentVideos: '5' }, ['fields.recentVideos', 'invalid_type']],
  ];
  it.each(wrong)('%s with %j', async (id, fields, expected) => {
    const one = key();
    const answer = await post(`/${id}`, { ...sample, fields }, one);
    expect([answer.status, answer.body['errorCode']]).toEqual([400, 'VALIDATION_ERROR']);
    expect(codesOf(answer)).toEqual([expected]);
    expect(await available(one)).toBe(1000);
  });
});
