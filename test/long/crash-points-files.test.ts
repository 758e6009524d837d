import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureWorld } from '../../seed/build.ts';
import { packWorld } from '../../seed/packed-world.ts';
import { packageRoot } from '../../src/system/package-root.ts';
import { newFolder } from '../new-folder.ts';
import { copyProgram } from './copy-program.ts';
import {
  buildPreload,
  countOperations,
  crashSeed,
  createOutcomes,
  type Fault,
  faultsOf,
  hasCompiler,
  type Program,
  runWith,
  sampleOf,
  shownCounts,
  shownFault,
  tryAll,
} from './crash-points/points.ts';

const work = newFolder();
let runs = 0;

function newPlace(): string {
  const folder = join(work, `run-${++runs}`);
  mkdirSync(folder);
  return folder;
}

/** The smallest world: its name, its file and what it holds. */
async function rightWorld(): Promise<{ name: string; contents: string; file: string }> {
  const file = await ensureWorld({ seed: 1, size: 0, cacheDir: newPlace() });
  return { file, name: basename(file), contents: contentsOf(file) };
}

describe.skipIf(!hasCompiler())(`crash points of other files, CRASH_SEED=${crashSeed}`, () => {
  let library = '';
  beforeAll(() => {
    library = buildPreload(work);
  });

  /** @param most the points of a whole run: a world has thousands of writes of one kind */
  async function crashWorlds(root: string, most: number, share: number): Promise<string> {
    const { name, contents } = await rightWorld();
    const program = (folder: string): Program => ({
      library,
      folder,
      args: [join(root, 'test/long/crash-points/make-world.ts'), folder, '0'],
    });
    const operations = await countOperations(program(newPlace()));
    const points = sampleOf(faultsOf(operations), share, most);
    // The last ones put the world in its place.
    const ends = faultsOf(operations.slice(-2));
    const outcomes = createOutcomes();
    await tryAll([...points, ...ends], async (fault: Fault) => {
      const folder = newPlace();
      const { lines, by } = await runWith(program(folder), fault);
      const isThere = existsSync(join(folder, name));
      if (isThere) expect.soft(contentsOf(join(folder, name)), shownFault(fault)).toBe(contents);
      if (by !== 'SIGKILL') {
        expect
          .soft([by, lines], shownFault(fault))
          .toEqual([0, [expect.stringMatching(/^made$|^refused The world /)]]);
        expect.soft(readdirSync(folder), shownFault(fault)).toEqual(lines[0] === 'made' ? [name] : []);
      }
      // The next start has it, whatever the last one left.
      const again = await ensureWorld({ seed: 1, size: 0, cacheDir: folder });
      expect.soft(contentsOf(again), shownFault(fault)).toBe(contents);
      rmSync(folder, { recursive: true });
      outcomes.count(
        `${by === 'SIGKILL' ? 'killed' : lines[0]?.slice(0, 7)}, ${isThere ? 'complete' : 'absent'}`,
      );
    });
    return `${shownCounts(operations)}; ${points.length + ends.length} faults: ${outcomes.shown()}`;
  }

  it('a world that is built is complete or absent, and made by the next start', async () => {
    console.log(`a world that is built: ${await crashWorlds(packageRoot, 600, 0.05)}`);
  });

  it('a world that is unpacked is complete or absent, and made by the next start', async () => {
    const root = copyProgram(join(work, 'with-packed'));
    const { file } = await rightWorld();
    mkdirSync(join(root, 'world'));
    writeFileSync(join(root, 'world/world-1-0.sqlite.zst'), packWorld(file));
    console.log(`a world that is unpacked: ${await crashWorlds(root, 600, 0.05)}`);
  });

  it('a report file is the old one or the new one', async () => {
    const files = ['json', 'junit', 'html'] as const;
    const program = (folder: string): Program => ({
      library,
      folder,
      args: [
        join(packageRoot, 'src/main.ts'),
        'exec',
        '--size',
        '60',
        '--clock',
        '2026-01-01T00:00:00Z',
        ...files.flatMap((name) => [`--${name}`, join(folder, `report.${name}`)]),
        '--',
        process.execPath,
        '-e',
        '0',
      ],
    });
    const prepared = () => {
      const folder = newPlace();
      for (const name of files) writeFileSync(join(folder, `report.${name}`), 'the old one');
      return folder;
    };
    /** Without what differs between runs. */
    const read = (folder: string, name: string) =>
      readFileSync(join(folder, `report.${name}`), 'utf8').replaceAll(/127\.0\.0\.1:\d+|run-\d+/g, '');
    const right = prepared();
    const operations = await countOperations(program(right));
    const points = sampleOf(faultsOf(operations), 0.05);
    const outcomes = createOutcomes();
    await tryAll(points, async (fault) => {
      const folder = prepared();
      const { by } = await runWith(program(folder), fault);
      const states = files.map((name) => {
        const text = read(folder, name);
        if (text === 'the old one') return 'old';
        expect.soft(text, `${name}, ${shownFault(fault)}`).toBe(read(right, name));
        return 'new';
      });
      if (by !== 'SIGKILL') expect.soft(readdirSync(folder), shownFault(fault)).toHaveLength(files.length);
      outcomes.count(`${by === 'SIGKILL' ? 'killed' : `exit code ${by}`}: ${states.join(' ')}`);
      rmSync(folder, { recursive: true });
    });
    console.log(`reports: ${shownCounts(operations)}; ${points.length} faults: ${outcomes.shown()}`);
  });
});

describe(`files that others left in part, CRASH_SEED=${crashSeed}`, () => {
  it('a world that lost a page or its end is made again', async () => {
    const { name, contents, file } = await rightWorld();
    const whole = readFileSync(file);
    const damaged = Array.from({ length: whole.length / pageBytes }, (_, page) => page * pageBytes).flatMap(
      (at) => [
        { what: `cut at ${at}`, bytes: whole.subarray(0, at) },
        { what: `no page at ${at}`, bytes: Buffer.from(whole).fill(0xff, at, at + pageBytes) },
      ],
    );
    const points = [...sampleOf(damaged, 0.05), ...damaged.slice(-1)];
    for (const { what, bytes } of points) {
      const folder = newPlace();
      // It has another time than a world that was checked.
      writeFileSync(join(folder, name), bytes);
      const again = await ensureWorld({ seed: 1, size: 0, cacheDir: folder });
      expect.soft(contentsOf(again), what).toBe(contents);
      rmSync(folder, { recursive: true });
    }
    console.log(`worlds: ${points.length} damaged files are made again`);
  });

  it('what a killed start left of a world goes with a start two days later, not with one of the same day', async () => {
    const folder = newPlace();
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
    for (const name of ['.unfinished-old.sqlite', '.unfinished-new.sqlite'])
      writeFileSync(join(folder, name), 'x');
    utimesSync(join(folder, '.unfinished-old.sqlite'), twoDaysAgo, twoDaysAgo);
    const file = await ensureWorld({ seed: 1, size: 0, cacheDir: folder });
    expect(readdirSync(folder).sort()).toEqual(['.unfinished-new.sqlite', basename(file)]);
  });
});

const pageBytes = 8_192;

/** All rows of a world; an error in a sentence if it cannot be read. */
function contentsOf(file: string): string {
  try {
    const db = new Database(file, { readonly: true });
    try {
      const flaw = db.pragma('quick_check(1)', { simple: true });
      const meta = db.prepare('SELECT key, value FROM meta ORDER BY key').all();
      const tables = db
        .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1")
        .pluck()
        .all();
      const counts = tables.map((name) => db.prepare(`SELECT count(*) FROM "${name}"`).pluck().get());
      return JSON.stringify({ flaw, meta, tables, counts });
    } finally {
      db.close();
    }
  } catch (error) {
    return (error as Error).message;
  }
}
