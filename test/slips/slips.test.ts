import { copyFileSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished, TestRunner } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { type DrawnSlip, drawSlips } from './draw.ts';
import { applied, type SlipKind, slipKinds, slipsOf } from './kinds.ts';
import { readOptions } from './options.ts';
import { type Reach, testsReaching } from './reach.ts';
import { openSources } from './sources.ts';
import { browserTests, createLint, limitMsOf, staleTests } from './suite.ts';
import { judge, maxNearest, type Outcome } from './verdicts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The sources of a small project, which `tsc --strict` accepts. */
function sourcesOf(files: Record<string, string>) {
  const folder = realpathSync(newFolder());
  const settings = {
    compilerOptions: {
      strict: true,
      noUnusedLocals: true,
      exactOptionalPropertyTypes: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      module: 'nodenext',
      types: [],
    },
  };
  for (const [file, text] of Object.entries({ ...files, 'tsconfig.json': JSON.stringify(settings) })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const sources = openSources(folder, ['tsconfig.json']);
  // Inside a test `afterAll` would come too late.
  if (TestRunner.getCurrentTest()) onTestFinished(sources.close);
  else afterAll(sources.close);
  return sources;
}

/** A kind, a text, and what its slips of this kind make of it. */
const cases: [kind: SlipKind, text: string, made: string[]][] = [
  ['bound', 'a < b', ['a <= b']],
  ['bound', 'a >= b', ['a > b']],
  ['bound', 'a[n - 1]', ['a[n]']],
  ['bound', 'Math.min(a, b)', ['Math.max(a, b)']],
  ['arguments', 'f(a, b, c)', ['f(b, a, c)', 'f(a, c, b)']],
  ['arguments', "f('a', b); f(a, () => b); f(a, a); Math.min(a, b); isDeepStrictEqual(a, b)", []],
  ['await', 'const a = await f(b);', ['const a = f(b);']],
  ['cleanup', 'try { f() } finally { g(); }', ['try { f() } finally {  }']],
  ['cleanup', 'await file.close();', ['']],
  ['undo', 'try { f() } catch { g(); }', ['try { f() } catch {  }']],
  ['undo', 'ledger.undo();', ['']],
  ['stale cache', 'replies.delete(name);', ['']],
  ['stale cache', `found.get(\`\${a}:\${b}\`)`, [`found.get(\`\${a}:\`)`]],
  ['constant', 'const ms = 60_000;', ['const ms = 60;']],
  ['constant', 'list[0] = 7', ['list[1] = 7', 'list[0] = 8']],
  ['constant', 'ms / 100', ['ms', 'ms / 101']],
  ['constant', 'f(true)', ['f(false)']],
  ['redaction', 'log(redactKey(a))', ['log(a)']],
  ['redaction', 'a.trim()', ['a']],
  ['option', 'f({ a, b: c })', ['f({  b: c })']],
  ['option', 'f({ ...(a && { a }) })', ['f({  })', 'f({ ...(a && {  }) })']],
  ['option', 'options.size ?? 3', ['3']],
  ['order', 'a.sort((x, y) => x - y)', ['a', 'a.sort((x, y) => y - x)']],
  ['order', 'f();\n  g();', ['g();\n  f();']],
  ['order', "reached('f');\n  f();", []],
  ['order', 'this.a = a;\n  this.b += 1;', []],
  ['order', 'this.a = given.a;\n  this.b = given.b;', []],
  ['order', 'this.a = true;\n  this.b = null;', []],
  ['order', 'this.a = b.c;\n  b.c = d;', ['b.c = d;\n  this.a = b.c;']],
  ['order', 'this.a = a;\n  this.a = 0;', ['this.a = 0;\n  this.a = a;']],
  ['order', 'a = b;\n  c = a;', ['c = a;\n  a = b;']],
  ['condition', 'if (a) return;\nf()', ['\nf()']],
  ['condition', 'if (a) throw b; else f()', []],
  ['condition', 'if (!a) f()', ['if (a) f()']],
  ['condition', 'a && b', ['a', 'b']],
];

describe('slips', () => {
  const sources = sourcesOf(Object.fromEntries(cases.map(([, text], index) => [`case-${index}.ts`, text])));

  it.each(cases.map((one, index) => [...one, index] as const))(
    'of the kind %s in %j',
    (kind, text, made, index) => {
      const slips = slipsOf(sources.read(`case-${index}.ts`)).filter((slip) => slip.kind === kind);
      expect(slips.map((slip) => applied(text, [slip]))).toEqual(made);
    },
  );

  it('of every kind are tried here', () => {
    expect(slipKinds.toSorted()).toEqual([...new Set(cases.map(([kind]) => kind))].toSorted());
  });

  it('leave types, imports and comments alone', () => {
    const text = `import { a } from './b-1.ts'; // a < 1\ntype A = 1 | true; interface B { c: 2 } let d: 3;`;
    const source = sourcesOf({ 'a.ts': text }).read('a.ts');
    expect(slipsOf(source)).toEqual([]);
  });

  it('say their line, and the function around them as a profiler names it', () => {
    const text = `const top = 1;
function f() { return 2; }
const g = () => [3].map((x) => x * 4);
class C { get size() { return 5; } m() { return 6; } constructor() { g(); f(); } }
const o = { p: () => 7 };`;
    const found = slipsOf(sourcesOf({ 'a.ts': text }).read('a.ts'));
    expect(new Set(found.map(({ line, functionName }) => `${line} ${functionName}`))).toEqual(
      new Set(['1 null', '2 f', '3 g', '4 get size', '4 m', '4 C', '5 p']),
    );
  });
});

const program = {
  'a.ts': `import { limit } from './b.ts';
export function isWithin(count: number, names: readonly string[], note?: string): boolean {
  if (count < 0) return false;
  const seen = { count, ...(note !== undefined && { note }) };
  return limit(names.length, seen.count) > 1 && names.includes(note ?? '');
}
`,
  'b.ts': `export const limit = (a: number, b: number) => Math.min(a, b) * 2;\n`,
};
const draw = (seed: number, count: number) => drawSlips(sourcesOf(program), ['a.ts', 'b.ts'], seed, count);

describe('a draw', () => {
  it('is the same for the same seed, and another for another', () => {
    const first = draw(1, 3);
    expect(first).toEqual(draw(1, 3));
    expect(first).toHaveLength(3);
    expect([2, 3, 4].map((seed) => draw(seed, 3))).not.toEqual([first, first, first]);
  });

  it('takes a line once, and ends with the lines', () => {
    const drawn = draw(5, 100);
    expect(drawn.map(({ file, line }) => `${file}:${line}`).toSorted()).toEqual([
      'a.ts:3',
      'a.ts:4',
      'a.ts:5',
      'b.ts:1',
    ]);
  });

  it('holds slips that compile only, in the file and in those that import it', () => {
    const whole = {
      'a.ts': `import { f } from './b.ts';\nexport const a = async (): Promise<number> => (await f()).length;\n`,
      'b.ts': `const g = async (): Promise<string> => '';\nexport const f = async () => ({ length: (await g()).length });\n`,
    };
    const sources = sourcesOf(whole);
    expect(sources.compiles('b.ts', whole['b.ts'])).toBe(true);
    expect(sources.compiles('b.ts', whole['b.ts'].replace('length:', 'size:'))).toBe(false);
    expect(sources.compiles('b.ts', whole['b.ts'].replace('await ', ''))).toBe(false);
    // Unused since the slip: nobody would commit that.
    expect(sources.compiles('a.ts', whole['a.ts'].replace('(await f()).length', '1'))).toBe(false);
    expect(drawSlips(sources, ['a.ts', 'b.ts'], 1, 10)).toEqual([]);
  });
});

describe('the tests that reach a slip', () => {
  const reach: Reach = {
    tests: [
      { test: 'wide.test.ts', tookMs: 1, calls: { 'a.ts': ['f', 'g'], 'b.ts': ['h'] } },
      { test: 'narrow.test.ts', tookMs: 1, calls: { 'a.ts': ['f'] } },
      { test: 'red.test.ts', tookMs: 1, calls: { 'a.ts': ['f'] } },
      { test: 'other.test.ts', tookMs: 1, calls: { 'a.ts': [], 'b.ts': ['h'] } },
      { test: 'own.test.ts', tookMs: 1, calls: { 'a.ts': ['f', 'g'] } },
    ],
    failing: ['red.test.ts'],
  };

  it('call its function, those that call most of its file first, and of these the narrowest', () => {
    expect(testsReaching(reach, { file: 'a.ts', functionName: 'f' })).toEqual([
      'own.test.ts',
      'wide.test.ts',
      'narrow.test.ts',
    ]);
    expect(testsReaching(reach, { file: 'a.ts', functionName: 'g' })).toEqual([
      'own.test.ts',
      'wide.test.ts',
    ]);
    expect(testsReaching(reach, { file: 'a.ts', functionName: 'unknown' })).toEqual([]);
  });

  it('call any function of its file, if it stands outside of functions', () => {
    expect(testsReaching(reach, { file: 'b.ts', functionName: null })).toEqual([
      'other.test.ts',
      'wide.test.ts',
    ]);
  });
});

describe('verdicts', () => {
  const slipAt = (file: string): DrawnSlip => ({
    ...{ kind: 'bound', file, line: 1, functionName: null, start: 0, end: 1, text: '' },
    ...{ before: 'a', after: 'b' },
  });
  const outcome = (failed: string[], broken: string | null = null): Outcome => ({ failed, broken });

  /** Judges slips of these files by a suite that `fails` says to fail: the runs, and who survived. */
  async function judged(
    files: string[],
    fails: (file: string, tests: readonly string[] | 'all', leftOut: readonly string[]) => Outcome | null,
    isWhole = true,
  ) {
    const runs: string[] = [];
    const passed: string[] = [];
    const verdicts = await judge(
      files.map(slipAt),
      {
        reaching: ({ file }) =>
          file === 'many' ? Array.from({ length: 20 }, (_, n) => `many-${n}.test`) : [`${file}.test`],
        slow: ({ file }) => (file === 'drawn' ? ['slow/'] : []),
        lint: async ({ file }) => (file === 'unlinted' ? 'a linter' : null),
        run: async (slips, tests, { leftOut }) => {
          runs.push(`${slips.map(({ file }) => file)}: ${tests}`);
          return (
            slips.map(({ file }) => fails(file, tests, leftOut)).find((one) => one !== null) ?? outcome([])
          );
        },
        isWhole,
      },
      () => {},
      (slip) => passed.push(slip.file),
    );
    return { runs, passed, verdicts: verdicts.map(({ slip, verdict, by }) => [slip.file, verdict, by]) };
  }

  it('try the survivors of their nearest tests together, and each alone where that is red', async () => {
    const red: Record<string, string> = { near: 'near.test', c: 'far.test', d: 'far.test' };
    const far = (file: string, tests: readonly string[] | 'all') => {
      const test = red[file];
      if (test === undefined) return null;
      // A test that fails for one slip does not come to the others.
      return tests === 'all' || tests.includes(test) ? outcome([test]) : null;
    };
    const { runs, passed, verdicts } = await judged(['near', 'a', 'c', 'd'], far);
    expect(passed).toEqual(['a', 'c', 'd']);
    expect(verdicts).toEqual([
      ['near', 'noticed', 'near.test'],
      ['c', 'noticed', 'far.test'],
      ['d', 'noticed', 'far.test'],
      ['a', 'survived', null],
    ]);
    expect(runs).toEqual([
      ...['near: near.test', 'near: near.test', 'a: a.test', 'c: c.test', 'd: d.test'],
      ...['a,c,d: all', 'a: far.test', 'c: far.test', 'c: far.test', 'd: far.test', 'd: far.test'],
      'a: all',
    ]);
  });

  it('ask the linters before any test', async () => {
    const { runs, verdicts } = await judged(['unlinted'], () => null);
    expect(verdicts).toEqual([['unlinted', 'noticed', 'a linter']]);
    expect(runs).toEqual([]);
  });

  it('meet no more than their nearest tests alone before the whole suite', async () => {
    const { runs } = await judged(['many', 'a'], () => null);
    const nearest = Array.from({ length: maxNearest }, (_, n) => `many-${n}.test`);
    expect(runs).toEqual([`many: ${nearest}`, 'a: a.test', 'many,a: all']);
  });

  it('meet slow tests only after their nearest ones', async () => {
    const { runs } = await judged(['drawn', 'a'], (_, tests) => (tests === 'all' ? null : outcome([])));
    expect(runs).toEqual(['drawn: drawn.test', 'drawn: slow/', 'a: a.test', 'drawn,a: all']);
    expect((await judged(['drawn'], () => outcome(['drawn.test']))).runs).toEqual([
      'drawn: drawn.test',
      'drawn: drawn.test',
    ]);
  });

  it('halve a suite that does not end', async () => {
    const { runs, verdicts } = await judged(['a', 'b'], (file, tests) =>
      file === 'b' && tests === 'all' ? outcome([], 'the time limit') : null,
    );
    expect(verdicts).toEqual([
      ['a', 'survived', null],
      ['b', 'noticed', 'the time limit'],
    ]);
    expect(runs).toEqual(['a: a.test', 'b: b.test', 'a,b: all', 'a: all', 'b: all']);
  });

  it('believe no test that fails once, and go on without it', async () => {
    let failures = 0;
    const flaky = (_: string, __: readonly string[] | 'all', leftOut: readonly string[]) =>
      leftOut.length === 0 && failures++ === 0 ? outcome(['flaky.test']) : null;
    const { runs, verdicts } = await judged(['a'], flaky, false);
    expect(verdicts).toEqual([['a', 'survived', null]]);
    expect(runs).toEqual(['a: a.test', 'a: flaky.test', 'a: a.test']);
  });

  it('count a run that does not end, or does not start, as noticed', async () => {
    const { verdicts } = await judged(['a'], () => outcome([], 'the time limit'), false);
    expect(verdicts).toEqual([['a', 'noticed', 'the time limit']]);
  });
});

it('notes again what is new, what changed and what called a changed source', () => {
  const note = (test: string, ...called: string[]) => ({
    test,
    tookMs: 1,
    calls: Object.fromEntries(called.map((file) => [file, ['f']])),
  });
  const tests = [
    note('a.test.ts', 'src/x.ts'),
    note('b.test.ts', 'src/y.ts'),
    note('gone.test.ts', 'src/x.ts'),
  ];
  const files = { 'a.test.ts': '1', 'b.test.ts': '1', 'gone.test.ts': '1', 'src/x.ts': '1', 'src/y.ts': '1' };
  const now = { 'a.test.ts': '1', 'b.test.ts': '1', 'src/x.ts': '1', 'src/y.ts': '1', 'README.md': '1' };
  const earlier = { tests, files, failing: [] };
  expect(staleTests(earlier, now)).toEqual([]);
  expect(staleTests(earlier, { ...now, 'a.test.ts': '2' })).toEqual(['a.test.ts']);
  expect(staleTests(earlier, { ...now, 'src/y.ts': '2' })).toEqual(['b.test.ts']);
  expect(staleTests(earlier, { ...now, 'new.test.ts': '1', 'src/new.ts': '1' })).toEqual(['new.test.ts']);
});

it('the linters refuse a promise that nobody awaits, and the file is whole again', async () => {
  const folder = realpathSync(newFolder());
  const text = `export async function stop(server: { close(): Promise<void> }): Promise<void> {
  await server.close();
  console.log('stopped', await Promise.resolve(1));
}
`;
  writeFileSync(join(folder, 'stop.ts'), text);
  for (const name of ['.oxlintrc.json', 'tsconfig.json', 'package.json'])
    copyFileSync(join(root, name), join(folder, name));
  writeFileSync(join(folder, 'biome.json'), '{}');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const lint = createLint({ folder, files: {}, remove: () => {} });
  const slip = (before: string, after: string): DrawnSlip => ({
    ...{ kind: 'await', file: 'stop.ts', line: 2, functionName: 'stop', before, after, text: after },
    ...{ start: text.indexOf(before), end: text.indexOf(before) + before.length },
  });
  expect(await lint(slip('await server', 'server'))).toBe('oxlint/bin/oxlint');
  expect(await lint(slip("'stopped'", "'ended'"))).toBeNull();
  expect(readFileSync(join(folder, 'stop.ts'), 'utf8')).toBe(text);
  writeFileSync(join(folder, '.oxlintrc.json'), 'broken');
  await expect(lint(slip("'stopped'", "'ended'"))).rejects.toThrow(
    'oxlint/bin/oxlint fails without any slip.',
  );
});

describe('the options of the command', () => {
  it('have defaults', () => {
    expect(readOptions([])).toEqual({
      ...{ seed: 1, count: 110, isWhole: true, isList: false, json: null },
      ...{ under: ['src', 'seed', 'ui/src'], tests: [] },
      projects: ['unit', 'published', 'wide', 'processes', 'database', 'runs', 'agents'],
    });
    expect(readOptions(['--under', 'src/core,seed', '--tests', 'test/core'])).toMatchObject({
      under: ['src/core', 'seed'],
      tests: ['test/core'],
    });
  });

  it.each<[args: string[], refusal: string]>([
    [['--seed', 'x'], '--seed takes a whole number from 0 to 4294967295, not "x".'],
    [['--seed', '4294967296'], '--seed takes a whole number from 0 to 4294967295, not "4294967296".'],
    [['--count', '0'], '--count takes a whole number from 1 to 10000, not "0".'],
    [
      ['--projects', 'unit,long'],
      '--projects has no project "long": use unit, published, wide, processes, database, runs, agents.',
    ],
    [['--under', 'srcs'], '--under takes folders within src, seed, ui/src, not "srcs".'],
    [['--tests', 'core'], '--tests takes folders within test, not "core".'],
    [['--sed', '1'], "Unknown option '--sed'"],
    [['7'], "Unexpected argument '7'"],
  ])('refuse %j', (args, refusal) => {
    expect(() => readOptions(args)).toThrow(refusal);
  });
});

// A slip in such a line is noticed by no behaviour here.
it.skipIf(process.env['SLIPS_ORDER'])('the slips that nothing can notice are of lines that are there', () => {
  const equivalents: { file: string; before: string }[] = JSON.parse(
    readFileSync(new URL('equivalents.json', import.meta.url), 'utf8'),
  );
  const bare = (text: string): string => text.replaceAll(/\s/g, '');
  const gone = equivalents.filter(
    ({ file, before }) => !bare(readFileSync(join(root, file), 'utf8')).includes(bare(before)),
  );
  expect(gone).toEqual([]);
});

it('gives the whole dashboard its minutes, and a short test little more than a start', () => {
  const tests = [{ test: 'a.test.ts', tookMs: 1_000, calls: {} }];
  expect(limitMsOf({ tests }, [browserTests])).toBeGreaterThan(10 * 60_000);
  expect(limitMsOf({ tests }, ['a.test.ts'])).toBeLessThan(65_000);
});
