import { inTransaction } from '../ledger/job.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type KeyNames, maxNamedKeys } from '../report/key-names.ts';

interface NamesRow {
  /** Rises with each key that is named: the smallest is the oldest. */
  number: number;
  label: string | null;
  test: string | null;
}

const namePrefix = 'names ';

const unnamed: NamesRow = { number: 0, label: null, test: null };

/**
 * The names of keys over all replicas, current at the next request to any of them. They are rows of the whole sandbox:
 * rows of an account would go with it, while a report shows the names of keys that are gone.
 */
export function sharedNames(ledger: Ledger): KeyNames {
  const { shared } = ledger;
  const rowOf = (keyId: string | null): NamesRow =>
    (shared.get(namePrefix + keyId)?.value as NamesRow | undefined) ?? unnamed;

  return {
    labelOf: (keyId) => rowOf(keyId).label,
    testOf: (keyId) => rowOf(keyId).test,
    assignLabel: (keyId, label) => assign(keyId, { label }),
    setTest: (keyId, test) => inTransaction(ledger, undefined, () => assign(keyId, { test })),
  };

  function assign(keyId: string, names: Partial<NamesRow>): void {
    const row = { ...rowOf(keyId), ...names };
    if (row.label === null && row.test === null) {
      if (shared.get(namePrefix + keyId)) shared.remove(namePrefix + keyId);
      return;
    }
    const number = row.number || makeRoom();
    shared.set({ name: namePrefix + keyId, account: null, counter: false, value: { ...row, number } });
  }

  /** Removes the oldest names beyond the limit. @returns the number of the next key */
  function makeRoom(): number {
    const rows = shared
      .globalRows(namePrefix)
      .map(({ name, value }) => ({ name, number: (value as NamesRow).number }))
      .sort((a, b) => a.number - b.number);
    const beyond = Math.max(0, rows.length + 1 - maxNamedKeys);
    for (const { name } of rows.slice(0, beyond)) shared.remove(name);
    return (rows.at(-1)?.number ?? 0) + 1;
  }
}
