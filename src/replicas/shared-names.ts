import { inBatch } from '../http/in-batch.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Replicas } from '../ledger/replicas.ts';
import { type KeyNames, mostNamed } from '../report/key-names.ts';

interface NamesRow {
  label: string | null;
  test: string | null;
}

const prefix = 'names ';
const unnamed: NamesRow = { label: null, test: null };

/**
 * The names of keys over all replicas, true at the next request to any of them. They are rows of the whole sandbox:
 * those of an account would go with it, and a report keeps the names of keys that are gone.
 */
export function sharedNames(ledger: Ledger, { shared }: Replicas): KeyNames {
  const rowOf = (keyId: string | null): NamesRow =>
    (shared.get(prefix + keyId)?.value as NamesRow | undefined) ?? unnamed;

  return {
    labelOf: (keyId) => rowOf(keyId).label,
    testOf: (keyId) => rowOf(keyId).test,
    label: (keyId, label) => name(keyId, { label }),
    test: (keyId, test) => name(keyId, { test }),
  };

  function name(keyId: string, names: Partial<NamesRow>): Promise<void> {
    return inBatch({ ledger }, undefined, () => {
      if (rowOf(keyId) === unnamed && shared.named(prefix).length >= mostNamed) return;
      shared.set({
        name: prefix + keyId,
        account: null,
        counter: false,
        value: { ...rowOf(keyId), ...names },
      });
    });
  }
}
