import { readFileSync, writeFileSync } from 'node:fs';
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
    expect(json('trim.json')).toMatchObject({ credits: 16.2, creditsWithFields: 3.7 });

    const app = await testApp({ vocabulary: 'neutral' });
    for (const { operation, fields, after } of sites)
      if (fields !== null) {
        const { body } = await app.post(`/${operation}`, { uniqueId: 'sample.creator', fields }, 'demo-full');
        expect([operation, body['creditsUsed']]).toEqual([operation, after]);
      }
  });

  it('proposes fields for each line that asks, and marks them there', async () => {
    const command = suite(
      'lines',
      `async function country() {
        return (await get('/clip/profile?uniqueId=sample.creator')).body.data.country;
      }
      async function followers() {
        return (await get('/clip/profile?uniqueId=sample.creator')).body.data.totalFollowers;
      }
      assert((await country()) === 'GBR', 'country');
      assert((await followers()) === 486213, 'followers');`,
    );
    const files = ['--json', 'lines.json', '--sarif', 'lines.sarif'];
    // `get` of the suite is in the same file, so its own line would be the only one.
    const lines = readFileSync(join(folder, 'lines.mjs'), 'utf8').split('\n');
    writeFileSync(
      join(folder, 'lines.mjs'),
      lines.join('\n').replace(getHelper, "import { get } from './get.mjs';"),
    );
    writeFileSync(
      join(folder, 'get.mjs'),
      `const url = process.env.CREATOR_SANDBOX_URL;\nconst key = 'demo-full';\nexport ${getHelper}`,
    );
    const { code, err } = await run(
      'trim',
      ['--call-sites', '--call-site-wrappers', 'get.mjs', ...files],
      command,
    );
    expect(code, err).toBe(0);
    const text = readFileSync(join(folder, 'lines.mjs'), 'utf8').split('\n');
    const lineOf = (name: string) => text.findIndex((line) => line.includes(`function ${name}`)) + 2;
    const site = { operation: 'clip/profile', parameters: 'uniqueId', calls: 1, before: 2, after: 0.1 };
    const at = (name: string) => ({
      callSite: { file: 'lines.mjs', line: lineOf(name), column: expect.any(Number), function: name },
    });
    expect(json('lines.json')).toEqual(
      expect.objectContaining({
        creditsWithFields: 0.2,
        sites: [
          { ...site, ...at('country'), fields: ['country'] },
          { ...site, ...at('followers'), fields: ['totalFollowers'] },
        ],
      }),
    );
    expect(err).toContain('With the fields applied by the sandbox a run cost 0.2 credits.');
    const { results } = (json('lines.sarif') as unknown as { runs: [{ results: SarifResult[] }] }).runs[0];
    expect(results.map(({ locations: [{ physicalLocation }] }) => physicalLocation)).toEqual(
      ['country', 'followers'].map((name) => ({
        artifactLocation: { uri: 'lines.mjs' },
        region: { startLine: lineOf(name), startColumn: expect.any(Number) },
      })),
    );
  });

  it('proposes nothing where the command calls otherwise once the fields are applied', async () => {
    const command = suite(
      'otherwise',
      `const { body } = await get('/clip/profile?uniqueId=sample.creator');
      if (body.creditsUsed < 2) await get('/clip/profile?uniqueId=sample.friend');
      assert(body.data.country === 'GBR', 'country');`,
    );
    const { code, out, err } = await run('trim', ['--json', '-'], command);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(
      'creator-sandbox: With these fields applied, clip/profile has 2 calls for 0.2 credits, and not 1 call for 0.1 credits as foretold: the command does not call the same in each run, and nothing is proposed.\n',
    );
  });

  it('says that tests compare credits, and refuses a run without a journal', async () => {
    const command = suite(
      'credits',
      `const { body } = await get('/clip/profile?uniqueId=sample.creator');
      (await import('node:fs')).appendFileSync('ran', '.');
      assert(body.data.country === 'GBR' && body.creditsUsed === 2, 'country');`,
    );
    const { code, out, err } = await run('trim', ['--json', '-'], command);
    const runs = readFileSync(join(folder, 'ran'), 'utf8').length;
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ creditsWithFields: 0.1, runs })]);
    expect(err).toContain('The command fails at the lower price: its tests compare credits.');
    const { code: refused, err: sentence } = await run('trim', ['--journal', '0'], command);
    expect([refused, sentence]).toEqual([
      2,
      expect.stringContaining('The receipt proves proposals: journal must not be 0.'),
    ]);
  });
});

interface SarifResult {
  readonly locations: readonly [{ readonly physicalLocation: object }];
}

const getHelper = `const get = async (path, secret = key) => {
  const reply = await fetch(url + path, { headers: { 'api-key': secret } });
  return { status: reply.status, body: await reply.json() };
};`;
