import { createHash } from 'node:crypto';
import type { ReplyContext, ReplyRewriter } from '../../service/http/reply-rewriter.ts';
import type { Mutation } from './mutation.ts';

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
  /** The requests whose replies it changed, and how often. */
  readonly changedRequests: ReadonlyMap<string, number>;
  /** Why it proves nothing when the command passes. */
  readonly undecided?: string | undefined;
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

export type NotedEffects = Writable<MutantEffects> & { readonly changedRequests: Map<string, number> };

export const noEffects = (): NotedEffects => ({
  reached: 0,
  changed: 0,
  example: undefined,
  recovered: false,
  changedRequests: new Map(),
});

/** @param request by its name */
export function noteChange(effects: NotedEffects, example: string, request?: string): void {
  effects.changed += 1;
  effects.example ??= example;
  if (request !== undefined)
    effects.changedRequests.set(request, (effects.changedRequests.get(request) ?? 0) + 1);
}

/** Names a request by what makes it the same in another run. */
export const requestName = ({ method, url, given }: ReplyContext): string =>
  createHash('sha256')
    .update(JSON.stringify([method, url, given]))
    .digest('base64url');

/** A mutant and its effects in a run. */
export interface MutantInRun {
  readonly mutant: Mutation;
  readonly effects: MutantEffects;
}

/** A mutant in a sandbox. */
export interface ActiveMutant {
  readonly effects: MutantEffects;
  readonly rewriter: ReplyRewriter;
}
