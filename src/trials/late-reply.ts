import { setTimeout } from 'node:timers/promises';
import type { Gate } from '../faults/gate.ts';

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

/** @param ms of `--late` */
export const lateReplyOf = (ms: number | undefined): LateReply =>
  ms === undefined ? usualLateReply : { ms, isBeyondLimit: true };

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
