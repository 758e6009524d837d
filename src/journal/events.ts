/** What happens in the sandbox, for whoever watches right now. Nothing is kept for later. */
export interface Events {
  emit(event: SandboxEvent): void;
  /** @returns how to stop listening */
  listen(listener: (event: SandboxEvent) => void): () => void;
  /** Whether anyone watches: what is costly to tell need not be told otherwise. */
  readonly heard: boolean;
}

export interface SandboxEvent {
  /** `request`, `charge`, `renewal`, `fault` … */
  readonly name: string;
  /** Whom it concerns; null where nobody in particular. */
  readonly keyId: string | null;
  /** The account, where it concerns all keys of one. */
  readonly account?: string;
  readonly data: object;
}

export function createEvents(): Events {
  const listeners = new Set<(event: SandboxEvent) => void>();
  return {
    emit(event) {
      for (const listener of listeners) listener(event);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get heard() {
      return listeners.size > 0;
    },
  };
}
