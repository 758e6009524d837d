/**
 * Measures the cost of recording: time and memory per request of the journal at its bounds, and how long it takes to
 * reset, take and restore an ordinary and a large state. Prints one JSON line. `node --expose-gc test/bench/journal.ts`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createJournal } from '../../src/journal/journal.ts';
import type { Entered } from '../../src/journal/recorded.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { openLedger } from '../../src/ledger/open.ts';

const entered = (number: number, body: unknown): Entered => ({
  at: number,
  keyId: `key-${number % 100}`,
  operation: 'clip/profile',
  method: 'POST',
  url: `/clip/profile?uniqueId=creator-${number}`,
  body,
  status: 200,
  errorCode: null,
  traceId: number.toString(16).padStart(32, '0'),
  injected: null,
  notes: [],
  decisions: [],
  credits: 2000,
  durationMs: 1,
});

const bodies = {
  none: () => undefined,
  usual: (n: number) => ({ uniqueId: `creator-${n}`, fields: ['country', 'bio'] }),
  largest: (n: number) => ({ uniqueId: `${n}`, fill: 'x'.repeat(10_000) }),
};

function journalCost(bodyOf: (n: number) => unknown) {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const journal = createJournal({ most: 20_000 });
  const startedAt = performance.now();
  for (let n = 0; n < 100_000; n++) journal.record(entered(n, bodyOf(n)));
  const elapsed = performance.now() - startedAt;
  globalThis.gc?.();
  const heldMb = (process.memoryUsage().heapUsed - before) / 2 ** 20;
  return { microseconds: round(elapsed / 100), heldMb: round(heldMb), kept: [...journal.all()].length };
}

async function stateCost(folder: string | undefined, keys: number, chargesEach: number) {
  const ledger: Ledger = openLedger({
    ...(folder && { folder }),
    keys: { demo: { plan: 1000 } },
    newId: () => 'x',
    warn: () => {},
  });
  const fill = async () => {
    const callers = await Promise.all(
      Array.from({ length: keys }, (_, n) => ledger.identify(`sandbox:plan=1000:${n}`, 0)),
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
  const transactions = ledger.transactions;
  const resetAgainMs = await timed(() => ledger.reset(0));
  const commits = ledger.transactions - transactions;
  await ledger.close();
  return {
    keys,
    entries: keys * (chargesEach + 1),
    resetMs,
    resetAgainMs,
    commits,
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
      journal: Object.fromEntries(
        Object.entries(bodies).map(([name, bodyOf]) => [name, journalCost(bodyOf)]),
      ),
      ordinaryInMemory: await stateCost(undefined, 100, 50),
      ordinaryOnDisk: await stateCost(join(folder, 'ordinary'), 100, 50),
      largeInMemory: await stateCost(undefined, 50_000, 5),
      largeOnDisk: await stateCost(join(folder, 'large'), 50_000, 5),
    }),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
