import { readFileSync } from 'node:fs';

/** The signals that end the program in order. */
export const endingSignals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;

/** One orderly end: whatever is open closes, then the verb that opened it gives the exit code. */
export interface Ending {
  /** Whether something would have to close. */
  readonly isNeeded: boolean;
  readonly hasBegun: boolean;
  /** @param close called once, with the signal; absent after a crash. @returns resolves when it has closed */
  onBegin(close: (signal?: NodeJS.Signals) => Promise<void>): Promise<void>;
  /** A second time changes nothing: a terminal, and the program that started this one, may both send a signal. */
  begin(signal?: NodeJS.Signals): void;
}

/** @param onLate called when the program should have ended long ago */
export function createEnding(onLate: () => void): Ending {
  const begins: ((signal?: NodeJS.Signals) => void)[] = [];
  let hasBegun = false;
  return {
    get isNeeded() {
      return begins.length > 0;
    },
    get hasBegun() {
      return hasBegun;
    },
    onBegin: (close) =>
      new Promise((resolve, reject) => {
        begins.push((signal) => void close(signal).then(resolve, reject));
      }),
    begin(signal) {
      if (hasBegun) return;
      hasBegun = true;
      setTimeout(onLate, maxEndMs);
      for (const begin of begins) begin(signal);
    },
  };
}

/** Below the 10 s after which containers are killed; a busy machine may need seconds for what an idle one ends at once. */
const maxEndMs = 8_000;

/**
 * Whether npm runs the program in front of itself: `npm start` here, or `npx creator-sandbox`. npm passes not every signal on,
 * so the end of npm is one. Other scripts may mean to leave a sandbox behind.
 */
export const isInFrontOfNpm = (env: Readonly<Record<string, string | undefined>>): boolean =>
  env['npm_lifecycle_event'] === 'npx' ||
  (env['npm_lifecycle_event'] === 'start' && env['npm_package_name'] === 'creator-sandbox');

/**
 * The process whose end is that of npm, seen from a program that npm started: the parent, or the parent of the shell that npm
 * put between them. It is another number once npm has ended. Only Linux tells of more than the parent.
 */
export function npmAbove(parent: number): number {
  try {
    // The second field, the name in parentheses, may hold anything.
    const [, name = '', ppid] =
      /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${parent}/stat`, 'latin1')) ?? [];
    return /^(?:ba|da|a|z)?sh$|^busybox$/.test(name) ? Number(ppid) : parent;
  } catch {
    return parent;
  }
}
