import type { TSchema } from '@sinclair/typebox';
import type { Operation } from '../../core/operations.ts';
import type { Outcomes } from '../../faults/outcomes.ts';
import type { FaultRule } from '../../faults/rule.ts';
import type { ReplyContext, UnsentReply } from '../../service/http/reply-rewriter.ts';
import type { ReplyPlace } from './places.ts';

/** One way in which replies could be wrong: it replaces them, or acts as a fault rule does. */
export interface MutationRule {
  /** Says what changes, such as `credits-used-wrong`. */
  readonly name: string;
  /** The change, in a sentence without its full stop. */
  readonly changes: string;
  /** How a client should react, in a sentence without its full stop. */
  readonly client: string;
  /** Whether replies of an operation can be changed so. */
  touches(about: AboutReplies): boolean;
  /** Begins to replace the replies of a run. */
  replacing?(mutant: { readonly operation: string; readonly place?: string }): ReplaceReply;
  /** Acts before the reply is made. */
  fault?(about: AboutReplies): Omit<FaultRule, 'match'>;
  /** The places of the data that it changes, if it is about single values. */
  fits?(place: ReplyPlace): boolean;
  /** It changes more than the reply, so it takes a run of its own to try it. */
  readonly hasEffects?: true;
  /** It sees the replies of all operations. */
  readonly everywhere?: true;
  /** Its fault ends when the client gives up. */
  readonly isLate?: true;
  /** A client that sends a refused request again gets the honest reply, so its tests need not notice. */
  readonly endsWithRetry?: true;
}

/** The replies of an operation, as rules read them. */
export interface AboutReplies {
  readonly operation: Operation;
  /** Schema of the data. */
  readonly schema: TSchema | undefined;
  readonly outcomes: Outcomes;
}

/** @returns undefined for a reply that the mutation does not concern */
export type ReplaceReply = (
  unsent: UnsentReply,
  context: ReplyContext,
) => UnsentReply | undefined | Promise<UnsentReply | undefined>;
