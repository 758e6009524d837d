/** A cache with a limit on its bytes; the least recently used values are dropped first. */
export interface LruCache<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value, bytes: number): void;
  /** Adds to the bytes of a value that has grown, if it is still cached. */
  grow(key: Key, value: Value, bytes: number): void;
  delete(key: Key): void;
}

export function createLruCache<Key, Value>(maxBytes: number): LruCache<Key, Value> {
  const entries = new Map<Key, { value: Value; bytes: number }>();
  let total = 0;
  let latest: Key | undefined;
  const dropOldest = (): void => {
    for (const [key, { bytes }] of entries) {
      if (total <= maxBytes) return;
      entries.delete(key);
      total -= bytes;
    }
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (key !== latest) {
        entries.delete(key);
        entries.set(key, entry);
        latest = key;
      }
      return entry.value;
    },
    set(key, value, bytes) {
      total += bytes - (entries.get(key)?.bytes ?? 0);
      entries.delete(key);
      entries.set(key, { value, bytes });
      latest = key;
      dropOldest();
    },
    grow(key, value, bytes) {
      const entry = entries.get(key);
      if (entry?.value !== value) return;
      entry.bytes += bytes;
      total += bytes;
      dropOldest();
    },
    delete(key) {
      total -= entries.get(key)?.bytes ?? 0;
      entries.delete(key);
    },
  };
}
