import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import type { Report } from '../../src/report/model.ts';
import { newFolder } from '../new-folder.ts';
import { runToEnd } from '../process.ts';
import { commandIn } from './io.ts';

const folder = newFolder();
const content = (name: string) => readFileSync(join(folder, name), 'utf8');

/** Runs a script beside a sandbox. Its calls are keys, and it exits with `code`. */
const exec = (flags: readonly string[], keys: readonly string[], code = 0, more = '') =>
  commandIn(folder, [
    'exec',
    '--size',
    '60',
    '--clock',
    '2026-06-01T12:00:00Z',
    ...flags,
    '--',
    process.execPath,
    '-e',
    `(async () => {
      for (const key of ${JSON.stringify(keys)})
        await (await fetch(process.env.CREATOR_SANDBOX_URL + '/clip/profile?uniqueId=sample.creator', { headers: { 'api-key': key } })).text();
      ${more}
      process.exit(${code});
    })()`,
  ]);

describe('exec', () => {
  it('exits with 3 and one paragraph when a gate does not hold, by flags or by the settings file', async () => {
    const paragraph =
      'creator-sandbox: 1 gate does not hold. The run spent 4 credits, 1 more than the budget of 3: save calls, most of all to clip/profile, or raise --budget.\n';
    const byFlag = await exec(['--budget', '3'], ['demo-full', 'demo-standard']);
    expect([byFlag.code, byFlag.err.endsWith(paragraph)]).toEqual([3, true]);
    writeFileSync(join(folder, 'gates.json'), JSON.stringify({ budget: 3, require: ['429'] }));
    const byFile = await exec(
      ['--config', 'gates.json', '--require', '402'],
      ['demo-full', 'demo-standard', 'demo-empty'],
    );
    expect([byFile.code, byFile.err.endsWith(paragraph)]).toEqual([3, true]);
    expect(
      (
        await exec(
          ['--budget', '4', '--require', '402/INSUFFICIENT_CREDITS,402'],
          ['demo-full', 'demo-empty'],
        )
      ).code,
    ).toBe(0);
  });

  it.each([
    [['--budget', 'much'], '--budget cannot be "much": it takes a number from 0.'],
    [['--min-coverage', '101'], '--min-coverage cannot be 101: it takes a number from 0 to 100.'],
    [['--require', '418'], 'require: no operation can answer "418"'],
    [
      ['--journal', '0', '--budget', '1'],
      'Reports and gates count the requests of the journal: journal must not be 0.',
    ],
    [
      ['--journal', '0', '--html', 'x.html'],
      'Reports and gates count the requests of the journal: journal must not be 0.',
    ],
    [['--json', 'no/such/folder.json'], 'The report no/such/folder.json cannot be written: ENOENT.'],
  ])('refuses %j with exit code 2', async (flags, sentence) => {
    const { code, err } = await exec(flags, []);
    expect([code, err]).toEqual([2, expect.stringContaining(sentence)]);
  });

  it('writes the report to files, and to the summary of a GitHub job by itself', async () => {
    const files = ['json', 'html', 'markdown', 'junit'];
    const { code, err } = await commandIn(
      folder,
      [
        'exec',
        '--size',
        '60',
        ...files.flatMap((name) => [`--${name}`, `report.${name}`]),
        '--',
        process.execPath,
        '-e',
        '0',
      ],
      { env: { GITHUB_STEP_SUMMARY: join(folder, 'summary.md') } },
    );
    expect([code, err]).toEqual([0, expect.stringContaining('The command sent no request to the sandbox.')]);
    expect(JSON.parse(content('report.json'))).toMatchObject({ receipt: { calls: 0 }, gates: [] });
    expect(content('report.html')).toMatch(/^<!doctype html>/);
    expect(content('summary.md')).toBe(content('report.markdown'));
    expect(content('report.markdown')).toMatch(/^## creator-sandbox\n\n0 requests/);
  });

  it('gives equal runs equal reports, byte for byte', async () => {
    for (const name of ['one.json', 'two.json'])
      await exec(
        ['--json', name],
        ['demo-full', 'demo-empty', 'demo-full', 'demo-throttled', 'demo-throttled'],
      );
    expect(content('two.json')).toBe(content('one.json'));
  });
});

describe('exec --guard', () => {
  const reach = (url: string) => `await fetch(${JSON.stringify(url)}).catch(() => {});`;

  it('refuses other hosts and says which the command tried to reach', async () => {
    const { code, err } = await exec(
      ['--guard'],
      ['demo-full'],
      0,
      `${reach('http://api.example.com/clip/profile')} ${reach('https://api.example.org/')} ${reach('https://api.example.org/')}`,
    );
    expect([code, err]).toEqual([
      3,
      expect.stringContaining(
        'creator-sandbox: 1 gate does not hold. The command tried to reach api.example.com, api.example.org, 3 times, which the guard refused: point its client at CREATOR_SANDBOX_URL.\n',
      ),
    ]);
  });

  it('lets a command pass that stays on this machine, and finds its sandbox', async () => {
    const other = await createSandbox({ size: 60 });
    const { code, err } = await exec(['--guard'], ['demo-full'], 0, reach(`${other.url}/usage`));
    await other.close();
    expect([code, err]).toEqual([
      0,
      expect.stringContaining(
        'Gate guard: no other host and no real key; 0 other hosts, 0 real keys. It holds.',
      ),
    ]);
    expect(err).toMatch(/\ncreator-sandbox: 1 request, 0 refused/);
  });

  it('holds up a key that looks like a real one, at another host and at the sandbox', async () => {
    const key = 'ab12cd34ef56ab12cd34ef56ab12cd34';
    // As curl does, and clients that do not tunnel plain HTTP.
    const byProxy = `await new Promise((done) => require('node:http').get({ host: '127.0.0.1', port: new URL(process.env.HTTP_PROXY).port, path: 'http://api.example.com/', headers: { 'api-key': ${JSON.stringify(key)} } }, (reply) => reply.resume().on('end', done)));`;
    for (const [keys, more] of [
      [[key], ''],
      [[], byProxy],
    ] as const) {
      const { code, err } = await exec(['--guard'], keys, 0, more);
      expect(code).toBe(3);
      expect(err).toContain('The command sent a key that looks like a real one');
      expect(err).not.toContain(key);
    }
  });
});

describe('in a GitHub job', () => {
  const shop = join(folder, 'repository/packages/shop');
  mkdirSync(join(folder, 'repository/.git'), { recursive: true });
  mkdirSync(shop, { recursive: true });
  writeFileSync(
    join(shop, 'client.mjs'),
    `const get = (path) => fetch(process.env.CREATOR_SANDBOX_URL + path, { headers: { 'api-key': 'demo-empty' } });
await (await get('/clip/profile?uniqueId=sample.creator')).text();
await (await get('/clip/profile?uniqueId=sample.creator')).text();
`,
  );
  const run = (env: Record<string, string>) =>
    runToEnd(
      ['exec', '--size', '60', '--call-sites', '--json', 'run.json', '--', process.execPath, 'client.mjs'],
      env,
      shop,
    );
  const annotation =
    /^::error file=packages\/shop\/client\.mjs,line=1,col=\d+,title=retry-after-refusal::A 400, .+%0Arequest 2: .+$/m;

  it('exec and report show findings at their lines, and nowhere else', async () => {
    const { code, out, err } = await run({ GITHUB_ACTIONS: 'true' });
    expect([code, out, err]).toEqual([0, '', expect.stringMatching(annotation)]);
    const env = { GITHUB_ACTIONS: 'true' };
    const shown = await runToEnd(['report', 'run.json', '--json', '-'], env, shop);
    expect(shown.err.match(/^::/gm)).toHaveLength(1);
    expect(shown.err).toMatch(annotation);
    expect(JSON.parse(shown.out)).toEqual(JSON.parse(readFileSync(join(shop, 'run.json'), 'utf8')));

    expect((await run({ GITHUB_ACTIONS: '' })).err).not.toMatch(/^::/m);
  });
});

describe('the verb report', () => {
  it('shows the report of a running sandbox or of a file, and judges it', async () => {
    const sandbox = await createSandbox({ size: 60, adminToken: 'secret' });
    await (await fetch(sandbox.exampleUrl, { headers: { 'api-key': 'demo-full' } })).text();
    const env = { SANDBOX_PORT: new URL(sandbox.url).port, SANDBOX_ADMIN_TOKEN: 'secret' };
    const shown = await commandIn(folder, ['report', '--json', 'running.json'], { env });
    expect([shown.code, shown.out, shown.err]).toEqual([0, '', '']);
    expect(JSON.parse(content('running.json'))).toEqual({ ...(await sandbox.report()), gates: [] });
    await sandbox.close();

    const { code, out } = await commandIn(folder, ['report', 'running.json']);
    expect([code, out]).toEqual([0, expect.stringMatching(/^creator-sandbox: 1 request, 0 refused/)]);
    expect(await commandIn(folder, ['report', 'running.json', '--budget', '1'])).toMatchObject({
      code: 3,
      err: expect.stringMatching(/^creator-sandbox: 1 gate does not hold\. The run spent 2 credits/),
    });
  });

  it('merges shards, and judges them together', async () => {
    await exec(['--json', 'a.json'], ['demo-full']);
    await exec(['--json', 'b.json'], ['demo-empty', 'demo-full']);
    const merged = await commandIn(folder, [
      'report',
      'merge',
      'a.json',
      'b.json',
      '--json',
      'all.json',
      '--budget',
      '3',
    ]);
    expect(merged.code).toBe(3);
    const all = JSON.parse(content('all.json')) as Report;
    expect(all.receipt).toMatchObject({ calls: 3, credits: 4, refusals: 1 });
    expect(all.gates).toMatchObject([{ gate: 'budget', holds: false }]);
  });

  it.each([
    [['report', 'nothing.json'], 'The report nothing.json cannot be read: ENOENT.'],
    [['report', 'text.json'], 'The report text.json cannot be read: it is not JSON.'],
    [
      ['report', 'merge', 'other.json'],
      'other.json is not a report: it must be object. Write reports with --json.',
    ],
  ])('refuses %j with exit code 2', async (line, sentence) => {
    writeFileSync(join(folder, 'text.json'), 'no json');
    writeFileSync(join(folder, 'other.json'), 'null');
    expect(await commandIn(folder, line)).toEqual({
      code: 2,
      out: '',
      err: `creator-sandbox: ${sentence}\n`,
    });
  });
});
