import type { TSchema } from '@sinclair/typebox';
import type { Operation } from '../../core/operations.ts';
import type { Outcomes } from '../../faults/outcomes.ts';
import type { FaultRule } from '../../faults/rule.ts';
import type { ReplyContext, UnsentReply } from '../../service/http/reply-rewriter.ts';
import type { ReplyPlace } from './places.ts';

/** A mutation: one way in which replies could be wrong. */
export interface MutationRule {
  /** Says what changes, such as `credits-used-wrong`. */
  readonly name: string;
  /** The change, in a sentence without its full stop. */
  readonly changes: string;
  /** How a client should react, in a sentence without its full stop. */
  readonly client: string;
  /** Whether replies of an operation can be changed so. */
  concerns(about: AboutReplies): boolean;
  readonly action: MutationAction;
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

export type MutationAction =
  /** Replaces values of the data of a success. */
  | {
      readonly kind: 'values';
      fits(place: ReplyPlace): boolean;
      /** @returns the value itself where it stays; `absent` to leave it out */
      replace(value: unknown, place: ReplyPlace, context: ReplyContext): unknown;
    }
  /** Replaces a whole reply. */
  | {
      readonly kind: 'reply';
      /** @param operation that the mutant is about */
      begin(operation: string): ReplaceReply;
      /** The mutation changes more than the reply, so it takes a run of its own to try it. */
      readonly hasEffects?: true;
      /** The mutation sees the replies of all operations. */
      readonly everywhere?: true;
    }
  /** Acts as a fault rule does, before the reply is made. */
  | { readonly kind: 'fault'; rule(about: AboutReplies): Omit<FaultRule, 'match'> }
  /** Holds the first reply until the client gives up, for a while at most. */
  | { readonly kind: 'late' };

/** @returns undefined for a reply that the mutation does not concern */
export type ReplaceReply = (
  unsent: UnsentReply,
  context: ReplyContext,
) => UnsentReply | undefined | Promise<UnsentReply | undefined>;
