import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLatencies } from '../../src/core/latency-table.ts';
import { newFolder } from '../new-folder.ts';
import { commandIn } from './io.ts';

const folder = newFolder();

/** Writes a recording whose parts came after so many milliseconds. */
function record(
  name: string,
  operation: string | null,
  times: number[],
  { events, isGolden, into = folder }: { events?: string[]; isGolden?: true; into?: string } = {},
) {
  const reply = { status: 200, headers: {} };
  const file = {
    title: 'A recording',
    operation,
    ...(!isGolden && { recordedAt: '2026-06-01T12:00:00.000Z' }),
    request: { method: 'GET', path: `/${operation}` },
    elsewhere: 'a recording',
    reply: events
      ? { ...reply, events: events.map((event) => ({ event, data: {} })) }
      : { ...reply, body: {} },
    parts: times.map((ms) => ({ ms, bytes: 10 })),
  };
  mkdirSync(join(into, 'recordings'), { recursive: true });
  writeFileSync(join(into, 'recordings', `${name}.json`), JSON.stringify(file));
}

describe('latency learn', () => {
  it('writes what recordings show, of replies when they are whole and of streams by their events', async () => {
    for (let n = 0; n < 200; n += 1) record(`profile-${n}`, 'clip/profile', [5, n + 1]);
    record('one', 'gram/profile', [80]);
    record('at-once', 'tube/profile', [0]);
    record('late', 'usage', [61_000]);
    for (const n of [1, 2])
      record(`nls-${n}`, 'nls', [100, 150, 200, 900], {
        events: ['progress', 'progress', 'progress', 'result'],
      });
    record('nls-cut', 'nls', [100], { events: ['result'] });
    record('unknown', null, [9_000]);
    record('without-times', 'gram/audience', []);
    record('golden', 'gram/audience', [9_000], { isGolden: true });
    const { code, err } = await commandIn(folder, ['latency', 'learn', 'recordings', '--out', 'l.json']);
    expect([code, err]).toEqual([
      0,
      'creator-sandbox: l.json has the latencies of 5 operations, from 206 replies.\n',
    ]);
    const learned = JSON.parse(readFileSync(join(folder, 'l.json'), 'utf8')) as object;
    expect(learned).toEqual({
      nls: {
        first: { median: '100ms', p99: '100ms', max: '100ms' },
        between: { median: '50ms', p99: '50ms', max: '50ms' },
        end: { median: '700ms', p99: '700ms', max: '700ms' },
      },
      'gram/profile': { median: '80ms', p99: '80ms', max: '80ms' },
      'tube/profile': { median: '0ms', p99: '0ms', max: '0ms' },
      usage: { median: '1m', p99: '1m', max: '1m' },
      'clip/profile': { median: '101ms', p99: '198ms', max: '200ms' },
    });
    expect(readLatencies(learned, 'l.json').get('gram/profile')?.first.medianMs).toBe(80);
  });

  it('tells the slowest of a hundred replies from a hundred, and of fewer from how much they differ', async () => {
    const few = newFolder();
    for (let n = 0; n < 100; n += 1)
      record(`many-${n}`, 'clip/profile', [n < 97 ? 10 : 1_000], { into: few });
    for (let n = 0; n < 99; n += 1) record(`fewer-${n}`, 'gram/profile', [n < 50 ? 100 : 400], { into: few });
    for (const [n, ms] of [50, 100, 100, 200].entries())
      record(`few-${n}`, 'tube/profile', [ms], { into: few });
    for (const [n, ms] of [0, 0, 0, 60_000].entries()) record(`late-${n}`, 'usage', [ms], { into: few });
    expect((await commandIn(few, ['latency', 'learn', 'recordings', '--out', 'l.json'])).code).toBe(0);
    expect(JSON.parse(readFileSync(join(few, 'l.json'), 'utf8'))).toEqual({
      usage: { median: '0ms', p99: '0ms', max: '1m' },
      'clip/profile': { median: '10ms', p99: '1s', max: '1s' },
      'gram/profile': { median: '100ms', p99: '501ms', max: '501ms' },
      'tube/profile': { median: '100ms', p99: '313ms', max: '313ms' },
    });
  });

  it('refuses a folder that is not there, or has nothing to learn from', async () => {
    const learn = (name: string) => commandIn(folder, ['latency', 'learn', name, '--out', 'x.json']);
    const missing = await learn('nowhere');
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('nowhere, does not exist')]);
    mkdirSync(join(folder, 'empty'));
    const empty = await learn('empty');
    expect([empty.code, empty.err]).toEqual([2, expect.stringContaining('empty has no recording')]);
  });
});

describe('the setting latency', () => {
  it('takes what is usual', async () => {
    const exec = ['exec', '--size', '60', '--latency', 'usual', 'true'];
    expect((await commandIn(folder, exec)).code).toBe(0);
  });

  it.each([
    ['missing.json', 'The latencies in missing.json cannot be read: ENOENT.'],
    [join(folder, 'wrong.json'), 'clip/profile must have median ≤ p99 ≤ max ≤ 60s.'],
  ])('ends the start with 2 for a file that is wrong: %s', async (file, sentence) => {
    writeFileSync(
      join(folder, 'wrong.json'),
      JSON.stringify({ 'clip/profile': { median: '2s', p99: '1s', max: '3s' } }),
    );
    const { code, err } = await commandIn(folder, ['exec', '--size', '60', '--latency', file, 'true']);
    expect([code, err]).toEqual([2, expect.stringContaining(sentence)]);
  });
});
