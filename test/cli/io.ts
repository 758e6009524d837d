import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Io } from '../../src/cli/io.ts';
import { run } from '../../src/cli/run.ts';

export interface Given {
  env?: Io['env'];
  isTTY?: boolean;
  /** The width of its terminal. */
  columns?: number;
  paint?: NonNullable<Io['stdout']['paint']>;
  /** Runs between the ready line and the signal that ends the program. */
  whileRunning?: (out: string) => unknown;
}

/** How a command line ends that commander refuses. */
export const refusal = (sentence: string) => ({
  code: 2,
  out: '',
  err: `creator-sandbox: ${sentence}\n(Add --help to see the commands, arguments and flags.)\n`,
});

/** Runs a command line that goes on until its sandbox stops. @param write gets what it prints */
export const runBeside = (cwd: string, line: string[], write: (text: string) => void): Promise<number> =>
  run(line, {
    env: {},
    cwd,
    stdin: () => Readable.from([]),
    stdout: { write },
    stderr: { write },
    untilStopped: () => new Promise(() => {}),
    signalGroup: () => {},
  });

/** Runs one command line in this folder, with a fake process around it. */
export async function commandIn(cwd: string, line: string[], given: Given = {}) {
  let out = '';
  let err = '';
  let ended = false;
  const failures: unknown[] = [];
  const code = await run(line, {
    env: given.env ?? {},
    cwd,
    stdin: () => Readable.from([]),
    stdout: {
      write: (text) => {
        out += text;
      },
      isTTY: given.isTTY ?? false,
      columns: given.columns,
      ...(given.paint && { paint: given.paint }),
    },
    stderr: {
      write: (text) => {
        err += text;
      },
    },
    signalGroup(leader, signal) {
      try {
        process.kill(-leader, signal);
      } catch {
        // It has ended.
      }
    },
    untilStopped: async (close) => {
      // These end by themselves.
      if (['world', 'exec', 'record', 'openapi', 'mutate', 'explore'].includes(line[0] ?? '')) return;
      // The verb writes its ready line after this call.
      while (out === '' && !ended) await nextTurn();
      try {
        if (out !== '') await given.whileRunning?.(out);
      } catch (error) {
        // the verb would take it for one of its own
        failures.push(error);
      }
      await close();
    },
  });
  ended = true;
  if (failures.length > 0) throw failures[0];
  return { code, out, err };
}
