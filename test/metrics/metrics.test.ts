import { expect, it } from 'vitest';
import { createPageBytes, labelText } from '../../src/metrics/exposition.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';

const metrics = () => createMetrics(new Map([['nls', new Set(['200 ', '429 TOO_MANY'])]]));
const reply = { operation: 'nls', status: 200, code: null, isInjected: false };
const entry = { operation: 'nls', plan: 0, purchased: 0, held: 0, traceId: 'a' };

it('streams are open, and their credits held, until each ends', () => {
  const { openStream, countEntry, counts } = metrics();
  const now = () => [counts.openStreams, counts.held];
  const ends = ['a', 'b', null].map((traceId) => openStream(reply, traceId));
  countEntry({ ...entry, kind: 'hold', held: 3000 });
  countEntry({ ...entry, kind: 'hold', held: 500, traceId: 'b' });
  expect(now()).toEqual([3, 3500]);
  countEntry({ ...entry, kind: 'settle', plan: -1000, purchased: -200 });
  expect(now()).toEqual([3, 500]);
  expect(ends.map((end, n) => [end(n), ...now()].slice(1))).toEqual([
    [2, 500],
    [1, 0],
    [0, 0],
  ]);
  expect(counts.operations.get('nls')?.durations).toMatchObject({ sumMs: 3 });
});

it('charges add up by operation, refunds and holds charge nothing, unknown names count as one', () => {
  const { countEntry, countFailedStream, counts } = metrics();
  countEntry({ ...entry, kind: 'charge', plan: -300, purchased: -20 });
  countEntry({ ...entry, kind: 'settle', plan: -5 });
  countEntry({ ...entry, kind: 'charge', plan: -7, operation: 'radio/play' });
  countEntry({ ...entry, kind: 'release', plan: 0 });
  countEntry({ ...entry, kind: 'reset', plan: 9000 });
  expect([...counts.charged]).toEqual([
    ['nls', 325],
    ['unknown', 7],
  ]);
  countFailedStream('nls');
  countFailedStream('nls');
  expect([...counts.failedStreams]).toEqual([['nls', 2]]);
});

it('a page is whole that outgrows the bytes of the one before; labels are escaped', () => {
  const pages = createPageBytes();
  pages.join(['short']).done();
  expect(String(pages.join(['longer than that']).page)).toBe('longer than that');
  expect(labelText({ a: '"\\\n' })).toBe(String.raw`{a="\"\\\n"}`);
});
