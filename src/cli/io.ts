import type { Readable } from 'node:stream';

/** The part of the process that verbs use. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The secret of the recordings, in place of that of the project. */
  readonly secret?: Buffer;
  /** The standard input. After the first call, the process stays until the input ends. */
  stdin(): Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  /**
   * Runs `close` on the first signal or crash, and resolves after it. Then the verb must end by itself: the process takes its
   * exit code, or 1 after a crash and where it has not ended within 8 seconds.
   */
  untilStopped(close: (signal?: NodeJS.Signals) => Promise<void>): Promise<void>;
  /** Sends a signal to all processes of a group. @param leader the process id of its leader */
  signalGroup(leader: number, signal: NodeJS.Signals): void;
  /** Prepares the process for a long run, once the start is over. */
  started?(): void;
}

export interface Output {
  write(text: string): unknown;
  /** Replaces the line of a terminal that was written last, which has no end. */
  rewrite?(text: string): unknown;
  readonly isTTY?: boolean;
  /** The width of a terminal. */
  readonly columns?: number | undefined;
  /** Colours text where the reader wants colours; absent in tests. */
  readonly paint?: Paint;
}

export type Colour = 'bold' | 'dim' | 'green' | 'yellow' | 'red';
export type Paint = (colour: Colour, text: string) => string;

export const noPaint: Paint = (_colour, text) => text;

/** The exit codes of the program; `--help` lists them. */
export const exitCode = {
  ok: 0,
  runtime: 1,
  usage: 2,
  /** A check or a gate failed. */
  gate: 3,
  /** A target differs from the golden exchanges. */
  drift: 4,
  notReady: 5,
  portInUse: 6,
  /** As a shell says it. */
  commandNotFound: 127,
} as const;

/** Tells the user a sentence that is no result. */
export const tell = ({ stderr }: Pick<Io, 'stderr'>, sentence: string): void =>
  void stderr.write(`creator-sandbox: ${sentence}\n`);

/** A signal stopped the program before it was done. */
export class Interrupted extends Error {}
