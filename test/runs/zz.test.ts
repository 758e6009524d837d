import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { repeat } from '../../src/cli/replay.ts';
import { readSettings, type Settings } from '../../src/core/settings.ts';
import { recordRandomRun } from './random-run.ts';
const io = { env: {}, cwd: '/tmp', stdin: () => Readable.from([]), stdout: { write: () => {} }, stderr: { write: () => {} }, untilStopped: () => new Promise<never>(() => {}), endGroup: () => {} };
it('repeats', { timeout: 300000 }, async () => {
  for (const seed of [1,2,3,4,5,6,7,8]) {
    const capsule = await recordRandomRun(seed);
    const settings = { ...readSettings({}).settings, ...capsule.settings, port: 0 } as Settings;
    expect([seed, await repeat(capsule, settings, io)]).toEqual([seed, { others: [], skipped: 0 }]);
  }
});
