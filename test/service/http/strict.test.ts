import { Buffer } from 'node:buffer';
import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { allDecisions } from '../../../src/app/decisions.ts';
import type { Decision } from '../../../src/core/decisions/decision.ts';
import { adminOf } from '../../admin/admin.ts';
import { type Answer, testApp } from '../../harness.ts';
import { overTheWire } from '../../wire.ts';
import { refused, shortfall, success } from '../v3/common.ts';

const app = await testApp({ size: 100, strict: true });
const { ask, get, getV2, post, world, available } = app;
const admin = adminOf(app);
const { clip } = world.example;

const json = { 'content-type': 'application/json' };
const postV2 = (url: string, payload: unknown, key?: string) =>
  ask({
    method: 'POST',
    url,
    headers: { ...json, ...(key !== undefined && { apiId: key }) },
    payload: Buffer.from(JSON.stringify(payload)),
  });
const preferring = (url: string, prefer: string, key: string) =>
  ask({ method: 'GET', url, headers: { [url.startsWith('/v2') ? 'apiId' : 'api-key']: key, prefer } });
/** The status, and an event stream as text. */
async function nls(description: string, key: string) {
  const request: InjectOptions = {
    method: 'POST',
    url: '/nls',
    headers: { 'api-key': key, ...json },
    payload: JSON.stringify({ description }),
  };
  const { statusCode: status, headers, body: text } = await app.app.inject(request);
  const body = text.startsWith('{') ? (JSON.parse(text) as Answer['body']) : { text };
  return { status, headers, body };
}

const { clipId, gramId } = { clipId: clip, gramId: world.example.gram };
const search = (offset: number) => ({
  filters: [{ filterName: 'totalFollowers', op: '>', value: 0 }],
  pageSize: 5,
  offset,
});
const searchV2 = {
  maxResults: 5,
  offset: 0,
  desc: true,
  sortBy: 'followers',
  filters: [{ filterKey: 'followers', op: '>', value: 0 }],
};
const history = (days: number, key: string) =>
  get(`/clip/performance-history?uniqueId=${clip}&pastDayRange=${days}`, key);

type Call = (key: string) => Promise<Answer>;

/** For each strict decision: calls that rely on it, and a similar call (`neighbour`) that does not. */
const cases: Record<
  string,
  { terms?: string; key?: string; calls: Call[]; neighbour: Call; status?: number }
> = {
  'code-409': {
    calls: [
      (key) => preferring(`/clip/profile?uniqueId=${clip}`, 'code=409', key),
      (key) => get('/clip/profile?uniqueId=sandbox-error-409', key),
    ],
    neighbour: (key) => preferring(`/clip/profile?uniqueId=${clip}`, 'code=503', key),
    status: 503,
  },
  'subtitles-402': {
    terms: 'plan=2',
    calls: [(key) => get(`/tube/subtitles/download?videoId=slowvideo01&vssId=a.en`, key)],
    neighbour: (key) => history(7, key),
    status: 402,
  },
  'search-past-end': {
    calls: [
      (key) => post('/clip/search', search(1_000_000), key),
      (key) =>
        post(
          '/tube/content-search',
          { filters: [{ filterName: 'views', op: '>', value: 0 }], pageSize: 5, offset: 10_000_000 },
          key,
        ),
    ],
    neighbour: (key) => post('/clip/search', search(0), key),
  },
  'sponsor-pages': {
    calls: [
      (key) => get('/sponsor/list', key),
      (key) => post('/sponsor/search', { filters: [], pageSize: 1, offset: 0 }, key),
    ],
    neighbour: (key) => get('/sponsor/information?brandId=slow.example', key),
  },
  'v2-auth': {
    calls: [
      () => getV2(`/v2/clipBasic?clipId=${clipId}`),
      () => getV2(`/v2/clipBasic?clipId=${clipId}`, 'nobody'),
      (key) => get(`/v2/clipBasic?clipId=${clipId}`, key),
    ],
    neighbour: (key) => getV2(`/v2/clipBasic?clipId=${clipId}`, key),
  },
  'v2-code-rate': {
    terms: 'plan=1000,fractional',
    calls: [(key) => preferring(`/v2/clipBasic?clipId=${clipId}`, 'example=QuotaRate', key)],
    neighbour: () => getV2(`/v2/clipBasic?clipId=${clipId}`, 'demo-full'),
  },
  'v2-code-body': {
    calls: [
      (key) => postV2('/v2/clipAdvancedSearch', [], key),
      (key) =>
        ask({
          method: 'POST',
          url: '/v2/clipAdvancedSearch',
          headers: { ...json, apiId: key },
          payload: Buffer.from('{'),
        }),
      (key) => getV2('/v2/%zz', key),
    ],
    neighbour: (key) => postV2('/v2/clipAdvancedSearch', {}, key),
    status: 403,
  },
  'v2-code-filter': {
    calls: [
      (key) =>
        postV2(
          '/v2/clipAdvancedSearch',
          { ...searchV2, filters: [{ filterKey: 'fame', op: '>', value: 1 }] },
          key,
        ),
    ],
    neighbour: (key) =>
      postV2(
        '/v2/clipAdvancedSearch',
        { ...searchV2, filters: [{ filterKey: 'followers', op: '>', value: '1' }] },
        key,
      ),
    status: 403,
  },
  'v2-code-not-found': {
    calls: [
      (key) => getV2('/v2/gramBasic?gramId=no.one', key),
      (key) => getV2('/v2/tubeHistory?tubeId=UCnobody', key),
      (key) => getV2('/v2/clipBasic?clipId=sandbox-error-YoutubeIdNotFound', key),
    ],
    neighbour: (key) => getV2('/v2/clipBasic?clipId=no.one', key),
    status: 403,
  },
  'v2-code-post': {
    calls: [
      (key) => getV2('/v2/getPostById?platform=tube&postId=no', key),
      (key) => getV2('/v2/getPostByLink?postLink=x', key),
    ],
    neighbour: (key) => getV2('/v2/getPostById?platform=tube', key),
    status: 403,
  },
  'v2-code-server': {
    calls: [(key) => preferring(`/v2/gramBasic?gramId=${gramId}`, 'example=ServerError', key)],
    neighbour: (key) => preferring(`/v2/gramBasic?gramId=${gramId}`, 'example=QuotaNotPaid', key),
    status: 403,
  },
  'v2-unlimited': {
    terms: 'unlimited',
    calls: [(key) => getV2(`/v2/gramBasic?gramId=${gramId}`, key), (key) => getV2('/v2/apiStatus', key)],
    neighbour: (key) => get(`/gram/profile?uniqueId=${gramId}`, key),
  },
  'v2-search-bounds': {
    calls: [
      (key) => postV2('/v2/clipAdvancedSearch', { ...searchV2, maxResults: 201 }, key),
      (key) => postV2('/v2/clipAdvancedSearch', { ...searchV2, offset: -1 }, key),
      (key) => postV2('/v2/clipAdvancedSearch', { ...searchV2, filters: [] }, key),
    ],
    neighbour: (key) => postV2('/v2/clipAdvancedSearch', { ...searchV2, maxResults: 'all' }, key),
    status: 403,
  },
  'v2-search-size': {
    calls: [Array(101).fill('a'), ['x'.repeat(1001)]].map(
      (value) => (key: string) =>
        postV2(
          '/v2/clipAdvancedSearch',
          { ...searchV2, filters: [{ filterKey: 'country', op: 'in', value }] },
          key,
        ),
    ),
    neighbour: (key) =>
      postV2(
        '/v2/clipAdvancedSearch',
        { ...searchV2, filters: [{ filterKey: 'country', op: 'in', value: 'USA' }] },
        key,
      ),
    status: 403,
  },
  'v2-platform': {
    calls: [
      (key) => postV2('/v2/submitCreators', { platform: 'radio', platformUserIds: ['a'] }, key),
      (key) => getV2('/v2/topicTable?platform=radio', key),
      (key) => getV2('/v2/getPostById?postId=a&platform=radio', key),
    ],
    neighbour: (key) => postV2('/v2/submitCreators', { platformUserIds: ['a'] }, key),
    status: 403,
  },
  'price-history-steps': {
    calls: [(key) => history(8, key), (key) => history(30, key), (key) => history(364, key)],
    neighbour: (key) => history(365, key),
  },
  'fields-get': {
    calls: [
      (key) => get(`/clip/profile?uniqueId=${clip}&fields=country`, key),
      (key) => get(`/clip/profile?uniqueId=${clip}&fields=["country"]`, key),
      (key) => get(`/clip/content-detail?uniqueId=${clip}&fields=`, key),
    ],
    neighbour: (key) => post('/clip/profile', { uniqueId: clip, fields: ['country'] }, key),
  },
  'fields-to-come': {
    calls: [(key) => post('/clip/profile', { uniqueId: clip, fields: ['audienceQuality'] }, key)],
    neighbour: (key) => post('/clip/profile', { uniqueId: clip, fields: ['audience'] }, key),
    status: 400,
  },
  'search-fields': {
    calls: [(key) => post('/clip/search', { ...search(0), fields: { profile: ['country'] } }, key)],
    neighbour: (key) => post('/clip/search', search(0), key),
  },
  'key-credits-available': {
    terms: 'plan=1000,limit=100',
    calls: [(key) => nls('creators in Canada', key)],
    neighbour: (key) => get(`/clip/profile?uniqueId=${clip}`, key),
  },
  'nls-unlimited': {
    terms: 'unlimited',
    calls: [(key) => nls('creators in Canada', key)],
    neighbour: () => nls('creators in Canada', 'demo-full'),
  },
};

const strict = allDecisions.filter((decision) => decision.strict !== undefined);

const objected = ({ id, what, strict }: Decision) => ({
  status: 501,
  headers: expect.objectContaining({ 'content-type': 'application/problem+json; charset=utf-8' }),
  body: {
    type: 'about:blank',
    title: 'Not Implemented',
    status: 501,
    detail: `This call touches a behaviour of the sandbox that is assumed and not specified: ${what}. ${strict}`,
    decision: id,
    tag: 'assumed',
    ...(allDecisions.find((decision) => decision.id === id)?.setting && { setting: expect.any(String) }),
  },
});

describe('a strict sandbox', () => {
  it('has calls in this test for every strict decision', () => {
    expect(strict.map(({ id }) => id).sort()).toEqual(Object.keys(cases).sort());
  });

  it.each(strict.map((decision) => [decision.id, decision] as const))(
    'refuses a call that relies on %s, free of charge, and answers a similar one',
    async (id, decision) => {
      const {
        terms = 'plan=1000,fractional',
        calls,
        neighbour,
        status = 200,
      } = cases[id] as (typeof cases)[string];
      for (const [n, call] of calls.entries()) {
        const key = `sandbox:${terms}:strict-${id}-${n}`;
        const before = await available(key);
        expect(await call(key)).toEqual(objected(decision));
        expect(await available(key)).toBe(before);
        const { entries } = (await admin('GET', `/keys/${key}/entries`)).body as {
          entries: { kind: string }[];
        };
        expect(entries.map(({ kind }) => kind)).toEqual(['open']);
      }
      const { body } = await admin('GET', `/requests?decision=${id}&status=501`);
      const recorded = body['requests'] as { decisions: string[]; notes: string[]; credits: number }[];
      expect(recorded.length).toBe(calls.length);
      for (const { decisions, notes, credits } of recorded)
        expect([decisions, notes.at(-1), credits]).toEqual([[id], `strict: not answered by ${id}`, 0]);

      expect((await neighbour(`sandbox:${terms}:neighbour-${id}`)).status).toBe(status);
    },
  );

  it('answers all other calls as usual, at the usual price', async () => {
    const key = 'sandbox:plan=5:as-ever';
    const { body } = await get(`/clip/profile?uniqueId=${clip}`, key);
    expect(body).toEqual(success(body['data'], 2, 3));
    expect((await get('/clip/profile?uniqueId=no.one', key)).body).toEqual(refused('notFound'));
    expect((await history(365, key)).body).toEqual(refused('insufficientCredits', shortfall(5, 3)));
  });

  it('checks key, rate and permission first', async () => {
    const url = `/clip/profile?uniqueId=${clip}&fields=country`;
    expect((await get(url)).status).toBe(401);
    expect((await get(url, 'demo-forbidden')).status).toBe(403);
    const key = 'sandbox:plan=9,fractional,rate=1/1h:strict-first';
    expect([(await get(url, key)).status, (await get(url, key)).status]).toEqual([501, 429]);
  });

  it('refuses `fields` as specified, where a key or an operation takes none', async () => {
    const url = `/clip/profile?uniqueId=${clip}&fields=country`;
    expect((await get(url, 'demo-standard')).body).toEqual(refused('fractionalNotEnabled'));
    expect((await get('/usage?fields=country', 'demo-full')).status).toBe(400);
  });

  it('does not answer a natural rate limit of generation 2 either', async () => {
    const key = 'sandbox:plan=9,rate=1/1h:strict-rate';
    expect((await getV2('/v2/apiStatus', key)).status).toBe(200);
    expect(await getV2('/v2/apiStatus', key)).toMatchObject({
      status: 501,
      body: { decision: 'v2-code-rate' },
    });
  });

  it('ignores the parameters of a call with a forced refusal', async () => {
    const forced = await preferring(`/clip/profile?uniqueId=${clip}&fields=country`, 'code=429', 'demo-full');
    expect(forced.body).toEqual(refused('rateLimited'));
  });

  it('counts unanswered calls as refused', async () => {
    const key = 'sandbox:plan=1000,fractional:strict-usage';
    await get('/sponsor/list', key);
    const { data } = (await get('/usage', key)).body as { data: { records: object[] } };
    expect(data.records).toMatchObject([{ requestCount: 1, totalQuotaUsed: 0 }]);
  });

  it('objects to bytes that cannot be parsed as HTTP too', async () => {
    const { port } = new URL(await app.app.listen({ port: 0, host: '127.0.0.1' }));
    const reply = await overTheWire(Number(port), {
      url: '/v2/clipBasic',
      headers: { 'not a header': 'x' },
    });
    expect([reply.status, reply.headers['content-type'], JSON.parse(reply.text)]).toEqual([
      501,
      'application/problem+json; charset=utf-8',
      expect.objectContaining({ status: 501, decision: 'v2-code-body' }),
    ]);
    expect([...app.deps.journal.all()].at(-1)).toMatchObject({
      status: 501,
      errorCode: null,
      notes: ['Request could not be parsed as HTTP.', 'strict: not answered by v2-code-body'],
      decisions: ['v2-code-body'],
    });
  });

  it('does not answer a refusal that a fault rule forces either, and charges nothing', async () => {
    const key = 'sandbox:plan=9:strict-rule';
    await admin('POST', '/faults', {
      match: { key, operation: 'clip/profile' },
      respond: { status: 409 },
      times: 1,
    });
    const url = `/clip/profile?uniqueId=${clip}`;
    expect(await get(url, key)).toMatchObject({ status: 501, body: { decision: 'code-409' } });
    const { body } = await get(url, key);
    expect(body).toEqual(success(body['data'], 2, 7));
  });

  it('does not begin a stream that is to end with such a code', async () => {
    const payload = Buffer.from('{"description":"gaming clip creators with more than 1000 followers"}');
    const asking = (prefer: string) =>
      app.app.inject({
        method: 'POST',
        url: '/nls',
        headers: { ...json, 'api-key': 'sandbox:plan=9:strict-stream', prefer },
        payload,
      });
    const conflict = await asking('profile=failed-result, example=CONFLICT');
    expect([conflict.statusCode, conflict.json()]).toMatchObject([501, { decision: 'code-409' }]);
    const unavailable = await asking('profile=failed-result');
    expect([unavailable.statusCode, unavailable.headers['content-type']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
  });

  it('answers at a price that the user has set', async () => {
    const own = await testApp({ strict: true, prices: { 'clip/performance-history': 4 } });
    const { body } = await own.get(
      `/clip/performance-history?uniqueId=${own.world.example.clip}&pastDayRange=30`,
      'sandbox:plan=9:own-price',
    );
    expect(body).toEqual(success(body['data'], 4, 5));
  });
});
