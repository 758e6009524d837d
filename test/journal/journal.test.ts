import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type JournalEntry, type JournalInput, matchableOf } from '../../src/journal/entry.ts';
import { createJournal, type Journal, maxPerKey } from '../../src/journal/journal.ts';

const inputOf = (number: number, over: Partial<JournalInput> = {}): JournalInput => ({
  at: number,
  realAt: number,
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
    const journal = createJournal({ maxEntries: 20_000 });
    for (let n = 0; n < 100_000; n++)
      journal.record(inputOf(n, { keyId: n % 10 < 9 ? `key-${n % 50}` : 'loud' }));
    expect(length(journal.all())).toBeLessThanOrEqual(20_000);
    expect(length(journal.all('loud'))).toBeLessThanOrEqual(maxPerKey);
    expect([...journal.all()].at(-1)?.id).toBe(100_000);
    expect(journal.forgotten()).toBe(100_000 - length(journal.all()));
    expect(journal.find(100_000)?.at).toBe(99_999);
    expect(journal.find(1)).toBeUndefined();
  });

  it('keeps its limits with many keys, one key and no key', () => {
    for (const keyId of [(n: number) => `key-${n}`, () => 'one', () => null]) {
      const journal = createJournal({ maxEntries: 5_000 });
      for (let n = 0; n < 20_000; n++) journal.record(inputOf(n, { keyId: keyId(n) }));
      expect(length(journal.all())).toBe(keyId(0) === 'key-0' ? 5_000 : maxPerKey);
    }
  });
});

describe('a charge', () => {
  it('is added to its request, whether it comes before it or while it is streamed', () => {
    const journal = createJournal({ maxEntries: 10 });
    journal.charged('before', 2000);
    expect(journal.find(journal.record(inputOf(0)))?.credits).toBe(0);
    const before = journal.record(inputOf(1, { traceId: 'before' }));
    expect(journal.find(before)?.credits).toBe(2000);

    const { entry, end } = journal.recordStream(inputOf(2, { traceId: 'streamed' }));
    const streamed = () => [entry, journal.find(entry.id)].map((each) => each?.credits);
    journal.charged('streamed', 1500);
    expect(streamed()).toEqual([1500, 1500]);
    end({ durationMs: 2, decisions: [] });
    journal.charged('streamed', 9);
    expect(streamed()).toEqual([1500, 1500]);
  });

  it('is added to the credits that a request is recorded with', () => {
    const journal = createJournal({ maxEntries: 10 });
    journal.charged('both', 500);
    expect(journal.find(journal.record(inputOf(1, { traceId: 'both', credits: 2000 })))?.credits).toBe(2500);
  });

  it('is the sum of what came before its request, and of 10,001 that wait the oldest goes', () => {
    const journal = createJournal({ maxEntries: 10 });
    for (let n = 0; n <= 10_000; n++) journal.charged(`trace ${n}`, 1);
    journal.charged('trace 1', 2);
    const creditsOf = (n: number) =>
      journal.find(journal.record(inputOf(1, { traceId: `trace ${n}` })))?.credits;
    expect([0, 1, 1, 10_000].map(creditsOf)).toEqual([0, 3, 0, 1]);
  });
});

describe('a stream', () => {
  const started = (most: number) => {
    const journal = createJournal({ maxEntries: most });
    const stream = journal.recordStream(inputOf(1, { traceId: 'streamed', keyId: 'streams' }));
    const goOn = () => {
      journal.charged('streamed', 1500);
      journal.failed('streamed', 'TIMEOUT');
      stream.end({ durationMs: 7, decisions: ['nls-result'] });
    };
    const outcome = { credits: 1500, errorCode: 'TIMEOUT', durationMs: 7, decisions: ['nls-result'] };
    return { journal, stream, goOn, outcome };
  };

  it('changes its request until it ends', () => {
    const { journal, stream, goOn, outcome } = started(10);
    goOn();
    journal.failed('streamed', 'LATER');
    expect(stream.entry).toMatchObject({ id: 1, ...outcome });
    expect(journal.find(1)).toEqual(stream.entry);
  });

  it.each([
    ['was evicted', (journal: Journal) => void journal.record(inputOf(2)), 2],
    ['was cleared with its key', (journal: Journal) => void journal.clear(['streams']), 2],
    ['was cleared with everything, so that ids begin again', (journal: Journal) => void journal.clear(), 1],
  ])('changes no other request when its own %s', (_, drop, id) => {
    const { journal, stream, goOn, outcome } = started(1);
    drop(journal);
    if (journal.find(id) === undefined) journal.record(inputOf(2));
    const other = journal.find(id);
    goOn();
    expect(other).toMatchObject({ id, at: 2, credits: 0, errorCode: null });
    expect([...journal.all()]).toEqual([other]);
    expect(stream.entry).toMatchObject({ id: 1, at: 1, ...outcome });
  });
});

test('the journal agrees with a plain list after any requests and clearings', () => {
  const keyIds = fc.constantFrom('a', 'b', 'c', null);
  const request = fc.record({
    keyId: keyIds,
    realAt: fc.nat(),
    traceId: fc.option(fc.string()),
    operation: fc.option(fc.constantFrom('clip/profile', 'usage')),
    method: fc.constantFrom('GET', 'POST'),
    url: fc.oneof(fc.string(), fc.constant(`/${'é'.repeat(3_000)}`)),
    body: fc.oneof(fc.constant(undefined), fc.jsonValue(), fc.constant('é'.repeat(2_000))),
    status: fc.constantFrom(200, 404, 599),
    errorCode: fc.option(fc.constant('NOT_FOUND')),
    injected: fc.option(fc.constant('fault-1')),
    notes: fc.array(fc.string(), { maxLength: 2 }),
    decisions: fc.array(fc.string(), { maxLength: 2 }),
    credits: fc.nat(),
    durationMs: fc.double({ min: 0, max: 1e6, noNaN: true }),
  });
  const step = fc.oneof(
    { weight: 20, arbitrary: request },
    { weight: 1, arbitrary: keyIds.map((clear) => ({ clear })) },
    { weight: 1, arbitrary: fc.constant({ clear: undefined }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const journal = createJournal({ maxEntries: 7 });
      let list: JournalEntry[] = [];
      let last = 0;
      for (const [at, each] of steps.entries()) {
        if ('url' in each) {
          last += 1;
          expect(journal.record({ at, ...each })).toBe(last);
          list = [...list, plain(last, { at, ...each })].slice(-7);
        } else {
          const cleared = each.clear === undefined ? list : list.filter(({ keyId }) => keyId === each.clear);
          list = list.filter((entry) => !cleared.includes(entry));
          const keys = each.clear === undefined ? [] : [[each.clear ?? '']];
          expect(journal.clear(...keys)).toBe(cleared.length);
          if (each.clear === undefined) last = 0;
        }
        expect([...journal.all()]).toEqual(list);
        for (let id = 0; id <= last + 1; id++) {
          const entry = list.find((each) => each.id === id);
          expect(journal.find(id)).toEqual(entry);
          const whole = entry?.body?.cut ? undefined : entry && (entry.body?.text ?? null);
          expect(journal.bodyOf(id)).toBe(whole);
        }
      }
    }),
  );
});

/** The request as an object, its URL and body cut. */
function plain(id: number, { url, notes, body, ...inputOf }: JournalInput): JournalEntry {
  return {
    ...inputOf,
    id,
    url: url.slice(0, 2_048),
    notes: url.length > 2_048 ? [...notes, `The URL has ${url.length} characters.`] : notes,
    body:
      body === undefined
        ? null
        : body === 'é'.repeat(2_000)
          ? { text: `"${'é'.repeat(1_023)}`, cut: true }
          : { text: JSON.stringify(body), cut: false },
  };
}

it('a body that was cut matches as if there were none', () => {
  const journal = createJournal({ maxEntries: 10 });
  const bodies = [{ a: 1 }, { a: 'x'.repeat(3_000) }].map((body) => {
    const entry = journal.find(journal.record(inputOf(1, { body })));
    return entry && matchableOf(entry).body;
  });
  expect(bodies).toEqual([{ a: 1 }, undefined]);
});

describe('a watcher', () => {
  it('gets every request until it stops', () => {
    const journal = createJournal({ maxEntries: 10 });
    const seen: number[] = [];
    const stop = journal.watch(({ id }) => seen.push(id));
    journal.record(inputOf(1));
    stop();
    journal.record(inputOf(2));
    expect(seen).toEqual([1]);
  });
});
