import { expect, onTestFinished, test } from 'vitest';
import { defaultWorld } from '../../seed/build.ts';
import { dayMs } from '../../src/core/durations.ts';
import { jsonTexts } from '../../src/core/json-text.ts';
import { platformsByName } from '../../src/core/platforms.ts';
import { yieldToLoop } from '../../src/core/yield-to-loop.ts';
import { createSearches } from '../../src/creators/search/searches.ts';
import { epochAt } from '../../src/creators/world/account.ts';
import { livingWorld } from '../../src/creators/world/view.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { loadGenerator, worldOf } from '../creators/world/worlds.ts';
import { cpuOfParse, timesOf } from '../effort.ts';
import { call, callerOf, ledgerOf } from '../ledger/harness.ts';
import { watchSlices } from '../loop-slices.ts';
import { newFolder } from '../new-folder.ts';

const many = 20_000;
/** How many parses of a body of 1 MB the event loop may be held in one piece. */
const maxParses = 1.5;

async function filled(ledger: Ledger): Promise<Ledger> {
  const callers = await Promise.all(
    Array.from({ length: many }, (_, n) => callerOf(ledger, `sandbox:plan=1000:key-${n}`)),
  );
  await Promise.all(callers.map((caller) => ledger.charge(caller, call(1))));
  return ledger;
}

test.each([
  ['in memory', undefined],
  ['on disk', newFolder],
])('a ledger of 20,000 keys is saved, written as JSON and restored in slices: %s', async (_, folder) => {
  const ledger = await filled(await ledgerOf(folder && { folder: folder() }));
  const saved = await ledger.save();
  const slices = watchSlices();
  onTestFinished(() => slices.stop());
  const pieceOf = (work: () => Promise<unknown>) => async () => {
    await slices.longest();
    await work();
    return slices.longest();
  };
  for (const work of [
    () => ledger.save(),
    () => yieldToLoop(jsonTexts(saved, 2)),
    () => ledger.restore(saved),
  ])
    expect(await timesOf(pieceOf(work), maxParses, () => cpuOfParse()), String(work)).toBeLessThan(maxParses);
  expect(await ledger.save()).toEqual(saved);
});

test('a day of the default world holds up nobody while its columns are made and read', async () => {
  const world = livingWorld(
    await worldOf(defaultWorld),
    { mode: 'living', epochDay: (now) => Math.floor((now - epochAt) / dayMs) },
    loadGenerator,
  );
  const searches = createSearches();
  const slices = watchSlices();
  onTestFinished(() => slices.stop());
  let day = 0;
  const longestOfDay = async (): Promise<number> => {
    day += 30;
    const { creators, contents, basics, brands } = searches.of(world.on(epochAt + day * dayMs));
    const search = { filters: [], offset: 0, pageSize: 50 } as never;
    await slices.longest();
    for (const table of [
      ...platformsByName.flatMap((each) => [creators(each), contents(each), basics(each)]),
      brands(),
    ])
      await yieldToLoop<unknown>(table.find(search, { now: epochAt, shiftMs: 0 }));
    return slices.longest();
  };
  expect(await timesOf(longestOfDay, maxParses, () => cpuOfParse())).toBeLessThan(maxParses);
});
