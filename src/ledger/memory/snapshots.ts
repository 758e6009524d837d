import { compareTexts } from '../../core/order.ts';
import type { Snapshots } from '../ledger.ts';
import { type Snapshot, snapshotOf } from '../values.ts';

export function memorySnapshots(): Snapshots {
  const snapshots = new Map<string, { snapshot: Snapshot; texts: string[] }>();
  return {
    list: async () =>
      [...snapshots.values()]
        .map(({ snapshot }) => snapshot)
        .sort((one, other) => compareTexts(one.name, other.name)),
    read: async (name) => snapshots.get(name)?.texts,
    async put(name, texts, takenAt) {
      const snapshot = snapshotOf(name, texts, takenAt);
      snapshots.set(name, { snapshot, texts: [...texts] });
      return snapshot;
    },
    remove: async (name) => snapshots.delete(name),
  };
}
