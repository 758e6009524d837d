import { describe, expect, it } from 'vitest';
import { createJournal, mostPerKey } from '../../src/journal/journal.ts';
import type { Entered } from '../../src/journal/recorded.ts';

const entered = (number: number, over: Partial<Entered> = {}): Entered => ({
  at: number,
  keyId: `key-${number % 100}`,
  operation: 'clip/profile',
  method: 'GET',
  url: `/clip/profile?uniqueId=creator-${number}`,
  body: undefined,
  status: 200,
  errorCode: null,
  traceId: number.toString(16).padStart(32, '0'),
  injected: null,
  notes: [],
  decisions: [],
  credits: 0,
  durationMs: 1,
  ...over,
});

const length = (items: Iterable<unknown>) => [...items].length;

describe('the journal under 100,000 requests', () => {
  it('keeps its limits, in all and per key', () => {
    const journal = createJournal({ most: 20_000 });
    for (let n = 0; n < 100_000; n++) {
      const recorded = journal.record(entered(n, { keyId: n % 10 < 9 ? `key-${n % 50}` : 'loud' }));
      journal.ended(recorded);
    }
    expect(length(journal.all())).toBeLessThanOrEqual(20_000);
    expect(length(journal.all('loud'))).toBeLessThanOrEqual(mostPerKey);
    expect([...journal.all()].at(-1)?.id).toBe(100_000);
    expect(journal.forgotten()).toBe(100_000 - length(journal.all()));
    expect(journal.find(100_000)?.at).toBe(99_999);
    expect(journal.find(1)).toBeUndefined();
  });

  it('keeps its limits with many keys, one key and no key', () => {
    for (const keyId of [(n: number) => `key-${n}`, () => 'one', () => null]) {
      const journal = createJournal({ most: 5_000 });
      for (let n = 0; n < 20_000; n++) journal.ended(journal.record(entered(n, { keyId: keyId(n) })));
      expect(length(journal.all())).toBe(keyId(0) === 'key-0' ? 5_000 : mostPerKey);
    }
  });

  it('takes no longer at its limits than below them', () => {
    const journal = createJournal({ most: 20_000 });
    const timeOf = (from: number) => {
      const startedAt = performance.now();
      for (let n = from; n < from + 15_000; n++) journal.ended(journal.record(entered(n)));
      return performance.now() - startedAt;
    };
    timeOf(0);
    const full = [timeOf(15_000), timeOf(30_000), timeOf(45_000), timeOf(60_000)];
    // generous: walking over all stored requests would take a thousand times as long
    expect(Math.min(...full)).toBeLessThan(500);
  });
});

describe('a charge', () => {
  it('is added to its request, whether it comes before it or while it is streamed', () => {
    const journal = createJournal({ most: 10 });
    journal.charged('before', 2000);
    const before = journal.record(entered(1, { traceId: 'before' }));
    expect(before.credits).toBe(2000);
    journal.ended(before);

    const streamed = journal.record(entered(2, { traceId: 'streamed' }));
    journal.charged('streamed', 1500);
    expect(streamed.credits).toBe(1500);
    journal.ended(streamed);
    journal.charged('streamed', 9);
    expect(streamed.credits).toBe(1500);
  });
});

describe('a watcher', () => {
  it('gets every request until it stops', () => {
    const journal = createJournal({ most: 10 });
    const seen: number[] = [];
    const stop = journal.watch(({ id }) => seen.push(id));
    journal.record(entered(1));
    stop();
    journal.record(entered(2));
    expect(seen).toEqual([1]);
  });
});
