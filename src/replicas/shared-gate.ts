import type { Gate } from '../faults/gate.ts';
import type { RuleContext } from '../faults/rule.ts';
import type { Replicas } from '../ledger/replicas.ts';
import { poll } from './poll.ts';

/** Runs work in a batch of its own. */
export type InBatch = <T>(work: () => T) => Promise<T>;

export interface GateRow {
  opened: boolean;
  /** Requests that wait, by replica. */
  waiting: Readonly<Record<string, number>>;
}

interface GateOptions {
  context: Pick<RuleContext, 'wait'>;
  replicas: Pick<Replicas, 'number' | 'hasLeft'>;
  inBatch: InBatch;
  /** undefined when the rule is gone. */
  read(): GateRow | undefined;
  write(changes: Partial<GateRow>): void;
}

const maxHoldMs = 60_000;

/**
 * A gate over all replicas: it opens when so many requests wait in all, or when one replica opens it.
 * @returns also how to release the requests that wait in this process, once the row says that the gate is open
 */
export function sharedGate(
  until: number | undefined,
  { context, replicas, inBatch, read, write }: GateOptions,
): { gate: Gate; release(): void } {
  const opened = new AbortController();

  return {
    gate: {
      get waiting() {
        return total(read());
      },
      open,
      enter,
    },
    release: () => opened.abort(),
  };

  function open(): number {
    const row = read();
    if (row) write({ opened: true });
    return total(row);
  }

  async function enter(signal: AbortSignal): Promise<void> {
    const replica = String(replicas.number);
    const waits = await inBatch(() => {
      const row = read();
      if (!row || row.opened) return false;
      add(replica, 1);
      if (total(read()) !== until) return true;
      write({ opened: true });
      return false;
    });
    if (waits) {
      const stop = poll(() => inBatch(() => {}));
      await context.wait(maxHoldMs, AbortSignal.any([opened.signal, signal])).catch(() => {});
      stop();
    }
    await inBatch(() => read() && add(replica, -1)).catch(() => {});
  }

  function add(replica: string, by: number): void {
    const { waiting = {} } = read() ?? {};
    write({ waiting: { ...waiting, [replica]: Math.max(0, (waiting[replica] ?? 0) + by) } });
  }

  /** Counts the requests that wait, without those of replicas that left. */
  function total(row: GateRow | undefined): number {
    return Object.entries(row?.waiting ?? {}).reduce(
      (sum, [number, count]) => (replicas.hasLeft(Number(number)) ? sum : sum + count),
      0,
    );
  }
}
