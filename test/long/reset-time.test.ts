import { describe, expect, it, onTestFinished } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { ledgerOn } from '../../src/ledger/ledger-on.ts';
import { memoryStore } from '../../src/ledger/memory/store.ts';
import { cpuOf, timesOf } from '../effort.ts';
import { call, callerOf, countedLedgerOf, credits, settings, startAt } from '../ledger/harness.ts';
import { newFolder } from '../new-folder.ts';

const keys = { demo: { plan: credits(30) } };

/** Creates self-describing keys and charges each. */
async function fill(ledger: Ledger, many: number, chargesEach: number): Promise<void> {
  const callers = await Promise.all(
    Array.from({ length: many }, (_, n) => callerOf(ledger, `sandbox:plan=1000:key-${n}`)),
  );
  for (let n = 0; n < chargesEach; n++)
    await Promise.all(callers.map((caller) => ledger.charge(caller, call(1))));
}

/** A ledger in memory, and how many changes its latest batch noted. */
function observedLedger(): { ledger: Ledger; changes(): number } {
  const memory = memoryStore();
  let changes = 0;
  const ledger = ledgerOn(
    {
      ...memory,
      transact: (batch, work) =>
        memory.transact(batch, (state) => {
          work(state);
          changes = [...state.changes.steps.values()].flat().length;
        }),
    },
    settings({ keys }),
  );
  onTestFinished(() => ledger.close());
  return { ledger, changes: () => changes };
}

describe('a reset in memory', () => {
  it('notes as few changes of many keys as of none', async () => {
    const { ledger, changes } = observedLedger();
    await ledger.reset(startAt);
    const fewest = changes();
    for (const [many, chargesEach] of [
      [100, 20],
      [2_000, 9],
      [20_000, 2],
    ] as const) {
      await fill(ledger, many, chargesEach);
      await ledger.reset(startAt);
      expect(changes(), `${many} keys`).toBe(fewest);
    }
  });

  it('of one key notes as few changes among many keys as alone', async () => {
    const { ledger, changes } = observedLedger();
    const resetOne = async () => {
      const caller = await callerOf(ledger, 'demo');
      for (let n = 0; n < 25; n++) await ledger.charge(caller, call(1));
      await ledger.reset(startAt, 'demo');
      return changes();
    };
    const alone = await resetOne();
    await fill(ledger, 1_000, 4);
    expect(await resetOne()).toBe(alone);
  });

  it('of 50,000 keys and 300,000 entries takes at most 1/100 of the time of a save', async () => {
    const { ledger } = observedLedger();
    await fill(ledger, 50_000, 5);
    const saved = await ledger.save();
    const reset = async () => {
      await ledger.restore(saved);
      return cpuOf(() => ledger.reset(startAt));
    };
    const save = async () => {
      await ledger.restore(saved);
      return cpuOf(() => ledger.save());
    };
    expect(await timesOf(reset, 1 / 100, save)).toBeLessThanOrEqual(1 / 100);
  });
});

describe('a reset of a large state', () => {
  it.each([
    ['in memory', undefined],
    ['on disk', newFolder],
  ])('clears all, reports how much there was, and takes one commit: %s', async (_, folder) => {
    const { ledger, commits } = await countedLedgerOf({ keys, ...(folder && { folder: folder() }) });
    const beginning = await ledger.save();
    for (let times = 0; times < 2; times++) {
      await fill(ledger, 600, 19);
      const hold = await ledger.hold(await callerOf(ledger, 'demo'), call(2));
      const before = commits();
      expect(await ledger.reset(startAt)).toEqual({
        keyIds: null,
        keys: 601,
        accounts: 601,
        entries: 600 * 20 + 2,
        holds: 1,
      });
      expect(commits() - before).toBe(1);
      expect(await ledger.save()).toEqual(beginning);
      // ids of holds are not reused
      const next = await ledger.hold(await callerOf(ledger, 'demo'), call(1));
      expect(next.id).toBeGreaterThan(hold.id);
      await ledger.reset(startAt);
    }
    await fill(ledger, 3, 2);
    const saved = await ledger.save();
    await fill(ledger, 600, 19);
    await ledger.restore(saved);
    expect(await ledger.save()).toEqual(saved);
  });
});
