import { Buffer } from 'node:buffer';
import { compareTexts } from '../../core/order.ts';
import type { Snapshots } from '../ledger.ts';
import type { Snapshot } from '../values.ts';

export function memorySnapshots(): Snapshots {
  const snapshots = new Map<string, Snapshot & { content: string }>();
  return {
    list: async () =>
      [...snapshots.values()]
        .map(({ name, takenAt, bytes }) => ({ name, takenAt, bytes }))
        .sort((one, other) => compareTexts(one.name, other.name)),
    read: async (name) => snapshots.get(name)?.content,
    async put(name, content, takenAt) {
      const snapshot = { name, takenAt, bytes: Buffer.byteLength(content) };
      snapshots.set(name, { ...snapshot, content });
      return snapshot;
    },
    remove: async (name) => snapshots.delete(name),
  };
}
