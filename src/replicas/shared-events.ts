import type { Events, SandboxEvent } from '../journal/events.ts';
import { literal } from '../ledger/postgres/sql.ts';
import type { Replicas } from '../ledger/replicas.ts';

/** How often a replica with a listener says so, and how long the others send then. */
const announceMs = 2_000;
const heardMs = 5_000;
const flushMs = 100;
/** Between two writings; beyond that the oldest are dropped. */
const maxQueued = 1_000;
const maxStored = 10_000;

/** Events of all replicas: while somebody listens anywhere, each writes its own, and the listener's reads them. */
export function sharedEvents(own: Events, replicas: Replicas): Events {
  const listeners = new Set<(event: SandboxEvent) => void>();
  let announcing: NodeJS.Timeout | undefined;
  let last: number | undefined;
  let queue: SandboxEvent[] = [];
  let forwarding: { stop(): void; timer: NodeJS.Timeout; until: number } | undefined;

  replicas.onNotice(({ listening, events }) => {
    if (listening) forward();
    if (events && listeners.size > 0) read().catch(() => {});
  });

  return {
    emit: own.emit,
    get heard() {
      return own.heard;
    },
    listen(listener, where) {
      const stop = own.listen(listener);
      if (where === 'here') return stop;
      listeners.add(listener);
      announce();
      return () => {
        stop();
        listeners.delete(listener);
      };
    },
  };

  function announce(): void {
    clearTimeout(announcing);
    if (listeners.size === 0) {
      last = undefined;
      return;
    }
    read()
      .then(() => replicas.notify({ listening: true }))
      .catch(() => {});
    announcing = setTimeout(announce, announceMs);
    announcing.unref();
  }

  /** Only what comes after the first listener. */
  async function read(): Promise<void> {
    const [rows = []] = await replicas.query(
      last === undefined
        ? 'SELECT coalesce(max(sequence), 0)::float8 AS sequence, NULL AS content FROM events'
        : `SELECT sequence::float8, replica::float8, content FROM events WHERE sequence > ${last} ORDER BY sequence`,
    );
    const from = last ?? Number.POSITIVE_INFINITY;
    for (const { sequence, replica, content } of rows) {
      last = Math.max(last ?? 0, sequence as number);
      if (content === null || replica === replicas.process || (sequence as number) <= from) continue;
      const event = JSON.parse(content as string) as SandboxEvent;
      for (const listener of listeners) listener(event);
    }
  }

  function forward(): void {
    const until = performance.now() + heardMs;
    if (forwarding) {
      forwarding.until = until;
      return;
    }
    const stop = own.listen((event) => {
      queue.push(event);
      if (queue.length > maxQueued) queue.shift();
    });
    const timer = setInterval(() => {
      if (forwarding && performance.now() > forwarding.until) {
        clearInterval(timer);
        stop();
        forwarding = undefined;
      }
      flush().catch(() => {});
    }, flushMs);
    timer.unref();
    forwarding = { stop, timer, until };
  }

  async function flush(): Promise<void> {
    if (queue.length === 0) return;
    const events = queue;
    queue = [];
    const values = events.map((event) => `(${replicas.process}, ${literal(JSON.stringify(event))})`);
    await replicas.query(
      `LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE; INSERT INTO events (replica, content) VALUES ${values.join()};
       DELETE FROM events WHERE sequence <= (SELECT max(sequence) FROM events) - ${maxStored}`,
    );
    await replicas.notify({ events: true });
  }
}
