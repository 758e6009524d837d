import { test } from 'vitest';
import { expectStored, killedUnderLoad } from '../ledger/crash.ts';
import { newFolder } from '../new-folder.ts';

test('20 kills under load on one folder lose no answered charge and count none twice', async () => {
  const folder = newFolder();
  const answered = new Map<string, number>();
  for (let kill = 0; kill < 20; kill++) {
    // from the first charges, when accounts are still created, to well past a checkpoint of the file
    const charges = await killedUnderLoad(folder, `run-${kill}`, 1 + ((kill * 1_361) % 9_000));
    for (const [trace, credits] of charges) answered.set(trace, credits);
    await expectStored(folder, answered);
  }
});
