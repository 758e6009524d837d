import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testApp } from '../harness.ts';
import { suiteFolder } from './suites.ts';

const { folder, suite, run } = suiteFolder();
const json = (name: string) =>
  JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, unknown>;

describe('vary', () => {
  it('names the decision on which a client falls, and lets another one stand', async () => {
    const byMessage = suite(
      'message',
      `const { body } = await get('/clip/profile?uniqueId=nobody.at.all');
      assert(body.message === 'The requested resource was not found.', 'message');`,
    );
    const files = ['--json', 'message.json', '--junit', 'message.xml'];
    const fallen = await run('vary', ['--runs', '2', ...files], byMessage);
    expect(readFileSync(join(folder, 'message.xml'), 'utf8')).toContain('tests="2" failures="2"');
    expect(fallen.code).toBe(3);
    expect(json('message.json')['runs']).toEqual([
      { seed: 1, passed: false, decision: 'message-texts' },
      { seed: 2, passed: false, decision: 'message-texts' },
    ]);
    expect(fallen.err).toContain('message-texts  the texts of refusals');

    const byCode = suite(
      'code',
      `const { body } = await get('/clip/profile?uniqueId=nobody.at.all');
      assert(body.errorCode === 'NOT_FOUND', 'code');
      const reply = await fetch(url + '/nls', { method: 'POST', headers: { 'api-key': key, 'content-type': 'application/json' }, body: '{"description":"clip creators from Italy"}' });
      const result = (await reply.text()).split('\\n\\n').find((each) => each.startsWith('event: result')) ?? '';
      assert(JSON.parse(result.slice(result.indexOf('data: ') + 6)).success === true, 'result');`,
    );
    const standing = await run('vary', ['--runs', '4', '--json', 'code.json'], byCode);
    expect([standing.code, json('code.json')['runs']]).toEqual([
      0,
      [1, 2, 3, 4].map((seed) => ({ seed, passed: true })),
    ]);
  });

  it.each([
    [
      'search-order',
      `const { body } = await post('/clip/search', { filters: [{ filterName: 'totalFollowers', op: '>', value: 1000 }], pageSize: 50, offset: 0 });
      const names = body.data.creatorList.map(({ displayName }) => displayName);
      assert(JSON.stringify(names) === JSON.stringify([...names].sort()), 'order');`,
    ],
    [
      'key-order',
      `const { body } = await get('/clip/profile?uniqueId=sample.creator');
      assert(Object.keys(body.data)[0] === 'uniqueId', 'order');`,
    ],
    [
      'trace-id-everywhere',
      `for (let n = 0; n < 4; n++) assert((await get('/clip/profile?uniqueId=nobody.at.all')).body.traceId, 'trace');`,
    ],
    [
      'nls-events',
      `const reply = await fetch(url + '/nls', { method: 'POST', headers: { 'api-key': key, 'content-type': 'application/json' }, body: '{"description":"clip creators from Italy"}' });
      assert((await reply.text()).split('event: progress').length === 12, 'eleven');`,
    ],
    [
      'null-values',
      `const { body } = await get('/clip/profile?uniqueId=sample.creator');
      assert(body.data.secondLanguage.length === 3, 'language');`,
    ],
    [
      'extra-fields',
      `const { body } = await get('/clip/profile?uniqueId=sample.creator');
      assert(Object.keys(body).length === 8, 'strict');`,
    ],
    [
      'reply-pieces',
      `const reply = await fetch(url + '/clip/profile?uniqueId=sample.creator', { headers: { 'api-key': key } });
      assert(reply.headers.get('content-length') !== null, 'length');`,
    ],
  ])('finds a suite that relies on %s', async (decision, script) => {
    await run('vary', ['--runs', '3', '--json', 'one.json'], suite(decision, script));
    const failed = (json('one.json')['runs'] as { passed: boolean; decision?: string }[]).filter(
      ({ passed }) => !passed,
    );
    expect(new Set(failed.map((each) => each.decision))).toEqual(new Set([decision]));
  });
});

describe('trim', () => {
  it('finds the smallest fields, at the price that the service takes for them', async () => {
    const command = suite(
      'trim',
      `const profile = (await get('/clip/profile?uniqueId=sample.creator')).body.data;
      assert(profile.totalFollowers === 486213 && profile.country === 'GBR', 'profile');
      const { recentVideos } = (await get('/clip/content-detail?uniqueId=sample.creator')).body.data;
      assert(recentVideos.slice(0, 3).length === 3, 'videos');
      const audience = (await get('/clip/audience?uniqueId=sample.creator')).body;
      assert(audience.success, 'audience');
      const all = (await post('/gram/profile', { uniqueId: 'sample.creator', fields: ['bio', 'country'] })).body.data;
      assert(all.bio !== undefined && all.country !== undefined, 'both');
      assert((await post('/clip/search', { filters: [{ filterName: 'totalFollowers', op: '>', value: 1000 }], pageSize: 1, offset: 0 })).body.success, 'search');`,
    );
    const { code, out, err } = await run('trim', ['--json', 'trim.json', '--sarif', '-'], command);
    expect(JSON.parse(out).runs[0].results).toHaveLength(3);
    const { sites, runs } = json('trim.json') as {
      runs: number;
      sites: { operation: string; fields: unknown; before: number; after: number }[];
    };
    expect([code, sites]).toEqual([
      0,
      [
        {
          operation: 'clip/audience',
          parameters: 'uniqueId',
          calls: 1,
          fields: ['audienceAvgAge'],
          before: 10,
          after: 2,
        },
        {
          operation: 'clip/content-detail',
          parameters: 'uniqueId',
          calls: 1,
          fields: { recentVideos: 3 },
          before: 3,
          after: 0.3,
        },
        {
          operation: 'clip/profile',
          parameters: 'uniqueId',
          calls: 1,
          fields: ['country', 'totalFollowers'],
          before: 2,
          after: 0.2,
        },
        {
          operation: 'gram/profile',
          parameters: 'fields=["bio","country"], uniqueId',
          calls: 1,
          fields: null,
          before: 0.2,
          after: 0.2,
        },
      ],
    ]);
    // The search is sold whole only.
    expect(err).toContain(`12.5 of the 16.2 credits of a run can be saved, shown by ${runs} runs.`);
    expect(json('trim.json')['credits']).toBe(16.2);

    const app = await testApp({ vocabulary: 'neutral' });
    for (const { operation, fields, after } of sites)
      if (fields !== null) {
        const { body } = await app.post(`/${operation}`, { uniqueId: 'sample.creator', fields }, 'demo-full');
        expect([operation, body['creditsUsed']]).toEqual([operation, after]);
      }
  });
});
