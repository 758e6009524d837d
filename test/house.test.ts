import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The rooms from the top down. A file imports its own room and rooms below it. */
const floors: readonly (readonly string[])[] = [
  ['main', 'vitest', 'testcontainers'],
  ['cli', 'vitest-setup'],
  ['index'],
  ['sandbox', 'connect', 'contract'],
  ['mcp'],
  ['admin-client'],
  ['admin'],
  ['quotes'],
  ['openapi'],
  ['deps'],
  ['app', 'decisions'],
  ['capsule'],
  ['mutation'],
  ['v2', 'v3', 'control'],
  ['replicas'],
  ['http'],
  ['seed', 'report'],
  ['faults', 'journal', 'ledger', 'nls', 'search'],
  ['records'],
  ['world', 'vocabulary'],
  ['register', 'keys', 'pictures', 'certificate'],
  ['config'],
  ['core', 'version', 'package-root', 'cache-dir', 'node-version'],
  ['make-folder', 'user-id'],
];

const sources = ['src', 'seed'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/${file}`),
);
const textOf = new Map(sources.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

const roomOf = (file: string): string =>
  file.startsWith('seed/') ? 'seed' : (file.replace(/^src\/|\.ts$/g, '').split('/')[0] ?? '');
const floorOf = (file: string): number => floors.findIndex((rooms) => rooms.includes(roomOf(file)));

/** Every import, of types too. */
const imports = sources.flatMap((file) =>
  [...(textOf.get(file) ?? '').matchAll(/(?:from|import\(|import)\s*'([^']+)'/g)].map(([, target = '']) => ({
    file,
    target,
    to: target.startsWith('.') ? relative(root, resolve(root, dirname(file), target)) : target,
  })),
);
const inner = imports.filter(({ target }) => target.startsWith('.'));

describe('the house', () => {
  it('has a floor for every room', () => {
    expect([...new Set(sources.filter((file) => floorOf(file) < 0).map(roomOf))]).toEqual([]);
  });

  it('imports only downwards', () => {
    const upwards = inner.filter(
      ({ file, to }) => roomOf(file) !== roomOf(to) && floorOf(file) >= floorOf(to),
    );
    expect(upwards.map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
  });

  it('has no circle of files', () => {
    const targets = Map.groupBy(inner, ({ file }) => file);
    const circles: string[] = [];
    const done = new Set<string>();
    const walk = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      else if (!done.has(file)) {
        for (const { to } of targets.get(file) ?? []) walk(to, [...path, file]);
        done.add(file);
      }
    };
    for (const file of sources) walk(file, []);
    expect(circles).toEqual([]);
  });

  it('keeps its rooms small: at most 18 % of the lines, half of the files under 70 lines', () => {
    const lines = (file: string) => (textOf.get(file) ?? '').split('\n').length - 1;
    const total = sources.reduce((sum, file) => sum + lines(file), 0);
    const rooms = Map.groupBy(sources, roomOf);
    const large = [...rooms].map(
      ([room, files]) => [room, files.reduce((sum, file) => sum + lines(file), 0) / total] as const,
    );
    expect(large.filter(([, share]) => share > 0.18)).toEqual([]);
    const sorted = sources.map(lines).sort((a, b) => a - b);
    expect(sorted[sorted.length >> 1]).toBeLessThan(70);
  });

  it('keeps the generations apart: neither imports the other', () => {
    const crossing = inner.filter(({ file, to }) => /^src\/v[23]\//.test(file) && /^src\/v[23]\//.test(to));
    expect(crossing.filter(({ file, to }) => roomOf(file) !== roomOf(to))).toEqual([]);
  });

  it('loads Faker in the generator only', () => {
    const loading = imports.filter(({ target }) => target.startsWith('@faker-js'));
    expect(new Set(loading.map(({ file }) => file))).toEqual(new Set(['seed/names.ts']));
  });

  it('touches the process where a process starts or a test runner begins', () => {
    const touching = sources.filter((file) => {
      const code = (textOf.get(file) ?? '').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
      return file.startsWith('src/') && /(?<![\w.'`/-])process\.(?!arch)/.test(code);
    });
    expect(touching).toEqual(['src/main.ts', 'src/vitest-setup.ts']);
  });

  it('formats nothing by locale, which would load 6 MiB of locale data at the start', () => {
    const formatting = sources.filter((file) => /\.toLocale|\bIntl\./.test(textOf.get(file) ?? ''));
    expect(formatting).toEqual([]);
  });

  it('writes SQL where worlds and ledgers are stored only', () => {
    const writing = sources.filter((file) => /\.prepare\(|\.exec\(`/.test(textOf.get(file) ?? ''));
    expect(writing.filter((file) => !/^(seed|src\/world|src\/ledger)\//.test(file))).toEqual([]);
  });
});
