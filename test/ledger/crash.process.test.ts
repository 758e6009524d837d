import { test } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { expectStored, killedUnderLoad } from './crash.ts';

test('a kill under load loses no answered charge and counts none twice', async () => {
  const folder = newFolder();
  const answered = await killedUnderLoad(folder, 'once', 3_000);
  await expectStored(folder, answered);
});
