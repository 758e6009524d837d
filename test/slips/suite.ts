import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { generatorHash } from '../../seed/generator-hash.ts';
import { worldCache } from '../world-cache.ts';
import type { DrawnSlip } from './draw.ts';
import { applied } from './kinds.ts';
import { type Reach, readNotes } from './reach.ts';
import type { Outcome, RunTests } from './verdicts.ts';

/** A run may take this many times as long as its tests took without a slip, and a start at least; the whole suite less. */
const maxTimes = 4;
const maxWholeTimes = 2;
const startMs = 60_000;

/** All tests of the dashboard, which no run notes: each slip of it meets them together. */
export const browserTests = 'test/browser/';
const browserTookMs = 600_000;

/** A copy of the work tree with a cache of its own: nothing that a slip does reaches the user's files. */
export interface Copy {
  readonly folder: string;
  /** The files of the work tree, each with a hash of its content. */
  readonly files: Record<string, string>;
  remove(): void;
}

const shortHash = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 16);

/** Copies the files that git knows or would add; the installed packages are linked. */
export function copyWorkTree(root: string): Copy {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
  const folder = mkdtempSync(join(tmpdir(), 'creator-sandbox-slips-'));
  const hashes: Record<string, string> = {};
  for (const file of files.toSorted()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
    hashes[file] = shortHash(readFileSync(join(root, file)));
  }
  copyWorlds(folder);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    files: hashes,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** The worlds that the user's cache has, so that the copy need not make them. */
function copyWorlds(folder: string): void {
  const cache = join(folder, '.cache', 'creator-sandbox');
  mkdirSync(cache, { recursive: true });
  const current = readdirSync(worldCache).filter((name) => name.includes(generatorHash().slice(0, 16)));
  for (const name of current) cpSync(join(worldCache, name), join(cache, name));
}

/** The tests that count. */
interface Counting {
  /** Names of projects of vitest. */
  projects: readonly string[];
  /** Files or folders of tests; all when empty. */
  tests: readonly string[];
}

const nameOf = ({ projects, tests }: Counting): string => shortHash(JSON.stringify([projects, tests]));

interface Run extends Counting {
  leftOut: readonly string[];
  env: Record<string, string>;
  /** Stops at the first failure. */
  bail: boolean;
  /** Null for no limit. */
  limitMs: number | null;
}

/** One run of vitest in the copy. */
async function runVitest(
  copy: Copy,
  { projects, tests, leftOut, env, bail, limitMs }: Run,
): Promise<Outcome> {
  const notes = join(copy.folder, '.cache', randomUUID());
  mkdirSync(notes, { recursive: true });
  const [report, order] = [join(notes, 'report.json'), join(notes, 'order.json')];
  writeFileSync(order, JSON.stringify(tests));
  const given = [
    'run',
    ...['--config', 'test/slips/vitest.config.ts', '--reporter', 'json', '--outputFile', report],
    ...projects.flatMap((project) => ['--project', project]),
    ...leftOut.flatMap((file) => ['--exclude', file]),
    ...(bail ? ['--bail', '1'] : []),
    ...tests,
  ];
  const ended = await runToEnd(
    copy,
    ['node_modules/vitest/vitest.mjs', ...given],
    { ...env, SLIPS_ORDER: order },
    limitMs,
  );
  const results: FileResult[] = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8')).testResults
    : [];
  rmSync(notes, { recursive: true, force: true });
  const failed = results.filter(hasFailed).map(({ name }) => name.slice(copy.folder.length + 1));
  if (ended === 'limit') return { failed: [], broken: 'the time limit' };
  return { failed: [...new Set(failed)], broken: ended === 0 || failed.length > 0 ? null : 'the run itself' };
}

interface FileResult {
  name: string;
  message?: string;
  assertionResults: { status: string }[];
}

/** Files that the first failure cut off are called failed too, without a failed test. */
const hasFailed = ({ message = '', assertionResults }: FileResult): boolean =>
  message !== '' || assertionResults.some(({ status }) => status === 'failed');

/** @returns the exit code, or `limit` after everything that the run started was killed */
function runToEnd(
  { folder }: Copy,
  args: readonly string[],
  env: Record<string, string>,
  limitMs: number | null,
): Promise<number | 'limit'> {
  const { promise, resolve, reject } = Promise.withResolvers<number | 'limit'>();
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, XDG_CACHE_HOME: join(folder, '.cache'), ...env },
    stdio: 'ignore',
    // A group of its own, so that a hanging worker ends with it.
    detached: true,
  });
  const end = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
  const timer = limitMs === null ? undefined : setTimeout(() => end() && resolve('limit'), limitMs);
  // Before the copy goes, into which a run writes.
  process.prependOnceListener('exit', end);
  child.once('error', reject);
  child.once('exit', (code) => {
    clearTimeout(timer);
    process.removeListener('exit', end);
    resolve(code ?? 1);
  });
  return promise;
}

/** What an earlier run noted, and the files that it saw. */
type NotedReach = Reach & Pick<Copy, 'files'>;

/** Runs the suite once and notes which tests call what; later calls note again only what changed since in `cache`. */
export async function mapReach(copy: Copy, counting: Counting, cache: string): Promise<Reach> {
  const file = join(cache, `reach-${nameOf(counting)}.json`);
  const earlier: NotedReach | undefined = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : undefined;
  const tests = earlier ? staleTests(earlier, copy.files) : counting.tests;
  if (earlier && tests.length === 0) return earlier;
  const notes = join(copy.folder, '.cache', 'reached');
  mkdirSync(notes, { recursive: true });
  const { failed, broken } = await runVitest(copy, {
    ...counting,
    tests,
    leftOut: [],
    env: { SLIPS_REACHED: notes },
    bail: false,
    limitMs: null,
  });
  // A test of no project that counts is not found.
  const isDone = broken === null || (earlier && readNotes(notes).length === 0);
  if (!isDone) throw new Error(`The suite does not run to its end without any slip: ${broken} fails.`);
  // To count calls takes time of its own: what measures is judged by a run without notes.
  const again = { ...counting, tests: failed, leftOut: [], env: {}, bail: false, limitMs: null };
  const failing = failed.length > 0 ? (await runVitest(copy, again)).failed : [];
  const kept = (test: string): boolean => !tests.includes(test) && test in copy.files;
  const reach: NotedReach = {
    files: copy.files,
    tests: [...(earlier?.tests.filter(({ test }) => kept(test)) ?? []), ...readNotes(notes)],
    failing: [...(earlier?.failing.filter(kept) ?? []), ...failing],
  };
  mkdirSync(cache, { recursive: true });
  writeFileSync(file, JSON.stringify(reach));
  return reach;
}

/** Files of tests that are new, that changed, or that called a source file that changed. */
export function staleTests({ tests, files }: NotedReach, now: Copy['files']): string[] {
  const isChanged = (file: string): boolean => files[file] !== now[file];
  const calledChanged = tests.filter(({ calls }) => Object.keys(calls).some(isChanged));
  return [
    ...new Set([
      ...Object.keys(now).filter((file) => file.endsWith('.test.ts') && isChanged(file)),
      ...calledChanged.map(({ test }) => test).filter((test) => test in now),
    ]),
  ];
}

/** How long a run of these tests may take. */
export function limitMsOf(reach: Pick<Reach, 'tests'>, tests: readonly string[] | 'all'): number {
  const tookMs = new Map([[browserTests, browserTookMs]]);
  for (const { test, tookMs: ms } of reach.tests) tookMs.set(test, ms);
  const times = tests === 'all' ? [...tookMs.values()] : tests.map((test) => tookMs.get(test) ?? startMs);
  const wholeMs = times.reduce((sum, ms) => sum + ms, 0) / availableParallelism();
  return startMs + (tests === 'all' ? maxWholeTimes : maxTimes) * wholeMs;
}

/** Runs tests with slips in the copy, and takes the slips out again. The dashboard is tested in a browser. */
export function createRunTests(copy: Copy, counting: Counting, reach: Reach): RunTests {
  return async (slips, tests, { leftOut, bail }) => {
    const ofUi = slips.some(({ file }) => file.startsWith('ui/'));
    const restore = putIn(copy, slips);
    try {
      if (ofUi && (await runToEnd(copy, ['node_modules/vite/bin/vite.js', 'build', 'ui'], {}, startMs)) !== 0)
        return { failed: [], broken: 'the build of the dashboard' };
      return await runVitest(copy, {
        projects: ofUi ? [...counting.projects, 'browser'] : counting.projects,
        tests: tests === 'all' ? counting.tests : tests,
        leftOut: [...reach.failing, ...leftOut],
        env: {},
        bail,
        limitMs: limitMsOf(reach, tests),
      });
    } finally {
      restore();
    }
  };
}

const linters = [
  ['@biomejs/biome/bin/biome', 'lint', '--error-on-warnings'],
  ['oxlint/bin/oxlint', '--type-aware'],
] as const;

/** Asks the linters of `npm run check` about a slip: the one that refuses it, or null. */
export const createLint = (copy: Copy) => async (slip: DrawnSlip) => {
  const refusing = async () => {
    for (const [program, ...flags] of linters) {
      const path = join('node_modules', program);
      if ((await runToEnd(copy, [path, ...flags, slip.file], {}, startMs)) !== 0) return program;
    }
    return null;
  };
  const restore = putIn(copy, [slip]);
  const by = await refusing().finally(restore);
  if (by !== null && (await refusing()) !== null) throw new Error(`${by} fails without any slip.`);
  return by;
};

function putIn({ folder }: Copy, slips: readonly DrawnSlip[]): () => void {
  const before = new Map<string, string>();
  for (const [file, edits] of Map.groupBy(slips, (slip) => slip.file)) {
    const path = join(folder, file);
    before.set(path, readFileSync(path, 'utf8'));
    writeFileSync(path, applied(before.get(path) ?? '', edits));
  }
  return () => {
    for (const [path, text] of before) writeFileSync(path, text);
  };
}

/** Makes what the sources of the dashboard import. */
export async function makeUiTypes({ folder }: Copy): Promise<void> {
  await promisify(execFile)(process.execPath, ['ui/make-types.ts'], { cwd: folder });
}
