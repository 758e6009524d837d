/**
 * The slots of a queue with a limit in all and a limit per owner: at a limit the oldest item is evicted and its slot
 * is reused. The items are in arrays of the caller, indexed by slot.
 */
export interface BoundedQueue<Name> {
  /** Adds an item of an owner. @returns its slot: a whole number below the limit in all, or -1 if that limit is 0 */
  add(owner: Name): number;
  /** Evicts the oldest item of all; there must be one. */
  evictOldest(): void;
  /** The slots in the order of their items, oldest first. */
  all(): Iterable<number>;
  of(owner: Name): Iterable<number>;
  /** Removes everything, or the items of one owner. @returns how many */
  clear(owner?: Name): number;
  readonly size: number;
  ownerOf(slot: number): Name | undefined;
  /** How many were evicted, in all or of one owner (of the latest 100,000 owners). */
  evicted(owner?: Name): number;
}

interface QueueOptions<Name> {
  max: number;
  maxPerOwner: number;
  /** Called with each item before it is evicted. */
  onEvict?: (slot: number, owner: Name) => void;
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
export function createBoundedQueue<Name>({
  max,
  maxPerOwner,
  onEvict,
}: QueueOptions<Name>): BoundedQueue<Name> {
  const slots = createSlots(max);
  const nextOfOwner = new Int32Array(max);
  const ownerBySlot: Owner<Name>[] = [];
  const owners = new Map<Name, Owner<Name>>();
  const evictions = createEvictionCounts<Name>();
  const slotsOf = (name: Name) => slotsFrom(owners.get(name)?.head ?? noSlot, nextOfOwner);

  return {
    add(name) {
      if (max === 0) return noSlot;
      const owner = owners.get(name) ?? { name, head: noSlot, tail: noSlot, size: 0 };
      if (owner.size === maxPerOwner) evict(owner);
      else if (slots.size === max) evict(ownerBySlot[slots.head] as Owner<Name>);
      const slot = takeSlot(slots);
      ownerBySlot[slot] = owner;
      if (owner.size === 0) owners.set(name, owner);
      appendTo(owner, slot, nextOfOwner);
      return slot;
    },
    evictOldest: () => evict(ownerBySlot[slots.head] as Owner<Name>),
    all: () => slotsFrom(slots.head, slots.after),
    of: slotsOf,
    clear(name) {
      const sizeBefore = slots.size;
      if (name === undefined) {
        clearSlots(slots);
        ownerBySlot.length = 0;
        owners.clear();
      } else {
        for (const slot of slotsOf(name)) freeSlot(slots, slot);
        owners.delete(name);
      }
      evictions.clear(name);
      return sizeBefore - slots.size;
    },
    get size() {
      return slots.size;
    },
    ownerOf: (slot) => ownerBySlot[slot]?.name,
    evicted: evictions.count,
  };

  /** Removes the oldest item of an owner. */
  function evict(owner: Owner<Name>): void {
    const oldest = owner.head;
    onEvict?.(oldest, owner.name);
    owner.head = linkAt(nextOfOwner, oldest);
    owner.size -= 1;
    if (owner.size === 0) owners.delete(owner.name);
    freeSlot(slots, oldest);
    evictions.add(owner.name);
  }
}

/** The items of one owner, as a list of slots. */
interface Owner<Name> {
  readonly name: Name;
  head: number;
  tail: number;
  size: number;
}

function appendTo(owner: Owner<unknown>, slot: number, next: Int32Array): void {
  next[slot] = noSlot;
  if (owner.size === 0) owner.head = slot;
  else next[owner.tail] = slot;
  owner.tail = slot;
  owner.size += 1;
}

/** All items as a list of slots, linked in both directions. */
interface Slots {
  readonly before: Int32Array;
  readonly after: Int32Array;
  head: number;
  tail: number;
  size: number;
  /** The slots that were freed, linked by `after`. */
  free: number;
  /** How many slots were ever taken. */
  taken: number;
}

const createSlots = (max: number): Slots => ({
  before: new Int32Array(max),
  after: new Int32Array(max),
  ...noSlots,
});

const noSlots = { head: noSlot, tail: noSlot, size: 0, free: noSlot, taken: 0 };

const clearSlots = (slots: Slots): void => void Object.assign(slots, noSlots);

/** Takes a slot for a new item, behind all others. There must be one. */
function takeSlot(slots: Slots): number {
  const { before, after, free, tail } = slots;
  const slot = free === noSlot ? slots.taken++ : free;
  if (free !== noSlot) slots.free = linkAt(after, free);
  before[slot] = tail;
  after[slot] = noSlot;
  if (tail === noSlot) slots.head = slot;
  else after[tail] = slot;
  slots.tail = slot;
  slots.size += 1;
  return slot;
}

function freeSlot(slots: Slots, slot: number): void {
  const { before, after } = slots;
  const previous = linkAt(before, slot);
  const next = linkAt(after, slot);
  if (previous === noSlot) slots.head = next;
  else after[previous] = next;
  if (next === noSlot) slots.tail = previous;
  else before[next] = previous;
  slots.size -= 1;
  after[slot] = slots.free;
  slots.free = slot;
}

/** A slot of these links; the index is a slot, so the link exists. */
const linkAt = (links: Int32Array, slot: number): number => links[slot] ?? noSlot;

function* slotsFrom(first: number, links: Int32Array): Generator<number, void> {
  for (let slot = first; slot !== noSlot; slot = linkAt(links, slot)) yield slot;
}

function createEvictionCounts<Name>() {
  const byOwner = new Map<Name, { count: number }>();
  let total = 0;

  return {
    add(owner: Name): void {
      total += 1;
      const counter = byOwner.get(owner);
      if (counter) counter.count += 1;
      else byOwner.set(owner, { count: 1 });
      if (byOwner.size > maxCountedOwners) byOwner.delete(byOwner.keys().next().value as Name);
    },
    count: (owner?: Name): number => (owner === undefined ? total : (byOwner.get(owner)?.count ?? 0)),
    clear(owner?: Name): void {
      if (owner !== undefined) {
        byOwner.delete(owner);
        return;
      }
      total = 0;
      byOwner.clear();
    },
  };
}
