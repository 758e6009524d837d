/** Finds the slot of an id in constant time. It allocates nothing when ids come and go. */
interface IdIndex {
  /** Gives a slot an id, in place of the one it had. @param id at least 1 */
  set(slot: number, id: number): void;
  remove(slot: number): void;
  /** The id of a slot; 0 if it has none. */
  idOf(slot: number): number;
  /** @returns -1 if no slot has this id */
  find(id: number): number;
  clear(): void;
}

/**
 * A hash table with chains. Ids are consecutive numbers, so their last bits spread them evenly.
 * @param slots how many there are
 */
export function createIdIndex(slots: number): IdIndex {
  const ids = new Float64Array(slots);
  // Both hold a slot plus 1, because typed arrays begin with 0.
  const firstIn = new Int32Array(2 ** Math.ceil(Math.log2(slots + 1)));
  const nextOf = new Int32Array(slots);
  const mask = firstIn.length - 1;

  return {
    set(slot, id) {
      remove(slot);
      ids[slot] = id;
      nextOf[slot] = firstIn[id & mask] as number;
      firstIn[id & mask] = slot + 1;
    },
    remove,
    idOf: (slot) => ids[slot] as number,
    find(id) {
      let link = firstIn[id & mask] as number;
      while (link !== 0 && ids[link - 1] !== id) link = nextOf[link - 1] as number;
      return link - 1;
    },
    clear() {
      ids.fill(0);
      firstIn.fill(0);
    },
  };

  function remove(slot: number): void {
    const id = ids[slot] as number;
    if (id === 0) return;
    ids[slot] = 0;
    const place = id & mask;
    let link = firstIn[place] as number;
    if (link === slot + 1) {
      firstIn[place] = nextOf[slot] as number;
      return;
    }
    while (nextOf[link - 1] !== slot + 1) link = nextOf[link - 1] as number;
    nextOf[link - 1] = nextOf[slot] as number;
  }
}
