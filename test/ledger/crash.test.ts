import { test } from 'vitest';
import { expectKept, killedUnderLoad } from './crash.ts';
import { temporaryFolder } from './harness.ts';

test('a kill under load loses no answered charge and counts none twice', async () => {
  const folder = temporaryFolder();
  const answered = await killedUnderLoad(folder, 'once', 3_000);
  await expectKept(folder, answered);
});
