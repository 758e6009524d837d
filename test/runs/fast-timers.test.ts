import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ExplorationReport } from '../../src/trials/exploration/report/model.ts';
import { suiteFolder } from './suites.ts';

const { folder, suite, run } = suiteFolder();
const findingsIn = (name: string) =>
  (JSON.parse(readFileSync(join(folder, name), 'utf8')) as ExplorationReport).findings.map(
    ({ kind }) => kind,
  );

/** It notes what its clock showed of a run, and what the machine's own did, in seconds. */
const client = (waitsSeconds: readonly number[]) => `
import { appendFileSync } from 'node:fs';
import { uptime } from 'node:os';
const begun = [Date.now() / 1000, uptime()];
process.on('exit', () =>
  appendFileSync('clocks.txt', JSON.stringify([Date.now() / 1000 - begun[0], uptime() - begun[1]]) + '\\n'));
for (let attempt = 0; ; attempt += 1) {
  const limit = { headers: { 'api-key': key }, signal: AbortSignal.timeout(300_000) };
  const reply = await fetch(url + '/clip/profile?uniqueId=sample.creator', limit)
    .then(async (found) => ({ status: found.status, body: await found.json() }), () => undefined)
    .catch(() => undefined);
  if (reply?.body.success) break;
  const wait = ${JSON.stringify(waitsSeconds)}[attempt];
  if (wait === undefined || [401, 402].includes(reply?.status)) process.exit(1);
  await new Promise((resolve) => setTimeout(resolve, wait * 1000));
}`;

const env = { PATH: process.env['PATH'] };

const hasFaketime = (env.PATH ?? '').split(delimiter).some((bin) => existsSync(join(bin, 'faketime')));

describe('explore --fast-timers', () => {
  it('finds nothing in a client that waits longer and longer, and says how fast its time ran', async () => {
    const flags = ['--fast-timers', '500', '--timeout', '15m', '--json', 'good.json'];
    const { code, err } = await run('explore', flags, suite('good', client([60, 240, 960])));
    expect([code, findingsIn('good.json')]).toEqual([0, []]);
    const clocks = readFileSync(join(folder, 'clocks.txt'), 'utf8').trim().split('\n');
    const waited = clocks.map((line) => JSON.parse(line) as [number, number]).filter(([shown]) => shown > 60);
    expect(waited.length).toBeGreaterThan(0);
    for (const [shown, real] of waited) expect(real).toBeLessThan(shown);
    expect(err).toContain('The waits of the command took 500 times less.');
  });

  it('names equal waits, which the rules see as long as the client does, and how to run it again', async () => {
    const flags = ['--faults', '503-onward', '--fast-timers', '500', '--json', 'flat.json'];
    const { code, err } = await run('explore', flags, suite('flat', client([4, 4, 4, 4, 4])));
    expect([code, findingsIn('flat.json')]).toEqual([3, ['hammered']]);
    expect(err).toContain(' --fast-timers 500 -- ');
  });

  it.runIf(hasFaketime)(
    'runs other programs under faketime, and leaves out what real time does not show',
    async () => {
      const script = (waits: string) => `
for wait in ${waits} end; do
  status=$(curl -s -o /dev/null -w '%{http_code}' -H 'api-key: sandbox:plan=100:shell' \\
    "$CREATOR_SANDBOX_URL/clip/profile?uniqueId=sample.creator")
  [ "$status" = 200 ] && exit 0
  [ "$wait" = end ] && exit 1
  sleep "$wait"
done`;
      writeFileSync(join(folder, 'good.sh'), script('2 4 8'));
      writeFileSync(join(folder, 'flat.sh'), script('1 1 1 1'));
      const flags = ['--faults', '503,503-onward', '--fast-timers', '--json', 'shell.json'];
      const good = await run('explore', flags, ['sh', 'good.sh'], { env });
      expect([good.code, findingsIn('shell.json')]).toEqual([0, []]);
      const flat = await run('explore', flags, ['sh', 'flat.sh'], { env });
      expect([flat.code, findingsIn('shell.json')]).toEqual([3, ['hammered']]);
    },
  );
});
