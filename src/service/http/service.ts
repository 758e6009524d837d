import type { Deps } from './deps.ts';
import type { BeginStream } from './stream.ts';

/** Answers need the dependencies, and what belongs to the server. */
export interface Service extends Deps {
  /** Aborts when the app begins to close. */
  readonly closing: AbortSignal;
  readonly beginStream: BeginStream;
}
