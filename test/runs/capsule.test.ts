import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { repeat } from '../../src/cli/replay.ts';
import type { Capsule } from '../../src/trials/capsule/capsule.ts';
import { settingsOfCapsule } from '../../src/trials/capsule/settings.ts';
import { commandIn } from '../cli/io.ts';
import { startProcess } from '../process.ts';
import { recordRandomRun } from './random-run.ts';
import { suiteFolder } from './suites.ts';

const { folder, suite, run } = suiteFolder();
const io = {
  env: {},
  cwd: folder,
  stdin: () => Readable.from([]),
  stdout: { write: () => {} },
  stderr: { write: () => {} },
  untilStopped: () => new Promise<never>(() => {}),
  endGroup: () => {},
};

describe('a capsule', () => {
  it('repeats 100 random runs byte for byte: faults, 429, gates, streams, renewals, trace ids', async () => {
    const seeds = Array.from({ length: 100 }, (_, n) => n + 1);
    const found = { replies: 0, refused: 0, streams: 0, other: [] as unknown[] };
    const one = async (seed: number) => {
      const capsule = await recordRandomRun(seed);
      const settings = settingsOfCapsule(capsule, 'the capsule');
      const { different, skipped } = await repeat(capsule, settings, io);
      if (different.length > 0 || skipped > 0)
        found.other.push({ seed, skipped, different: different.slice(0, 2) });
      found.replies += capsule.requests.length;
      found.refused += capsule.requests.filter(({ reply }) => (reply?.status ?? 0) >= 400).length;
      found.streams += capsule.requests.filter(({ url }) => url === '/nls').length;
    };
    await Promise.all(
      [0, 1, 2, 3].map(async (worker) => {
        for (const seed of seeds.filter((each) => each % 4 === worker)) await one(seed);
      }),
    );
    expect(found.other).toEqual([]);
    expect(found.replies).toBeGreaterThan(1200);
    expect(found.refused).toBeGreaterThan(300);
    expect(found.streams).toBeGreaterThan(100);
  });

  it('repeats on the days of its own epoch, whatever the day of the repetition is', async () => {
    const sandbox = await startProcess(['--record-capsule', '--pace', '0', '--clock', '+400d']);
    const admin = (method: string, path: string, body: object) =>
      fetch(`${sandbox.url}/__admin${path}`, {
        method,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
    const look = () => sandbox.get(sandbox.example.replace('/profile', '/content-detail'), 'demo-full');
    await look();
    await admin('POST', '/clock/advance', { by: '40d' });
    await look();
    await admin('POST', '/reset', {});
    await admin('PUT', '/clock', { mode: 'frozen', at: '2031-02-03' });
    await look();
    await admin('PUT', '/clock', { mode: 'frozen', at: '2031-05-03' });
    await look();
    const capsule = (await (await fetch(`${sandbox.url}/__admin/capsule`)).json()) as Capsule;
    await sandbox.end('SIGTERM');
    expect(new Set(capsule.requests.flatMap(({ reply }) => reply?.digest ?? [])).size).toBe(4);
    // a real clock shows another day now than the recorded one did
    const later = { ...capsule, settings: { ...capsule.settings, clock: { mode: 'real' } } } as Capsule;
    for (const each of [capsule, later])
      expect(await repeat(each, settingsOfCapsule(each, 'the capsule'), io)).toEqual({
        different: [],
        skipped: 0,
      });
    const settings = settingsOfCapsule(later, 'the capsule', { epoch: '2020-01-01' });
    expect((await repeat(later, settings, io)).different.length).toBeGreaterThan(0);
  });

  it('is left by a failing exec, holds no key of its own and names the first reply that differs', async () => {
    const failing = suite(
      'failing',
      `await get('/clip/profile?uniqueId=sample.creator');
      await get('/clip/profile?uniqueId=sample.creator', 'sandbox:plan=3:my-private-label');
      const made = await (await fetch(process.env.CREATOR_SANDBOX_ADMIN + '/keys', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ key: 'a-key-that-is-mine', plan: 4 }) })).json();
      await get('/clip/profile?uniqueId=sample.creator', made.key);
      assert(false, 'on purpose');`,
    );
    const { code, err } = await run('exec', ['--capsule', 'c.json'], failing);
    expect([code, err]).toEqual([1, expect.stringContaining('The run is in c.json.')]);
    const text = readFileSync(join(folder, 'c.json'), 'utf8');
    expect(text).not.toContain('my-private-label');
    expect(text).not.toContain('a-key-that-is-mine');
    expect(text).toContain('sandbox:plan=3:capsule-');

    const equal = await commandIn(folder, ['replay', 'c.json']);
    expect([equal.code, equal.err]).toEqual([
      0,
      'creator-sandbox: All 3 replies are equal, byte for byte.\n',
    ]);
    const dearer = await commandIn(folder, [
      'replay',
      'c.json',
      '--bisect',
      '--prices',
      '{"clip/profile":4}',
    ]);
    expect([dearer.code, dearer.err]).toEqual([
      3,
      'creator-sandbox: 3 of 3 replies differ (prices → {"clip/profile":4}); the first:\n  request 1, GET /clip/profile?uniqueId=sample.creator: /creditsUsed 2 → 4\n',
    ]);
    const again = await commandIn(folder, ['replay', 'c.json', '--', ...failing]);
    expect([again.code, again.err]).toEqual([1, '']);
    const both = await commandIn(folder, [
      ...['replay', 'c.json', '--bisect', '--prices', '{"clip/profile":4}'],
      ...['--', process.execPath, '-e', 'process.exit(7)'],
    ]);
    expect([both.code, both.err]).toEqual([7, dearer.err]);
  });

  it('is saved from a running sandbox that records', async () => {
    const sandbox = await startProcess(['--record-capsule', '--pace', '0']);
    await sandbox.get(sandbox.example, 'demo-full');
    const { port } = new URL(sandbox.url);
    expect((await commandIn(folder, ['capsule', 'save', 'saved.json', '--port', port])).code).toBe(0);
    await sandbox.end('SIGTERM');
    const capsule = JSON.parse(readFileSync(join(folder, 'saved.json'), 'utf8')) as Capsule;
    expect(capsule.requests).toHaveLength(1);
    expect((await commandIn(folder, ['replay', 'saved.json'])).code).toBe(0);

    const other = await startProcess([]);
    const refused = await commandIn(folder, ['capsule', 'save', 'x.json', '--port', new URL(other.url).port]);
    expect([refused.code, refused.err]).toEqual([
      2,
      'creator-sandbox: This sandbox records no capsule: start it with --record-capsule.\n',
    ]);
    await other.end('SIGTERM');
  });
});
