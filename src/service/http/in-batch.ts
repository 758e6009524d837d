import { inSlices, type Steps, workFor } from '../../creators/search/steps.ts';
import { inTransaction } from '../../ledger/job.ts';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import type { Call, RecognisedCall } from './call.ts';
import type { Deps } from './deps.ts';

/** Sees what other replicas changed; does nothing where there are none. */
export async function refresh({ ledger }: Pick<Deps, 'ledger'>): Promise<void> {
  if (ledger.replicas) await inTransaction(ledger, nobody, () => {});
}

const nobody = { secret: '' };

/** Answers a call in a transaction; a slow identifier or long work makes it wait between two of them. */
export async function answerInBatch<T>(
  deps: Pick<Deps, 'ledger'>,
  call: RecognisedCall,
  work: (tx: LedgerTransaction) => T,
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
      await error.wait();
    }
}

/** Thrown inside a batch by a call that has to wait: its answer is made again afterwards. */
class Delayed extends Error {
  readonly wait: () => Promise<void>;

  constructor(wait: () => Promise<void>) {
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
export function finishOrDelay<T>(
  { turns, maxInBatchMs = defaultMaxInBatchMs }: Pick<Deps, 'turns' | 'maxInBatchMs'>,
  call: Call,
  start: () => Steps<T>,
): T {
  if (call.worked) return call.worked.result as T;
  const steps = start();
  const first = workFor(maxInBatchMs, steps);
  if (first.done) return first.value;
  throw new Delayed(async () => {
    call.worked = { result: await inSlices(steps, { turns }) };
  });
}

const defaultMaxInBatchMs = 5;

/** `meetMagic` outside of a batch. @throws the refusal that it asks for */
export async function awaitMagic(call: Call): Promise<void> {
  try {
    applyMagic(call);
  } catch (error) {
    if (!(error instanceof Delayed)) throw error;
    await error.wait();
  }
}
