import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { operations } from '../../src/core/operations.ts';
import { type Agreement, agreementName } from '../../src/recording/agreement.ts';
import { body, openChangedTarget } from '../contract/changed-target.ts';
import { drifts } from '../contract/drifts/all.ts';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { commandIn } from './io.ts';

const sandbox = await testApp();
const url = await sandbox.app.listen({ host: '127.0.0.1', port: 0 });

const compare = (flags: string[], env = {}, folder = newFolder()) =>
  commandIn(folder, ['compare', ...flags], { env: { SANDBOX_SIZE: '60', ...env } });
const at = (target: string, key: string, ...flags: string[]) =>
  compare(['--target', target, '--key', key, ...flags]);

interface Written {
  compared: string[];
  differences: { exchange: string; place: string; since: string | null }[];
}

async function reportOf(target: string, ...flags: string[]) {
  const { code, out } = await at(target, 'demo-full', '--json', '-', ...flags);
  return { code, report: JSON.parse(out) as Written };
}

/** A server that is not a sandbox. @returns its URL */
async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const usage = JSON.stringify({
  data: { records: [], count: 0 },
  ...{ creditsUsed: 0, creditsAvailable: 10, traceId: '0'.repeat(32), timestamp: 1_780_000_000_000 },
  ...{ errorCode: '', errorDescription: '', success: true },
});

/** A target that tells its balance, and answers all else in its own way. */
const answering = (others: RequestListener): Promise<string> =>
  serving((request, reply) => {
    reply.setHeader('content-type', 'application/json');
    if (request.url?.startsWith('/usage')) reply.end(usage);
    else others(request, reply);
  });

describe('compare --target', () => {
  it('says what differs, where, and since when, and what was compared, skipped and spent', async () => {
    const target = await openChangedTarget(url, {
      answered: body('/clip/niches', (content) => ({ ...content, errorCode: null })),
    });
    const folder = newFolder();
    const run = () =>
      compare(
        ['--target', target.url, '--key', 'demo-full', '--only', 'v3/clip/niches', 'money'],
        {},
        folder,
      );
    const { code, out, err } = await run();
    const file = join(folder, 'recordings', agreementName);
    const agreement = JSON.parse(readFileSync(file, 'utf8')) as Agreement;
    const since = '2025-03-01T10:00:00.000Z';
    for (const { differences } of agreement.operations) for (const each of differences) each.since = since;
    writeFileSync(file, JSON.stringify(agreement));
    const later = await run();
    await target.close();
    const today = new Date().toISOString().slice(0, 10);
    expect({ code, err }).toEqual({ code: 4, err: '' });
    const lines = (day: string) => [
      `v3/clip/niches/get.json  /errorCode  type: expected string, actual null, since ${day}`,
      '2 compared, 1 different, 9 skipped, 2 credits spent.',
      '  6 skipped: needs an account with exactly these credits',
      '  3 skipped: no key of an account that is unlimited (CREATOR_SANDBOX_TARGET_KEY_UNLIMITED)',
      '',
    ];
    expect(out.split('\n')).toEqual(lines(today));
    expect(later.out.split('\n')).toEqual(lines('2025-03-01'));
  });

  // What HTTP itself can change, each among the exchanges of a folder, with the first place.
  it.each([
    ['subtitles that are not an attachment', 'v3/tube/subtitles', 'header content-disposition'],
    ['a page of HTML in place of JSON', 'v3/gram/sponsorship', 'header content-type'],
    ['a redirection', 'v3/tube/contact', 'status'],
    ['lines that end with CRLF', 'v3/nls', '/events/0'],
  ])('finds over HTTP %s', async (what, only, place) => {
    const target = await openChangedTarget(url, drifts.find((each) => each.what === what) ?? {});
    const { code, report } = await reportOf(target.url, '--only', only);
    await target.close();
    expect([code, report.differences[0]?.place]).toEqual([4, place]);
    expect(report.differences.filter(({ exchange }) => !exchange.startsWith(only))).toEqual([]);
  });

  it('finds a price that is not the published one, unless --prices gives it', async () => {
    const other = await testApp({ prices: { 'clip/profile': 3, 'clip/search': 0 } });
    const target = await other.app.listen({ host: '127.0.0.1', port: 0 });
    const { code, report } = await reportOf(target, '--only', 'v3/clip/profile');
    expect(code).toBe(4);
    expect(report.differences).toContainEqual({
      ...{ exchange: 'v3/clip/profile/get', kind: 'invariant', place: '/creditsUsed' },
      ...{ expected: '2', actual: '3', since: expect.any(String) },
    });
    const prices = ['--prices', '{"clip/profile":3,"clip/search":0}'];
    const withPrices = await reportOf(target, '--only', 'v3/clip/profile', ...prices);
    expect(withPrices).toMatchObject({ code: 0, report: { differences: [] } });
  });

  it('finds words of another vocabulary', async () => {
    const neutral = await testApp({ vocabulary: 'neutral' });
    const target = await neutral.app.listen({ host: '127.0.0.1', port: 0 });
    const groups = ['--only', 'v3/nls', 'v3/clip/niches'];
    const { report } = await reportOf(target, '--vocabulary', 'published', ...groups);
    const places = report.differences.map(({ exchange, place }) => `${exchange} ${place}`);
    expect(places).toContain('v3/clip/niches/get status');
    expect(places).toContain('v3/nls/clip /events/11/data/data/platform');
  });

  it('of one generation does not call the other, whatever its address', async () => {
    const seen: string[] = [];
    const target = await openChangedTarget(url, {
      asked: (request) => {
        seen.push(request.url);
        return { ...request, url: request.url.replace(/^\/elsewhere/, '/v2') };
      },
    });
    const flags = ['--only', 'v2', '--target-v2', `${target.url}/elsewhere/`];
    const { code, report } = await reportOf('http://127.0.0.1:1', ...flags);
    await target.close();
    expect(code).toBe(0);
    expect(report.compared.length).toBeGreaterThan(30);
    expect(new Set(seen.map((path) => path.split('/')[1]))).toEqual(new Set(['elsewhere']));
  });

  it('counts a charge without an answer as spent', async () => {
    const key = 'sandbox:plan=1000,fractional:hangs-up';
    const target = await openChangedTarget(url, {
      answered: (answer, { url: path }) => (path === '/clip/niches' ? { ...answer, status: 0 } : answer),
    });
    const { code, out } = await at(target.url, key, '--only', 'v3/clip/niches', 'v3/tube/topics');
    await target.close();
    expect(code).toBe(4);
    expect(out).toContain('v3/clip/niches/get.json  status  status: expected 200, actual UND_ERR_SOCKET\n');
    expect(out).toContain('2 compared, 1 different, 0 skipped, 2 credits spent.\n');
    expect(await sandbox.available(key)).toBe(998);
  });

  it('goes to the target and nowhere else', async () => {
    let led = 0;
    const trap = await serving((_, reply) => {
      led++;
      reply.end();
    });
    const target = await answering((_, reply) => void reply.writeHead(307, { location: trap }).end());
    expect([(await at(target, 'demo-full', '--only', 'v3/tube/topics')).code, led]).toEqual([4, 0]);
  });

  it('shows no key and no control characters', async () => {
    const secret = 'twelve--1234';
    const target = await answering(({ headers }, reply) => {
      const echoed = { '\u001b[31m': '\u001b[2J', key: headers['api-key'] };
      reply.end(JSON.stringify({ ...JSON.parse(usage), ...echoed }));
    });
    for (const flags of [[], ['--json', '-']]) {
      const { code, out, err } = await at(target, secret, '--only', 'v3/tube/topics', ...flags);
      expect(code).toBe(4);
      expect(out).toContain('…1234');
      expect(out + err).not.toContain(secret);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
      expect(out + err).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    }
  });

  it('shows no part of a key in a cut value, and nothing of a short key', async () => {
    for (const secret of ['secret-key-of-somebody-1234', 'elevenchars']) {
      const target = await answering(({ headers }, reply) => {
        const echoed = { [secret]: secret, far: `${'x'.repeat(45)}${headers['api-key']}` };
        reply.end(JSON.stringify({ ...JSON.parse(usage), ...echoed }));
      });
      const { out, err } = await at(target, secret, '--only', 'v3/tube/topics');
      expect(out).toContain('/far  shape');
      expect(out + err).not.toContain(secret.slice(0, 5));
      expect(out).not.toContain('hars');
    }
  });

  const deep = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
  it.each([
    ['nested without end', deep, 1],
    ['with data nested without end', `{"success":true,"data":${deep}}`, 1],
    ['with fields without end', `{${Array.from({ length: 200_000 }, (_, n) => `"k${n}":1`)}}`, 51],
  ])('survives a reply %s', async (_what, text, differences) => {
    const target = await answering((_, reply) => void reply.end(text));
    const { code, report } = await reportOf(target, '--only', 'v3/tube/topics');
    expect([code, report.differences.length]).toEqual([4, differences]);
  });

  it('that compared nothing fails', async () => {
    const { code, out, err } = await at(url, 'demo-full', '--only', 'v3/clip/audience', '--spend', '0');
    expect(code).toBe(3);
    expect(out).toContain('0 compared, 0 different');
    expect(err).toBe('creator-sandbox: Nothing was compared.\n');
  });

  it('fails where the target is down', async () => {
    const { code, err } = await at('http://127.0.0.1:1', 'demo-full');
    expect({ code, err }).toEqual({
      code: 1,
      err: 'creator-sandbox: http://127.0.0.1:1 does not answer: bad port.\n',
    });
  });

  it.each([[[]], [['--only', 'v2']]])(
    'fails where the target does not recognise the key (%j)',
    async (flags) => {
      const { code, err } = await at(url, 'no-such-key', ...flags);
      expect({ code, err }).toEqual({
        code: 1,
        err: `creator-sandbox: ${url} does not recognise the key.\n`,
      });
      const none = await serving((_, reply) => void reply.writeHead(403).end('{"error":"AuthFailed"}'));
      expect((await at(none, 'no-such-key', ...flags)).err).toContain('does not recognise the key');
    },
  );

  it('takes the keys from the environment too', async () => {
    const { code, out } = await compare(['--target', url, '--only', 'money', '--json', '-'], {
      CREATOR_SANDBOX_TARGET_KEY: 'demo-full',
      CREATOR_SANDBOX_TARGET_KEY_UNLIMITED: 'demo-unlimited',
    });
    expect(code).toBe(0);
    expect((JSON.parse(out) as Written).compared).toContain('money/unlimited');
  });

  it.each([
    [
      ['--target', url],
      'compare needs a key. Give --key, or set CREATOR_SANDBOX_TARGET_KEY in the environment.',
    ],
    [['--target', url, '--key', 'k', '--only', 'v9'], 'There are no exchanges in v9.'],
    [
      ['--target', 'http://:secret@localhost', '--key', 'k'],
      'Give the base URL of a target without a user name and password.',
    ],
    ...['two\nlines', 'gr\u00fcn', 'k\u20ac', ' '].map((key): [string[], string] => [
      ['--target', url, '--key', key],
      'A key may hold ASCII letters, digits and signs only: no spaces, no line breaks.',
    ]),
    [['--spend', '1'], '--spend needs --target <url>.'],
    [['--target-v2', url], '--target-v2 needs --target <url>.'],
  ])('%j is refused with a sentence', async (flags, sentence) => {
    const { code, err } = await commandIn(newFolder(), ['compare', ...flags]);
    expect({ code, err }).toEqual({ code: 2, err: `creator-sandbox: ${sentence}\n` });
  });
});

describe('compare alone', () => {
  const show = (folder: string, ...flags: string[]) =>
    commandIn(folder, ['compare', '--agreement', 'a.json', ...flags]);

  it('shows the dates of the agreement as a table, with the differences below it', async () => {
    const [folder, day] = [newFolder(), 24 * 3_600_000];
    const daysAgo = (days: number) => new Date(Date.now() - days * day - 60_000).toISOString();
    const difference = {
      kind: 'shape',
      place: '/data/*',
      expected: 'absent',
      actual: 'a text',
      exchanges: 1,
    };
    const row = (operation: string, agreed: number | null, compared: number, differences: object[]) => ({
      ...{
        operation,
        lastAgreedAt: agreed === null ? null : daysAgo(agreed),
        lastComparedAt: daysAgo(compared),
      },
      ...{ exchanges: 120, differences },
    });
    const rows = [
      row('usage', 0, 0, []),
      row('clip/profile', 12, 1, [{ ...difference, since: daysAgo(3) }]),
      row('nls', null, 0, [{ ...difference, place: '', since: daysAgo(0) }]),
    ];
    writeFileSync(join(folder, 'a.json'), JSON.stringify({ operations: rows }));
    const on = (days: number) => daysAgo(days).slice(0, 10);
    expect((await show(folder)).out.split('\n')).toEqual([
      'operation     last agreed               last compared           exchanges  differences',
      `usage         ${on(0)} (today)        ${on(0)} (today)            120            0`,
      `nls           never                     ${on(0)} (today)            120            1`,
      `clip/profile  ${on(12)} (12 days ago)  ${on(1)} (1 day ago)        120            1`,
      '',
      `nls  /  shape: expected absent, actual a text, since ${on(0)}`,
      `clip/profile  /data/*  shape: expected absent, actual a text, since ${on(3)}`,
      `${operations.length - 3} operations never compared.`,
      '',
    ]);
    const json = JSON.parse((await show(folder, '--json', '-')).out) as Agreement;
    expect(json.operations.map(({ operation }) => operation)).toEqual(operations.map(({ id }) => id));
    expect((await show(newFolder())).out).toBe(
      `${operations.length} operations never compared: a.json has none.\n`,
    );
  });

  it.each([
    ['no JSON', '{', 'it is not JSON'],
    [
      'another form',
      '{"operations":[{"operation":"usage"}]}',
      "/operations/0 must have required property 'lastComparedAt'",
    ],
    ['a bigger file', ' '.repeat(17_000_000), 'it has more than 16 MB'],
  ])('says in one sentence that a file is none: %s', async (_what, text, reason) => {
    const folder = newFolder();
    writeFileSync(join(folder, 'a.json'), text);
    for (const flags of [[], ['--target', url, '--key', 'x']])
      expect(await show(folder, ...flags)).toEqual({
        ...{ code: 2, out: '' },
        err: `creator-sandbox: The agreement in ${join(folder, 'a.json')} cannot be read: ${reason}.\n`,
      });
  });
});
