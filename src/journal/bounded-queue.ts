/** A queue with a limit in all and a limit per owner; at a limit the oldest item is evicted. */
interface BoundedQueue<Of extends Owned> {
  add(item: Of): void;
  /** Oldest first. */
  all(): Iterable<Of>;
  of(owner: string): Iterable<Of>;
  /** Removes everything, or the items of one owner. @returns how many */
  clear(owner?: string): number;
  readonly size: number;
  /** How many were evicted, in all or of one owner (of the latest 100,000 owners). */
  evicted(owner?: string): number;
}

/** How many owners' evictions are counted, even when no item of theirs is left. */
const mostCounted = 100_000;

export interface Owned {
  readonly owner: string;
}

/**
 * Two linked lists share the nodes: one of everything and one per owner. Both evict only at their heads, since the
 * oldest of all is also the oldest of its owner. So adding takes constant time, and an owner who adds many items
 * evicts their own first.
 */
export function createBoundedQueue<Of extends Owned>(limits: {
  most: number;
  mostPerOwner: number;
}): BoundedQueue<Of> {
  let head: Node<Of> | undefined;
  let tail: Node<Of> | undefined;
  let size = 0;
  let evicted = 0;
  const evictedOf = new Map<string, number>();
  const owners = new Map<string, Queue<Of>>();

  return {
    add,
    all: () => walk(head, (node) => node.next),
    of: (owner) => walk(owners.get(owner)?.head, (node) => node.nextOfOwner),
    clear,
    get size() {
      return size;
    },
    evicted: (owner) => (owner === undefined ? evicted : (evictedOf.get(owner) ?? 0)),
  };

  function add(item: Of): void {
    if (limits.most === 0) return;
    const node: Node<Of> = { item, before: tail, next: undefined, nextOfOwner: undefined };
    if (tail) tail.next = node;
    else head = node;
    tail = node;
    size += 1;

    const queue = owners.get(item.owner) ?? { head: node, tail: node, size: 0 };
    if (queue.size === 0) {
      queue.head = node;
      owners.set(item.owner, queue);
    } else queue.tail.nextOfOwner = node;
    queue.tail = node;
    queue.size += 1;

    if (queue.size > limits.mostPerOwner) evict(queue);
    if (size > limits.most && head) evict(owners.get(head.item.owner));
  }

  /** Removes the oldest item of an owner. */
  function evict(queue: Queue<Of> | undefined): void {
    if (!queue) return;
    const { head: oldest } = queue;
    const { owner } = oldest.item;
    unlink(oldest);
    queue.size -= 1;
    if (oldest.nextOfOwner) queue.head = oldest.nextOfOwner;
    else owners.delete(owner);
    evicted += 1;
    evictedOf.set(owner, (evictedOf.get(owner) ?? 0) + 1);
    if (evictedOf.size > mostCounted) evictedOf.delete(evictedOf.keys().next().value ?? '');
  }

  function unlink(node: Node<Of>): void {
    if (node.before) node.before.next = node.next;
    else head = node.next;
    if (node.next) node.next.before = node.before;
    else tail = node.before;
    size -= 1;
  }

  function clear(owner?: string): number {
    const before = size;
    if (owner === undefined) {
      head = undefined;
      tail = undefined;
      size = 0;
      evicted = 0;
      evictedOf.clear();
      owners.clear();
      return before;
    }
    for (let node = owners.get(owner)?.head; node; node = node.nextOfOwner) unlink(node);
    evictedOf.delete(owner);
    owners.delete(owner);
    return before - size;
  }
}

interface Node<Of> {
  readonly item: Of;
  before: Node<Of> | undefined;
  next: Node<Of> | undefined;
  nextOfOwner: Node<Of> | undefined;
}

interface Queue<Of> {
  head: Node<Of>;
  tail: Node<Of>;
  size: number;
}

function* walk<Of>(
  from: Node<Of> | undefined,
  next: (node: Node<Of>) => Node<Of> | undefined,
): Generator<Of, void> {
  for (let node = from; node; node = next(node)) yield node.item;
}
