import { describe, expect, it } from 'vitest';
import { adminOf } from '../admin/admin.ts';
import { testApp } from '../harness.ts';
import { brokenIn, metIn, reportFrom } from './reports.ts';

const profile = '/clip/profile?uniqueId=';
const search = (offset: number) => ({
  filters: [{ filterName: 'totalFollowers', op: '>', value: 10 }],
  pageSize: 2,
  offset,
  sortBy: 'totalFollowers',
});

describe('waste', () => {
  it('is a call that is paid again within ten minutes, at once or after others', async () => {
    const app = await testApp();
    const admin = adminOf(app);
    const ask = (name: string) => app.get(`${profile}${name}`, 'demo-full');
    await ask('sample.creator');
    await ask('sample.creator');
    await ask('sample.friend');
    await ask('sample.creator');
    await admin('POST', '/clock/advance', { by: '11m' });
    await ask('sample.friend');
    await ask('sample.creator');
    // Another key is another client.
    await app.get(`${profile}sample.creator`, 'demo-standard');
    const { waste, receipt } = await reportFrom(app);
    expect(waste).toMatchObject([
      { rule: 'paid-again', operation: 'clip/profile', credits: 4, requestCount: 2 },
    ]);
    expect(receipt.paidTwice).toBe(4);
  });

  it('is no call after more than ten minutes, which shows that a cache expires', async () => {
    const app = await testApp();
    const ask = (name: string) => app.get(`${profile}${name}`, 'demo-full');
    const refreshed = async () => metIn(await reportFrom(app)).filter((cell) => /refreshed/.test(cell));
    for (const name of ['sample.creator', 'sample.friend', 'sample.creator']) await ask(name);
    await adminOf(app)('POST', '/clock/advance', { by: '10m' });
    await ask('sample.friend');
    expect(await refreshed()).toEqual([]);
    await adminOf(app)('POST', '/clock/advance', { by: '10m' });
    await ask('sample.creator');
    await app.post('/clip/profile', { uniqueId: '@Sample.Creator' }, 'demo-full');
    await ask('private.account');
    await app.get(`${profile}sample.creator`, 'demo-standard');
    expect(await refreshed()).toEqual(['clip/profile 200/refreshed 1+0']);
  });

  it.each([
    ['a top-up', 'POST', '/keys/demo-full/credits', { purchased: 1 }],
    ['another term of the key', 'PATCH', '/keys/demo-full', { limit: 50 }],
    ['a fault', 'POST', '/faults', { match: { operation: 'nls' }, respond: { status: 503 } }],
    ['the clock', 'POST', '/clock/advance', { by: '1s' }],
    ['the clock of the key', 'POST', '/clock/advance', { by: '1s', key: 'demo-full' }],
    ['a reset of the key', 'POST', '/reset', { key: 'demo-full' }],
    ['a reset of everything', 'POST', '/reset', {}],
  ] as const)('is no call after %s was changed', async (_what, method, path, body) => {
    const app = await testApp();
    const ask = (name: string) => app.get(`${profile}${name}`, 'demo-full');
    for (const name of ['sample.creator', 'no spaces']) await ask(name);
    await app.post('/clip/search', search(0), 'demo-full');
    expect((await adminOf(app)(method, path, body)).status).toBeLessThan(300);
    // In another order: of one search, this page would be a break.
    await app.post('/clip/search', { ...search(2), desc: false }, 'demo-full');
    for (const name of ['sample.creator', 'no spaces']) await ask(name);
    const report = await reportFrom(app);
    expect([report.waste, report.clientRules, report.receipt.calls]).toEqual([[], [], 6]);
    await ask('sample.creator');
    expect((await reportFrom(app)).waste).toMatchObject([{ rule: 'paid-again' }]);
  });

  it('is not what another test asks, nor is its refusal one that is asked again', async () => {
    const app = await testApp();
    for (const key of ['demo-full', 'sandbox:plan=0:poor'])
      for (const test of ['one', 'two'])
        await app.ask({
          method: 'GET',
          url: `${profile}sample.creator`,
          headers: { 'api-key': key, 'x-sandbox-test': test },
        });
    expect(await reportFrom(app)).toMatchObject({ waste: [], clientRules: [] });
  });

  it('is a page after the last whose creators were looked up, and a page past the end', async () => {
    const app = await testApp();
    const pages = [];
    for (const offset of [0, 2, 4, 6])
      pages.push(await app.post('/clip/search', search(offset), 'demo-full'));
    expect((await reportFrom(app)).waste).toEqual([]);
    const [first, second, third] = pages.map(
      ({ body }) => (body['data'] as { creatorList: { uniqueId: string }[] }).creatorList[0]?.uniqueId,
    );
    // The same handle on another platform is another creator.
    await app.get(`/gram/profile?uniqueId=${second}`, 'demo-full');
    expect((await reportFrom(app)).waste).toEqual([]);
    // One look-up of four creators: this client reads the lists.
    await app.get(`${profile}@${second}`, 'demo-full');
    expect((await reportFrom(app)).waste).toEqual([]);
    // The same creator again, which costs nothing, is no second one.
    await app.post('/clip/content-detail', { uniqueId: second, fields: { recentVideos: 0 } }, 'demo-full');
    expect((await reportFrom(app)).waste).toEqual([]);
    await app.get(`${profile}${first}`, 'demo-full');
    expect((await reportFrom(app)).waste).toMatchObject([
      { rule: 'unused-page', operation: 'clip/search', credits: 2, requestCount: 2 },
    ]);
    await app.post('/clip/search', search(100_000), 'demo-full');
    expect((await reportFrom(app)).waste).toMatchObject([
      { rule: 'unused-page', operation: 'clip/search', credits: 3, requestCount: 3 },
    ]);
    // After a refused look-up, as for want of credits, the client may have wanted the others too.
    const headers = { 'api-key': 'demo-full', prefer: 'code=402' };
    await app.ask({ url: `${profile}${third}`, headers });
    expect((await reportFrom(app)).waste).toMatchObject([{ credits: 1, requestCount: 1 }]);
    // A client that begins again has not read that page as the last.
    for (const offset of [0, 100_002]) await app.post('/clip/search', search(offset), 'demo-full');
    expect(brokenIn(await reportFrom(app))).toEqual({});
  });

  it('is each unused page once, however many searches a run has, as is each page in another order', async () => {
    const app = await testApp();
    const searchPages = async (value: number, key = 'demo-full') => {
      const filters = [{ filterName: 'totalFollowers', op: '>', value }];
      const page = (offset: number) =>
        app.post('/clip/search', { filters, pageSize: 1, offset, desc: offset > 0 }, key);
      const first = await page(0);
      await page(1);
      return (first.body['data'] as { creatorList: { uniqueId: string }[] }).creatorList[0]?.uniqueId;
    };
    const searches = 250;
    await searchPages(1, 'demo-standard');
    for (let n = 1; n <= searches; n += 1) await app.get(`${profile}${await searchPages(n)}`, 'demo-full');
    // The first of them again, when they were forgotten: nobody looks up what they find.
    for (const key of ['demo-full', 'demo-standard']) await searchPages(1, key);
    const report = await reportFrom(app);
    const unused = report.waste.filter(({ rule }) => rule === 'unused-page');
    expect(unused).toMatchObject([{ requestCount: searches }]);
    expect(brokenIn(report)).toEqual({ 'page-with-other-sort': searches + 3 });
  });

  it('is no page of another size in the same order, nor one behind the last page of another size', async () => {
    const app = await testApp();
    for (const page of [search(2), { ...search(0), pageSize: 3 }, { ...search(0), pageSize: 100 }, search(2)])
      await app.post('/clip/search', page, 'demo-full');
    expect(brokenIn(await reportFrom(app))).toEqual({});
  });

  it('is the difference to the whole record where a later call shows that fields sufficed', async () => {
    const app = await testApp();
    await app.get(`${profile}sample.creator`, 'demo-full');
    await app.get(`${profile}sample.friend`, 'demo-full');
    await app.get(`${profile}sample.creator&fields=bio`, 'demo-full');
    await app.get(`${profile}private.account&fields=bio`, 'demo-full');
    // Further parts waste nothing more.
    await app.get(`${profile}sample.creator&fields=country`, 'demo-full');
    expect((await reportFrom(app)).waste).toMatchObject([
      { rule: 'whole-record', operation: 'clip/profile', credits: 1.9, requestCount: 1 },
    ]);
  });

  it('is no whole record where fields are bought of another creator only', async () => {
    const app = await testApp();
    await app.get(`${profile}sample.creator`, 'demo-full');
    await app.get(`${profile}sample.friend&fields=bio`, 'demo-full');
    expect((await reportFrom(app)).waste).toEqual([]);
    // nor where the fields cost as much
    for (const fields of ['', '&fields=audienceLocations&fields=audienceGender&fields=audienceAvgAge'])
      await app.get(`/clip/audience?uniqueId=sample.creator${fields}`, 'demo-full');
    expect((await reportFrom(app)).waste).toEqual([]);
  });

  it('is the same creator by another form: GET, POST, with @, with parameters in another order', async () => {
    const app = await testApp();
    await app.get(`${profile}sample.creator`, 'demo-full');
    await app.get(`${profile}@sample.creator`, 'demo-full');
    await app.post('/clip/profile', { uniqueId: 'sample.creator' }, 'demo-full');
    await app.get('/sponsor/list?pageSize=2&offset=0', 'demo-full');
    await app.get('/sponsor/list?offset=0&pageSize=2', 'demo-full');
    const { waste, receipt } = await reportFrom(app);
    expect(waste).toMatchObject([
      { rule: 'paid-again', operation: 'clip/profile', credits: 4, requestCount: 2 },
      { rule: 'paid-again', operation: 'sponsor/list', credits: 1, requestCount: 1 },
    ]);
    expect(receipt.paidTwice).toBe(5);
  });

  it('is another look-up of an id that just answered 404, which costs nothing but time', async () => {
    const app = await testApp();
    await app.get(`${profile}nobody.here`, 'demo-full');
    await app.get(`${profile}nobody.here`, 'demo-full');
    expect((await reportFrom(app)).waste).toMatchObject([
      { rule: 'asked-again-after-404', operation: 'clip/profile', credits: 0, requestCount: 1 },
    ]);
  });

  it('is watched for 32 pages of a search', async () => {
    const app = await testApp();
    const ask = async (value: number, page: object) => {
      const filters = [{ filterName: 'totalFollowers', op: '>', value }];
      const { body } = await app.post('/clip/search', { filters, pageSize: 1, ...page }, 'demo-full');
      return (body['data'] as { creatorList: { uniqueId: string }[] }).creatorList[0]?.uniqueId;
    };
    const first = await ask(1, { offset: 0, pageSize: 2 });
    for (let offset = 2; offset < 36; offset++) await ask(1, { offset, pageSize: 2 });
    await app.get(`${profile}${first}`, 'demo-full');
    expect((await reportFrom(app)).waste).toMatchObject([{ rule: 'unused-page', requestCount: 31 }]);
  });

  it('is the whole record of each of many creators', async () => {
    const app = await testApp();
    const { body } = await app.post('/clip/search', { ...search(0), pageSize: 30 }, 'demo-full');
    const names = (body['data'] as { creatorList: { uniqueId: string }[] }).creatorList;
    for (const { uniqueId } of names) await app.get(`${profile}${uniqueId}`, 'demo-full');
    for (const { uniqueId } of names) await app.get(`${profile}${uniqueId}&fields=bio`, 'demo-full');
    expect((await reportFrom(app)).waste).toMatchObject([
      { rule: 'whole-record', credits: 57, requestCount: 30 },
    ]);
  });
});
