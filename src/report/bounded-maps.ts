/** Bounds the entries of many maps together. Each map forgets its oldest entry for a new one once they are full. */
export interface BoundedMaps<T> {
  /** @returns the entry that was forgotten for this one */
  set(map: Map<string, T>, name: string, value: T): T | undefined;
  delete(map: Map<string, T>, name: string): void;
  clear(): void;
}

/** @param maxEntries of all maps @param maxEach of one map */
export function createBoundedMaps<T>(maxEntries: number, maxEach: number): BoundedMaps<T> {
  let size = 0;
  return {
    set(map, name, value) {
      if (map.has(name)) {
        map.set(name, value);
        return undefined;
      }
      let forgotten: T | undefined;
      if (size < maxEntries && map.size < maxEach) size += 1;
      else {
        const oldest = map.keys().next();
        // A map without an entry gets no place.
        if (oldest.done) return undefined;
        forgotten = map.get(oldest.value);
        map.delete(oldest.value);
      }
      map.set(name, value);
      return forgotten;
    },
    delete(map, name) {
      if (map.delete(name)) size -= 1;
    },
    clear() {
      size = 0;
    },
  };
}
