import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { type SavedState, type StateDeps, saveState } from '../../admin/state/saved-state.ts';
import { createClock } from '../../core/clock.ts';
import type { Settings } from '../../core/settings.ts';
import { createTurns } from '../../core/turns.ts';
import type { Deps } from '../../service/http/deps.ts';
import { createWait } from '../../service/http/wait.ts';
import type { Capsule } from './capsule.ts';
import { createMessageFollower, listenBefore, type WrittenReply } from './messages.ts';
import { followCalls, type RunCall, type RunCalls } from './run-calls.ts';
import { clockShowing, jobOfRequest, type RunInputs, seededIds } from './run-inputs.ts';
import { createRunLog } from './run-log.ts';
import { capsuleOf, wholeRun } from './save.ts';

/** What a capsule has of a sandbox, beside its requests. */
type RecordedDeps = StateDeps & Pick<Deps, 'settings' | 'version' | 'faults' | 'journal' | 'events'>;

/** A recorded run within the process: with its keys, and with what the journal says of its requests. */
export interface RecordedRun {
  /** Its keys stand where they were sent. It grows no more. */
  readonly capsule: Capsule;
  /** By the number of the request. */
  readonly calls: ReadonlyMap<number, RunCall>;
  /** The number of the request that the journal names so; undefined for one that was not recorded. */
  numberOf(id: number): number | undefined;
}

/** Gives a sandbox its inputs, and records them from its start. */
export interface CapsuleRecorder extends RunInputs {
  /** Notes the state in which the sandbox begins. */
  begin(deps: RecordedDeps): Promise<void>;
  /** The run so far. */
  capsule(): Capsule;
  /** The run so far, for this process alone. */
  run(): RecordedRun;
}

export function createCapsuleRecorder(settings: Settings): CapsuleRecorder {
  const clock = createClock(settings.clock);
  const startedAt = clock.now();
  /** The seed of the ids. */
  const ids = randomUUID();
  const current = new AsyncLocalStorage<number>();
  const log = createRunLog();
  const wait = createWait(clock);
  const { messages, follow } = createMessageFollower(current);
  let begun!: { deps: RecordedDeps; start: SavedState; followed: RunCalls };

  return {
    async begin(opened) {
      const start = await saveState(opened);
      begun = { deps: opened, start, followed: followCalls(opened, () => current.getStore()) };
    },
    run() {
      const { deps, start, followed } = begun;
      return {
        capsule: wholeRun({ ...log, ids, startedAt }, deps, start),
        ...followed,
      };
    },
    capsule() {
      const { deps, start } = begun;
      return capsuleOf({ ...log, ids, startedAt }, deps, start);
    },
    newId: seededIds(ids, current),
    turns: createTurns({ keepsContexts: true }),
    maxInBatchMs: Number.POSITIVE_INFINITY,
    isInOneThread: true,
    clock: clockShowing(clock, () => {
      const now = clock.now();
      log.addTime(current.getStore(), now);
      return now;
    }),
    async wait(ms, signal) {
      await wait(ms, signal);
      log.addEvent('W', current.getStore());
    },
    jobOrder(job, enqueue) {
      const request = current.getStore();
      if (request === undefined) return enqueue(job);
      enqueue(jobOfRequest(current, request, job, () => log.addEvent('S', request)));
    },
    messages,
    attach: (server) =>
      listenBefore(server, (incoming, response, goOn) => {
        const request = log.addRequest(incoming);
        if (request === undefined) return goOn();
        log.addEvent('R', request);
        const end = (kind: 'E' | 'L') => (reply: WrittenReply) => {
          log.addEvent(kind, request);
          log.addReply(request, reply);
        };
        follow(incoming, response, {
          request,
          bodyPart: log.addBody(request),
          ended: end('E'),
          left: end('L'),
        });
        current.run(request, goOn);
      }),
  };
}
