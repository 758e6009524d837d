import type { Millicredits } from '../../core/credits.ts';
import type { Job } from '../../ledger/job.ts';
import type { Balance, Caller, Ledger, LedgerTransaction } from '../../ledger/ledger.ts';
import { noBalance } from '../../ledger/values.ts';

/** One request that is priced. */
export interface QuoteTrial {
  /** The caller to whom nothing is refused; absent = the key's own rules hold. */
  caller?: Caller;
  /** The most that the request may cost, once it is known. */
  estimate?: Millicredits;
  /** The charge, once it succeeded. */
  charged?: Millicredits;
  /** The refusal that it got. */
  refusal?: { status: number; code: string };
}

/** Thrown at the end of a job, so that the ledger undoes what the job did. */
class Undo extends Error {}

/**
 * A ledger over another one that changes nothing: each job runs and is undone. It notes estimate and charge in the
 * current trial.
 */
export function dryLedger(ledger: Ledger, trial: () => QuoteTrial): Ledger {
  return {
    ...ledger,
    snapshots: ledger.snapshots,
    keys: ledger.keys,
    enqueue,
    async settle(_hold, credits) {
      trial().charged = credits;
      return unlimited;
    },
    release: async () => {},
    balance: async () => unlimited,
    countRefused: async () => {},
  };

  function enqueue({ work, done, ...job }: Job): void {
    let failed: { reason: unknown } | undefined;
    ledger.enqueue({
      ...job,
      work(tx) {
        try {
          work(dryTransaction(tx, trial()));
        } catch (reason) {
          failed = { reason };
        }
        throw new Undo();
      },
      done(error) {
        if (error instanceof Undo) done(failed?.reason);
        else done(error);
      },
    });
  }
}

function dryTransaction(tx: LedgerTransaction, trial: QuoteTrial): LedgerTransaction {
  const { caller: privileged } = trial;
  return {
    ...tx,
    identify: (key, now) => privileged ?? tx.identify(key, now),
    afford(caller, estimate, now) {
      trial.estimate = estimate;
      if (!privileged) tx.afford(caller, estimate, now);
    },
    // Streams hold their price before they begin.
    hold(caller, { credits, now }) {
      trial.estimate = credits;
      if (!privileged) tx.afford(caller, credits, now);
      return { id: 0, credits };
    },
    charge(caller, charge) {
      const balance = privileged ? unlimited : tx.charge(caller, charge);
      trial.charged = charge.credits;
      return balance;
    },
    submit(caller, submission) {
      trial.estimate = submission.credits;
      const submitted = tx.submit(caller, submission);
      trial.charged = submitted.charged;
      return submitted;
    },
    balance: (caller, now) => (privileged ? unlimited : tx.balance(caller, now)),
    usage: (caller, from, to) => (privileged ? [] : tx.usage(caller, from, to)),
    countRefused: () => {},
  };
}

const unlimited: Balance = { ...noBalance, unlimited: true };
