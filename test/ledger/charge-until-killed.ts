import { inTransaction } from '../../src/ledger/job.ts';
import type { Charge } from '../../src/ledger/ledger.ts';
import { openLedger } from '../../src/ledger/open.ts';

/**
 * Charges the keys of a folder from 64 concurrent callers until it is killed, and prints the trace id and the credits
 * of each answered charge, one per line. Arguments: the folder, and a name that makes the trace ids unique.
 */
const [, , folder = '', run = ''] = process.argv;
const ledger = openLedger({ folder, keys: { free: { unlimited: true } }, newId: String, warn: () => {} });
const now = Date.UTC(2026, 2, 1);
let traces = 0;

for (let worker = 0; worker < 64; worker++) void work(worker);

/** As requests do it. */
function chargeByKey(key: string, charge: Charge): Promise<void> {
  return inTransaction(ledger, { secret: key }, (tx) => {
    const caller = tx.identify(key, charge.now);
    if (caller) tx.charge(caller, charge);
  });
}

async function work(worker: number): Promise<never> {
  const key = worker % 4 === 0 ? 'free' : `sandbox:unlimited:account-${worker % 4}`;
  const caller = await inTransaction(ledger, { secret: key }, (tx) => tx.identify(key, now));
  if (!caller) throw new Error('the key is not recognised');
  for (;;) {
    const traceId = `${run}-${++traces}`;
    const charge = { operation: 'nls', credits: 1000 + worker, traceId, now };
    if (worker % 3 === 0) {
      const hold = await ledger.hold(caller, { ...charge, credits: charge.credits + 500 });
      await ledger.settle(hold, charge.credits, () => now);
    } else if (worker % 3 === 1) await ledger.charge(caller, charge);
    else await chargeByKey(key, charge);
    process.stdout.write(`${traceId} ${charge.credits}\n`);
  }
}
