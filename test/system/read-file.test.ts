import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFixtures } from '../../seed/fixtures/fixtures.ts';
import { parseFile, readTextFile } from '../../src/system/read-file.ts';
import { commandIn } from '../cli/io.ts';
import { newFolder } from '../new-folder.ts';

const folder = newFolder();
const at = (name: string) => join(folder, name);
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const makePipe = (name: string) => spawnSync('mkfifo', [name]);

mkdirSync(at('folder'));
makePipe(at('pipe'));
symlinkSync('/dev/zero', at('link'));
writeFileSync(at('large'), '');
truncateSync(at('large'), 1_000_001);
writeFileSync(at('deep'), deep(200_000));
writeFileSync(at('text'), 'text');

/** No file, and the reason. */
const wrong: readonly [string, string][] = [
  ['none', 'ENOENT'],
  ['folder', 'EISDIR'],
  ['pipe', 'it is no regular file'],
  ['link', 'it is no regular file'],
  ['/dev/zero', 'it is no regular file'],
  ['large', 'it has more than 1 MB'],
];

describe('a file', () => {
  it.each(wrong)('that is %s is not read', (name, reason) => {
    expect(() => readTextFile(join(name.startsWith('/') ? '' : folder, name))).toThrow(new Error(reason));
  });

  it('below /proc, whose size is 0, is read whole and bounded', () => {
    expect(readTextFile('/proc/self/status')).toContain('Pid:');
    expect(() => readTextFile('/proc/self/status', { maxMegabytes: 0.0001 })).toThrow(/more than/);
  });

  it('of as many bytes as it may have is read, without a byte order mark', () => {
    writeFileSync(at('whole'), `\uFEFF${'a'.repeat(999_997)}`);
    expect(readTextFile(at('whole'))).toBe('a'.repeat(999_997));
  });

  it('of JSON is parsed up to 100 levels, brackets in texts apart', () => {
    const text = JSON.stringify(['[[[[{{{{"\\"[['.repeat(100), '\\']);
    const empty = JSON.stringify(['', '[[[['.repeat(100), '', { '': '{{{{'.repeat(100) }]);
    for (const [name, content] of [
      ['good', deep(100)],
      ['texts', text],
      ['empty texts', empty],
    ] as const) {
      writeFileSync(at(name), content);
      expect(parseFile(at(name))).toEqual(JSON.parse(content));
    }
    writeFileSync(at('deep behind'), `["","",${deep(100)}]`);
    for (const name of ['deep', 'deep behind'])
      expect(() => parseFile(at(name))).toThrow(new Error('it is nested deeper than 100 levels'));
    expect(() => parseFile(at('text'))).toThrow(new Error('it is not JSON'));
  });
});

describe('the command line refuses in one sentence', () => {
  it.each([
    ['--config', ['start', '--config']],
    ['report', ['report']],
    ['report merge', ['report', 'merge']],
    ['snapshot import', ['snapshot', 'import', 'x']],
    ['--tls-cert', ['start', '--tls-key', 'text', '--tls-cert']],
  ])('what %s cannot read', async (_name, line) => {
    for (const [name, reason] of wrong) {
      if (name === 'large' && !line.includes('--config')) continue;
      const { code, out, err } = await commandIn(folder, [
        ...line,
        join(name.startsWith('/') ? '' : folder, name),
      ]);
      expect([line, name, code, out, err]).toEqual([
        line,
        name,
        2,
        '',
        expect.stringMatching(
          new RegExp(`^creator-sandbox: [^\\n]*${name} cannot be read: ${reason}\\.\\n$`),
        ),
      ]);
    }
  });

  it('prices that are 200,000 levels deep', async () => {
    expect(await commandIn(folder, ['start', '--prices', `{"a":${deep(50_000)}}`])).toEqual({
      code: 2,
      out: '',
      err: 'creator-sandbox: --prices cannot be read: it is nested deeper than 100 levels.\n',
    });
    writeFileSync(at('prices.json'), `{"prices":{"clip/profile":${deep(200_000)}}}`);
    expect(await commandIn(folder, ['start', '--config', 'prices.json'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^creator-sandbox: .*nested deeper than 100 levels\.\n$/),
    });
  });
});

describe('fixtures', () => {
  const fixtures = (name: string) => {
    mkdirSync(at(`${name}/creators`), { recursive: true });
    return at(`${name}/creators/one.json`);
  };

  it('that are a pipe, a device, too deep or elsewhere are refused', () => {
    makePipe(fixtures('a'));
    symlinkSync('/dev/zero', fixtures('b'));
    writeFileSync(fixtures('c'), deep(200_000));
    writeFileSync(at('secret.json'), '"a secret"');
    symlinkSync('../../secret.json', fixtures('d'));
    const reasons = ['a', 'b', 'c', 'd'].map((name) => {
      try {
        return readFixtures(at(name));
      } catch (error) {
        return (error as Error).message.replace(folder, '');
      }
    });
    expect(reasons).toEqual([
      '/a/creators/one.json: it is no regular file',
      '/b/creators/one.json: it is a link that leads out of its folder',
      '/c/creators/one.json: it is nested deeper than 100 levels',
      '/d/creators/one.json: it is a link that leads out of its folder',
    ]);
  });

  it('of a volume of Kubernetes, whose links stay inside, are read', () => {
    const file = fixtures('e');
    mkdirSync(at('e/creators/..2026'));
    writeFileSync(at('e/creators/..2026/one.json'), JSON.stringify({ clip: { handle: 'fixture.creator' } }));
    symlinkSync('..2026', at('e/creators/..data'));
    symlinkSync('..data/one.json', file);
    expect(readFixtures(at('e')).people).toHaveLength(1);
  });
});
