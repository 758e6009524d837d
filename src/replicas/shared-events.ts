import type { Events, SandboxEvent } from '../journal/events.ts';
import { inTransaction } from '../ledger/job.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Replicas } from '../ledger/replicas.ts';
import { poll } from './poll.ts';

const name = 'listening';
/** Somebody counts as listening for so long; and says so again after a third of it. */
const listensMs = 6_000;

/** Events of all replicas: while somebody listens at any of them, each adds its own as rows, and that of the listener reads. */
export function sharedEvents(
  local: Events,
  { shared, records, clock }: Replicas,
  ledger: Pick<Ledger, 'enqueue'>,
): Events {
  let listeners = 0;
  let saidAt = Number.NEGATIVE_INFINITY;
  const isHeardByAll = () => ((shared.get(name)?.value as number | undefined) ?? 0) > clock.now();
  local.listen((event) => {
    if (isHeardByAll()) records.add({ events: [JSON.stringify(event)] });
  });

  return {
    emit: local.emit,
    get heard() {
      return listeners > 0 || isHeardByAll();
    },
    listen(listener, where) {
      const stop = local.listen(listener);
      listeners += 1;
      let place: number | undefined;
      const look = async () => {
        if (performance.now() - saidAt > listensMs / 3) await say();
        const { contents, ...read } = await records.since('events', place);
        place = read.place;
        for (const content of contents) listener(JSON.parse(content) as SandboxEvent);
      };
      const stopPolling = where === 'here' ? () => {} : poll(look);
      return () => {
        listeners -= 1;
        stop();
        stopPolling();
      };
    },
  };

  async function say(): Promise<void> {
    saidAt = performance.now();
    await inTransaction(ledger, undefined, () =>
      shared.set({ name, account: null, counter: false, value: clock.now() + listensMs }),
    );
  }
}
