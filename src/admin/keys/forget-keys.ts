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
  | 'readings'
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
  const requests = await countRequests(deps, keyIds);
  return inTransaction(deps.ledger, { all: 'sharedRows' }, () => {
    trace.clear(keyIds);
    windows.clear(keyIds);
    deps.latency?.forget(keyIds);
    if (keyIds) deps.readings.forget(keyIds);
    const cleared = journal.clear(keyIds);
    return {
      requests: requests ?? cleared,
      faults: keyIds ? keyIds.reduce((sum, keyId) => sum + faults.clear(keyId), 0) : faults.clear(),
    };
  });
}

/** How many requests the journals of all replicas have; undefined where there is one. */
async function countRequests(
  { peers }: Pick<Deps, 'peers'>,
  keyIds: readonly string[] | undefined,
): Promise<number | undefined> {
  if (!peers) return undefined;
  let count = 0;
  for (const keyId of keyIds ?? [undefined]) for (const _ of (await peers.journal(keyId)).all()) count += 1;
  return count;
}
