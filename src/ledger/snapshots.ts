import { Buffer } from 'node:buffer';
import type { Snapshots } from './ledger.ts';
import type { GroupCommit } from './sqlite/group-commit.ts';
import type { Statements } from './sqlite/statements.ts';

/** Snapshots as rows beside the ledger, in the same file or memory. */
export const createSnapshots = (statements: Statements, run: GroupCommit['run']): Snapshots => ({
  list: () => run(() => statements.snapshots.all()),
  read: (name) => run(() => statements.snapshot.get({ name })?.content),
  put: (name, content, takenAt) =>
    run(() => {
      const bytes = Buffer.byteLength(content);
      statements.putSnapshot.run({ name, takenAt, bytes, content });
      return { name, takenAt, bytes };
    }),
  remove: (name) => run(() => statements.removeSnapshot.run({ name }).changes > 0),
});
