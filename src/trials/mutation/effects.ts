import type { ReplyRewriter } from '../../service/http/reply-rewriter.ts';

/** The effects of a mutant so far. */
export interface MutantEffects {
  /** Replies that it was about. */
  readonly reached: number;
  /** Replies that it changed. */
  readonly changed: number;
  /** The first change, such as `/creditsUsed 2 → 3`. */
  readonly example: string | undefined;
  /** The client sent a refused or abandoned request again, and got the true reply. */
  readonly recovered: boolean;
  /** Why it proves nothing when the command passes. */
  readonly undecided?: string | undefined;
}

export type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

export const noEffects = (): Writable<MutantEffects> => ({
  reached: 0,
  changed: 0,
  example: undefined,
  recovered: false,
});

export function noteChange(effects: Writable<MutantEffects>, example: string): void {
  effects.changed += 1;
  effects.example ??= example;
}

/** A mutant in a sandbox. */
export interface ActiveMutant {
  readonly effects: MutantEffects;
  readonly rewriter: ReplyRewriter;
}
