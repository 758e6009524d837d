/** What a verb may use of the process it runs in. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdout: Output;
  readonly stderr: Output;
  /** From now on a signal or a crash runs `close`; then the process ends (in tests, the promise resolves). */
  untilStopped(close: () => Promise<void>): Promise<void>;
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
  /** A check does not hold. */
  gate: 3,
  /** A target does otherwise than the exchanges. */
  drift: 4,
  notReady: 5,
  portInUse: 6,
} as const;
