import { Refusal } from '../../../src/core/errors.ts';
import { inTransaction } from '../../../src/ledger/job.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import type { LedgerSettings } from '../../../src/ledger/ledger-on.ts';

const now = Date.UTC(2026, 2, 1);

export const messageSettings: LedgerSettings = {
  keys: { preset: { plan: 1_000_000 } },
  now,
  newId: () => 'never-asked',
  warn: () => {},
};

/** What a key spent and what its holds reserve, in thousandths, in the order of creation. */
export type Spent = { used: number; held: number }[];

const use = (ledger: Ledger, secret: string, how: 'charge' | 'hold'): Promise<void> =>
  inTransaction(ledger, { secret }, (tx) => {
    const caller = tx.identify(secret, now);
    if (!caller) throw new Error('the key is not recognised');
    tx[how](caller, { operation: 'nls', credits: 1_000, traceId: 'a', now });
  });

/** Opens the second key, so that the batch finds two accounts and makes a third. */
export const chargeFirst = (ledger: Ledger): Promise<void> =>
  use(ledger, 'sandbox:plan=1000:holds', 'charge');

/** One batch: a charge, a hold, and a charge that opens a key. */
const takeBatch = (ledger: Ledger): Promise<void>[] => [
  use(ledger, 'preset', 'charge'),
  use(ledger, 'sandbox:plan=1000:holds', 'hold'),
  use(ledger, 'sandbox:plan=1000:opens', 'charge'),
];

/** What the clients of the batch are answered: all the same. */
export async function answerOfBatch(ledger: Ledger): Promise<string> {
  const answers = await Promise.all(
    takeBatch(ledger).map((answered) =>
      answered.then(
        () => 'committed',
        (error: unknown) => (error instanceof Refusal ? error.kind : String(error)),
      ),
    ),
  );
  return [...new Set(answers)].join(', ');
}

export const spentBefore: Spent = [
  { used: 0, held: 0 },
  { used: 1_000, held: 0 },
];
export const spentAfter: Spent = [
  { used: 1_000, held: 0 },
  { used: 1_000, held: 1_000 },
  { used: 1_000, held: 0 },
];

export async function spentIn(ledger: Ledger): Promise<Spent> {
  const keys = await ledger.keys.list(now, 0, 100);
  return keys.map(({ used, held }) => ({ used, held }));
}
