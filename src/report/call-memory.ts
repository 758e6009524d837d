import type { KnownCall, RequestChain } from './request-chain.ts';

/** Bounds the calls that all chains remember together. It may forget older calls. */
export interface CallMemory {
  remember(chain: RequestChain, text: string, at: number, test: string | null): KnownCall;
  clear(): void;
}

const maxCalls = 20_000;

export function createCallMemory(): CallMemory {
  let size = 0;
  return {
    remember({ calls }, text, at, test) {
      const call = { at, test, changes: 0, isClean: false };
      if (size < maxCalls) size += 1;
      else {
        // A chain that remembers no call gets no place.
        const oldest = calls.keys().next();
        if (oldest.done) return call;
        calls.delete(oldest.value);
      }
      calls.set(text, call);
      return call;
    },
    clear() {
      size = 0;
    },
  };
}
