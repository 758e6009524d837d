import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { keyIdOf } from '../../src/core/keys/digest.ts';
import { createSandbox } from '../../src/library/index.ts';
import { newFolder } from '../new-folder.ts';
import { commandIn, refusal } from './io.ts';

const folder = newFolder();
const sandbox = await createSandbox({ size: 60, clock: '2026-06-01T12:00:00Z', adminToken: 'secret' });
afterAll(() => sandbox.close());

const env = { SANDBOX_PORT: new URL(sandbox.url).port, SANDBOX_ADMIN_TOKEN: 'secret' };
const command = (...line: string[]) => commandIn(folder, line, { env });
/** The output of a verb as JSON. */
async function printed(...line: string[]): Promise<unknown> {
  const { code, out, err } = await command(...line, '--json');
  expect([code, err]).toEqual([0, '']);
  return out === '' ? undefined : JSON.parse(out);
}
const look = (key: string) => fetch(sandbox.exampleUrl, { headers: { 'api-key': key } });

describe('the verbs of the command line', () => {
  it('create, change and top up a key by JSON', async () => {
    expect(await printed('keys', 'create', '{"key":"cli-key","plan":10}')).toMatchObject({ plan: 10 });
    expect(await printed('keys', 'change', 'cli-key', '{"limit":5}')).toMatchObject({ limit: 5 });
    expect(await printed('keys', 'top-up', 'cli-key', '{"purchased":2.5}')).toMatchObject({ purchased: 2.5 });
    await printed('keys', 'delete', 'cli-key');
    expect(await command('keys', 'show', 'cli-key')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^creator-sandbox: [^\n]+\n$/),
    });
  });

  it('go to the sandbox that their flags name, before or after the action', async () => {
    const bare = (...line: string[]) =>
      commandIn(folder, line, { env: { CREATOR_SANDBOX_ADMIN: 'http://127.0.0.1:9/__admin' } });
    const flags = ['--port', env.SANDBOX_PORT, '--admin-token', 'secret'];
    expect((await bare('keys', 'show', 'demo-low', ...flags)).code).toBe(0);
    expect((await bare('keys', ...flags, 'show', 'demo-low')).code).toBe(0);
    const ofAdmin = flags.with(0, '--admin-port');
    for (const each of [flags, ofAdmin]) expect((await bare('requests', 'count', ...each)).code).toBe(0);
    expect((await bare('keys', 'show', 'demo-low')).err).toContain('http://127.0.0.1:9 does not answer');
  });

  it('add fault rules by flags, with headers', async () => {
    const key = 'sandbox:plan=10:cli-flags';
    await look(key);
    const line = ['--operation', 'clip/profile', '--status', '402', '--times', '1', '--key', 'cli-flags'];
    const flags = ['--code', 'KEY_SPEND_THRESHOLD_EXCEEDED', '--latency', '1ms'];
    const headers = ['--header', 'Retry-After: 3', '--header', 'X-Why:a: b'];
    const { id, ...rule } = (await printed('faults', 'add', ...line, ...flags, ...headers)) as { id: string };
    expect(rule).toMatchObject({
      match: { operation: 'clip/profile', key: keyIdOf(key) },
      respond: {
        status: 402,
        errorCode: 'KEY_SPEND_THRESHOLD_EXCEEDED',
        headers: { 'Retry-After': '3', 'X-Why': 'a: b' },
      },
      latency: '1ms',
      times: 1,
    });
    expect((await command('faults')).out).toMatch(
      /402 KEY_SPEND_THRESHOLD_EXCEEDED, Retry-After: 3, X-Why: a: b, latency 1ms, 1×\n$/,
    );
    const forced = await look(key);
    expect([forced.status, forced.headers.get('retry-after')]).toEqual([402, '3']);
    expect((await look(key)).headers.get('retry-after')).toBeNull();
    await printed('faults', 'delete', id);
    const mixed = await printed(
      'faults',
      'add',
      JSON.stringify({ match: { key }, ttl: '1h' }),
      '--status',
      '503',
    );
    expect(mixed).toMatchObject({ match: { key: keyIdOf(key) }, ttl: '1h', respond: { status: 503 } });
    await printed('faults', 'delete');
    expect(await command('faults', 'add', '--status', '503', '--header', 'Content-Length: 1')).toEqual({
      code: 1,
      out: '',
      err: "creator-sandbox: A rule cannot set the header 'Content-Length'.\n",
    });
  });

  it('read and move the clock', async () => {
    await printed('clock', 'advance', '1d');
    expect(await printed('clock')).toMatchObject({ mode: 'frozen', now: Date.parse('2026-06-02T12:00:00Z') });
    await printed('clock', 'set', '{"mode":"frozen","at":"2026-06-01T12:00:00Z"}');
    expect(await printed('clock')).toMatchObject({ now: Date.parse('2026-06-01T12:00:00Z') });
    expect(await printed('clock', 'set', 'real')).toMatchObject({ mode: 'real' });
    expect(await printed('clock', 'set', 'x10')).toMatchObject({ mode: 'scaled', scale: 10 });
    expect(await printed('clock', 'set', '-31d')).toMatchObject({ mode: 'offset', offset: -31 * 86_400_000 });
    expect(await printed('clock', 'set', '+2h', 'demo-low')).toMatchObject({ offset: 7_200_000 });
    expect(await printed('clock', 'set', 'frozen')).toMatchObject({ mode: 'frozen' });
    expect(await printed('clock', 'set', '2026-06-01T12:00:00Z', '--port', env.SANDBOX_PORT)).toMatchObject({
      mode: 'frozen',
      at: Date.parse('2026-06-01T12:00:00Z'),
    });
    expect(await command('clock', 'set', 'tomorrow')).toMatchObject({
      code: 1,
      err: `creator-sandbox: 'at' is not an instant: "tomorrow". Give epoch milliseconds or ISO 8601.\n`,
    });
    expect(await command('clock', 'advance', '-1d')).toMatchObject({
      code: 1,
      err: `creator-sandbox: 'by' must not be negative; PUT /clock can set a clock back.\n`,
    });
    expect(await command('clock', 'advance', '1d', '--prot', '1')).toMatchObject({
      code: 2,
      err: refusal("unknown option '--prot'").err,
    });
  });

  it('list, count and check the requests of clients', async () => {
    const key = 'sandbox:plan=10:cli-requests';
    await look(key);
    await look(key);
    expect(await printed('requests', 'count', `key=${key}`, 'status=200')).toMatchObject({ count: 2 });
    expect(await printed('requests', `key=${key}`)).toMatchObject({
      requests: [{ credits: 2 }, { credits: 2 }],
    });
    expect(await printed('requests', 'count', 'key=cli-requests')).toMatchObject({ count: 2 });
    expect(await printed('keys', 'show', 'cli-requests')).toMatchObject({ label: 'cli-requests' });
    expect(await printed('requests', `key=${key} credits>1`, 'sort=-id', 'limit=1')).toMatchObject({
      requests: [{ credits: 2 }],
    });
    expect(
      await printed('verify', `key=${key} credits<=2`, '--at-least', '1', '--at-most', '2'),
    ).toMatchObject({
      actual: 2,
    });
    expect(await command('verify', `key=${key}`, 'credits>2', '--exactly', '1')).toMatchObject({
      code: 3,
      err: expect.stringContaining('  expected  exactly 1 request with key=…ests, credits>2\n'),
    });
    await printed('verify', JSON.stringify({ match: { key }, exactly: 2 }));
    const { code, err } = await command('verify', JSON.stringify({ match: { key }, exactly: 3 }));
    const seen = `GET /clip/profile?uniqueId=${new URL(sandbox.exampleUrl).searchParams.get('uniqueId')}, answered 200`;
    expect([code, err.replace(/request \d+:/g, 'request N:')]).toEqual([
      3,
      [
        'creator-sandbox: Matching requests: expected exactly 3, found 2.',
        '  expected  exactly 3 requests with key …ests',
        '  found     2',
        ...[seen, seen].flatMap((each) => [`  nearest   request N: ${each}`, '            It matches.']),
        '',
      ].join('\n'),
    ]);
    expect((await command('verify', '{"match":{"operation":"nope"},"exactly":0}')).code).toBe(1);
    await fetch(`${sandbox.url}/clip/profil`);
    expect(await printed('requests', 'unmatched')).toMatchObject({ requests: [{ path: '/clip/profil' }] });
    expect(await printed('requests', 'unmatched', 'path~gram')).toMatchObject({ requests: [] });
    await printed('reset', key);
    expect(await printed('requests', 'count', `key=${key}`)).toMatchObject({ count: 0 });
  });

  it('take, export, import, restore and delete a snapshot', async () => {
    const key = 'sandbox:plan=10:cli-snapshot';
    await look(key);
    await printed('snapshot', 'take', 'before');
    const exported = (await command('snapshot', 'export', 'before')).out;
    writeFileSync(join(folder, 'before.json'), exported);
    await look(key);
    await printed('snapshot', 'import', 'again', 'before.json');
    await printed('snapshot', 'restore', 'again');
    expect(await printed('keys', 'show', key)).toMatchObject({ planRemaining: 8 });
    await printed('snapshot', 'delete', 'again');
    expect(await printed('snapshot')).toMatchObject({ snapshots: [{ name: 'before' }] });
  });

  it.each([
    [['keys', 'create', '{'], 'This is not JSON: {'],
    [['faults', 'add'], 'Say what the rule does: with flags, which --help lists, or in JSON.'],
    [['faults', 'add', '[]'], 'Give the rule as one JSON object.'],
    [
      ['requests', 'clip/profile'],
      '"clip/profile" is not a term; write terms as status=402 or credits>3, and values with blanks in double quotes.',
    ],
    [['requests', 'credit>3'], 'There is no member "credit"; the nearest valid one is credits.'],
    [['tail', 'credit>3'], 'There is no member "credit"; the nearest valid one is credits.'],
    [
      ['verify', 'credit>3', '--exactly', '1'],
      'There is no member "credit"; the nearest valid one is credits.',
    ],
    [['verify', 'credits>3'], 'Say how many: --exactly, --at-least or --at-most.'],
    [['verify', '{}', '{}'], 'A check in JSON is one argument.'],
    [
      ['tail', 'limit=3'],
      "'sort' and 'limit' are for the list: creator-sandbox requests 'sort=-credits limit=20'.",
    ],
    [
      ['requests', 'count', 'limit=3'],
      "'sort' and 'limit' are for the list: creator-sandbox requests 'sort=-credits limit=20'.",
    ],
    [['snapshot', 'import', 'x', 'none.json'], 'The file none.json cannot be read: ENOENT.'],
    [['verify'], 'verify takes either a check of requests or --target <url>.'],
  ])('refuse %j with one sentence', async (line, sentence) => {
    expect(await command(...line)).toEqual({ code: 2, out: '', err: `creator-sandbox: ${sentence}\n` });
  });

  it.each([
    [['keys', 'creat'], "unknown command 'creat'; the nearest valid one is create"],
    [['reset', 'a', 'b'], "too many arguments for 'reset'. Expected 1 argument but got 2: a, b."],
    [['clock', 'advance', '1d', 'k', 'x'], "too many arguments: 'x'"],
    [['keys', 'show'], "missing required argument 'key'"],
    [
      ['faults', 'add', '--header', 'a: 1', '--header', 'A: 2'],
      "option '--header <name: value>' argument 'A: 2' is invalid. The header A is there twice.",
    ],
  ])('refuse %j', async (line, sentence) => {
    expect(await command(...line)).toEqual(refusal(sentence));
  });

  it('report that no sandbox answers, and pass on refusals', async () => {
    expect(await commandIn(folder, ['keys', '--port', '9'])).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^creator-sandbox: http:\/\/127\.0\.0\.1:9 does not answer: .+\.\n$/),
    });
    expect(await commandIn(folder, ['keys'], { env: { SANDBOX_PORT: env.SANDBOX_PORT } })).toMatchObject({
      code: 1,
      err: expect.stringContaining('admin token'),
    });
  });
});

describe('creator-sandbox exec', () => {
  const script = (text: string) => ['exec', '--size', '60', '--', process.execPath, '-e', text];
  const asking = `const ask = (key) => fetch(process.env.CREATOR_SANDBOX_URL + '/clip/profile?uniqueId=sample.creator', { headers: { 'api-key': key } });`;

  it('runs a command beside a sandbox of its own, with its admin surface', async () => {
    const { code } = await commandIn(
      folder,
      script(
        "fetch(process.env.CREATOR_SANDBOX_ADMIN + '/health').then((reply) => process.exit(reply.ok ? 0 : 9))",
      ),
    );
    expect(code).toBe(0);
  });

  it('reports which calls a strict run refused', async () => {
    const [, ...rest] = script(
      `fetch(process.env.CREATOR_SANDBOX_URL + '/sponsor/list', { headers: { 'api-key': 'demo-full' } }).then((reply) => process.exit(reply.status - 500))`,
    );
    const { code, err } = await commandIn(folder, ['exec', '--strict', ...rest]);
    expect(code).toBe(1);
    expect(err).toMatch(/\ncreator-sandbox: 1 request, 1 refused \(0 of them injected\), 0 credits\.\n/);
    expect(err).toContain(
      'creator-sandbox: Your calls relied on 1 assumption: sponsor-pages (!). Run `creator-sandbox decisions` to read it. (!) may mislead client code: --strict refused such calls.\n',
    );
  });

  it('reports no requests while the journal is off, and passes on the exit code', async () => {
    const [, ...rest] = script(`${asking} ask('demo-full').then(() => process.exit(7))`);
    expect(await commandIn(folder, ['exec', '--journal', '0', '--quiet', ...rest])).toMatchObject({
      code: 7,
      err: '',
    });
  });

  it('passes on the exit code or signal of the command', async () => {
    expect((await commandIn(folder, script('process.exit(7)'))).code).toBe(7);
    expect((await commandIn(folder, script("process.kill(process.pid, 'SIGKILL')"))).code).toBe(137);
  });

  it('says that the program does not exist', async () => {
    const { code, err } = await commandIn(folder, ['exec', '--size', '60', '--', 'no-such-program']);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/\ncreator-sandbox: no-such-program cannot be run: [^\n]*\n$/),
    ]);
  });
});
