import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { VerificationReport } from '../../src/contract/verify.ts';
import { body, openChangedTarget } from '../contract/changed-target.ts';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { commandIn } from './io.ts';

const folder = newFolder();
const sandbox = await testApp();
const url = await sandbox.app.listen({ host: '127.0.0.1', port: 0 });

const verify = (flags: string[], env = {}) =>
  commandIn(folder, ['verify', ...flags], { env: { SANDBOX_SIZE: '60', ...env } });
const at = (target: string, key: string, ...flags: string[]) =>
  verify(['--target', target, '--key', key, ...flags]);

async function reportOf(target: string, key: string, ...flags: string[]) {
  const { code, out } = await at(target, key, '--json', ...flags);
  return { code, report: JSON.parse(out) as VerificationReport };
}

/** A server that is not a sandbox. */
async function serving(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

const usage = JSON.stringify({
  data: { records: [], count: 0 },
  creditsUsed: 0,
  creditsAvailable: 10,
  traceId: '0'.repeat(32),
  timestamp: 1_780_000_000_000,
  errorCode: '',
  errorDescription: '',
  success: true,
});

describe('the spending cap', () => {
  it.each([0, 0.5, 7, 100])('of %d is never exceeded, and the report says what was left out', async (cap) => {
    const key = `sandbox:plan=1000,fractional:cap-${cap}`;
    const { code, report } = await reportOf(url, key, '--spend', String(cap));
    expect(code).toBe(0);
    expect(report.creditsSpent).toBeLessThanOrEqual(cap);
    expect(await sandbox.available(key)).toBeCloseTo(1000 - report.creditsSpent, 6);
    expect(report.skipped.map(({ reason }) => reason)).toContain(
      'the spending cap leaves too little (--spend)',
    );
  });

  it('of 100 credits, the default, still shows most operations', async () => {
    const { report } = await reportOf(url, 'sandbox:plan=1000,fractional:default-cap');
    const operations = new Set(
      report.compared.flatMap((name) => /^v[23]\/(.*)\/[^/]+$/.exec(name)?.[1] ?? []),
    );
    expect(operations.size).toBeGreaterThanOrEqual(40);
  });

  it('holds when a target charges more than it reports', async () => {
    const key = 'sandbox:plan=1000,fractional:greedy';
    const target = await openChangedTarget(url, {
      answered: async (answer, { url: path, headers }, more) => {
        if (path === '/clip/niches') await more({ method: 'GET', url: '/gram/niches', headers, body: '' });
        return answer;
      },
    });
    const { code, report } = await reportOf(target.url, key, '--spend', '20', '--only', 'v3/clip');
    await target.close();
    expect(code).toBe(4);
    expect(await sandbox.available(key)).toBeCloseTo(1000 - report.creditsSpent, 6);
    expect(report.creditsSpent).toBeLessThanOrEqual(20);
  });
});

it.each([
  ['without end', { creditsUsed: 1, creditsAvailable: 'ENDLESS' }],
  ['below zero', { creditsUsed: -50, creditsAvailable: -1 }],
  ['nowhere', {}],
])('a cap holds when a target reports credits %s', async (_where, credits) => {
  const target = await serving((_, reply) => {
    reply.setHeader('content-type', 'application/json');
    reply.end(JSON.stringify({ success: true, data: {}, ...credits }).replace('"ENDLESS"', '1e999'));
  });
  const { code, report } = await reportOf(target.url, 'key-of-this-run', '--spend', '20');
  await target.close();
  expect(code).toBe(4);
  expect(report.creditsSpent).toBeGreaterThan(0);
  expect(report.skipped.map(({ reason }) => reason)).toContain(
    'the spending cap leaves too little (--spend)',
  );
});

it('a charge without an answer counts as spent', async () => {
  const key = 'sandbox:plan=1000,fractional:hangs-up';
  const target = await openChangedTarget(url, {
    answered: (answer, { url: path }) => (path === '/clip/niches' ? { ...answer, status: 0 } : answer),
  });
  const { code, report } = await reportOf(
    target.url,
    key,
    '--only',
    'v3/clip/niches',
    '--only',
    'v3/tube/topics',
  );
  await target.close();
  expect({ code, ...report }).toEqual({
    code: 4,
    compared: expect.arrayContaining(['v3/clip/niches/get', 'v3/tube/topics/get']),
    skipped: [],
    differences: [
      {
        exchange: 'v3/clip/niches/get',
        kind: 'status',
        place: 'status',
        expected: '200',
        actual: 'UND_ERR_SOCKET',
        decision: null,
      },
    ],
    creditsSpent: 2,
    target: target.url,
  });
  expect(await sandbox.available(key)).toBe(998);
});

describe('a run', () => {
  it('prints one line for each difference, then what was compared, skipped and spent', async () => {
    const target = await openChangedTarget(url, {
      answered: body('/clip/niches', (content) => ({ ...content, errorCode: null })),
    });
    const { code, out, err } = await at(
      target.url,
      'demo-full',
      '--only',
      'v3/clip/niches',
      '--only',
      'money',
    );
    await target.close();
    expect({ code, err }).toEqual({ code: 4, err: '' });
    expect(out.split('\n')).toEqual([
      'v3/clip/niches/get.json  /errorCode  type: expected string, actual null (decision null-values)',
      '2 compared, 1 different, 9 skipped, 2 credits spent.',
      '  6 skipped: needs an account with exactly these credits',
      '  3 skipped: no key of an account that is unlimited (--as unlimited=<key>)',
      '',
    ]);
  });

  it('that compared nothing fails', async () => {
    const { code, out, err } = await at(url, 'demo-full', '--only', 'v3/clip/audience', '--spend', '0');
    expect(code).toBe(3);
    expect(out).toContain('0 compared, 0 different');
    expect(err).toBe('creator-sandbox: Nothing was compared.\n');
  });

  it('with a key that may not select fields compares their refusal instead', async () => {
    const { code, report } = await reportOf(
      url,
      'demo-standard',
      '--only',
      'refusals',
      '--only',
      'v3/clip/profile',
    );
    expect(code).toBe(0);
    expect(report.compared).toContain('refusals/403/fields-not-enabled');
    expect(report.compared).not.toContain('v3/clip/profile/fields');
    const whole = await reportOf(url, 'demo-full', '--only', 'refusals', '--only', 'v3/clip/profile');
    expect(whole.report.compared).toContain('v3/clip/profile/fields');
    expect(whole.report.compared).not.toContain('refusals/403/fields-not-enabled');
  });

  it('asks about the given subjects, and finds the others', async () => {
    const seen: string[] = [];
    const target = await openChangedTarget(url, {
      asked: (request) => {
        seen.push(request.url);
        return request;
      },
    });
    const wanted = ['get', 'fields-as-json', 'post'].flatMap((name) => ['--only', `v3/clip/profile/${name}`]);
    const only = [...wanted, '--skip', 'v3/clip/profile/post'];
    const given = await reportOf(target.url, 'demo-full', ...only, '--subject', 'clip.creator=few.items');
    expect(given).toMatchObject({ code: 0, report: { differences: [] } });
    expect(given.report.compared.length).toBe(2);
    expect(seen).toContain('/clip/profile?uniqueId=few.items');
    const found = await reportOf(target.url, 'demo-full', ...only);
    expect(found.report.compared).toContain('v3/clip/search/first-page');
    await target.close();
  });

  it('of one generation does not call the other, whatever its address', async () => {
    const seen: string[] = [];
    const target = await openChangedTarget(url, {
      asked: (request) => {
        seen.push(request.url);
        return { ...request, url: request.url.replace(/^\/elsewhere/, '/v2') };
      },
    });
    const flags = ['--generation', '2', '--target-v2', `${target.url}/elsewhere/`];
    const { code, report } = await reportOf('http://127.0.0.1:1', 'demo-full', ...flags);
    await target.close();
    expect(code).toBe(0);
    expect(report.compared.length).toBeGreaterThan(30);
    expect(new Set(seen.map((path) => path.split('/')[1]))).toEqual(new Set(['elsewhere']));
  });

  it('repeats a call that gets 429, for as long as it may wait', async () => {
    const flags = ['--only', 'v3/tube/topics', '--retry-for', '500ms'];
    let refused = 0;
    const target = await openChangedTarget(url, {
      // A path that costs nothing.
      asked: (request) =>
        request.url === '/tube/topics' && refused++ === 0 ? { ...request, url: '/too/early' } : request,
      answered: (answer) =>
        answer.text.includes('/too/early') ? { status: 429, headers: {}, text: '{}' } : answer,
    });
    const { code, report } = await reportOf(target.url, 'demo-full', ...flags);
    await target.close();
    expect([code, report.compared, refused]).toEqual([0, ['v3/tube/topics/get'], 2]);
  });

  it('goes to the target and nowhere else', async () => {
    let led = 0;
    const trap = await serving((_, reply) => {
      led++;
      reply.end();
    });
    const target = await serving(({ url: path }, reply) => {
      if (path?.startsWith('/usage')) reply.end(usage);
      else reply.writeHead(307, { location: trap.url }).end();
    });
    const { code } = await at(target.url, 'demo-full', '--only', 'v3/tube/topics');
    await Promise.all([trap.close(), target.close()]);
    expect([code, led]).toEqual([4, 0]);
  });

  it('shows no key and no control characters', async () => {
    const secret = 'twelve--1234';
    const target = await serving((request, reply) => {
      const echoed = { '\u001b[31m': '\u001b[2J', key: request.headers['api-key'] };
      reply.setHeader('content-type', 'application/json');
      reply.end(
        request.url?.startsWith('/usage') ? usage : JSON.stringify({ ...JSON.parse(usage), ...echoed }),
      );
    });
    for (const flags of [[], ['--json']]) {
      const { code, out, err } = await at(target.url, secret, '--only', 'v3/tube/topics', ...flags);
      expect(code).toBe(4);
      expect(out).toContain('…1234');
      expect(out + err).not.toContain(secret);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
      expect(out + err).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    }
    await target.close();
  });

  it('shows no part of a key in a cut value, and nothing of a short key', async () => {
    for (const secret of ['secret-key-of-somebody-1234', 'elevenchars']) {
      const target = await serving((request, reply) => {
        const echoed = { [secret]: secret, far: `${'x'.repeat(45)}${request.headers['api-key']}` };
        reply.setHeader('content-type', 'application/json');
        reply.end(JSON.stringify({ ...JSON.parse(usage), ...echoed }));
      });
      const { out, err } = await at(target.url, secret, '--only', 'v3/tube/topics');
      await target.close();
      expect(out).toContain('/far  shape');
      expect(out + err).not.toContain(secret.slice(0, 5));
      expect(out).not.toContain('hars');
    }
  });

  it.each([
    ['nested without end', `${'['.repeat(500_000)}${']'.repeat(500_000)}`, 1],
    [
      'with data nested without end',
      `{"success":true,"data":${'['.repeat(500_000)}${']'.repeat(500_000)}}`,
      1,
    ],
    ['with fields without end', `{${Array.from({ length: 200_000 }, (_, n) => `"k${n}":1`)}}`, 51],
  ])('survives a reply %s', async (_what, text, differences) => {
    const target = await serving((request, reply) => {
      reply.setHeader('content-type', 'application/json');
      reply.end(request.url?.startsWith('/usage') ? usage : text);
    });
    const { code, report } = await reportOf(target.url, 'demo-full', '--only', 'v3/tube/topics');
    await target.close();
    expect(code).toBe(4);
    expect(report.differences).toHaveLength(differences);
  });

  it('ends soon when a target stops answering', async () => {
    const target = await serving((request, reply) => {
      reply.setHeader('content-type', 'application/json');
      if (request.url?.startsWith('/usage')) reply.end(usage);
    });
    const { code, report } = await reportOf(
      target.url,
      'demo-full',
      '--timeout',
      '1s',
      '--only',
      'refusals/400',
    );
    await target.close();
    expect(code).toBe(4);
    expect(report.differences.map(({ actual }) => actual)).toContain('no answer within 1000 ms');
    expect(report.compared).toHaveLength(5);
    expect(new Set(report.skipped.map(({ reason }) => reason))).toEqual(
      new Set(['the target stopped answering']),
    );
  });
});

describe('a target that says nothing', () => {
  it('because it is down is a failure', async () => {
    const gone = await serving(() => {});
    await gone.close();
    const { code, err } = await at(gone.url, 'demo-full');
    expect(code).toBe(1);
    expect(err).toBe(`creator-sandbox: ${gone.url} does not answer: ECONNREFUSED.\n`);
  });

  it.each([
    ['', ''],
    ['--generation', '2'],
  ])('because it does not recognise the key is a failure (%s %s)', async (...flags) => {
    const { code, err } = await at(url, 'no-such-key', ...flags.filter((flag) => flag !== ''));
    expect({ code, err }).toEqual({ code: 1, err: `creator-sandbox: ${url} does not recognise the key.\n` });
  });

  it('because it takes the key for none is a failure', async () => {
    const target = await serving((_, reply) => void reply.writeHead(403).end('{"error":"AuthFailed"}'));
    const { err } = await at(target.url, 'no-such-key', '--generation', '2');
    await target.close();
    expect(err).toBe(`creator-sandbox: ${target.url} does not recognise the key.\n`);
  });
});

describe('a wrong flag', () => {
  it('names the known subjects', async () => {
    const { code, err } = await verify(['--target', url, '--key', 'k', '--subject', 'clip.creators=someone']);
    expect(code).toBe(2);
    expect(err).toMatch(
      /^creator-sandbox: --subject: clip\.creators is not one of .*, clip\.creator, .*\.\n$/,
    );
  });

  it.each([
    [
      ['--target', url],
      'verify --target needs a key. Give --key, or set CREATOR_SANDBOX_TARGET_KEY in the environment.',
    ],
    [
      ['--target', url, '--key', 'k', '--as', 'king=k'],
      '--as: king is not one of fractional, standard, unlimited, empty, spent, forbidden, testOnly, throttled.',
    ],
    [['--target', url, '--key', 'k', '--as', 'secret'], '--as takes name=value.'],
    [['--target', url, '--key', 'k', '--only', 'v9'], 'There are no exchanges in v9.'],
    [
      ['--target', 'http://:secret@localhost', '--key', 'k'],
      'Give the base URL of a target without a user name and password.',
    ],
    ...['two\nlines', 'gr\u00fcn', 'k\u20ac', ' '].map((key): [string[], string] => [
      ['--target', url, '--key', key],
      'A key may hold ASCII letters, digits and signs only: no spaces, no line breaks.',
    ]),
    [['--target', url, '{}'], 'verify takes either a check of requests or --target <url>.'],
    [['{}', '--spend', '1'], '--spend needs --target <url>.'],
    [['{}', '--target-v2', url], '--target-v2 needs --target <url>.'],
  ])('%j is refused with a sentence', async (flags, sentence) => {
    expect(await verify(flags)).toEqual({ code: 2, out: '', err: `creator-sandbox: ${sentence}\n` });
  });

  it('the environment may hold the keys', async () => {
    const flags = ['--target', url, '--only', 'money', '--json'];
    const { code, out } = await verify(flags, {
      CREATOR_SANDBOX_TARGET_KEY: 'demo-full',
      CREATOR_SANDBOX_TARGET_KEY_UNLIMITED: 'demo-unlimited',
    });
    expect(code).toBe(0);
    expect((JSON.parse(out) as VerificationReport).compared).toContain('money/unlimited');
  });
});
