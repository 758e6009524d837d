import type { Fork, ForkBill, Forker, Moment } from '../../admin/forks.ts';
import { Problem } from '../../admin/problem.ts';
import { type Millicredits, thousandthsOf, toCredits } from '../../core/credits.ts';
import { compareTexts } from '../../core/order.ts';
import type { RecordedRun } from '../../trials/capsule/recorder.ts';
import type { RunCall } from '../../trials/capsule/run-calls.ts';
import { bodyDigest } from '../../trials/capsule/run-log.ts';
import { readForkChanges } from './fork-changes.ts';
import { type ForkSource, openPlayedRun } from './played-run.ts';

export interface ForkerOptions extends ForkSource {
  /** The run so far. */
  run: () => RecordedRun;
}

/** Plays the recorded run of a sandbox again, in a sandbox of its own that shares the world. One run at a time. */
export function createForker({ run, ...source }: ForkerOptions): Forker {
  let isPlaying = false;

  async function alone<T>(play: () => Promise<T>): Promise<T> {
    if (isPlaying) throw new Problem(409, 'Another run is being played again: wait for its end.');
    isPlaying = true;
    try {
      return await play();
    } finally {
      isPlaying = false;
    }
  }

  return {
    fork: (request, settings, signal) =>
      alone(async () => {
        const changes = readForkChanges(source.deps, settings);
        const origin = run();
        const number = numberInRun(source, origin, request);
        const played = await openPlayedRun(source, origin.capsule);
        try {
          await played.repeat({ from: number, changes, signal });
          if (signal.aborted) throw ended();
          await played.recorded(origin.calls.keys());
          return forkOf(request, origin, played);
        } finally {
          await played.close();
        }
      }),
    moment: (request, signal) =>
      alone(async () => {
        const origin = run();
        const number = numberInRun(source, origin, request);
        const played = await openPlayedRun(source, origin.capsule);
        try {
          let moment: Omit<Moment, 'request'> | undefined;
          await played.repeat({
            from: number,
            signal,
            async stop() {
              moment = await played.moment(number);
            },
          });
          if (!moment) throw ended();
          return { request, ...moment };
        } finally {
          await played.close();
        }
      }),
  };
}

const ended = () =>
  new Problem(503, 'The run was not played to its end: the client left, or the sandbox closes.');

/** @throws Problem 404, 409 */
function numberInRun(
  { deps }: ForkSource,
  { capsule, numberOf: find }: RecordedRun,
  request: number,
): number {
  const number = find(request);
  // A reset takes requests away, and those that the journal had no room for are still known.
  const isKnown = deps.journal.find(request) !== undefined || deps.journal.forgotten() > 0;
  if (number !== undefined && isKnown) return number;
  if (!deps.journal.on)
    throw new Problem(
      409,
      'The journal is off, so requests have no names: start the sandbox with --journal.',
    );
  if (!capsule.complete && deps.journal.find(request))
    throw new Problem(
      409,
      `The run is longer than what is recorded, its first ${capsule.requests.length} requests: request ${request} came later.`,
    );
  throw new Problem(404, 'There is no such request in the recorded run.');
}

type Played = Awaited<ReturnType<typeof openPlayedRun>>;

const maxShown = 100;

function forkOf(request: number, { capsule, calls }: RecordedRun, played: Played): Fork {
  // A request that still waited when the run was recorded belongs to no bill.
  const over = new Set(
    capsule.events.flatMap(([kind, number]) => (kind === 'E' || kind === 'L' ? [number] : [])),
  );
  const numbers = [...over].sort((one, other) => one - other);
  const pairs = numbers.flatMap((number) => {
    const origin = calls.get(number);
    return origin ? [{ number, origin, fork: played.calls.get(number) }] : [];
  });
  const isAlike = ({ origin, fork }: (typeof pairs)[number]): boolean =>
    answerText(origin) === answerText(fork);
  const different = pairs.filter((pair) => !isAlike(pair));
  const isEqual = (number: number): boolean => {
    const reply = capsule.requests[number]?.reply;
    const now = played.written.get(number);
    // The dashboard sends requests without a recorded reply.
    return !reply || (now !== undefined && bodyDigest(now.body) === reply.digest);
  };
  return {
    request,
    origin: billOfCalls(pairs.map(({ origin }) => origin)),
    fork: billOfCalls(pairs.map(({ fork }) => fork)),
    calls: pairs.length,
    equal: pairs.filter((pair) => isAlike(pair) && isEqual(pair.number)).length,
    different: different.length,
    requests: different.slice(0, maxShown).map(({ origin, fork }) => ({
      id: origin.id,
      operation: origin.operation,
      key: origin.key,
      origin: answerOf(origin),
      fork: answerOf(fork),
    })),
    complete: capsule.complete,
  };
}

const answerOf = (call: RunCall | undefined) =>
  call ? { status: call.status, errorCode: call.errorCode, credits: call.credits } : null;

const answerText = (call: RunCall | undefined): string => JSON.stringify(answerOf(call));

function billOfCalls(calls: readonly (RunCall | undefined)[]): ForkBill {
  const made = calls.filter((call) => call !== undefined);
  const by = (name: (call: RunCall) => string | null) =>
    [...Map.groupBy(made, name)]
      .map(([group, same]) => ({ group, ...sumsOfCalls(same) }))
      .sort(
        (a, b) =>
          b.credits - a.credits || b.calls - a.calls || compareTexts(String(a.group), String(b.group)),
      );
  return {
    ...sumsOfCalls(made),
    byOperation: by(({ operation }) => operation).map(({ group, ...sums }) => ({
      operation: group,
      ...sums,
    })),
    byKey: by(({ key }) => key).map(({ group, ...sums }) => ({ key: group, ...sums })),
  };
}

const sumsOfCalls = (calls: readonly RunCall[]) => ({
  credits: toCredits(calls.reduce<Millicredits>((sum, { credits }) => sum + thousandthsOf(credits), 0)),
  calls: calls.length,
  refusals: calls.filter(({ status }) => status >= 400).length,
});
