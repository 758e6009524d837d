import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { creatorTerms } from '../../src/creators/search/creator-terms.ts';
import { version } from '../../src/system/version.ts';
import { newFolder } from '../new-folder.ts';
import { commandIn, type Given, refusal } from './io.ts';

const folder = newFolder();

const command = (line: string[], given?: Given) => commandIn(folder, line, given);

/** A port on which nothing listens. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return String(port);
}

const small = ['--port', '0', '--size', '60'];
// A start that finds its world in the cache reports no progress.
beforeAll(() => command(['world', 'build', '--size', '60']));

describe('creator-sandbox', () => {
  it('prints its version and its help', async () => {
    expect(await command(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
    const { code, out } = await command(['--help']);
    expect(code).toBe(0);
    expect(out).toContain('Exit codes:');
    expect((await command(['start', '--help-all'])).out).toMatch(
      /--admin-port <number>[\s\S]*SANDBOX_ADMIN_PORT/,
    );
  });

  it('shows choices, defaults and variables in its help', async () => {
    const help = (await command(['start', '--help-all'])).out.replace(/\s+/g, ' ');
    expect(help).toContain('(choices: "both", "get", "post", default: both, env: SANDBOX_LOOKUPS)');
    expect(help).toContain(
      '--no-admin Do not serve the admin surface under /__admin. (env: SANDBOX_ADMIN=false)',
    );
  });

  it('prints one line of JSON when it is ready, answers, and logs after it', async () => {
    const { code, out, err } = await command(small, {
      whileRunning: async (line) => {
        const ready = JSON.parse(line) as Record<string, string>;
        expect(Object.keys(ready)).toEqual(['event', 'url', 'admin', 'example']);
        expect(ready['event']).toBe('ready');
        const reply = await fetch(ready['example'] ?? '', { headers: { 'api-key': 'demo-full' } });
        expect(reply.status).toBe(200);
        expect((await fetch(`${ready['admin']}/health`)).status).toBe(200);
      },
    });
    const [, sums, report, stopped] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect([code, err, stopped]).toEqual([0, '', expect.objectContaining({ msg: 'stopped' })]);
    expect(sums).toMatchObject({
      requests: 1,
      credits: 2,
      msg: '1 request, 0 refused (0 of them injected), 2 credits.',
    });
    expect(report).toMatchObject({ assumptions: ['has-sponsors-clip'] });
  });

  it('ends with the assumptions that its answers relied on, those that may mislead first', async () => {
    const { out, err } = await command(small, {
      isTTY: true,
      whileRunning: async (lines) => {
        const [, url] = /'(http[^']+)'/.exec(lines) ?? [];
        for (const path of [url, url, `${url}&fields=country`])
          await (await fetch(path ?? '', { headers: { 'api-key': 'demo-full' } })).text();
      },
    });
    const requests = out.trimEnd().split('\n').slice(8);
    expect(requests).toHaveLength(3);
    expect(requests[0]).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} {2}demo-full +clip\/profile +200 {2}2 cr {2}[\d.]+ ms$/,
    );
    expect(requests[2]).toMatch(/200 {2}0\.1 cr {2}[\d.]+ ms {2}\[assumption\]$/);
    expect(err).toBe(
      '3 requests, 0 refused (0 of them injected), 4.1 credits.\nYour calls relied on 3 assumptions: fields-get (!), has-sponsors-clip, fields-identifiers. Run `npm start -s -- decisions` to read them. (!) may mislead client code: --strict refuses such calls.\n',
    );
  });

  it('says nothing of assumptions when no call relied on any', async () => {
    const { out } = await command(small, {
      whileRunning: async (line) => {
        const { url } = JSON.parse(line) as { url: string };
        await (await fetch(`${url}/usage`)).text();
      },
    });
    expect(out).not.toContain('assumptions');
  });

  it('takes an empty variable for one that is not set, and false for false', async () => {
    // Commander reads the environment of this process, whatever `env` is.
    for (const [name, value] of [
      ['SANDBOX_LOOKUPS', ''],
      ['SANDBOX_PORT', ''],
      ['SANDBOX_STRICT', 'false'],
      ['SANDBOX_PREFER', 'true'],
    ] as const)
      vi.stubEnv(name, value);
    const { code, err } = await command(small, {
      env: process.env,
      whileRunning: async (ready) => {
        const { url } = JSON.parse(ready) as { url: string };
        const ask = (headers: object) =>
          fetch(`${url}/sponsor/list`, { headers: { 'api-key': 'demo-full', ...headers } });
        expect((await ask({})).status).toBe(200);
        expect((await ask({ prefer: 'code=503' })).status).toBe(503);
      },
    });
    vi.unstubAllEnvs();
    expect([code, err]).toEqual([0, '']);
  });

  it('prints what runs and where in 8 lines of 80 columns, the last of them a call to paste', async () => {
    const { out } = await command(
      ['start', ...small, '--clock', '2026-01-01T00:00:00Z', '--vocabulary', 'published', '--strict'],
      { isTTY: true },
    );
    const [url = ''] = /http:\/\/[\d.:]+/.exec(out) ?? [];
    const handle = /uniqueId=(\S+)'/.exec(out)?.[1];
    const lines = out.split('\n').slice(0, 8);
    expect(lines).toEqual([
      `creator-sandbox ${version}: 60 people, seed 1; ledger in memory`,
      `  generation 3  ${url}           header api-key`,
      `  generation 2  ${url}/v2        header apiId`,
      `  dashboard     ${url}/__admin/  OpenAPI: openapi.json`,
      '  clock         frozen at 2026-01-01T00:00:00.000Z; published words; strict',
      '  demo keys     demo-full  demo-standard  demo-low  demo-empty  demo-capped …',
      `  try           curl -s -H 'api-key: demo-full' \\`,
      `    '${url}/tiktok/profile?uniqueId=${handle}'`,
    ]);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  });

  it.each([
    ['x60', 'x60'],
    ['+31d', '+31d'],
    ['-2h', '-2h'],
    ['real', 'real'],
  ])('says on a terminal that its clock is %s', async (clock, words) => {
    const { out } = await command(['start', ...small, `--clock=${clock}`], { isTTY: true });
    expect(out).toContain(`  clock         ${words}\n`);
  });

  it.each([
    [['--prot', '1'], "unknown option '--prot'; the nearest valid one is --port"],
    [['exec', '--prot', '1', 'true'], "unknown option '--prot'; the nearest valid one is --port"],
    [['start', '--lookup', 'get'], "unknown option '--lookup'; the nearest valid one is --lookups"],
    [['stat'], "unknown command 'stat'; the nearest valid one is start"],
    [['start', 'starts'], "too many arguments for 'start'. Expected 0 arguments but got 1: starts."],
    [['world', 'verfy'], "unknown command 'verfy'; the nearest valid one is verify"],
    [['world', 'build', '--sizes', '60'], "unknown option '--sizes'; the nearest valid one is --size"],
    [['--port'], "option '--port <number>' argument missing"],
  ])('refuses %j with a suggestion and exit code 2', async (line, sentence) => {
    expect(await command(line)).toEqual(refusal(sentence));
  });

  it('lists the commands of a verb that needs one', async () => {
    const { code, out, err } = await command(['world']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(
      /^creator-sandbox: world needs a command\.\n[\s\S]*\bbuild\b[\s\S]*\binfo\b[\s\S]*\bverify\b/,
    );
  });

  it.each([
    [['--config', 'none.json'], 'The settings file none.json cannot be read: ENOENT.'],
    [
      ['--port', '0', '--host', '0.0.0.0'],
      'On 0.0.0.0 others can reach the admin surface: give it a token with --admin-token, or switch it off with --no-admin.',
    ],
  ])('refuses %j with one sentence and exit code 2', async (line, sentence) => {
    expect(await command(line)).toEqual({ code: 2, out: '', err: `creator-sandbox: ${sentence}\n` });
  });

  it('reads sandbox.config.json in its folder, and says what is wrong in it', async () => {
    const file = join(folder, 'sandbox.config.json');
    writeFileSync(file, '{"port":0,"size":60,"admin":false,"prices":{"clip/profile":7}}');
    await command([], {
      whileRunning: async (line) => {
        const { url, example, ...rest } = JSON.parse(line) as Record<string, string>;
        expect(rest).toEqual({ event: 'ready' });
        const reply = await fetch(example ?? '', { headers: { 'api-key': 'demo-full' } });
        expect(await reply.json()).toMatchObject({ creditsUsed: 7 });
        expect((await fetch(`${url}/__admin/health`)).status).toBe(404);
      },
    });
    writeFileSync(file, '{"seeds":1}');
    expect((await command([])).err).toBe(
      'creator-sandbox: sandbox.config.json has no setting "seeds"; the nearest valid one is seed.\n',
    );
    writeFileSync(file, '{');
    expect((await command([])).err).toMatch(
      /^creator-sandbox: The settings file sandbox.config.json is not JSON: .*\n$/,
    );
    rmSync(file);
  });

  it('ends with 6 when the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const { code, err } = await command(['--size', '60', '--port', String(port)]);
    taken.close();

    expect([code, err]).toEqual([
      6,
      `creator-sandbox: Port ${port} on 127.0.0.1 is in use already. Choose another with --port, or 0 for a free one.\n`,
    ]);
  });

  it('names a host that is no address in one sentence', async () => {
    const { code, err } = await command([
      ...['--port', '0', '--size', '60', '--no-admin', '--host'],
      `${'a'.repeat(64)}.example`,
    ]);
    expect([code, err]).toEqual([
      1,
      'creator-sandbox: Cannot listen on that host: ENOTFOUND. Choose another with --host and --port.\n',
    ]);
  });

  it('only warns of an unknown variable, and in a container that its admin surface has no token', async () => {
    const env = { SANDBOX_PROT: '1', SANDBOX_IN_CONTAINER: '1', SANDBOX_HOST: '0.0.0.0' };
    const { code, out } = await command(small, { env });
    expect([code, out]).toEqual([0, expect.stringContaining('SANDBOX_PROT is not a setting')]);
    expect(out).toContain('The admin surface has no token');
  });
});

describe('creator-sandbox world', () => {
  const file = join(folder, 'mine.sqlite');

  it('builds a world into a file, describes it and finds it sound', async () => {
    const built = await command(['world', 'build', 'mine.sqlite', '--size', '30', '--seed', '5']);
    expect([built.code, built.out]).toEqual([0, `${file}\n`]);
    const { out } = await command(['world', 'info', file]);
    expect(out).toContain('30 people and the fixtures, seed 5');
    expect(await command(['world', 'verify', file])).toEqual({
      code: 0,
      out: `${file} is sound.\n`,
      err: '',
    });
  });

  it('answers in JSON', async () => {
    const json = async (...line: string[]) => JSON.parse((await command([...line, '--json'])).out);
    expect(await json('world', 'build', file, '--size', '30', '--seed', '5')).toEqual({ file });
    expect(await json('world', 'info', file)).toMatchObject({ file, seed: 5, size: 30 });
    expect(await json('world', 'verify', file)).toEqual({ file, problems: [] });
  });

  it('describes and checks the world that the settings name', async () => {
    expect((await command(['world', 'info'], { env: { SANDBOX_SIZE: '60' } })).out).toContain(
      '60 people and the fixtures',
    );
    expect((await command(['world', 'verify', '--size', '60'])).code).toBe(0);
  });

  it('says what is wrong with a file that is not a world', async () => {
    const junk = join(folder, 'junk.sqlite');
    writeFileSync(junk, 'junk');
    expect(await command(['world', 'info', junk])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^[^\n]*junk\.sqlite is not a world: [^\n]*\n$/),
    });
    expect((await command(['world', 'verify', junk])).code).toBe(1);
    expect((await command(['world', 'verify', join(folder, 'none.sqlite')])).code).toBe(1);
  });

  it('finds a world with changed rows unsound', async () => {
    const changed = join(folder, 'changed.sqlite');
    await command(['world', 'build', changed, '--size', '30']);
    const db = new Database(changed);
    db.exec("UPDATE brands SET brand_id = 'changed.example' WHERE key = (SELECT min(key) FROM brands)");
    db.close();
    expect((await command(['world', 'verify', changed])).code).toBe(1);
  });
});

describe('creator-sandbox world find', () => {
  const find = (...terms: string[]) => command(['world', 'find', '--size', '60', ...terms]);

  it('prints a table, and a line to paste that asks a sandbox of these settings', async () => {
    for (const word of ['handle', '=7'])
      expect(await find(word)).toEqual({
        code: 2,
        out: '',
        err: `creator-sandbox: ${word} is neither a command nor a filter. Write filters as name=value.\n`,
      });
    expect((await find('x=7')).err).not.toContain('neither');
    expect(
      await find('niche=home-cooking', 'country=GBR', 'platform=tube', 'minFollowers=200000', '--port', '9'),
    ).toEqual({
      code: 0,
      out: [
        'platform  handle                                    followers  country  niches                                        edge',
        'tube      UCsample-creator00000000 @sample.creator     231900  GBR      id_food_HowtoStyle id_homecooking_HowtoStyle  members-only several-sponsors',
        '',
        "curl -s -H 'api-key: demo-full' 'http://127.0.0.1:9/tube/profile?channelId=UCsample-creator00000000'",
        '',
      ].join('\n'),
      err: '',
    });
  });

  it('prints JSON in neutral words, and the line in the words and by the method of the settings', async () => {
    const [found] = JSON.parse((await find('edge=capitals', '--json', '--vocabulary', 'published')).out);
    expect(found).toMatchObject({ platform: 'tube', handle: 'Mixed-Case_Handle' });
    expect((await find('edge=capitals', '--vocabulary', 'published', '--lookups', 'post')).out).toContain(
      `-d '{"channelId":"UCMixedCase_Handle-00000"}' 'http://127.0.0.1:4310/youtube/profile'\n`,
    );
  });

  it('needs no running sandbox, and its line works with one', async () => {
    const { out } = await find('platform=clip', 'limit=1');
    await command(small, {
      whileRunning: async (line) => {
        const { url } = JSON.parse(line) as { url: string };
        const asked = /'(http:[^']+)'/.exec(out)?.[1]?.replace('http://127.0.0.1:4310', url) ?? '';
        expect((await fetch(asked, { headers: { 'api-key': 'demo-full' } })).status).toBe(200);
      },
    });
  });

  it('says that it found nobody, or which term is wrong', async () => {
    expect(await find('country=ATA')).toEqual({
      code: 0,
      out: 'No creator of this world meets all terms.\n',
      err: '',
    });
    expect(await find('niche=yogga')).toMatchObject({
      code: 2,
      err: "creator-sandbox: This world has no niche 'yogga'; the nearest valid one is yoga.\n",
    });
    expect(await find('coutry=ITA')).toMatchObject({
      code: 2,
      err: "creator-sandbox: There is no term 'coutry'; the nearest valid one is country.\n",
    });
  });

  it('names every term in its help', async () => {
    const { out } = await command(['world', 'find', '--help']);
    for (const term of Object.keys(creatorTerms)) expect(out).toMatch(new RegExp(`\\b${term}=`));
  });
});

describe('creator-sandbox env', () => {
  it('prints the addresses of a running sandbox for a shell', async () => {
    await command(small, {
      whileRunning: async (line) => {
        const { url = '', admin } = JSON.parse(line) as Record<string, string>;
        expect(await command(['env', '--port', new URL(url).port])).toEqual({
          code: 0,
          out: `export CREATOR_SANDBOX_URL='${url}'\nexport CREATOR_SANDBOX_KEY='demo-full'\nexport CREATOR_SANDBOX_ADMIN='${admin}'\n`,
          err: '',
        });
        const { out } = await command(['env', '--json', '--port', new URL(url).port]);
        expect(JSON.parse(out)).toEqual({
          CREATOR_SANDBOX_URL: url,
          CREATOR_SANDBOX_KEY: 'demo-full',
          CREATOR_SANDBOX_ADMIN: admin,
        });
      },
    });
  });

  it('prints nothing and ends with 1 when no sandbox runs', async () => {
    const port = await freePort();
    expect(await command(['env', '--port', port])).toEqual({
      code: 1,
      out: '',
      err: `creator-sandbox: http://127.0.0.1:${port} does not answer: ECONNREFUSED. The address comes from --port.\n`,
    });
  });
});

describe('creator-sandbox health', () => {
  it.each([[[]], [['--no-admin']], [['--admin-port', '0']]])(
    'is 0 beside a sandbox with %j',
    async (admin: string[]) => {
      await command([...small, ...admin], {
        whileRunning: async (line) => {
          const ready = JSON.parse(line) as Record<string, string>;
          const own =
            admin[0] === '--admin-port' ? ['--admin-port', new URL(ready['admin'] ?? '').port] : admin;
          const answer = await command([
            'health',
            '--json',
            '--port',
            new URL(ready['url'] ?? '').port,
            ...own,
          ]);
          expect(answer).toMatchObject({ code: 0, err: '', out: expect.stringContaining('"status":"ok"') });
        },
      });
    },
  );

  it('says in a line what runs, and why a sandbox is not up', async () => {
    const usual = {
      ...{
        status: 'ok',
        version: '9.9.9',
        world: { seed: 3, size: 60 },
        vocabulary: 'neutral',
        strict: false,
      },
      ...{ clock: { now: 0, frozen: false }, uptimeMs: 1_600 },
    };
    let [status, type, body] = [200, 'application/json', '{}'];
    const server = createHttpServer((_, reply) =>
      reply.writeHead(status, { 'content-type': type }).end(body),
    );
    server.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const port = `${(server.address() as AddressInfo).port}`;
    const said = async (more: object) => {
      body = JSON.stringify(more);
      const { code, out, err } = await command(['health', '--port', port]);
      return `${code} ${out}${err}`;
    };
    const line = '0 ok: creator-sandbox 9.9.9, 60 people, seed 3, neutral words';
    const time = 'clock 1970-01-01T00:00:00.000Z';
    const at = `; at http://127.0.0.1:${port}, by --port\n`;
    expect(await said(usual)).toBe(`${line}; ${time}; up 2 s${at}`);
    expect(
      await said({
        ...{ ...usual, vocabulary: 'neutral', strict: true, epoch: '2026-01-01', replicas: 1 },
        clock: { now: 0, frozen: true },
      }),
    ).toBe(`${line}, strict; ${time} (frozen), epoch 2026-01-01; up 2 s; the only replica${at}`);
    expect(await said({ ...usual, replicas: 3 })).toBe(`${line}; ${time}; up 2 s; 1 of 3 replicas${at}`);
    expect(await said({ status: 'ok' })).toBe(`0 ok: at http://127.0.0.1:${port}, by --port\n`);
    status = 503;
    const failed = `1 creator-sandbox: http://127.0.0.1:${port}/__admin/health answered 503.`;
    expect(await said({ detail: 'The disk is full.' })).toBe(`${failed}\n`);
    type = 'application/problem+json; charset=utf-8';
    expect(await said({ detail: 'The disk is full.' })).toBe(`${failed} The disk is full.\n`);
  });

  it('is 1 when something else listens and says nothing for 2 seconds', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await command(['health', '--port', `${port}`])).toEqual({
      code: 1,
      out: '',
      err: `creator-sandbox: http://127.0.0.1:${port} does not answer: The operation was aborted due to timeout. The address comes from --port.\n`,
    });
  });

  it('is 5 when the sandbox is not ready in time', async () => {
    const port = await freePort();
    expect(await command(['health', '--port', port, '--wait', '100ms'])).toEqual({
      code: 5,
      out: '',
      err: `creator-sandbox: http://127.0.0.1:${port} does not answer: ECONNREFUSED. The address comes from --port.\n`,
    });
  });
});
