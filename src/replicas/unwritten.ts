import type { JournalEntry } from '../journal/entry.ts';
import type { Truncations } from './truncations.ts';

/** The part of the local journal that has to be written for the peers. */
export interface UnwrittenRequests {
  entries: JournalEntry[];
  /** The number of requests evicted before they could be written, by key; 0 for keys that lost none. */
  evicted: Map<string, number>;
  /** How many truncations this replica had applied. */
  truncations: number;
}

/** Collects the requests that were recorded or have changed since they were taken last. */
export class Unwritten {
  readonly #maxRequests: number;
  readonly #truncations: Truncations;
  readonly #find: (id: number) => JournalEntry | undefined;
  /** The keys of requests that were never written, by id. */
  #recorded = new Map<number, string>();
  #changed = new Set<number>();
  #evicted = new Map<string, number>();

  /** @param find undefined for a request that was evicted */
  constructor(maxRequests: number, truncations: Truncations, find: (id: number) => JournalEntry | undefined) {
    this.#maxRequests = maxRequests;
    this.#truncations = truncations;
    this.#find = find;
  }

  add({ id, keyId }: Pick<JournalEntry, 'id' | 'keyId'>): void {
    this.#recorded.set(id, keyId ?? '');
    if (this.#recorded.size <= this.#maxRequests) return;
    const [oldest, key] = this.#recorded.entries().next().value as [number, string];
    this.#recorded.delete(oldest);
    this.#countEvicted(key, 1);
  }

  change(id: number): void {
    this.#changed.add(id);
  }

  /** Drops the requests of keys. */
  drop(isDropped: (key: string) => boolean): void {
    for (const [id, key] of this.#recorded) if (isDropped(key)) this.#recorded.delete(id);
    for (const key of this.#evicted.keys()) if (isDropped(key)) this.#evicted.delete(key);
  }

  take(): UnwrittenRequests {
    for (const [id, key] of this.#recorded) this.#countEvicted(key, this.#find(id) ? 0 : 1);
    const ids = new Set([...this.#recorded.keys(), ...this.#changed]);
    const entries = [...ids].flatMap((id) => this.#find(id) ?? []);
    const evicted = this.#evicted;
    this.#recorded = new Map();
    this.#changed = new Set();
    this.#evicted = new Map();
    return { entries, evicted, truncations: this.#truncations.applied };
  }

  requeue({ entries, evicted, truncations }: UnwrittenRequests): void {
    const isThere = (keyId: string | null) => !this.#truncations.isTruncated(keyId, truncations);
    const recorded = entries.flatMap(({ id, keyId }) => (isThere(keyId) ? [[id, keyId ?? ''] as const] : []));
    this.#recorded = new Map([...recorded, ...this.#recorded]);
    for (const [key, count] of evicted) if (isThere(key)) this.#countEvicted(key, count);
  }

  #countEvicted(key: string, count: number): void {
    this.#evicted.set(key, (this.#evicted.get(key) ?? 0) + count);
  }
}
