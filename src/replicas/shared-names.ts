import { inTransaction } from '../ledger/job.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type KeyNames, maxNamedKeys } from '../report/key-names.ts';

interface NamesRow {
  /** Rises with each key that is named: the smallest is the oldest. */
  number: number;
  label: string | null;
  test: string | null;
  /** The labels of the keys that ever shared its account. */
  beside?: readonly (string | null)[];
}

const namePrefix = 'names ';
/** Labels that are remembered beside a key. */
const maxBeside = 50;

const unnamed: NamesRow = { number: 0, label: null, test: null };

/**
 * The names of keys over all replicas, current at the next request to any of them. They are rows of the whole sandbox:
 * rows of an account would go with it, while a report shows the names of keys that are gone.
 * @param isGuarded labels say who may see a key: as long as there is a key, its label stays
 */
export function sharedNames(ledger: Ledger, isGuarded = false): KeyNames {
  const { shared, directory } = ledger;
  const rowOf = (keyId: string | null): NamesRow =>
    (shared.get(namePrefix + keyId)?.value as NamesRow | undefined) ?? unnamed;

  return {
    labelOf: (keyId) => rowOf(keyId).label,
    testOf: (keyId) => rowOf(keyId).test,
    assignLabel: (keyId, label) => assign(keyId, { label }),
    labelsBeside: (keyId) => rowOf(keyId).beside ?? [],
    noteBeside(keyId, label) {
      const { beside = [] } = rowOf(keyId);
      // Beyond the limit it counts as shared with a key that belongs to nobody.
      const noted = beside.length < maxBeside ? label : null;
      if (!beside.includes(noted)) assign(keyId, { beside: [...beside, noted] });
    },
    setTest: (keyId, test) => inTransaction(ledger, undefined, () => assign(keyId, { test })),
  };

  function assign(keyId: string, names: Partial<NamesRow>): void {
    const row = { ...rowOf(keyId), ...names };
    if (row.label === null && row.test === null && !row.beside) {
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
    const removable = isGuarded ? rows.filter(({ name }) => isGone(name.slice(namePrefix.length))) : rows;
    for (const { name } of beyond > 0 ? removable.slice(0, beyond) : []) shared.remove(name);
    return (rows.at(-1)?.number ?? 0) + 1;
  }

  function isGone(keyId: string): boolean {
    return directory.besideKey(keyId) === undefined;
  }
}
