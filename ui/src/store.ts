import { useLayoutEffect, useState } from 'preact/hooks';

/** A value that components watch. */
export interface Store<T> {
  readonly value: T;
  set(next: T): void;
  listen(listener: () => void): () => void;
}

export function createStore<T>(first: T): Store<T> {
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
export function useStore<T>(store: Store<T>): T {
  const [, draw] = useState<object>();
  // Before the paint, so that no change is missed.
  useLayoutEffect(() => store.listen(() => draw({})), [store]);
  return store.value;
}
