import { Refusal } from '../../core/errors.ts';
import { inSlices, type SliceOptions, type Steps, workFor } from '../../core/steps.ts';
import { inTransaction } from '../../ledger/job.ts';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import { type Call, note, type RecognisedCall } from './call.ts';
import type { Deps } from './deps.ts';
import { clientLeft } from './stream.ts';

/** Sees what other replicas changed; does nothing where there are none. */
export async function refresh({ ledger }: Pick<Deps, 'ledger'>): Promise<void> {
  if (ledger.replicas) await inTransaction(ledger, nobody, () => {});
}

const nobody = { secret: '' };

/**
 * Answers a call in a transaction; a slow identifier or long work makes it wait between two of them.
 * @param signalOf aborts when nobody waits for the answer any more
 */
export async function answerInBatch<T>(
  deps: Pick<Deps, 'ledger'>,
  call: RecognisedCall,
  work: (tx: LedgerTransaction) => T,
  signalOf?: () => AbortSignal,
): Promise<T> {
  for (;;)
    try {
      return await inTransaction(deps.ledger, { secret: call.secret }, (tx) => {
        // A reset since the checks removed a self-describing key: it opens again, as for a call that arrives now.
        tx.identify(call.secret, call.now - call.caller.clockOffsetMs);
        return work(tx);
      });
    } catch (error) {
      if (!(error instanceof Delayed)) throw error;
      await error.wait(signalOf?.());
    }
}

/** Thrown inside a batch by a call that has to wait: its answer is made again afterwards. */
export class Delayed extends Error {
  readonly wait: (signal?: AbortSignal) => Promise<void>;

  constructor(wait: (signal?: AbortSignal) => Promise<void>) {
    super('the call waits');
    this.wait = wait;
  }
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
 * The result of work inside a batch. Work that takes longer than a few milliseconds would hold up every other call: it
 * goes on in slices after the batch, and then the answer is made again with its result.
 * @throws Delayed
 */
export function finishOrDelay<T>({ turns }: Pick<Deps, 'turns'>, call: Call, start: () => Steps<T>): T {
  if (call.worked) return call.worked.result as T;
  const steps = start();
  const first = workFor(maxInBatchMs, steps);
  if (first.done) return first.value;
  throw new Delayed(async (signal) => {
    call.worked = { result: await finishAfterWait({ turns }, call, steps, { signal, awaited: first.value }) };
  });
}

/**
 * Finishes work that may wait for the index of a day. A client that leaves meanwhile pays nothing (assumed: search-wait).
 * @throws Refusal `unavailable` when the signal aborts a wait
 */
async function finishAfterWait<T>(
  { turns }: Pick<Deps, 'turns'>,
  call: Call,
  steps: Steps<T>,
  options: Pick<SliceOptions, 'signal' | 'awaited'>,
): Promise<T> {
  try {
    return await inSlices(steps, { turns, ...options });
  } catch (error) {
    if (!options.signal?.aborted) throw error;
    if (options.signal.reason === clientLeft) note(call, leftWaiting);
    throw new Refusal('unavailable');
  }
}

const leftWaiting = 'The client left while its search waited for the index of the day.';

const maxInBatchMs = 5;

/** `meetMagic` outside of a batch. @throws the refusal that it asks for */
export async function awaitMagic(call: Call): Promise<void> {
  try {
    applyMagic(call);
  } catch (error) {
    if (!(error instanceof Delayed)) throw error;
    await error.wait();
  }
}
