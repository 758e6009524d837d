/** Values kept up to a total of bytes; the least recently used ones go first. */
export interface Kept<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value, bytes: number): void;
  /** Adds to the bytes of a value that has grown, if it is still kept. */
  grow(key: string, value: Value, bytes: number): void;
}

export function kept<Value>(mostBytes: number): Kept<Value> {
  const entries = new Map<string, { value: Value; bytes: number }>();
  let total = 0;
  let latest: string | undefined;
  const forgetOldest = (): void => {
    for (const [key, { bytes }] of entries) {
      if (total <= mostBytes) return;
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
      forgetOldest();
    },
    grow(key, value, bytes) {
      const entry = entries.get(key);
      if (entry?.value !== value) return;
      entry.bytes += bytes;
      total += bytes;
      forgetOldest();
    },
  };
}
