import type { UserReadings } from '../creators/language/user-readings.ts';
import type { SharedRows } from '../ledger/ledger-rows.ts';

const prefix = 'readings ';

/**
 * The readings of all replicas. What takes the place of those of the files is a row of everybody or of a key, which each
 * replica reads before its next call. They change inside a job that concerns all.
 */
export function sharedReadings(local: UserReadings, shared: SharedRows): UserReadings {
  /** The rows that are applied, as text. */
  let current = '[]';
  shared.onChange(update);
  update();

  return {
    ...local,
    replace(given, keyId = '') {
      const flaws = local.replace(given, keyId);
      if (flaws.length === 0) write(keyId, given);
      return flaws;
    },
    keep(given) {
      const before = local.list().length;
      local.keep(given);
      if (local.list().length > before) write('', local.list());
    },
    forget(keyIds) {
      local.forget(keyIds);
      for (const keyId of keyIds) if (shared.get(prefix + keyId)) shared.remove(prefix + keyId);
    },
    restart() {
      for (const { name } of shared.globalRows(prefix)) shared.remove(name);
      local.restart();
    },
  };

  function write(keyId: string, value: unknown): void {
    shared.set({ name: prefix + keyId, account: null, counter: false, value });
  }

  function update(): void {
    const lists = shared.globalRows(prefix).map(({ name, value }) => [name.slice(prefix.length), value]);
    const found = JSON.stringify(lists);
    if (found === current) return;
    // Without rows, the readings are those of the files.
    local.restart();
    for (const [keyId, value] of lists) local.replace(value, keyId as string);
    current = found;
  }
}
