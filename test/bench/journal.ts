/**
 * Measures the cost of recording: time and memory per request of the journal at its bounds, and how long it takes to
 * reset, take and restore an ordinary and a large state. Prints one JSON line. `node --expose-gc test/bench/journal.ts`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTransaction } from '../../src/ledger/job.ts';
import { ledgerOn } from '../../src/ledger/ledger-on.ts';
import { memoryStore } from '../../src/ledger/memory/store.ts';
import { openDatabase } from '../../src/ledger/sqlite/database.ts';
import { sqliteStore } from '../../src/ledger/sqlite/store.ts';
import { countedStore } from '../ledger/counted-store.ts';
import { journalCosts } from './journal-cost.ts';

async function stateCost(folder: string | undefined, keys: number, chargesEach: number) {
  const { store, commits } = countedStore(
    folder === undefined ? memoryStore() : sqliteStore(openDatabase(folder)),
  );
  const ledger = ledgerOn(store, { keys: { demo: { plan: 1000 } }, newId: () => 'x', warn: () => {} });
  const fill = async () => {
    const callers = await Promise.all(
      Array.from({ length: keys }, (_, n) =>
        inTransaction(ledger, undefined, (tx) => tx.identify(`sandbox:plan=1000:${n}`, 0)),
      ),
    );
    for (let n = 0; n < chargesEach; n++)
      await Promise.all(
        callers.map((caller) =>
          caller
            ? ledger.charge(caller, { operation: 'clip/profile', credits: 1, traceId: 'ab', now: 0 })
            : undefined,
        ),
      );
  };
  const timed = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await work();
    return round(performance.now() - startedAt);
  };
  await fill();
  const saved = await ledger.save();
  const saveMs = await timed(() => ledger.save());
  const bytes = JSON.stringify(saved).length;
  const resetMs = await timed(() => ledger.reset(0));
  const restoreMs = await timed(() => ledger.restore(saved));
  const committed = commits();
  const resetAgainMs = await timed(() => ledger.reset(0));
  const commitsOfReset = commits() - committed;
  await ledger.close();
  return {
    keys,
    entries: keys * (chargesEach + 1),
    resetMs,
    resetAgainMs,
    commits: commitsOfReset,
    saveMs,
    restoreMs,
    bytes,
  };
}

const round = (number: number): number => Math.round(number * 100) / 100;

const folder = mkdtempSync(join(tmpdir(), 'journal-bench-'));
try {
  console.log(
    JSON.stringify({
      journal: journalCosts(),
      ordinaryInMemory: await stateCost(undefined, 100, 50),
      ordinaryOnDisk: await stateCost(join(folder, 'ordinary'), 100, 50),
      largeInMemory: await stateCost(undefined, 50_000, 5),
      largeOnDisk: await stateCost(join(folder, 'large'), 50_000, 5),
    }),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
