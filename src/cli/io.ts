/** What a verb may use of the process it runs in. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Resolves with the exit code once a signal (or a crash) came and `close` is done. */
  untilStopped(close: () => Promise<void>): Promise<number>;
}

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

/** What the program's exit codes mean. */
export const exitCode = {
  ok: 0,
  runtime: 1,
  usage: 2,
  notReady: 5,
  portInUse: 6,
} as const;
