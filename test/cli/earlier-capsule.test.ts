import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { commandIn } from './io.ts';

/** Written before a run had an epoch: two calls at 2026-05-06T07:08:09Z, the second of which was refused. */
const earlier = fileURLToPath(new URL('earlier/run.capsule', import.meta.url));

test('a capsule without an epoch repeats its run from the day of its clock', async () => {
  expect(readFileSync(earlier, 'utf8')).not.toContain('"epoch"');
  const folder = newFolder();
  expect(await commandIn(folder, ['replay', earlier])).toMatchObject({
    code: 0,
    err: expect.stringContaining('All 2 replies are equal, byte for byte.'),
  });
  const note = `
    const { epoch } = await (await fetch(process.env.CREATOR_SANDBOX_URL + '/__admin/health')).json();
    (await import('node:fs')).writeFileSync('epoch.txt', epoch);`;
  const noting = [process.execPath, '--input-type=module', '-e', note];
  await commandIn(folder, ['replay', earlier, '--', ...noting], { env: process.env });
  expect(readFileSync(join(folder, 'epoch.txt'), 'utf8')).toBe('2026-05-06');
});
