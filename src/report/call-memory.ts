import type { KnownCall, RequestChain } from './request-chain.ts';

/** Keeps the calls of all threads within one bound. An older call may be forgotten, none is invented. */
export interface CallMemory {
  remember(thread: RequestChain, text: string, at: number, test: string | null): KnownCall;
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
        // A thread without calls of its own has to do without.
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
