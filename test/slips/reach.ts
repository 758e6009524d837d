import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The functions that one file of tests called, as `note-reached.ts` writes them. */
export interface ReachedByFile {
  /** Within the project, with `/`. */
  test: string;
  tookMs: number;
  /** Source files, each with the names of its functions that were called. */
  calls: Record<string, string[]>;
}

/** Which tests call which function. */
export interface Reach {
  tests: ReachedByFile[];
  /** Files of tests that fail without any slip. They are left out of every run. */
  failing: string[];
}

/** Reads the notes of a run; files that ran in several projects become one. */
export function readNotes(folder: string): ReachedByFile[] {
  const notes = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name): ReachedByFile => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  return [...Map.groupBy(notes, ({ test }) => test).values()].map(([first, ...more]) =>
    more.reduce((one, other) => merged(one, other), first as ReachedByFile),
  );
}

const merged = (one: ReachedByFile, other: ReachedByFile): ReachedByFile => ({
  test: one.test,
  tookMs: one.tookMs + other.tookMs,
  calls: Object.fromEntries(
    [...new Set([...Object.keys(one.calls), ...Object.keys(other.calls)])].map((file) => [
      file,
      [...new Set([...(one.calls[file] ?? []), ...(other.calls[file] ?? [])])],
    ]),
  ),
});

/**
 * The tests that call the function of a place, nearest first: those that call the most functions of its file, and of
 * these the fewest in all. For a place outside of functions, the tests that call any function of its file.
 */
export function testsReaching(
  reach: Reach,
  { file, functionName }: { file: string; functionName: string | null },
): string[] {
  const isNear = ({ calls }: ReachedByFile): boolean => {
    const called = calls[file];
    return (
      called !== undefined && (functionName === null ? called.length > 0 : called.includes(functionName))
    );
  };
  const breadth = ({ calls }: ReachedByFile) =>
    Object.values(calls).reduce((sum, names) => sum + names.length, 0);
  const depth = ({ calls }: ReachedByFile) => calls[file]?.length ?? 0;
  return reach.tests
    .filter((one) => isNear(one) && !reach.failing.includes(one.test))
    .toSorted((a, b) => depth(b) - depth(a) || breadth(a) - breadth(b))
    .map(({ test }) => test);
}
