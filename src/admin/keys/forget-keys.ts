import { inTransaction } from '../../ledger/job.ts';
import type { Deps } from '../../service/http/deps.ts';

/** How much was cleared. */
export interface Forgotten {
  /** Requests in the journal. */
  requests: number;
  /** Fault rules. */
  faults: number;
}

export type ForgetDeps = Pick<
  Deps,
  | 'windows'
  | 'trace'
  | 'latency'
  | 'callSites'
  | 'journal'
  | 'faults'
  | 'decisions'
  | 'tally'
  | 'peers'
  | 'ledger'
>;

/** Clears what the sandbox has outside the ledger about these keys, or about all keys. */
export async function forgetKeys(deps: ForgetDeps, keyIds?: readonly string[]): Promise<Forgotten> {
  const { windows, trace, journal, faults, decisions, tally } = deps;
  // The register counts all keys together, so one key cannot be taken out of it.
  if (!keyIds) {
    tally.reset(decisions.counts());
    decisions.clear();
    deps.callSites.clear();
  }
  await deps.peers?.gather();
  return inTransaction(deps.ledger, undefined, () => {
    trace.clear(keyIds);
    windows.clear(keyIds);
    deps.latency?.forget(keyIds);
    return {
      requests: journal.clear(keyIds),
      faults: keyIds ? keyIds.reduce((sum, keyId) => sum + faults.clear(keyId), 0) : faults.clear(),
    };
  });
}
