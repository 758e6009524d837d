import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The modules from the top layer down. A file imports its own module and modules of lower layers. */
const layers: readonly (readonly string[])[] = [
  ['main'],
  ['cli', 'library'],
  ['app'],
  ['trials', 'mcp'],
  ['admin', 'contract', 'replicas'],
  ['service'],
  ['ledger', 'report', 'client', 'seed'],
  ['creators', 'faults', 'journal', 'system'],
  ['core'],
];

const sources = ['src', 'seed'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/${file}`),
);
const textOf = new Map(sources.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

const moduleOf = (file: string): string =>
  file.startsWith('seed/') ? 'seed' : (file.replace(/^src\/|\.ts$/g, '').split('/')[0] ?? '');
const layerOf = (file: string): number => layers.findIndex((modules) => modules.includes(moduleOf(file)));

/** Every import, of types too. */
const imports = sources.flatMap((file) =>
  [...(textOf.get(file) ?? '').matchAll(/(?:from|import\(|import)\s*'([^']+)'/g)].map(([, target = '']) => ({
    file,
    target,
    to: target.startsWith('.') ? relative(root, resolve(root, dirname(file), target)) : target,
  })),
);
const inner = imports.filter(({ target }) => target.startsWith('.'));

describe('the architecture', () => {
  it('has a layer for every module', () => {
    expect([...new Set(sources.filter((file) => layerOf(file) < 0).map(moduleOf))]).toEqual([]);
  });

  it('imports only downwards', () => {
    const upwards = inner.filter(
      ({ file, to }) => moduleOf(file) !== moduleOf(to) && layerOf(file) >= layerOf(to),
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

  it('keeps the generations apart: neither imports the other', () => {
    const generationOf = (file: string) => /^src\/service\/(v\d)\//.exec(file)?.[1];
    const crossing = inner.filter(({ file, to }) => {
      const [from, target] = [generationOf(file), generationOf(to)];
      return from !== undefined && target !== undefined && from !== target;
    });
    expect(crossing).toEqual([]);
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
    expect(touching).toEqual(['src/main.ts', 'src/library/vitest-setup.ts']);
  });

  it('formats nothing by locale, which would load 6 MiB of locale data at the start', () => {
    const formatting = sources.filter((file) => /\.toLocale|\bIntl\./.test(textOf.get(file) ?? ''));
    expect(formatting).toEqual([]);
  });

  it('writes SQL where worlds and ledgers are stored only', () => {
    const writing = sources.filter((file) => /\.prepare\(|\.exec\(`/.test(textOf.get(file) ?? ''));
    expect(writing.filter((file) => !/^(seed|src\/creators\/world|src\/ledger)\//.test(file))).toEqual([]);
  });
});
