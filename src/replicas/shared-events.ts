import type { Events, SandboxEvent } from '../journal/events.ts';
import type { Replicas } from '../ledger/replicas.ts';

/** The time after which a replica with a listener says so again, and the time for which its peers write then. */
const announceMs = 2_000;
const writeMs = 5_000;
const flushMs = 100;
/** Between two flushes; beyond that the oldest are dropped. */
const maxQueued = 1_000;

type EventParts = Pick<Replicas, 'events' | 'notify' | 'onNotice'>;

/** Events of all replicas: while somebody listens anywhere, each replica writes its own, and that of the listener reads. */
export function sharedEvents(local: Events, replicas: EventParts): Events {
  const reader = new PeerEvents(replicas);
  const writer = new EventWriter(local, replicas);
  replicas.onNotice(({ listening, events }) => {
    if (listening) writer.write();
    if (events) reader.read();
  });
  return {
    emit: local.emit,
    get heard() {
      return local.heard;
    },
    listen(listener, where) {
      const stop = local.listen(listener);
      if (where === 'here') return stop;
      const stopReading = reader.listen(listener);
      return () => {
        stop();
        stopReading();
      };
    },
  };
}

/** Reads the events of peers while there are listeners. */
class PeerEvents {
  readonly #replicas: EventParts;
  readonly #listeners = new Set<(event: SandboxEvent) => void>();
  #timer: NodeJS.Timeout | undefined;
  /** Up to where events were read: listeners hear only what comes after the first of them. */
  #place: number | undefined;

  constructor(replicas: EventParts) {
    this.#replicas = replicas;
  }

  listen(listener: (event: SandboxEvent) => void): () => void {
    this.#listeners.add(listener);
    this.#announce();
    return () => this.#listeners.delete(listener);
  }

  read(): void {
    if (this.#listeners.size > 0) this.#readNew().catch(() => {});
  }

  #announce(): void {
    clearTimeout(this.#timer);
    if (this.#listeners.size === 0) {
      this.#place = undefined;
      return;
    }
    this.#readNew()
      .then(() => this.#replicas.notify({ listening: true }))
      .catch(() => {});
    this.#timer = setTimeout(() => this.#announce(), announceMs);
    this.#timer.unref();
  }

  async #readNew(): Promise<void> {
    const { events } = this.#replicas;
    if (this.#place === undefined) {
      this.#place = await events.last();
      return;
    }
    const { rows, place } = await events.readSince(this.#place);
    // Meanwhile another call may have read the same rows, or the last listener may have stopped.
    if (this.#place === undefined) return;
    const from = this.#place;
    this.#place = Math.max(from, place);
    for (const row of rows) {
      if (row.place <= from) continue;
      const event = JSON.parse(row.content) as SandboxEvent;
      for (const listener of this.#listeners) listener(event);
    }
  }
}

/** Writes the local events for the listeners of peers, for a while after each time that one said that it listens. */
class EventWriter {
  readonly #local: Events;
  readonly #replicas: EventParts;
  #queue: SandboxEvent[] = [];
  /** Until when it writes, by `performance.now()`; undefined while it does not. */
  #until: number | undefined;

  constructor(local: Events, replicas: EventParts) {
    this.#local = local;
    this.#replicas = replicas;
  }

  write(): void {
    const isWriting = this.#until !== undefined;
    this.#until = performance.now() + writeMs;
    if (isWriting) return;
    const stop = this.#local.listen((event) => {
      this.#queue.push(event);
      if (this.#queue.length > maxQueued) this.#queue.shift();
    });
    const timer = setInterval(() => {
      if (performance.now() > (this.#until as number)) {
        clearInterval(timer);
        stop();
        this.#until = undefined;
      }
      this.#flush().catch(() => {});
    }, flushMs);
    timer.unref();
  }

  async #flush(): Promise<void> {
    if (this.#queue.length === 0) return;
    const contents = this.#queue.map((event) => JSON.stringify(event));
    this.#queue = [];
    await this.#replicas.events.append(contents);
    await this.#replicas.notify({ events: true });
  }
}
