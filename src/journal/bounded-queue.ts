/**
 * The slots of a queue with a limit in all and a limit per owner: at a limit the oldest item is evicted and its slot
 * is reused. The items are in arrays of the caller, indexed by slot.
 */
interface BoundedQueue {
  /** Adds an item of an owner. @returns its slot: a whole number below the limit in all, or -1 if that limit is 0 */
  add(owner: string): number;
  /** The slots in the order of their items, oldest first. */
  all(): Iterable<number>;
  of(owner: string): Iterable<number>;
  /** Removes everything, or the items of one owner. @returns how many */
  clear(owner?: string): number;
  readonly size: number;
  ownerOf(slot: number): string;
  /** How many were evicted, in all or of one owner (of the latest 100,000 owners). */
  evicted(owner?: string): number;
}

/** How many owners' evictions are counted, even when no item of theirs is left. */
const maxCountedOwners = 100_000;

/** Ends a list of slots. */
const noSlot = -1;

/**
 * Two linked lists share the slots: one of everything and one per owner. Both evict only at their heads, since the
 * oldest of all is also the oldest of its owner. So adding takes constant time, and an owner who adds many items
 * evicts their own first. The links are numbers in typed arrays: adding to a full queue allocates nothing.
 */
export function createBoundedQueue({
  most,
  mostPerOwner,
}: {
  most: number;
  mostPerOwner: number;
}): BoundedQueue {
  const before = new Int32Array(most);
  const after = new Int32Array(most);
  const afterOfOwner = new Int32Array(most);
  const owned: Owner[] = [];
  const owners = new Map<string, Owner>();
  const evictedOf = new Map<string, { count: number }>();
  let head = noSlot;
  let tail = noSlot;
  /** The removed slots that no item took since, linked by `after`. */
  let free = noSlot;
  let size = 0;
  let evicted = 0;

  return {
    add,
    all: () => slotsFrom(head, after),
    of: (owner) => slotsFrom(owners.get(owner)?.head ?? noSlot, afterOfOwner),
    clear,
    get size() {
      return size;
    },
    ownerOf: (slot) => owned[slot]?.name ?? '',
    evicted: (owner) => (owner === undefined ? evicted : (evictedOf.get(owner)?.count ?? 0)),
  };

  function add(name: string): number {
    if (most === 0) return noSlot;
    const owner = owners.get(name) ?? { name, head: noSlot, tail: noSlot, size: 0 };
    if (owner.size === mostPerOwner) evict(owner);
    else if (size === most) evict(owned[head]);
    const slot = freeSlot();
    owned[slot] = owner;

    before[slot] = tail;
    after[slot] = noSlot;
    if (tail === noSlot) head = slot;
    else after[tail] = slot;
    tail = slot;
    size += 1;

    afterOfOwner[slot] = noSlot;
    if (owner.size === 0) {
      owner.head = slot;
      owners.set(name, owner);
    } else afterOfOwner[owner.tail] = slot;
    owner.tail = slot;
    owner.size += 1;
    return slot;
  }

  function freeSlot(): number {
    if (free === noSlot) return owned.length;
    const slot = free;
    free = at(after, slot);
    return slot;
  }

  /** Removes the oldest item of an owner. */
  function evict(owner: Owner | undefined): void {
    if (!owner) return;
    const oldest = owner.head;
    owner.head = at(afterOfOwner, oldest);
    owner.size -= 1;
    if (owner.size === 0) owners.delete(owner.name);
    remove(oldest);
    evicted += 1;
    const counter = evictedOf.get(owner.name);
    if (counter) counter.count += 1;
    else evictedOf.set(owner.name, { count: 1 });
    if (evictedOf.size > maxCountedOwners) evictedOf.delete(evictedOf.keys().next().value ?? '');
  }

  function remove(slot: number): void {
    const previous = at(before, slot);
    const next = at(after, slot);
    if (previous === noSlot) head = next;
    else after[previous] = next;
    if (next === noSlot) tail = previous;
    else before[next] = previous;
    size -= 1;
    after[slot] = free;
    free = slot;
  }

  function clear(name?: string): number {
    const sizeBefore = size;
    if (name === undefined) {
      head = noSlot;
      tail = noSlot;
      free = noSlot;
      size = 0;
      evicted = 0;
      owned.length = 0;
      owners.clear();
      evictedOf.clear();
      return sizeBefore;
    }
    for (const slot of slotsFrom(owners.get(name)?.head ?? noSlot, afterOfOwner)) remove(slot);
    owners.delete(name);
    evictedOf.delete(name);
    return sizeBefore - size;
  }
}

interface Owner {
  readonly name: string;
  head: number;
  tail: number;
  size: number;
}

/** A slot of these links; the index is a slot, so the link exists. */
const at = (links: Int32Array, slot: number): number => links[slot] ?? noSlot;

function* slotsFrom(from: number, links: Int32Array): Generator<number, void> {
  for (let slot = from; slot !== noSlot; slot = at(links, slot)) yield slot;
}
