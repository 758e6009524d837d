import { afterAll, describe, expect, it } from 'vitest';
import { settingNames } from '../../src/core/settings-schema.ts';
import { createSandbox } from '../../src/library/index.ts';
import { version } from '../../src/system/version.ts';
import { newFolder } from '../new-folder.ts';
import { commandIn, refusal } from './io.ts';

const folder = newFolder();
const sandbox = await createSandbox({ size: 60 });
afterAll(() => sandbox.close());
const command = (line: string[], env: Record<string, string> = {}) => commandIn(folder, line, { env });
const asking = (...line: string[]) => command([...line, '--url', sandbox.url]);
const mistake = (sentence: string) => ({ code: 2, out: '', err: `creator-sandbox: ${sentence}\n` });

describe('a mistake on the line is told with what was meant', () => {
  it.each([
    [
      ['clock', 'advance', '31'],
      "'31' is not a span: give a number and its unit, ms, s, m, h or d: creator-sandbox clock advance 31d",
    ],
    [
      ['faults', 'add', '--status', '418', '--code', 'NO_SUCH'],
      'No operation answers "NO_SUCH"; the nearest valid one is NOT_FOUND, which comes with the status 404.',
    ],
    [['faults', 'add', '--status', '418', '--code', 'NOT_FOUND'], 'NOT_FOUND comes with the status 404.'],
    [['keys', 'show', 'nobody'], 'There is no such key. List them with: creator-sandbox keys'],
    [
      ['keys', 'top-up', 'demo-emty', '5'],
      'There is no such key. The nearest valid one is demo-empty: creator-sandbox keys top-up demo-empty 5',
    ],
    [['requests', 'list'], 'creator-sandbox requests alone lists.'],
    [['requests', '17'], 'One request alone: creator-sandbox requests show 17'],
    [
      ['faults', 'add', '--operation', 'clip/profil', '--status', '503'],
      "'clip/profil' is not an operation; the nearest valid one is clip/profile.",
    ],
  ])('%j', async (line, sentence) => {
    expect(await asking(...line)).toEqual(mistake(sentence));
  });

  it.each([
    [
      ['faults', 'add', '--status', '618'],
      "option '--status <status>' argument '618' is invalid. Give a status from 400 to 599: creator-sandbox faults add --status 503",
    ],
    [['keyz'], "unknown command 'keyz'; the nearest valid one is keys"],
    [['faults', 'list'], "unknown command 'list'; creator-sandbox faults alone lists"],
    [['keys', 'creat'], "unknown command 'creat'; the nearest valid one is create"],
    [['report', '--url', 'http://127.0.0.1:1', 'diff', 'a.json', 'b.json'], "unknown option '--url'"],
    [['clock', 'advance', '1d', '--prot', '1'], "unknown option '--prot'; the nearest valid one is --port"],
  ])('%j, with the way to the help', async (line, sentence) => {
    expect(await command(line)).toEqual(refusal(sentence));
  });

  it.each([
    [
      ['world', 'find', '--country', 'Germany'],
      '--country is a filter, which has no dashes: creator-sandbox world find country=Germany',
    ],
    [
      ['world', 'find', '--niche=yoga'],
      '--niche is a filter, which has no dashes: creator-sandbox world find niche=yoga',
    ],
    [
      ['world', 'find', 'country=Grmany'],
      "'country' cannot be 'Grmany': it takes a name, or two or three letters; the nearest valid one is germany.",
    ],
    [['world', 'find', '--sizes'], "There is no option '--sizes'."],
  ])('%j', async (line, sentence) => {
    expect(await command(line)).toEqual(mistake(sentence));
  });

  it('of a command that does not exist, before a sandbox starts', async () => {
    for (const [words, sentence] of [
      [
        ['nosuchcommand'],
        'There is no command nosuchcommand in the folders of PATH. One of this project runs so: creator-sandbox exec -- npx nosuchcommand',
      ],
      [['./none.sh', 'a'], 'There is no program ./none.sh.'],
      [
        ['npm test'],
        "The command is one word, 'npm test'. Give its words one by one: creator-sandbox exec -- npm test",
      ],
    ] as const)
      expect(await command(['exec', '--', ...words], { PATH: process.env['PATH'] ?? '' })).toEqual({
        code: 127,
        out: '',
        err: `creator-sandbox: ${sentence}\n`,
      });
  });
});

it('credits alone are purchased ones', async () => {
  expect((await asking('keys', 'top-up', 'demo-empty', '5')).out).toMatch(/^purchased +5 cr$/m);
});

it.each(['version', '-v', '-V', '--version'])('%s is the version', async (word) => {
  expect(await command([word])).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

describe('a verb finds its sandbox', () => {
  const { url, adminUrl } = sandbox;
  const gone = 'http://127.0.0.1:9';
  it.each([
    ['--url', ['--url', url], { CREATOR_SANDBOX_ADMIN: gone, CREATOR_SANDBOX_URL: gone }],
    ['--url', ['--url', `${url}/__admin/`], {}],
    ['--port', ['--port', new URL(url).port], { CREATOR_SANDBOX_ADMIN: gone }],
    ['CREATOR_SANDBOX_ADMIN', [], { CREATOR_SANDBOX_ADMIN: adminUrl ?? '', CREATOR_SANDBOX_URL: gone }],
    ['CREATOR_SANDBOX_URL', [], { CREATOR_SANDBOX_URL: url, SANDBOX_PORT: '9' }],
    ['the port', [], { SANDBOX_PORT: new URL(url).port }],
  ])('by %s, all alike', async (namedBy, flags, env) => {
    const health = await command(['health', ...flags], env);
    expect([health.code, health.out]).toEqual([0, expect.stringMatching(`, by ${namedBy}\n$`)]);
    for (const verb of [['keys', 'show', 'demo-low'], ['env'], ['requests', 'count'], ['report']])
      expect((await command([...verb, ...flags], env)).code).toBe(0);
  });

  it('and says by what, where none answers', async () => {
    for (const [verb, code] of [
      [['health'], 1],
      [['keys'], 1],
      [['env'], 1],
    ] as const)
      expect(await command([...verb], { CREATOR_SANDBOX_URL: gone })).toMatchObject({
        code,
        err: expect.stringMatching(
          /^creator-sandbox: http:\/\/127\.0\.0\.1:9 does not answer: \w+\. The address comes from CREATOR_SANDBOX_URL\./,
        ),
      });
  });
});

describe('--help', () => {
  it.each(['start', 'exec'])('of %s fits one screen, and --help-all has the rest in groups', async (verb) => {
    const screen = (await command([verb, '--help'])).out.trimEnd().split('\n');
    expect(screen.length).toBeLessThanOrEqual(40);
    for (const line of screen) expect(line.length).toBeLessThanOrEqual(80);
    const { code, out } = await command([verb, '--help-all']);
    expect([code, out]).toEqual([0, expect.stringMatching(/\nWorld and clock:\n[\s\S]*--world-time/)]);
    const [, ungrouped = ''] = /\nOptions:\n([\s\S]*?)\n\n/.exec(out) ?? [];
    const flags = settingNames.map(
      (name) => `--${name.replace(/[A-Z]/g, (each) => `-${each.toLowerCase()}`)} `,
    );
    expect(flags.filter((flag) => ungrouped.includes(`  ${flag}`))).toEqual([]);
  });
});

it('a key that stands for none is told as what it is', async () => {
  await sandbox.reset();
  for (const key of ['undefined', '$API_KEY', 'nobody-knows-this-key', ''])
    await fetch(`${sandbox.url}/usage`, { headers: { 'api-key': key } });
  const unset = (word: string) =>
    `It was \`${word}\`: the client has no key. Set the variable that it reads, under exec by --env API_KEY=key.`;
  expect((await sandbox.requests()).map(({ notes }) => notes)).toEqual([
    ['Invalid API Key.', unset('undefined')],
    ['Invalid API Key.', unset('$API_KEY')],
    ['Invalid API Key.', 'The sandbox has no such key.'],
    ['API Key is required.', 'The header is there, but empty: set the variable that the client reads.'],
  ]);
  const { out } = await asking('requests', 'show', '1');
  expect(out).toMatch(
    /^call +GET \/usage\nstatus +401 UNAUTHORIZED$[\s\S]*^notes +Invalid API Key\.\n +It was `undef/m,
  );
});

it('requests are the newest, the newest last, and fit the terminal', async () => {
  await sandbox.reset();
  for (let n = 0; n < 6; n++)
    await fetch(`${sandbox.url}/clip/profile?uniqueId=no.${n}`, { headers: { 'api-key': 'demo-full' } });
  const { out } = await asking('requests', 'limit=4');
  expect(out.match(/^ *\d+/gm)?.map(Number)).toEqual([3, 4, 5, 6]);
  for (const columns of [80, 120]) {
    const shown = await commandIn(folder, ['requests', '--url', sandbox.url], { columns });
    const [head = '', ...rows] = shown.out.trimEnd().split('\n');
    expect(head.includes('time')).toBe(columns === 120);
    for (const line of [head, ...rows]) expect(line.length).toBeLessThanOrEqual(columns);
    for (const verb of [['keys'], ['keys', 'entries', 'demo-full'], ['faults']])
      for (const line of (await commandIn(folder, [...verb, '--url', sandbox.url], { columns })).out.split(
        '\n',
      ))
        expect(line.length).toBeLessThanOrEqual(columns);
  }
});
