import { describe, expect, it } from 'vitest';
import { generations } from '../../../src/app/app.ts';
import { findOperation, type Operation } from '../../../src/core/operations.ts';
import { readSettings } from '../../../src/core/settings.ts';
import { outcomesOf } from '../../../src/faults/outcomes.ts';
import { activate } from '../../../src/trials/mutation/activate.ts';
import type { Mutant } from '../../../src/trials/mutation/mutant.ts';
import { ruleNames, ruleOf } from '../../../src/trials/mutation/mutants.ts';
import { noon, testApp } from '../../harness.ts';

const settings = readSettings({}).settings;
const outcomes = outcomesOf(generations.map((make) => make(settings)));

/** A sandbox with one mutant. */
async function mutated(rule: string, operation: string, options = {}, place?: string) {
  const mutant: Mutant = {
    id: `${rule} ${operation}`,
    rule,
    operation,
    changes: 'something',
    client: 'notice',
    ...(place !== undefined && { place }),
  };
  const { rewriter, effects } = activate(mutant, {
    ...{ operation: findOperation(operation) as Operation, schema: undefined, outcomes },
  });
  const app = await testApp({ vocabulary: 'neutral', ...options }, {}, generations, rewriter);
  return { ...app, effects };
}

const profile = '/clip/profile?uniqueId=sample.creator';
const honest = await testApp({ vocabulary: 'neutral' });
const truth = (await honest.get(profile, 'demo-full')).body;
const search = (offset: number, more = {}) => ({
  filters: [{ filterName: 'totalFollowers', op: '>', value: 1000 }],
  pageSize: 3,
  offset,
  ...more,
});

describe('a mutation of values', () => {
  it('takes all fields of a kind at once, or one', async () => {
    const all = await mutated('number-as-text', 'clip/profile');
    expect((await all.get(profile, 'demo-full')).body).toEqual({
      ...truth,
      data: JSON.parse(
        JSON.stringify(truth['data'], (_, each) => (typeof each === 'number' ? String(each) : each)),
      ),
    });
    const one = await mutated('field-missing', 'clip/profile', {}, '/hashtags/*/name');
    const { hashtags, ...rest } = truth['data'] as { hashtags: { contentCount: number }[] };
    expect((await one.get(profile, 'demo-full')).body).toEqual({
      ...truth,
      data: { ...rest, hashtags: hashtags.map(({ contentCount }) => ({ contentCount })) },
    });
    expect([all.effects.changed, one.effects.changed]).toEqual([1, 1]);
  });

  it('applies to the published words too, and to streams and downloads', async () => {
    const published = await mutated('list-empty', 'clip/search', { vocabulary: 'published' });
    const { data } = (await published.post('/tiktok/search', search(0), 'demo-full')).body as {
      data: object;
    };
    expect(data).toEqual({
      creatorList: [],
      totalResults: expect.any(Number),
      hasNextPage: true,
      nextOffset: 3,
    });

    const stream = await mutated('field-missing', 'nls', {}, '/creatorList/*/displayName');
    const said = await stream.app.inject({
      method: 'POST',
      url: '/nls',
      headers: { 'api-key': 'demo-full' },
      payload: { description: 'short video creators from Italy' },
    });
    expect(said.body).toContain('event: progress\n');
    expect(said.body).not.toContain('displayName');

    const file = await mutated('number-as-text', 'tube/subtitles/download');
    const url = '/tube/subtitles/download?videoId=shanvideo01&vssId=a.zh-Hant';
    const [cue] = (await file.get(url, 'demo-full')).body as unknown as [{ start: unknown }];
    expect(typeof cue.start).toBe('string');
  });
});

describe('a mutation of a whole reply', () => {
  it.each([
    ['credits-used-wrong', { creditsUsed: 3 }],
    ['credits-available-stale', { creditsAvailable: 1_000_000 }],
    ['status-wrong', {}],
  ])('%s changes nothing else of a success', async (rule, members) => {
    const { status, body } = await (await mutated(rule, 'clip/profile')).get(profile, 'demo-full');
    expect([status, body]).toEqual([rule === 'status-wrong' ? 500 : 200, { ...truth, ...members }]);
  });

  it.each([
    ['success-wrong', 404, { success: true }],
    ['error-code-wrong', 404, { errorCode: 'CONFLICT' }],
    ['refusal-status-wrong', 200, {}],
  ])('%s changes nothing else of a refusal', async (rule, status, members) => {
    const url = '/clip/profile?uniqueId=nobody.at.all';
    const refused = (await honest.get(url, 'sandbox:plan=9:mutants')).body;
    const { traceId: _, ...rest } = refused;
    const found = await (await mutated(rule, 'clip/profile')).get(url, 'sandbox:plan=9:mutants');
    expect([found.status, found.body]).toEqual([
      status,
      { ...rest, traceId: expect.any(String), ...members },
    ]);
  });

  it('body-wrong has the whole body of a refusal, in either generation', async () => {
    const { body } = await (await mutated('body-wrong', 'clip/profile')).get(profile, 'demo-full');
    expect(body).toEqual({
      ...{ success: false, error: 'InternalServerError', errorCode: 'INTERNAL_SERVER_ERROR' },
      message: 'Internal server error. Please try again later.',
      ...{ traceId: expect.stringMatching(/^[0-9a-f]{32}$/), timestamp: noon },
    });
    const older = await mutated('body-wrong', 'v2/clipBasic');
    expect((await older.getV2('/v2/clipBasic?clipId=sample.creator', 'demo-full')).body).toEqual({
      ...{ data: null, quotaUsed: 0, quotaUsedTotal: 0, remainingPlanCredit: 0 },
      ...{ remainingPrepurchasedCredit: 0, timestamp: noon, error: 'ServerError', success: false },
    });
  });

  it('debits a refusal for true, and nothing else', async () => {
    const app = await mutated('refusal-charged', 'clip/profile');
    await app.get('/clip/profile?uniqueId=nobody.at.all', 'sandbox:plan=9:debited');
    expect(await app.available('sandbox:plan=9:debited')).toBe(7);
    await app.get('/clip/profile?uniqueId=nobody.at.all', 'demo-empty');
    await app.get(profile, 'sandbox:plan=9:debited');
    expect(await app.available('sandbox:plan=9:debited')).toBe(5);
    expect(app.effects.changed).toBe(1);
    const free = await mutated('refusal-charged', 'usage');
    await free.get('/usage?wrong', 'sandbox:plan=9,rate=1/10s:free');
    await free.get('/usage?wrong', 'sandbox:plan=9,rate=1/10s:free');
    expect(free.effects.reached).toBe(0);
  });

  it('lets the clock jump past a renewal after the first call', async () => {
    const app = await mutated('clock-jump', 'clip/profile');
    const key = 'sandbox:plan=9:jump';
    await app.get('/usage', key);
    expect((await app.get(profile, key)).body).toMatchObject({ creditsAvailable: 7 });
    expect((await app.get(profile, key)).body).toMatchObject({ creditsAvailable: 7 });
    expect(app.effects.changed).toBe(1);
  });
});

describe('a mutation of pages', () => {
  const handles = (body: Record<string, unknown>) =>
    (body['data'] as { creatorList: { uniqueId: string }[] }).creatorList.map(({ uniqueId }) => uniqueId);

  it('repeats or skips a record, and goes on for twenty pages at most', async () => {
    const pages = await Promise.all(
      [0, 3].map((offset) => honest.post('/clip/search', search(offset), 'demo-full')),
    );
    const [first = [], second = []] = pages.map(({ body }) => handles(body));
    const repeating = await mutated('page-repeats', 'clip/search');
    const repeatedAt = async (offset: number) =>
      handles((await repeating.post('/clip/search', search(offset), 'demo-full')).body);
    expect((await repeating.post('/clip/search', search(-1), 'demo-full')).status).toBe(400);
    expect([await repeatedAt(3), await repeatedAt(0)]).toEqual([second, first]);
    expect(await repeatedAt(3)).toEqual([first[2], second[0], second[1]]);
    const skipping = await mutated('page-skips', 'clip/search');
    expect(handles((await skipping.post('/clip/search', search(3), 'demo-full')).body)).toEqual(
      second.slice(1),
    );

    const idsOf = async ({ ask }: typeof honest) => {
      const filters = [{ filterKey: 'followers', op: '>', value: -1 }];
      const payload = { filters, maxResults: 3, offset: 3, sortBy: 'followers', desc: true };
      const headers = { apiId: 'demo-unlimited' };
      const { body } = await ask({ method: 'POST', url: '/v2/clipAdvancedSearch', headers, payload });
      return body['data'];
    };
    const ids = (await idsOf(honest)) as string[];
    expect(await idsOf(await mutated('page-skips', 'v2/clipAdvancedSearch'))).toEqual(ids.slice(1));

    const endless = await mutated('next-page-endless', 'clip/search');
    let asked = 0;
    for (let offset = 0, more = true; more && asked < 100; asked++) {
      const { body } = await endless.post('/clip/search', search(offset, { pageSize: 50 }), 'demo-unlimited');
      expect(Object.keys(body['data'] as object)).toEqual([
        ...['creatorList', 'totalResults', 'hasNextPage', 'nextOffset'],
      ]);
      ({ hasNextPage: more, nextOffset: offset } = body['data'] as {
        hasNextPage: boolean;
        nextOffset: number;
      });
    }
    expect(endless.effects.changed).toBe(20);
    const early = await mutated('next-page-early', 'clip/search');
    const { data } = (await early.post('/clip/search', search(0), 'demo-full')).body;
    expect(data).toEqual({ ...(pages[0]?.body['data'] as object), hasNextPage: false, nextOffset: 0 });
  });

  it('turns a list only where it has an order', async () => {
    const app = await mutated('list-unsorted', 'clip/search');
    const sorted = search(0, { sortBy: 'totalFollowers', desc: true, fields: { profile: ['hashtags'] } });
    const told = handles((await app.post('/clip/search', sorted, 'demo-full')).body);
    expect(told).toEqual(handles((await honest.post('/clip/search', sorted, 'demo-full')).body).toReversed());
    const inner = await mutated('list-unsorted', 'clip/search', {}, '/creatorList/*/profile/hashtags');
    await inner.post('/clip/search', sorted, 'demo-full');
    expect(inner.effects).toMatchObject({ reached: 1, changed: 0 });
    await app.post('/clip/search', search(0), 'demo-full');
    expect([app.effects.reached, app.effects.changed]).toEqual([2, 1]);
  });
});

describe('a mutation that acts as a fault does', () => {
  it('is neither listed nor removed with the rules of the tests, and counts its own refusals alone', async () => {
    const app = await mutated('unavailable-once', 'clip/profile');
    // A refusal before it acts is not its own.
    for (const prefer of ['code=503', 'code=1'])
      await app.ask({ url: '/usage', headers: { 'api-key': 'demo-full', prefer } });
    expect(app.effects.recovered).toBe(false);
    const admin = (method: 'GET' | 'DELETE') =>
      app.ask({ method, url: '/__admin/faults', headers: { host: '127.0.0.1' } });
    expect((await admin('GET')).body).toEqual({ faults: [] });
    await admin('DELETE');
    expect((await app.get(profile, 'demo-full')).status).toBe(503);
    expect(app.effects).toMatchObject({ changed: 1, recovered: false });
    expect((await app.get(profile, 'demo-full')).status).toBe(200);
    expect(app.effects).toMatchObject({ changed: 1, recovered: true });
  });

  it('takes no failed result of a stream, which has the status 200, for a refusal', async () => {
    const app = await mutated('refusal-status-wrong', 'nls');
    const headers = { 'api-key': 'demo-full', prefer: 'profile=failed-result' };
    const payload = { description: 'short video creators' };
    await app.app.inject({ method: 'POST', url: '/nls', headers, payload });
    expect(app.effects.reached).toBe(0);
  });

  it('sends a result twice, and cuts a download', async () => {
    const stream = await mutated('stream-two-results', 'nls');
    const { body } = await stream.app.inject({
      method: 'POST',
      url: '/nls',
      headers: { 'api-key': 'demo-full' },
      payload: { description: 'short video creators' },
    });
    expect(body.split('event: result\n').length - 1).toBe(2);
    const file = await mutated('download-cut', 'tube/subtitles/download');
    const reply = await file.app.inject({
      method: 'GET',
      url: '/tube/subtitles/download?videoId=shanvideo01&vssId=a.zh-Hant',
      headers: { 'api-key': 'demo-full' },
    });
    expect(() => JSON.parse(reply.body) as unknown).toThrow();
  });
});

describe('a mutation of what is sent', () => {
  const download = (found: { app: typeof honest.app }, vssId: string) =>
    found.app.inject({
      method: 'GET',
      url: `/tube/subtitles/download?videoId=shanvideo01&vssId=${vssId}`,
      headers: { 'api-key': 'demo-full' },
    });

  it('leaves a refusal in the place of a download whole, and does not count it', async () => {
    const cutting = await mutated('download-cut', 'tube/subtitles/download');
    const { traceId: _, timestamp: _t, ...refused } = (await download(honest, 'no-such-track')).json();
    const cut = await download(cutting, 'no-such-track');
    expect([cut.statusCode, cut.json()]).toEqual([
      404,
      { ...refused, traceId: expect.any(String), timestamp: expect.any(Number) },
    ]);
    // Nor does it count what a rule of the tests cuts.
    await cutting.ask({
      ...{ method: 'POST', url: '/__admin/faults' },
      headers: { host: '127.0.0.1', 'content-type': 'application/json' },
      payload: JSON.stringify({ match: {}, profile: 'cut', times: 1 }),
    });
    await download(cutting, 'a.zh-Hant');
    expect(cutting.effects).toMatchObject({ reached: 0, changed: 0 });
    await download(cutting, 'a.zh-Hant');
    expect(cutting.effects).toMatchObject({ reached: 1, changed: 1 });
  });

  it.each(['stream-without-result', 'stream-frame-cut', 'stream-result-failed', 'stream-two-results'])(
    '%s counts no refusal in the place of a stream',
    async (rule) => {
      const app = await mutated(rule, 'nls');
      const ask = (key: string) =>
        app.app.inject({
          method: 'POST',
          url: '/nls',
          headers: { 'api-key': key },
          payload: { description: 'short video creators from Italy' },
        });
      expect((await ask('demo-empty')).json()).toMatchObject({ errorCode: 'INSUFFICIENT_CREDITS' });
      expect(app.effects).toMatchObject({ reached: 0, changed: 0 });
      await ask('demo-full');
      expect(app.effects).toMatchObject({ reached: 1, changed: 1 });
    },
  );
});

it('every rule has a name that says what changes, each once', () => {
  expect(new Set(ruleNames).size).toBe(ruleNames.length);
  expect(ruleNames).toHaveLength(32);
  const retried = ruleNames.filter((rule) => ruleOf({ rule }).endsWithRetry);
  expect(retried).toEqual(['rate-limited-once', 'unavailable-once', 'reply-late']);
});
