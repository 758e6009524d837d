import { Refusal } from '../../core/errors.ts';
import { workFor, type Yielding, type YieldOptions, yieldToLoop } from '../../core/yield-to-loop.ts';
import type { World } from '../../creators/world/world.ts';
import { type Call, note, type RecognisedCall } from './call.ts';
import type { Deps } from './deps.ts';
import { clientLeft } from './stream.ts';
import type { Waiting } from './wait.ts';

/** Thrown inside a transaction by a call that has to wait: its answer is made again afterwards. */
export class Delayed extends Error {
  readonly wait: Waiting;

  constructor(wait: Waiting) {
    super('the call waits');
    this.wait = wait;
  }
}

/** Ends early when the client disconnects. The call still runs, because the service would run it too (assumed: client-left). */
export async function delay({ wait }: Pick<Deps, 'wait'>, ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, signal).catch(() => {});
}

/**
 * The effect of a magic identifier, in place of the look-up.
 * @throws the refusal that it asks for, or Delayed
 */
export function applyMagic(call: Call): void {
  const { magic } = call;
  if (!magic) return;
  if ('refuse' in magic) throw magic.refuse();
  delete call.magic;
  throw new Delayed(magic.wait);
}

/**
 * The world on the day of a call. The first call of a day other than the epoch waits until the world can be read.
 * @throws Delayed
 */
export function worldOf({ world }: Pick<Deps, 'world'>, call: RecognisedCall): World {
  const today = world.on(call.now);
  const loading = today.ready();
  if (loading) throw new Delayed(() => loading);
  return today;
}

/**
 * The result of work inside a transaction. Work that takes longer than a few milliseconds would hold up every other call:
 * it goes on in slices after the transaction, and then the answer is made again with its result.
 * @throws Delayed
 */
export function finishOrDelay<T>(
  { loopShare }: Pick<Deps, 'loopShare'>,
  call: Call,
  start: () => Yielding<T>,
): T {
  if (call.worked) return call.worked.result as T;
  const steps = start();
  const first = workFor(maxInTransactionMs, steps);
  if (first.done) return first.value;
  throw new Delayed(async (signal) => {
    call.worked = {
      result: await finishAfterWait({ loopShare }, call, steps, { signal, awaited: first.value }),
    };
  });
}

/**
 * Finishes work in slices. It ends at the next one once its client has left, who pays nothing (assumed: search-wait).
 * @throws Refusal `unavailable` when the signal aborts it
 */
async function finishAfterWait<T>(
  { loopShare }: Pick<Deps, 'loopShare'>,
  call: Call,
  steps: Yielding<T>,
  options: Pick<YieldOptions, 'signal' | 'awaited'>,
): Promise<T> {
  try {
    return await yieldToLoop(steps, { loopShare, ...options });
  } catch (error) {
    if (!options.signal?.aborted) throw error;
    if (options.signal.reason === clientLeft) note(call, leftWaiting);
    throw new Refusal('unavailable');
  }
}

const leftWaiting = 'The client left while its search was under way.';

const maxInTransactionMs = 5;
