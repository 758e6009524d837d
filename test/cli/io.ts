import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Io } from '../../src/cli/io.ts';
import { run } from '../../src/cli/run.ts';

export interface Given {
  env?: Io['env'];
  isTTY?: boolean;
  /** Stands for the time between the ready line and the signal that ends the program. */
  whileRunning?: (out: string) => unknown;
}

/** One command line in a process that is made up, in this folder. */
export async function commandIn(cwd: string, line: string[], given: Given = {}) {
  let out = '';
  let err = '';
  let ended = false;
  const code = await run(line, {
    env: given.env ?? {},
    cwd,
    stdout: {
      write: (text) => {
        out += text;
      },
      isTTY: given.isTTY ?? false,
    },
    stderr: {
      write: (text) => {
        err += text;
      },
    },
    untilStopped: async (close) => {
      // What ends by itself is not stopped.
      if (['world', 'exec', 'openapi'].includes(line[0] ?? '')) return;
      // The ready line comes after this is called.
      while (out === '' && !ended) await nextTurn();
      if (out !== '') await given.whileRunning?.(out);
      await close();
    },
  });
  ended = true;
  return { code, out, err };
}
