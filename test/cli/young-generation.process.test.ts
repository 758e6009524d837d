import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { startProcess } from '../process.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const mebibyte = 2 ** 20;

/** Runs beside the program: shrinks V8's young generation as idle whiles do, allocates as load does, and writes its sizes. */
const beside = `
import { writeFileSync } from 'node:fs';
import { getHeapSpaceStatistics } from 'node:v8';
import { subscribe } from 'node:diagnostics_channel';
import { setImmediate } from 'node:timers/promises';
const sizeOf = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
subscribe('http.server.request.start', async ({ request }) => {
  if (request.url !== '/idle-then-busy') return;
  for (let round = 0; round < 20; round++) globalThis.gc({ type: 'major', flavor: 'last-resort' });
  const idle = sizeOf();
  const held = [];
  let most = 0;
  const last = [];
  for (let round = 0; round < 2_000; round++) {
    for (let n = 0; n < 2_000; n++) held[(round * 2_000 + n) % 100_000] = { n, text: [n, round, n] };
    await setImmediate();
    most = Math.max(most, sizeOf());
    if (round >= 1_500) last.push(sizeOf());
  }
  // V8 may halve it for a while, so no single size counts.
  const busy = last.sort((one, other) => one - other)[250];
  writeFileSync(process.env.SIZES, JSON.stringify({ idle, busy, most }));
});
`;

test('after an idle while the young generation grows again, as far as a start needs and no further', async () => {
  const file = join(newFolder(), 'sizes.json');
  const program = await startProcess([], {
    command: [
      process.execPath,
      '--expose-gc',
      '--import',
      `data:text/javascript,${encodeURIComponent(beside)}`,
      main,
    ],
    env: { ...process.env, SIZES: file },
  });
  await program.get(`${program.url}/idle-then-busy`, 'demo-full');
  const { idle, busy, most } = await vi.waitFor(
    () => JSON.parse(readFileSync(file, 'utf8')) as { idle: number; busy: number; most: number },
    { timeout: 60_000 },
  );
  expect(idle).toBeLessThan(8 * mebibyte);
  expect(busy).toBeGreaterThanOrEqual(16 * mebibyte);
  // It may double once more before the bound acts.
  expect(most).toBeLessThan(64 * mebibyte);
  expect(await program.end('SIGTERM')).toBe(0);
}, 90_000);
