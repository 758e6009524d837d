import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);

/** Who may import whom: a room imports itself and rooms of a higher number. */
const floors: Record<string, number> = {
  main: 0,
  cli: 1,
  vitest: 0,
  'vitest-setup': 1,
  index: 2,
  sandbox: 3,
  'admin-client': 3,
  app: 4,
  exchanges: 4.25,
  openapi: 4.5,
  decisions: 4.7,
  v2: 5,
  v3: 5,
  control: 5,
  http: 6,
  config: 7,
  ledger: 7,
  world: 7,
  nls: 7,
  faults: 7,
  journal: 7,
  vocabulary: 7,
  version: 8,
  core: 8,
};

const roomOf = (file: string): string => file.replace(/\.ts$/, '').split('/')[0] ?? '';

const imports = sources.flatMap((file) => {
  const text = readFileSync(join(root, 'src', file), 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, target = '']) => ({
    file,
    target,
    to: target.startsWith('.')
      ? relative(join(root, 'src'), resolve(join(root, 'src', dirname(file)), target))
      : target,
  }));
});
const inner = imports.filter(({ target, to }) => target.startsWith('.') && !to.startsWith('..'));

describe('the house', () => {
  it('has a floor for every room', () => {
    expect([...new Set(sources.map(roomOf))].filter((room) => floors[room] === undefined)).toEqual([]);
  });

  it('imports only downwards', () => {
    const upwards = inner.filter(({ file, to }) => {
      const [from, into] = [roomOf(file), roomOf(to)];
      return from !== into && (floors[from] ?? 0) >= (floors[into] ?? 0);
    });
    expect(upwards.map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
  });

  it('loads Faker in the generator only', () => {
    expect(imports.filter(({ target }) => target.startsWith('@faker-js')).map(({ file }) => file)).toEqual(
      [],
    );
  });

  it('touches the process in main.ts only', () => {
    const touching = sources.filter((file) => {
      const code = readFileSync(join(root, 'src', file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
      return /(?<![\w.'`/-])process\.(?!arch)/.test(code);
    });
    expect(touching).toEqual(['main.ts']);
  });

  it('writes SQL in world and ledger only', () => {
    const writing = sources.filter((file) =>
      /\.prepare\(|\.exec\(`/.test(readFileSync(join(root, 'src', file), 'utf8')),
    );
    expect(writing.filter((file) => !/^(world|ledger)\//.test(file))).toEqual([]);
  });
});
