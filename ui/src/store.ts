import { useLayoutEffect, useState } from 'preact/hooks';

/** A value that components watch. */
export interface Store<Of> {
  readonly value: Of;
  set(next: Of): void;
  listen(listener: () => void): () => void;
}

export function createStore<Of>(first: Of): Store<Of> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get value() {
      return value;
    },
    set(next) {
      if (next === value) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The value of a store; the component is drawn again when it changes. */
export function useStore<Of>(store: Store<Of>): Of {
  const [, draw] = useState(0);
  // Before the paint: a change that comes in between is not missed.
  useLayoutEffect(() => store.listen(() => draw((n) => n + 1)), [store]);
  return store.value;
}
