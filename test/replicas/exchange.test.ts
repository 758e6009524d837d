import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { JournalEntry } from '../../src/journal/entry.ts';
import type { Notice } from '../../src/ledger/replicas.ts';
import { Exchange, type ExchangeOptions, type ReplicaAnswer } from '../../src/replicas/exchange.ts';
import type { PendingTallyEvent } from '../../src/replicas/shared-tally.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);

/** An exchange between a journal and a database, which note what they are asked. */
function exchange({ failsAt = -1, answers = [] as object[], unanswered = [] as number[] } = {}) {
  const calls: unknown[][] = [];
  const waiting = { entries: [] as JournalEntry[], events: [] as PendingTallyEvent[] };
  const journal = {
    isWatched: false,
    take: () => ({ entries: waiting.entries.splice(0), evicted: new Map([['k', 2]]), truncations: 3 }),
    requeue({ entries }: { entries: JournalEntry[] }) {
      waiting.entries.unshift(...entries);
    },
    put: (rows: unknown[]) => void calls.push(['put', ...rows]),
    applyWatermarks: (rows: object[]) => void calls.push(['watermarks', ...rows]),
  };
  const hear = { notice: (_: Notice) => {}, truncated: (_?: readonly string[]) => {} };
  const pages = {
    requests: [
      { rows: [{ truncations: 1, content: '{"id":4}' }], place: 40, isLast: false },
      { rows: [], place: 50, isLast: true },
    ],
    watermarks: [{ rows: [{ version: 6 }, { version: 7 }], isLast: false }],
  };
  const note = (name: string) => (given: unknown) => void calls.push([name, given]);
  const replicas = {
    onNotice(listener: typeof hear.notice) {
      hear.notice = listener;
    },
    notify: async (notice: Notice) => note('notify')(notice),
    journal: {
      async write(rows: object[]) {
        if (calls.length === failsAt) throw new Error('the database is away');
        calls.push(['write', rows.length, rows[0]]);
      },
      evict: async (eviction: object) => note('evict')(eviction),
      async readSince(place: number) {
        note('read')(place);
        return pages.requests.shift() ?? { rows: [], place, isLast: true };
      },
      async readWatermarksSince(version: number) {
        note('read watermarks')(version);
        return pages.watermarks.shift() ?? { rows: [], isLast: true };
      },
      truncate: async (...given: unknown[]) => void calls.push(['truncate', ...given]),
    },
    tallyEvents: {
      append: async (rows: object[], max: number) => void calls.push(['append', rows.length, rows[0], max]),
      async *pages() {
        calls.push(['pages']);
        yield [];
      },
    },
    answers: {
      newQuestion: async () => 8,
      async countUnanswered(question: number) {
        note('unanswered')(question);
        return unanswered.shift() ?? 1;
      },
      read: async () => answers.map((answer) => JSON.stringify(answer)),
      write: async (...given: unknown[]) => void calls.push(['answer', ...given]),
    },
  };
  const truncations = {
    applied: 3,
    onTruncated(listener: typeof hear.truncated) {
      hear.truncated = listener;
    },
    isTruncated: (_: string | null, applied: number) => applied < 3,
  };
  const made = new Exchange({
    ...{ replicas, journal, truncations, reportTruncations: truncations, maxRequests: 5_000 },
    tally: {
      take: () => waiting.events.splice(0),
      requeue: (events: PendingTallyEvent[]) => void waiting.events.unshift(...events),
    },
    refresh: async () => void calls.push(['refresh']),
    answer: () => ({ cleared: 3 }) as ReplicaAnswer,
  } as unknown as ExchangeOptions);
  return {
    ...{ exchange: made, waiting, journal, hear, replicas },
    /** What was asked in this time. */
    async callsIn(ms: number) {
      await vi.advanceTimersByTimeAsync(ms);
      return calls.splice(0);
    },
  };
}

const evict = [
  'evict',
  { evicted: new Map([['k', 2]]), truncations: 3, maxRequests: 5_000, maxPerKey: 1_000 },
];
const answer = (question?: number) => ['answer', '{"cleared":3}', question];
const request = (id: number) => ({ id, keyId: id === 1 ? null : 'k' }) as JournalEntry;
const row = (id: number) => ({
  ...{ id, key: id === 1 ? '' : 'k', truncations: 3 },
  content: JSON.stringify(request(id)),
});
const event = (at: number) =>
  ({ at, truncations: 2, isFrozen: true, event: { renewed: 'a' } }) as PendingTallyEvent;
const storedEvent = { truncations: 2, content: '{"isFrozen":true,"act":{"renewed":"a"}}' };

describe('a replica', () => {
  it('writes once a second what is new, in pages of a thousand, and then its answer', async () => {
    const { waiting, callsIn } = exchange();
    waiting.entries = idsFrom(1, 2_001).map(request);
    waiting.events = idsFrom(1, 1_001).map(event);
    expect(await callsIn(999)).toEqual([]);
    expect(await callsIn(1)).toEqual([
      ['write', 1_000, row(1)],
      ['write', 1_000, row(1_001)],
      ['write', 1, row(2_001)],
      evict,
      ['append', 1_000, { at: 1, ...storedEvent }, 5_000],
      ['append', 1, { at: 1_001, ...storedEvent }, 5_000],
      answer(),
    ]);
    expect(await callsIn(1_000)).toEqual([evict]);
    waiting.entries = [request(7)];
    expect(await callsIn(1_000)).toEqual([['write', 1, row(7)], evict, answer()]);
  });

  it('writes what it has before it reads what all tallies counted', async () => {
    const { exchange: reading, callsIn } = exchange();
    for await (const page of reading.tallyEvents()) expect(page).toEqual([]);
    expect(await callsIn(0)).toEqual([evict, ['pages']]);
  });

  it('writes again what the database did not take', async () => {
    const { waiting, callsIn } = exchange({ failsAt: 1 });
    waiting.entries = idsFrom(1, 1_002).map(request);
    waiting.events = [event(1)];
    expect(await callsIn(1_000)).toEqual([['write', 1_000, row(1)]]);
    expect(await callsIn(1_000)).toEqual([
      ['write', 2, row(1_001)],
      evict,
      ['append', 1, { at: 1, ...storedEvent }, 5_000],
      answer(),
    ]);
  });

  it('writes and reads ten times a second while somebody watches', async () => {
    const { journal, callsIn } = exchange();
    await callsIn(999);
    journal.isWatched = true;
    expect(await callsIn(1)).toEqual([
      evict,
      ['read', 0],
      ['put', { truncations: 1, entry: { id: 4 } }],
      ['read', 40],
      ['put'],
      ['read watermarks', 0],
      ['watermarks', { version: 6 }, { version: 7 }],
      ['read watermarks', 7],
      ['watermarks'],
    ]);
    expect(await callsIn(99)).toEqual([]);
    const again = [evict, ['read', 50], ['put'], ['read watermarks', 7], ['watermarks']];
    expect(await callsIn(1)).toEqual(again);
    expect(await callsIn(100)).toEqual(again);
  });

  it('answers a question once it has seen what changed, and no other notice', async () => {
    const { hear, callsIn } = exchange();
    hear.notice({ events: true });
    expect(await callsIn(0)).toEqual([]);
    hear.notice({ question: 0 });
    expect(await callsIn(0)).toEqual([['refresh'], evict, answer(0)]);
  });

  it('truncates what all wrote of all keys or of some, and nothing for none', async () => {
    const { hear, callsIn } = exchange();
    for (const keyIds of [undefined, [], ['a']]) hear.truncated(keyIds);
    expect(await callsIn(0)).toEqual([
      ['truncate', undefined, 3],
      ['truncate', ['a'], 3],
    ]);
  });

  it('asks all others, waits five seconds for them, and leaves out what was truncated since', async () => {
    const decisions = [['d', 1]];
    const report = { clientRules: [] };
    const { exchange: asking, callsIn } = exchange({
      answers: [
        { cleared: 3, clears: 3, report, decisions },
        { cleared: 2, clears: 3, report, decisions },
        { cleared: 3, clears: 2, report, decisions },
        { cleared: 3, clears: 3, decisions },
      ],
    });
    const gathered = asking.gather();
    const calls = await callsIn(10_000);
    // It looks every 5 ms.
    expect(calls.filter(([name]) => name === 'unanswered')).toHaveLength(1_001);
    expect(calls.slice(0, 3)).toEqual([['notify', { question: 8 }], evict, ['unanswered', 8]]);
    expect(calls).toContainEqual(['read', 0]);
    expect(await gathered).toEqual([
      { cleared: 3, clears: 3, report, decisions },
      { cleared: 2, clears: 3, report, decisions: [] },
      { cleared: 3, clears: 2, decisions },
      { cleared: 3, clears: 3, decisions },
    ]);
  });

  it('waits no longer than until all have answered', async () => {
    const { exchange: asking, callsIn } = exchange({ unanswered: [1, 0] });
    const gathered = asking.gather();
    expect((await callsIn(900)).filter(([name]) => name === 'unanswered')).toHaveLength(2);
    expect(await gathered).toEqual([]);
  });

  it('writes once more when it closes, and waits 300 ms for a database that does not answer', async () => {
    const { exchange: closing, callsIn } = exchange();
    await closing.close();
    expect(await callsIn(10_000)).toEqual([evict, answer(0)]);
    const { exchange: late, callsIn: later, replicas } = exchange();
    replicas.journal.evict = () => new Promise(() => {});
    let isClosed = false;
    void late.close().then(() => {
      isClosed = true;
    });
    await later(299);
    expect(isClosed).toBe(false);
    await later(1);
    expect(isClosed).toBe(true);
  });
});
