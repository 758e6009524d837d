/** The labels of keys, and the tests that use them. A reset and the deletion of a key keep both. */
export interface KeyNames {
  /** null without one. */
  labelOf(keyId: string | null): string | null;
  testOf(keyId: string | null): string | null;
  /** Sets or removes a label; inside a job of the ledger. */
  assignLabel(keyId: string, label: string | null): void;
  /** Sets the test that uses a key from now on; null = none. */
  setTest(keyId: string, test: string | null): void | Promise<void>;
}

/** Keys that can have a name; beyond that the oldest lose theirs. */
export const maxNamedKeys = 5_000;

export function createKeyNames(): KeyNames {
  const labels = new Map<string, string>();
  const tests = new Map<string, string>();
  return {
    labelOf: (keyId) => labels.get(keyId ?? '') ?? null,
    testOf: (keyId) => tests.get(keyId ?? '') ?? null,
    assignLabel: (keyId, label) => (label === null ? void labels.delete(keyId) : put(labels, keyId, label)),
    setTest(keyId, test) {
      if (test === null) tests.delete(keyId);
      else put(tests, keyId, test);
    },
  };
}

function put(names: Map<string, string>, keyId: string, name: string): void {
  if (!names.has(keyId) && names.size >= maxNamedKeys) names.delete(names.keys().next().value ?? '');
  names.set(keyId, name);
}
