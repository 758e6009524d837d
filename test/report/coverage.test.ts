import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { generations } from '../../src/app/app.ts';
import { operations } from '../../src/core/operations.ts';
import { readSettings } from '../../src/core/settings.ts';
import { createOutcomes } from '../../src/report/outcomes.ts';
import { notables } from '../../src/report/reply-facts.ts';
import { adminOf } from '../admin/admin.ts';
import { type TestApp, testApp } from '../harness.ts';
import { metIn, nextOf, reportFrom } from './reports.ts';

const { settings } = readSettings({});
const cells = createOutcomes(generations.map((make) => make(settings)));
const refusals = cells.list.filter(({ kind }) => kind !== 'success');
const methodsOf = new Map<string, readonly string[]>(operations.map(({ id, methods }) => [id, methods]));

/** Makes an operation answer with a refusal. */
const force = ({ ask }: TestApp, operation: string, status: number, code: string, key = 'demo-full') => {
  const method = methodsOf.get(operation)?.[0] as 'GET' | 'POST';
  return ask({
    method,
    url: `/${operation}`,
    headers: {
      [operation.startsWith('v2/') ? 'apiId' : 'api-key']: key,
      prefer: `code=${status}, example=${code}`,
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    },
    ...(method === 'POST' && { payload: '{}' }),
  });
};

describe('the cells', () => {
  it('are every operation with every refusal that its generation can give, and the notable successes', async () => {
    const { deps } = await testApp();
    expect(refusals.map(({ operation, status, code }) => `${operation} ${status}/${code}`).sort()).toEqual(
      operations
        .flatMap(({ id }) => deps.outcomes.of(id).map((each) => `${id} ${each.status}/${each.errorCode}`))
        .sort(),
    );
    const successes = operations.flatMap((operation) =>
      Object.values(notables).flatMap(({ on, code }) => (on(operation) ? [`${operation.id} ${code}`] : [])),
    );
    expect(
      cells.list
        .filter(({ kind }) => kind === 'success')
        .map(({ operation, code }) => `${operation} ${code}`),
    ).toEqual(expect.arrayContaining(successes));
    expect(cells.list).toHaveLength(refusals.length + successes.length);
  });

  it('are notable where the reply can be so: every paged reply and every record with a private flag', async () => {
    const { deps } = await testApp();
    const having = (name: string) =>
      new Set(
        deps.servedRoutes
          .filter(({ reply }) => JSON.stringify(reply ?? {}).includes(`"${name}":`))
          .map(({ operation }) => operation as string),
      );
    const on = (name: keyof typeof notables) =>
      new Set(operations.filter(notables[name].on).map(({ id }) => id as string));
    expect(on('lastPage')).toEqual(having('totalResults'));
    expect(
      new Set([...having('isPrivateAccount')].filter((id) => !id.endsWith('search') && id !== 'nls')),
    ).toEqual(on('privateAccount'));
  });
});

describe('coverage', () => {
  it('is exactly the cells that a client met, by whatever way', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray([...refusals], { minLength: 1, maxLength: 40 }), async (some) => {
        const app = await testApp();
        for (const { operation, status, code } of some) await force(app, operation, status, code);
        const report = await reportFrom(app);
        expect(metIn(report).sort()).toEqual(
          some.map(({ operation, status, code }) => `${operation} ${status}/${code} 0+1`).sort(),
        );
        const called = new Set(some.map(({ operation }) => operation));
        expect(report.coverage).toMatchObject({
          met: some.length,
          total: cells.list.length,
          called: {
            met: some.length,
            total: cells.list.filter(({ operation }) => called.has(operation)).length,
          },
        });
      }),
      { numRuns: 8 },
    );
  });

  it('tells refusals that the sandbox gave by itself from those that a test forced', async () => {
    const app = await testApp();
    await app.get('/clip/profile?uniqueId=nobody.here', 'demo-full');
    await app.get('/clip/profile?uniqueId=sandbox-error-404', 'demo-full');
    await adminOf(app)('POST', '/faults', { match: {}, respond: { status: 503 }, times: 1 });
    await app.get('/clip/profile?uniqueId=sample.creator', 'demo-full');
    expect(metIn(await reportFrom(app))).toEqual([
      'clip/profile 503/SERVICE_UNAVAILABLE 0+1',
      'clip/profile 404/NOT_FOUND 1+1',
    ]);
  });

  it('meets the notable successes', async () => {
    const app = await testApp();
    const { get, post, getV2 } = app;
    const search = (value: number, offset: number) =>
      post(
        '/clip/search',
        { filters: [{ filterName: 'totalFollowers', op: '>', value }], pageSize: 100, offset },
        'demo-full',
      );
    await search(-1, 1_000);
    await search(1e12, 0);
    await get('/clip/profile?uniqueId=private.account', 'demo-full');
    await getV2('/v2/clipBasic?clipId=private.account', 'demo-full');
    await get('/clip/content-detail?uniqueId=photo.mode', 'demo-full');
    await get('/clip/content-detail?uniqueId=photo.mode', 'demo-full');
    await app.app.inject({
      method: 'POST',
      url: '/nls',
      headers: { 'api-key': 'demo-full', 'content-type': 'application/json' },
      payload: { description: 'someone nice' },
    });
    await get('/usage', 'demo-unlimited');
    await get('/sponsor/list?pageSize=1', 'sandbox:plan=9:renewed');
    await adminOf(app)('POST', '/clock/advance', { by: '31d', key: 'sandbox:plan=9:renewed' });
    await get('/sponsor/list?pageSize=1', 'sandbox:plan=9:renewed');
    await get('/sponsor/list?pageSize=1', 'sandbox:plan=9:renewed');
    expect(metIn(await reportFrom(app)).sort()).toEqual([
      'clip/content-detail 200/photo-post 2+0',
      'clip/content-detail 200/success 2+0',
      'clip/profile 200/private-account 1+0',
      'clip/profile 200/success 1+0',
      'clip/search 200/empty-page 1+0',
      'clip/search 200/last-page 2+0',
      'clip/search 200/no-results 1+0',
      'clip/search 200/success 2+0',
      'nls 200/success 1+0',
      'nls 200/too-broad 1+0',
      'sponsor/list 200/after-renewal 1+0',
      'sponsor/list 200/refreshed 1+0',
      'sponsor/list 200/success 3+0',
      'usage 200/success 1+0',
      'usage 200/unlimited-account 1+0',
      'v2/clipBasic 200/private-account 1+0',
      'v2/clipBasic 200/success 1+0',
    ]);
  });
});

it('is met by the first call of each of many accounts after their renewal', async () => {
  const app = await testApp();
  const keys = Array.from({ length: 15 }, (_, n) => `sandbox:plan=9:renewed-${n}`);
  const ask = async () => {
    for (const key of keys) await app.get('/sponsor/list?pageSize=1', key);
  };
  await ask();
  await adminOf(app)('POST', '/clock/advance', { by: '31d' });
  await ask();
  expect(metIn(await reportFrom(app))).toContain('sponsor/list 200/after-renewal 15+0');
});

describe('the next step of a client', () => {
  it('tells what a client did after a refusal', async () => {
    const app = await testApp({ clock: 'real' });
    const ask = (name: string, key: string) => app.get(`/clip/profile?uniqueId=${name}`, key);
    await ask('nobody.here', 'demo-full');
    await ask('nobody.here', 'demo-full');
    await ask('sample.creator', 'demo-full');
    await ask('nobody.there', 'demo-full');
    await ask('', 'demo-full');
    const report = await reportFrom(app);
    expect(nextOf(report, 'clip/profile', 'NOT_FOUND')).toEqual({
      retried: 1,
      waited: 0,
      gaveUp: 0,
      wentOn: 1,
      askedElse: 1,
      waits: { atOnce: 1, soon: 0, later: 0 },
    });
    expect(nextOf(report, 'clip/profile', 'VALIDATION_ERROR')).toMatchObject({ retried: 0, gaveUp: 1 });
  });

  it('tells how long a retry waited, in three classes', async () => {
    const app = await testApp({ clock: 'real' });
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    for (const waitMs of [0, 99, 100, 4_999, 5_000, 0]) {
      await app.get('/clip/profile?uniqueId=nobody.here', 'demo-full');
      vi.advanceTimersByTime(waitMs);
    }
    expect(nextOf(await reportFrom(app), 'clip/profile', 'NOT_FOUND')).toMatchObject({
      ...{ retried: 5, waited: 3, gaveUp: 1 },
      waits: { atOnce: 2, soon: 2, later: 1 },
    });
  });

  it('tells what a client did after each notable success that a reply was', async () => {
    const app = await testApp();
    const search = (value: number, offset: number) =>
      app.post(
        '/clip/search',
        { filters: [{ filterName: 'totalFollowers', op: '>', value }], pageSize: 100, offset },
        'demo-full',
      );
    const stream = (description: string, key = 'demo-full') =>
      app.app.inject({
        method: 'POST',
        url: '/nls',
        headers: { 'api-key': key, 'content-type': 'application/json' },
        payload: { description },
      });
    await search(1e12, 0);
    await search(1e12, 0);
    await search(-1, 1_000);
    await search(1e12, 0);
    await stream('someone nice');
    await stream('someone nice');
    await stream('someone nice', 'demo-unlimited');
    const report = await reportFrom(app);
    const next = (operation: string, code: string) => {
      const { retried, gaveUp, wentOn, askedElse } = nextOf(report, operation, code) ?? {};
      return { retried, gaveUp, wentOn, askedElse };
    };
    expect(next('clip/search', 'no-results')).toEqual({ retried: 1, gaveUp: 1, wentOn: 1, askedElse: 0 });
    expect(next('clip/search', 'empty-page')).toEqual({ retried: 0, gaveUp: 0, wentOn: 1, askedElse: 0 });
    expect(next('clip/search', 'last-page')).toEqual({ retried: 1, gaveUp: 1, wentOn: 2, askedElse: 0 });
    expect(next('nls', 'too-broad')).toEqual({ retried: 1, gaveUp: 2, wentOn: 0, askedElse: 0 });
    // What the reply was already when the stream began.
    expect(next('nls', 'unlimited-account')).toEqual({ retried: 0, gaveUp: 1, wentOn: 0, askedElse: 0 });
  });

  it('tells no waits under a frozen clock, so that equal runs give equal bytes', async () => {
    const run = async () => {
      const app = await testApp();
      for (const { operation, status, code } of refusals.slice(0, 100))
        for (const key of ['demo-full', 'sandbox:plan=5:equal'])
          await force(app, operation, status, code, key);
      for (let n = 0; n < 5; n++) await app.get('/clip/profile?uniqueId=nobody.here', 'demo-throttled');
      const reply = await app.app.inject({ url: '/__admin/report', headers: { host: 'localhost' } });
      return reply.body;
    };
    const first = await run();
    expect(first).not.toContain('"waits"');
    expect(await run()).toBe(first);
  });
});
