import type { Deps } from '../../http/deps.ts';

/** What was remembered of keys outside the ledger, and is no more. */
export interface Forgotten {
  /** Rate windows. */
  windows: number;
  /** Requests in the journal. */
  requests: number;
  /** Fault rules. */
  faults: number;
}

/** Everything that is remembered of these keys outside the ledger, or of all of them. */
export function forgetKeys(deps: Deps, keyIds?: readonly string[]): Forgotten {
  const { windows, trace, journal, faults, decisions } = deps;
  trace.clear(keyIds);
  // What was counted is counted of all keys together.
  if (!keyIds) decisions.clear();
  return {
    windows: windows.clear(keyIds),
    requests: journal.clear(keyIds),
    faults: keyIds ? keyIds.reduce((sum, keyId) => sum + faults.clear(keyId), 0) : faults.clear(),
  };
}
