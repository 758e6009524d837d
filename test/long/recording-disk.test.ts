import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { recordIn, sampleOf, sending } from '../recording/service.ts';

it('a full disk leaves whole recordings and one sentence, until there is room again', async ({ skip }) => {
  const disk = newFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    return skip('only root can mount a small disk');
  }
  onTestFinished(() => void execFileSync('umount', ['-l', disk]));
  const service = await testApp({ vocabulary: 'neutral' });
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => service.app.close());
  const calls = service.deps.servedRoutes.map(sampleOf);
  const filler = join(disk, 'filler');
  const { bavail, bsize } = statfsSync(disk);
  // room for some of the files
  writeFileSync(filler, Buffer.alloc((bavail - 60) * bsize));

  const full = await recordIn(disk, url, sending(calls));
  expect([full.code, full.err]).toEqual([
    1,
    expect.stringMatching(/\d+ replies were not recorded: the file cannot be written: the disk is full\.\n/),
  ]);
  const written = () =>
    readdirSync(join(disk, 'recordings'), { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  const before = written();
  expect(before.length).toBeGreaterThan(0);
  for (const file of before)
    expect(() => JSON.parse(readFileSync(file, 'utf8')) as unknown, file).not.toThrow();

  rmSync(filler);
  const { code, err } = await recordIn(disk, url, sending(calls));
  expect([code, err]).toEqual([0, expect.not.stringContaining('not recorded')]);
  expect(written().length).toBeGreaterThan(before.length);
});
