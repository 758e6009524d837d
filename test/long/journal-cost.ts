/** Measures time and memory per request of a full journal. Prints one JSON line. `node --expose-gc test/long/journal-cost.ts` */
import type { JournalInput } from '../../src/journal/entry.ts';
import { createJournal } from '../../src/journal/journal.ts';

const bodies = {
  none: () => undefined,
  usual: (n: number) => ({ uniqueId: `creator-${n}`, fields: ['country', 'bio'] }),
  largest: (n: number) => ({ uniqueId: `${n}`, fill: 'x'.repeat(10_000) }),
};

const most = 20_000;

/** Microseconds to record a request, and the bytes that it holds afterwards. */
function costOf(bodyOf: (n: number) => unknown) {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const journal = createJournal({ maxEntries: most });
  const startedAt = performance.now();
  for (let n = 0; n < 5 * most; n++) journal.record(entered(n, bodyOf(n)));
  const elapsedMs = performance.now() - startedAt;
  globalThis.gc?.();
  const held = process.memoryUsage().heapUsed - before;
  const entries = [...journal.all()].length;
  return {
    microseconds: Math.round((elapsedMs / (5 * most)) * 100_000) / 100,
    bytesPerEntry: Math.round(held / entries),
    entries,
  };
}

const entered = (number: number, body: unknown): JournalInput => ({
  at: number,
  realAt: number,
  keyId: `key-${number % 100}`,
  operation: 'clip/profile',
  method: 'POST',
  url: `/clip/profile?uniqueId=creator-${number}`,
  body,
  status: 200,
  errorCode: null,
  traceId: number.toString(16).padStart(32, '0'),
  injected: null,
  notes: [],
  decisions: [],
  credits: 2000,
  durationMs: 1,
});

console.log(
  JSON.stringify(Object.fromEntries(Object.entries(bodies).map(([name, bodyOf]) => [name, costOf(bodyOf)]))),
);
