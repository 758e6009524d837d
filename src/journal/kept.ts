/** What is kept of many things with an owner each: so many of each owner's, so many in all; newer ones win. */
export interface Kept<Of extends Owned> {
  add(item: Of): void;
  /** Oldest first. */
  all(): Iterable<Of>;
  of(owner: string): Iterable<Of>;
  /** Drops everything, or what belongs to one owner. @returns how many */
  clear(owner?: string): number;
  readonly size: number;
  /** How many the bounds have pushed out, of all or of one owner's (the latest 100,000 owners are known). */
  forgotten(owner?: string): number;
}

/** Of so many owners it is known how much was forgotten, though nothing of theirs may be left. */
const mostForgotten = 100_000;

export interface Owned {
  readonly owner: string;
}

/**
 * Two queues run through the same nodes: that of everything and that of the owner. Both lose at their heads
 * only, since the oldest of all is also the oldest of its owner's, so that adding costs the same however many
 * there are, and an owner who adds a lot pushes out nobody's but their own up to the bound of all.
 */
export function createKept<Of extends Owned>(bounds: { most: number; mostPerOwner: number }): Kept<Of> {
  let head: Node<Of> | undefined;
  let tail: Node<Of> | undefined;
  let size = 0;
  let forgotten = 0;
  const forgottenOf = new Map<string, number>();
  const owners = new Map<string, Queue<Of>>();

  return {
    add,
    all: () => walk(head, (node) => node.next),
    of: (owner) => walk(owners.get(owner)?.head, (node) => node.nextOfOwner),
    clear,
    get size() {
      return size;
    },
    forgotten: (owner) => (owner === undefined ? forgotten : (forgottenOf.get(owner) ?? 0)),
  };

  function add(item: Of): void {
    if (bounds.most === 0) return;
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

    if (queue.size > bounds.mostPerOwner) forget(queue);
    if (size > bounds.most && head) forget(owners.get(head.item.owner));
  }

  /** The oldest of an owner's makes room. */
  function forget(queue: Queue<Of> | undefined): void {
    if (!queue) return;
    const { head: oldest } = queue;
    const { owner } = oldest.item;
    unlink(oldest);
    queue.size -= 1;
    if (oldest.nextOfOwner) queue.head = oldest.nextOfOwner;
    else owners.delete(owner);
    forgotten += 1;
    forgottenOf.set(owner, (forgottenOf.get(owner) ?? 0) + 1);
    if (forgottenOf.size > mostForgotten) forgottenOf.delete(forgottenOf.keys().next().value ?? '');
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
      forgotten = 0;
      forgottenOf.clear();
      owners.clear();
      return before;
    }
    for (let node = owners.get(owner)?.head; node; node = node.nextOfOwner) unlink(node);
    forgottenOf.delete(owner);
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
