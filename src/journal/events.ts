import type { CallSite } from '../core/call-site.ts';

/** Live events of the sandbox. They reach current listeners and are not stored. */
export interface Events {
  emit(event: SandboxEvent): void;
  /**
   * @param where `here` = only the events of this process, where several share a ledger
   * @returns how to stop listening
   */
  listen(listener: (event: SandboxEvent) => void, where?: 'here'): () => void;
  /** Whether there is a listener: without one, do not build a costly event. */
  readonly heard: boolean;
}

export interface SandboxEvent {
  /** `request`, `charge`, `renewal`, `fault` … */
  readonly name: string;
  /** The key that it concerns; null if none in particular. */
  readonly keyId: string | null;
  /** The account, if it concerns all keys of one. */
  readonly account?: string;
  readonly data: object;
}

/** The data of a `request` event. */
export interface RequestEvent {
  readonly id: number;
  readonly at: number;
  /** Its arrival in real time. */
  readonly realAt: number;
  /** Id of the key. */
  readonly key: string | null;
  /** The name of the key; null if it has none. */
  readonly label: string | null;
  readonly operation: string | null;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** The creators that it names, its filters or its description, in a few words; null if it has none. */
  readonly about: string | null;
  readonly status: number;
  readonly errorCode: string | null;
  readonly credits: number;
  readonly durationMs: number;
  readonly injected: string | null;
  /** Remarks, such as why a key was not recognised. */
  readonly notes: readonly string[];
  readonly decisions: readonly string[];
  readonly callSite?: CallSite;
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
