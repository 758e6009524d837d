/** The entries that were set latest, by name. */
export interface LatestEntries<T> {
  get(name: string): T | undefined;
  set(name: string, value: T): void;
  /** The entry of a name, made where there is none; it is the latest from now on. */
  of(name: string, make: () => T): T;
  delete(name: string): void;
  /** Oldest first. */
  values(): T[];
}

/**
 * @param max entries: when so many are there, the older half goes, because to look for the oldest one in a large map takes long
 * @param forget takes each one that goes
 */
export function createLatestEntries<T>(max: number, forget?: (value: T) => void): LatestEntries<T> {
  let older = new Map<string, T>();
  let latest = new Map<string, T>();
  const get = (name: string): T | undefined => latest.get(name) ?? older.get(name);
  function set(name: string, value: T): void {
    older.delete(name);
    latest.set(name, value);
    if (latest.size < max / 2) return;
    if (forget) for (const gone of older.values()) forget(gone);
    older = latest;
    latest = new Map();
  }
  return {
    ...{ get, set },
    of(name, make) {
      const entry = get(name) ?? make();
      set(name, entry);
      return entry;
    },
    delete(name) {
      older.delete(name);
      latest.delete(name);
    },
    values: () => [...older.values(), ...latest.values()],
  };
}
