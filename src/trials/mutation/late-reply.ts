import { setTimeout } from 'node:timers/promises';
import type { Gate } from '../../faults/gate.ts';
import { type ActiveMutant, noEffects, noteChange, requestName } from './effects.ts';
import type { Mutation } from './mutation.ts';

/** How late a late reply is. */
export interface LateReply {
  readonly ms: number;
  /** A client that waits so long for it has no limit of its own. Otherwise the limit may only be longer. */
  readonly isBeyondLimit: boolean;
  /** Called when it is held. */
  readonly onHold?: () => void;
}

/** Ten seconds are the longest limit that is usual in tests. */
export const usualLateReply: LateReply = { ms: 11_000, isBeyondLimit: false };

/** Where a request waits for its client to give up. */
export type LateGate = Pick<Gate, 'enter'> & { readonly hasGivenUp: boolean };

/** Holds a request until its client gives up, for a while at most; in real time whatever the clock does, as a client waits. */
export function createLateGate({ ms, onHold }: LateReply): LateGate {
  let hasGivenUp = false;
  return {
    get hasGivenUp() {
      return hasGivenUp;
    },
    async enter(signal) {
      onHold?.();
      try {
        await setTimeout(ms, undefined, { signal });
      } catch {
        hasGivenUp = true;
      }
    },
  };
}

/** Holds the first reply until the client gives up. */
export function activateLateReply(
  { operation }: Pick<Mutation, 'operation'>,
  late: LateReply = usualLateReply,
): ActiveMutant {
  const effects = noEffects();
  const seconds = `${late.ms / 1000} s`;
  const gate = createLateGate(late);
  let heldRequest: string | undefined;
  const replies = new Map<string, number>();

  return {
    effects,
    rewriter: {
      rule: { match: { operation }, hold: {}, times: 1 },
      gate,
      ruleActed() {
        noteChange(effects, `the first reply comes ${seconds} late`);
        effects.reached = effects.changed;
      },
      rewrite(unsent, context) {
        if (effects.changed === 0) return unsent;
        const request = requestName(context);
        if (context.call.isDelayed) {
          heldRequest ??= request;
          if (!gate.hasGivenUp && !late.isBeyondLimit)
            effects.undecided = `the client waited ${seconds}: whether it gives up later, --late shows`;
        }
        replies.set(request, (replies.get(request) ?? 0) + 1);
        // The abandoned call runs to its end, as it would in the service.
        effects.recovered = heldRequest !== undefined && (replies.get(heldRequest) ?? 0) > 1;
        return unsent;
      },
    },
  };
}
