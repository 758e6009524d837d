import { describe, expect, it } from 'vitest';
import type { RequestView } from '../../src/client/types.ts';
import { formatCallSite, parseCallSite } from '../../src/core/call-site.ts';
import { adminOf } from '../admin/admin.ts';
import { type TestApp, testApp } from '../harness.ts';
import { reportFrom } from './reports.ts';

const profile = '/clip/profile?uniqueId=sample.creator';

const call = ({ app }: TestApp, site: string | undefined, url = profile) =>
  app.inject({
    url,
    headers: { 'api-key': 'demo-full', ...(site !== undefined && { 'x-sandbox-call-site': site }) },
  });

async function journalOf(app: TestApp): Promise<RequestView[]> {
  const { body } = await adminOf(app)('GET', '/requests?limit=1000');
  return body['requests'] as RequestView[];
}

describe('the header X-Sandbox-Call-Site', () => {
  it.each([
    [
      'src/client.ts:41:12 fetchProfile',
      { file: 'src/client.ts', line: 41, column: 12, function: 'fetchProfile' },
    ],
    ['src/client.ts:41', { file: 'src/client.ts', line: 41 }],
    ['a/b.py:7 f%0A', { file: 'a/b.py', line: 7 }],
    ['a/b.py:7  load all', { file: 'a/b.py', line: 7, function: 'load all' }],
    ['src/kl%C3%A4nt%3A%20x.ts:1:1', { file: 'src/klänt: x.ts', line: 1, column: 1 }],
    [`c.ts:5:6 ${'f'.repeat(900)}`, { file: 'c.ts', line: 5, column: 6, function: 'f'.repeat(291) }],
  ])('names a place: %s', (header, place) => expect(parseCallSite(header)).toEqual(place));

  it.each([
    '/etc/passwd:1:1 f',
    'C:/client.ts:1',
    'src/../../client.ts:1',
    './client.ts:1',
    'src//client.ts:1',
    'src%2f..%2fclient.ts:1',
    'src\\client.ts:1',
    'client.ts',
    'client.ts:0',
    'client.ts:-1',
    'client.ts:99999999',
    'client%E2%80%AE.ts:1',
    'client%00.ts:1',
    'client%1B[31m.ts:1',
    'client%.ts:1',
    '%ED%A0%80.ts:1',
    'https://a.example/client.ts:1',
    `${'x'.repeat(300)}.ts:1`,
    ' ',
  ])('is ignored and noted when it names none: %s', async (header) => {
    const app = await testApp();
    expect(parseCallSite(header)).toBeUndefined();
    const with_ = await call(app, header);
    expect(with_.statusCode).toBe(200);
    const [request] = await journalOf(app);
    expect(request).not.toHaveProperty('callSite');
    expect(request?.notes).toEqual([expect.stringContaining('X-Sandbox-Call-Site names no place')]);
  });

  it('stands for no key', async () => {
    const app = await testApp();
    await call(app, 'src/demo.ts:1 sandbox:plan=9:secret-name');
    await call(app, 'src/sandbox%3Aplan=9%3Asecret-name.ts:1');
    expect(JSON.stringify(await journalOf(app))).not.toContain('secret-name');
  });

  it('changes nothing but what is recorded, on the first and on later calls', async () => {
    const [plain, marked] = [await testApp(), await testApp()];
    for (let n = 0; n < 4; n++) {
      const replies = [await call(plain, undefined), await call(marked, 'src/client.ts:41:12 fetchProfile')];
      const [one, other] = replies.map(({ statusCode, headers, json }) => {
        const { traceId: _, timestamp: _at, ...body } = json();
        return { statusCode, headers: { ...headers, date: '' }, body };
      });
      expect(other).toEqual(one);
    }
    expect((await journalOf(marked)).map(({ callSite }) => callSite)).toEqual(
      Array(4).fill({ file: 'src/client.ts', line: 41, column: 12, function: 'fetchProfile' }),
    );
  });

  it('is one of at most 5,000', async () => {
    const app = await testApp();
    for (let line = 1; line <= 5_002; line++) await call(app, `src/client.ts:${line}`, '/nowhere');
    const requests = await journalOf(app);
    const last = requests.slice(-3).map(({ callSite }) => callSite);
    expect(last).toEqual([
      { file: 'src/client.ts', line: 5_000 },
      { file: 'further', line: 0 },
      { file: 'further', line: 0 },
    ]);
    await call(app, 'src/cl%69ent.ts:7', '/nowhere');
    expect((await journalOf(app)).at(-1)?.callSite).toEqual({ file: 'src/client.ts', line: 7 });
  });

  it('can be filtered by', async () => {
    const app = await testApp();
    await call(app, 'src/client.ts:41:12 fetchProfile');
    await call(app, 'src/other.ts:3');
    const { body } = await adminOf(app)(
      'GET',
      `/requests?filter=${encodeURIComponent('callSite~client.ts:41')}`,
    );
    expect((body['requests'] as RequestView[]).map(({ id }) => id)).toEqual([1]);
  });
});

describe('a finding', () => {
  it('is that of one line', async () => {
    const app = await testApp();
    for (let n = 0; n < 3; n++) await call(app, 'src/client.ts:41:12 fetchProfile');
    for (let n = 0; n < 2; n++) await call(app, 'src/other.ts:3');
    for (let n = 0; n < 2; n++) await call(app, 'src/client.ts:50:1 misspelt', `${profile}&feilds=bio`);
    const report = await reportFrom(app);
    const lines = [...report.waste, ...report.clientRules].map(
      ({ rule, callSite, requestCount, requests }) => ({
        rule,
        at: callSite && formatCallSite(callSite),
        requestCount,
        all: requests.every((each) => JSON.stringify(each.callSite) === JSON.stringify(callSite)),
      }),
    );
    expect(lines).toEqual([
      { rule: 'paid-again', at: 'src/client.ts:41:12 fetchProfile', requestCount: 2, all: true },
      { rule: 'paid-again', at: 'src/client.ts:50:1 misspelt', requestCount: 1, all: true },
      { rule: 'paid-again', at: 'src/other.ts:3', requestCount: 2, all: true },
      { rule: 'unknown-parameter', at: 'src/client.ts:50:1 misspelt', requestCount: 2, all: true },
    ]);
  });
});
