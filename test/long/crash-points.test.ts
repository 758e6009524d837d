import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLedger } from '../../src/ledger/open.ts';
import { newFolder } from '../new-folder.ts';
import { copyProgram } from './copy-program.ts';
import { contentsOf, ledgerSettings, lives, type Run } from './crash-points/ledger-steps.ts';
import {
  buildPreload,
  countOperations,
  crashSeed,
  createOutcomes,
  type Fault,
  type FileOperation,
  faultsOf,
  hasCompiler,
  type Program,
  powerCutsOf,
  runWith,
  sampleOf,
  shownCounts,
  shownFault,
  tryAll,
} from './crash-points/points.ts';

type Life = keyof typeof lives;

const takeSteps = join(import.meta.dirname, 'crash-points/take-steps.ts');

describe.skipIf(!hasCompiler())(`crash points of the ledger, CRASH_SEED=${crashSeed}`, () => {
  const work = newFolder();
  const library = hasCompiler() ? buildPreload(work) : '';
  let runs = 0;

  /** A folder as a life finds it. */
  const beginnings: Record<Life, (folder: string) => Promise<void>> = {
    wholeLife: async () => {},
    manyEntries: async () => {},
    async fullLog(folder) {
      const made = join(work, 'full');
      if (!readdirSync(work).includes('full')) await fillLog(made);
      cpSync(made, folder, { recursive: true });
    },
  };

  /** Runs a life in a folder of its own and looks what a restart finds. */
  async function crash(life: Life, fault?: Fault, program = takeSteps) {
    const folder = join(work, `run-${++runs}`);
    mkdirSync(folder);
    await beginnings[life](folder);
    const of: Program = { library, folder, args: [program, folder, life] };
    const { lines, by } = await runWith(of, fault);
    const found = await foundIn(folder);
    rmSync(folder, { recursive: true });
    return { lines, by, found };
  }

  async function operationsOf(life: Life): Promise<FileOperation[]> {
    const folder = join(work, `counted-${life}-${++runs}`);
    mkdirSync(folder);
    await beginnings[life](folder);
    return countOperations({ library, folder, args: [takeSteps, folder, life] });
  }

  const expectedOf = createExpectations(async () => {
    const folder = join(work, 'beginning');
    await beginnings.fullLog(folder);
    const ledger = openLedger({ ...ledgerSettings, folder });
    const saved = await ledger.save();
    await ledger.close();
    return saved;
  });

  it.each(['wholeLife', 'fullLog', 'manyEntries'] as const)(
    '%s: after a kill or an error of the disk at any operation, a restart holds what was answered',
    async (life) => {
      const operations = await operationsOf(life);
      const points = sampleOf(faultsOf(operations), 0.2);
      const outcomes = createOutcomes();
      await tryAll(points, async (fault) => {
        const { lines, by, found } = await crash(life, fault);
        const answered = answeredIn(lines);
        const open = inFlight(life, lines);
        const isKilled = by === 'SIGKILL';
        const expected = [await expectedOf(life, answered)];
        // The call under way at a kill took effect as a whole, or not at all.
        if (isKilled && open !== undefined) expected.push(await expectedOf(life, [...answered, open]));
        if (!expected.includes(found)) expect.soft(found, shownFault(fault)).toBe(expected[0]);
        outcomes.count(
          isKilled
            ? `killed, the call under way ${found === expected[0] ? 'left no trace' : 'took effect'}`
            : answered.length === lives[life].length
              ? 'the error changed nothing'
              : lines.length === 0
                ? 'refused to start'
                : 'the error failed calls',
        );
      });
      console.log(`${life}: ${shownCounts(operations)}; ${points.length} faults: ${outcomes.shown()}`);
      expect(points.length).toBeGreaterThan(2);
    },
  );

  it.each(['wholeLife', 'fullLog', 'manyEntries'] as const)(
    '%s: after a power cut a restart holds whole calls, the first ones, and all from before an honest fsync of the end',
    async (life) => {
      const operations = await operationsOf(life);
      const points = sampleOf(powerCutsOf(operations), 0.1);
      const outcomes = createOutcomes();
      await tryAll(points, async (fault) => {
        const { lines, by, found } = await crash(life, fault);
        expect(by).toBe('SIGKILL');
        const answered = answeredIn(lines);
        const kept = await keptOf(life, lines, found);
        if (kept < 0) expect.soft(found, shownFault(fault)).toBe(await expectedOf(life, answered));
        const ended = lives[life].findIndex(({ name }) => name === 'end and start');
        if (fault.lies === undefined && ended >= 0 && answered.includes(ended))
          expect.soft(kept, shownFault(fault)).toBeGreaterThan(ended);
        outcomes.count(
          kept >= answered.length
            ? 'kept all answered calls'
            : fault.lies === undefined
              ? 'lost the last calls'
              : 'lost calls after a lost fsync',
        );
      });
      console.log(`${life}: ${points.length} power cuts: ${outcomes.shown()}`);
    },
  );

  /** How many of the first calls a restart found, the one under way included; -1 = it found something else. */
  async function keptOf(life: Life, lines: readonly string[], found: string): Promise<number> {
    const open = inFlight(life, lines);
    const whole = [...answeredIn(lines), ...(open === undefined ? [] : [open])];
    let kept = whole.length;
    while (kept >= 0 && (await expectedOf(life, whole.slice(0, kept))) !== found) kept--;
    return kept;
  }

  it('a ledger that never waits for the disk is found', async () => {
    const copy = copyProgram(join(work, 'unsynced'), 'src/ledger/sqlite/database.ts', [
      ['synchronous = NORMAL', 'synchronous = OFF'],
    ]);
    const program = join(copy, 'test/long/crash-points/take-steps.ts');
    for (const fault of powerCutsOf(await operationsOf('fullLog')).reverse()) {
      const { lines, by, found } = await crash('fullLog', fault, program);
      // Without an fsync there are fewer operations.
      if (by !== 'SIGKILL' || (await keptOf('fullLog', lines, found)) >= 0) continue;
      console.log(`the missing fsync is found by: ${shownFault(fault)}`);
      return;
    }
    expect.fail('no power cut found the missing fsync');
  });

  it('a commit that is answered before its write is found', async () => {
    const copy = copyProgram(join(work, 'planted'), 'src/ledger/sqlite/write.ts', [
      ['begin.run();', 'if (database.inTransaction) commit.run();\n    begin.run();'],
      [
        'commit.run();\n      mark.committed();\n    } finally {\n      if (database.inTransaction) rollback.run();',
        'mark.committed();\n      setImmediate(() => {\n        if (database.inTransaction) commit.run();\n      });\n' +
          '    } catch (error) {\n      if (database.inTransaction) rollback.run();\n      throw error;',
      ],
    ]);
    const program = join(copy, 'test/long/crash-points/take-steps.ts');
    const writes = (await operationsOf('wholeLife')).filter(
      ({ name, file }) => name === 'write' && file.endsWith('-wal'),
    );
    // A call takes several writes, so that one in four shows it.
    for (const { number: at } of writes.filter((_, n) => n % 4 === 0)) {
      const { lines, found } = await crash('wholeLife', { how: 'before', at }, program);
      const answered = answeredIn(lines);
      const open = inFlight('wholeLife', lines) ?? 0;
      const expected = [answered, [...answered, open]].map((steps) => expectedOf('wholeLife', steps));
      if ((await Promise.all(expected)).includes(found)) continue;
      console.log(`the planted commit is found by: killed before write ${at}, ${answered.length} answered`);
      expect(found).toBe(await expectedOf('wholeLife', answered.slice(0, -1)));
      return;
    }
    expect.fail('no kill found the planted commit');
  });
});

/** What a restart finds in a folder, or why it refuses. After a power cut, its user goes on with what is there. */
async function foundIn(folder: string): Promise<string> {
  try {
    const ledger = openLedger({ ...ledgerSettings, folder });
    const found = await contentsOf(ledger);
    await ledger.close();
    return found;
  } catch (error) {
    const { message } = error as Error;
    const mark = join(folder, 'ledger.commits');
    if (!/\(its last (?:commit is|\d+ commits are) missing\)/.test(message) || !existsSync(mark))
      return message;
    rmSync(mark);
    return foundIn(folder);
  }
}

/** The numbers of the answered steps. */
const answeredIn = (lines: readonly string[]): number[] =>
  lines.filter((line) => line.endsWith(' answered')).map((line) => Number.parseInt(line, 10));

/** The step that was not answered yet. */
function inFlight(life: Life, lines: readonly string[]): number | undefined {
  const next = lines.filter((line) => /^\d/.test(line)).length;
  return lines.includes('open') && next < lives[life].length ? next : undefined;
}

/** What a ledger in memory holds after some of the steps of a life: another store, which knows no file. */
function createExpectations(beginning: () => Promise<Parameters<Run['ledger']['restore']>[0]>) {
  const known = new Map<string, Promise<string>>();
  let begun: ReturnType<typeof beginning> | undefined;
  async function expected(life: Life, numbers: readonly number[]): Promise<string> {
    const ledger = openLedger(ledgerSettings);
    if (life === 'fullLog') {
      begun ??= beginning();
      await ledger.restore(await begun);
    }
    const holds: Run['holds'] = new Map();
    const run: Run = {
      ledger,
      holds,
      async reopen() {
        // A start releases the holds whose streams ended with the process.
        for (const hold of holds.values()) await ledger.release(hold, () => ledgerSettings.now ?? 0);
        holds.clear();
      },
    };
    for (const number of numbers) await lives[life][number]?.take(run);
    const contents = await contentsOf(ledger);
    await ledger.close();
    return contents;
  }
  return (life: Life, numbers: readonly number[]): Promise<string> => {
    const name = `${life} ${numbers.join()}`;
    const contents = known.get(name) ?? expected(life, numbers);
    known.set(name, contents);
    return contents;
  };
}

/** Pages of a log before SQLite moves them into the file. */
const maxLogPages = 1_000;

/** Makes a folder whose log has room for a few calls, as a kill leaves it. */
async function fillLog(folder: string): Promise<void> {
  const source = `${folder}-source`;
  const ledger = openLedger({ ...ledgerSettings, folder: source });
  const file = join(source, 'ledger.sqlite-wal');
  const [step] = lives.fullLog;
  while (statSync(file).size < (maxLogPages - 12) * 4_120)
    await step?.take({ ledger, holds: new Map(), reopen: async () => {} });
  cpSync(source, folder, { recursive: true });
  await ledger.close();
  rmSync(source, { recursive: true });
}
