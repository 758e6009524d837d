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
  ['trials', 'mcp', 'recording', 'intercept'],
  ['admin', 'contract', 'replicas'],
  ['service'],
  ['ledger', 'report', 'client', 'seed'],
  ['creators', 'faults', 'journal', 'metrics', 'system'],
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

  it('touches the process where a process starts or a test runner begins', () => {
    const touching = sources.filter((file) => {
      return file.startsWith('src/') && /(?<![\w.'`/-])process\.(?!arch)/.test(withoutComments(file));
    });
    expect(touching).toEqual([
      'src/main.ts',
      'src/library/call-sites.ts',
      'src/library/service-hosts.ts',
      'src/library/vitest-setup.ts',
    ]);
  });

  it('reads files of users through one checked reader', () => {
    const reading = sources.filter((file) => fileReader.test(withoutComments(file)));
    expect(reading.sort()).toEqual(Object.keys(readers).sort());
  });

  it('writes for a terminal through one function', () => {
    const filesWith = (pattern: RegExp) =>
      sources.filter((file) => file.startsWith('src/') && pattern.test(withoutComments(file)));
    // Their own version, and the stack of a crash, both plain.
    expect(filesWith(/process\.(?:stdout|stderr)\b/)).toEqual(['src/main.ts']);
    expect(filesWith(/\bconsole\.|\/dev\/(?:tty|stdout|stderr)/)).toEqual([]);
    // It writes to a file of its own.
    expect(filesWith(/\bwriteSync\(/)).toEqual(['src/ledger/sqlite/commit-mark.ts']);
    expect(filesWith(/\\u001b|\\x1b|\\u009b/i)).toEqual(['src/cli/plain-output.ts']);
    expect(filesWith(/\bwithPlainOutputs\(/)).toEqual(['src/cli/run.ts']);
    expect(filesWith(/\bbuildProgram\(io\b/)).toEqual(['src/cli/program.ts', 'src/cli/run.ts']);
  });

  it('formats nothing by locale, which would load 6 MiB of locale data at the start', () => {
    const formatting = sources.filter((file) => /\.toLocale|\bIntl\./.test(textOf.get(file) ?? ''));
    expect(formatting).toEqual([]);
  });

  it('writes SQL where worlds and ledgers are stored only', () => {
    const writing = sources.filter((file) => sqlStatement.test(withoutComments(file)));
    const stores = /^(seed|src\/creators\/world|src\/ledger\/(sqlite|postgres))\//;
    expect(writing.filter((file) => !stores.test(file))).toEqual([]);
  });

  it('finds the statements of both stores, and no prose', () => {
    const statements = [
      'SELECT a FROM b',
      'INSERT INTO a VALUES (1)',
      'UPDATE a SET b = 1',
      'DELETE FROM a',
      'CREATE TABLE a (b)',
      'DROP INDEX a',
      'LOCK TABLE a',
      'sql`BEGIN`',
      "'COMMIT'",
      'LISTEN "a"',
      "NOTIFY a, 'b'",
      "'select a from b'",
      '"insert into a values (1)"',
      "pragma('user_version')",
    ];
    expect(statements.filter((text) => !sqlStatement.test(text))).toEqual([]);
    const prose = [
      'Select the creators from',
      'update your settings',
      'begin again',
      'Delete the key',
      'create table',
    ];
    expect(prose.filter((text) => sqlStatement.test(text))).toEqual([]);
  });

  it('keeps creators and HTTP out of the ledger', () => {
    const entering = imports.filter(
      ({ file, target, to }) =>
        file.startsWith('src/ledger/') &&
        (to.startsWith('src/creators/') || /^(fastify|@fastify\/.*|node:https?|node:http2)$/.test(target)),
    );
    expect(entering.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });
});

/** What opens or reads files. */
const fileReader =
  /\b(?:readFile|readFileSync|openSync|createReadStream|readSync|openAsBlob|FileHandle)\b|\bfs\.(?:promises\.)?(?:open|read)/;

/** The files that read files, and why. */
const readers: Readonly<Record<string, string>> = {
  'src/system/read-file.ts': 'the checked reader',
  'src/system/version.ts': 'package.json of this package',
  'src/system/ending.ts': 'the parents of this process in /proc',
  'src/ledger/sqlite/commit-mark.ts': 'opens its file to write',
  'src/mcp/resources.ts': 'pages of the manual of this package',
  'src/admin/dashboard/page.ts': 'the dashboard of this package',
  'src/app/openapi/packed.ts': 'documents of this package',
  'src/system/source-maps.ts': 'source maps of the command',
  'src/library/service-hosts.ts': 'the certificate of the run, in the command',
  'src/library/vitest-setup.ts': 'reports in a folder that this run made',
  'src/cli/probe-address.ts': 'a mount in /proc',
  'src/cli/trials/side-by-side.ts': 'the CPU time of this process in /proc',
  'seed/generator-hash.ts': 'sources of this package',
  'seed/build-default.ts': 'the manifest of this package',
  'seed/packed-world.ts': 'the packed world of this package',
  'seed/fixtures/with-fixtures.ts': 'a world in the cache',
};

/** A statement in upper case, as this project writes it, or at the beginning of a text in lower case. */
const sqlStatement = new RegExp(
  [
    String.raw`\bSELECT\s[^;]*?\bFROM\b`,
    String.raw`\b(INSERT INTO|DELETE FROM|TRUNCATE TABLE|LOCK TABLE|WITH \w+ AS)\b`,
    String.raw`\bUPDATE\s+\S+\s+SET\b`,
    String.raw`\b(CREATE|ALTER|DROP) (UNIQUE |TEMPORARY )?(TABLE|INDEX|VIEW|SEQUENCE|FUNCTION|TRIGGER|SCHEMA)\b`,
    String.raw`['"\`](BEGIN|COMMIT|ROLLBACK)\b`,
    String.raw`\b(LISTEN|NOTIFY) ["$\w]`,
    String.raw`['"\`]\s*(select\s[^;'"\`]*\sfrom\s|insert into\s|delete from\s|update \S+ set\s|create table\s)`,
    String.raw`\.pragma\(|\bpragma\('`,
  ].join('|'),
);

function withoutComments(file: string): string {
  return (textOf.get(file) ?? '').replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '');
}
