import { createHash } from 'node:crypto';
import type { Server } from 'node:http';
import type { Clock } from '../../core/clock.ts';
import type { Turns } from '../../core/turns.ts';
import type { Job, JobOrder } from '../../ledger/job.ts';
import type { Wait } from '../../service/http/wait.ts';
import type { CurrentRequest, MessageClasses } from './messages.ts';

/**
 * The inputs that a sandbox takes from outside while it runs: time, ids, waits, and the order in which requests get on.
 * A capsule records them and repeats them, so that a run comes again byte for byte.
 */
export interface RunInputs {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly wait: Wait;
  readonly jobOrder: JobOrder;
  /** Keep the contexts of requests. */
  readonly turns: Turns;
  /** Without limit: how far an answer gets in a few milliseconds is never the same twice. */
  readonly maxInBatchMs: number;
  /** How long another thread takes is never the same twice either. */
  readonly isInOneThread: true;
  /** The id of a key; undefined for its usual one. */
  readonly idOf?: (secret: string) => string | undefined;
  /** For the servers of the sandbox. */
  readonly messages: MessageClasses;
  /** Takes the requests of a server before the sandbox does. */
  attach(server: Server): void;
}

/** Ids that follow from a seed, whatever the order in which requests ask for them. */
export function seededIds(seed: string, current: CurrentRequest): () => string {
  const counts = new Map<number | undefined, number>();
  return () => {
    const request = current.getStore();
    const count = (counts.get(request) ?? 0) + 1;
    counts.set(request, count);
    return createHash('sha256').update(`${seed} ${request} ${count}`).digest('hex').slice(0, 32);
  };
}

/** A clock that is set and moved as another one, and shows the instants of `now`. */
export const clockShowing = (clock: Clock, now: () => number): Clock => ({
  now,
  get frozen() {
    return clock.frozen;
  },
  get scale() {
    return clock.scale;
  },
  get setting() {
    return clock.setting;
  },
  set: clock.set,
  advance: clock.advance,
});

/** The job of a request: what it does runs on behalf of that request. @param begin runs before its work */
export const jobOfRequest = <Tx>(
  current: CurrentRequest,
  request: number,
  job: Job<Tx>,
  begin: () => void = () => {},
): Job<Tx> => ({
  ...job,
  work: (tx) =>
    current.run(request, () => {
      begin();
      job.work(tx);
    }),
  done: (error) => current.run(request, () => job.done(error)),
});
