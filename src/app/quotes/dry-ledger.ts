import type { Millicredits } from '../../core/credits.ts';
import type { Balance, Caller, Job, Ledger, LedgerTransaction } from '../../ledger/ledger.ts';
import { noBalance } from '../../ledger/values.ts';

/** One request that is priced. */
export interface Trial {
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
export function dryLedger(ledger: Ledger, trial: () => Trial): Ledger {
  return {
    ...ledger,
    snapshots: ledger.snapshots,
    keys: ledger.keys,
    enqueue,
    ...streamVerbs(),
    ...unrecorded,
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

  /** What streams do, which hold their price before they begin. */
  function streamVerbs(): Pick<Ledger, 'hold' | 'settle' | 'release' | 'balance'> {
    const within = <Of>(caller: Pick<Caller, 'id'>, work: (tx: LedgerTransaction) => Of): Promise<Of> =>
      new Promise((resolve, reject) => {
        let result: Of;
        enqueue({
          concerns: { id: caller.id },
          work(tx) {
            result = work(tx);
          },
          done: (error) => (error === undefined ? resolve(result) : reject(error)),
        });
      });
    return {
      hold: (caller, charge) =>
        within(caller, (tx) => {
          tx.afford(caller, charge.credits, charge.now);
          return { number: 0, caller, charge } as never;
        }),
      async settle(_hold, credits) {
        trial().charged = credits;
        return unlimited;
      },
      release: async () => {},
      balance: async () => unlimited,
    };
  }
}

function dryTransaction(tx: LedgerTransaction, trial: Trial): LedgerTransaction {
  const { caller: privileged } = trial;
  return {
    ...tx,
    identify: (key, now) => privileged ?? tx.identify(key, now),
    afford(caller, estimate, now) {
      trial.estimate = estimate;
      if (!privileged) tx.afford(caller, estimate, now);
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

const unrecorded = { refused: async () => {} };

const unlimited: Balance = { ...noBalance, unlimited: true };
