import type { JournalEntry } from '../journal/entry.ts';
import { maxPerKey } from '../journal/journal.ts';
import type { Replicas, RequestRow, TallyEventRow } from '../ledger/replicas.ts';
import type { Report } from '../report/model.ts';
import type { StoredTallyEvent } from './replay.ts';
import type { SharedJournal } from './shared-journal.ts';
import type { PendingTallyEvent, SharedTally } from './shared-tally.ts';
import type { Truncations } from './truncations.ts';

/** What a replica knows of all its requests. */
export interface ReplicaAnswer {
  /** How many truncations of journals it had applied, and of reports. */
  cleared: number;
  clears: number;
  /** Absent when reports were truncated since. */
  report?: Report;
  decisions: [string, number][];
}

export interface ExchangeOptions {
  replicas: Pick<Replicas, 'journal' | 'tallyEvents' | 'answers' | 'onNotice' | 'notify'>;
  journal: SharedJournal;
  tally: SharedTally;
  maxRequests: number;
  /** The truncations of journals, and of reports. */
  truncations: Truncations;
  reportTruncations: Truncations;
  /** Sees what the peers changed. */
  refresh: () => Promise<void>;
  answer: () => ReplicaAnswer;
}

/** The time between two flushes. */
const flushMs = 1_000;
/** The same while somebody waits for a request. */
const watchedFlushMs = 100;
const answerTimeoutMs = 5_000;
/** A replica that shuts down does not wait for a database that does not answer. */
const shutdownTimeoutMs = 300;
const pageRows = 1_000;

/** Replicas write their requests to the database: now and then, and whenever one of them is asked about requests. */
export class Exchange {
  readonly #options: ExchangeOptions;
  /** Up to where the requests of the peers were read, and the watermarks. */
  #place = 0;
  #watermarkVersion = 0;
  #isClosed = false;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: ExchangeOptions) {
    this.#options = options;
    const { replicas, truncations, refresh } = options;
    replicas.onNotice(({ question }) => {
      if (question === undefined) return;
      refresh()
        .then(() => this.#flush(question))
        .catch(() => {});
    });
    truncations.onTruncated((keyIds) => {
      if (keyIds?.length === 0) return;
      const { applied } = truncations;
      this.#inTurn(() => replicas.journal.truncate(keyIds, applied)).catch(() => {});
    });
    this.#schedule();
  }

  /** Makes every live replica write what it has, and reads it. @returns the answers of the peers */
  async gather(): Promise<ReplicaAnswer[]> {
    const { answers, notify } = this.#options.replicas;
    const question = await answers.newQuestion();
    await notify({ question });
    await this.#flush();
    const until = performance.now() + answerTimeoutMs;
    while ((await answers.countUnanswered(question)) > 0 && performance.now() < until) await wait(5);
    await this.#pull();
    return (await answers.read()).map((text) => this.#withoutTruncated(JSON.parse(text) as ReplicaAnswer));
  }

  /** The events of all tallies, in the order of their instants. */
  async *tallyEvents(): AsyncIterable<Omit<TallyEventRow, 'at'>[]> {
    await this.#flush();
    yield* this.#options.replicas.tallyEvents.pages();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.race([this.#flush(0).catch(() => {}), wait(shutdownTimeoutMs)]);
  }

  #schedule(): void {
    const { journal } = this.#options;
    const run = () => {
      if (this.#isClosed) return;
      const work = journal.isWatched ? this.#flush().then(() => this.#pull()) : this.#flush();
      work.catch(() => {}).finally(() => this.#schedule());
    };
    setTimeout(run, journal.isWatched ? watchedFlushMs : flushMs).unref();
  }

  #withoutTruncated({ report, ...answer }: ReplicaAnswer): ReplicaAnswer {
    const { truncations, reportTruncations } = this.#options;
    return {
      ...answer,
      ...(report && !reportTruncations.isTruncated(null, answer.clears) && { report }),
      decisions: truncations.isTruncated(null, answer.cleared) ? [] : answer.decisions,
    };
  }

  /** Writes one after the other, so that everything up to now is written when it ends. @param question that it answers */
  #flush(question?: number): Promise<void> {
    return this.#inTurn(() => this.#write(question));
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  async #write(question?: number): Promise<void> {
    const { replicas, journal, tally, maxRequests, answer } = this.#options;
    const unwritten = journal.take();
    const events = tally.take();
    const isNew = unwritten.entries.length + events.length > 0;
    try {
      const { entries, evicted, truncations } = unwritten;
      for (; entries.length > 0; entries.splice(0, pageRows))
        await replicas.journal.write(
          entries.slice(0, pageRows).map((entry) => requestRow(entry, truncations)),
        );
      await replicas.journal.evict({ evicted, truncations, maxRequests, maxPerKey });
      for (; events.length > 0; events.splice(0, pageRows))
        await replicas.tallyEvents.append(events.slice(0, pageRows).map(tallyEventRow), maxRequests);
    } finally {
      journal.requeue(unwritten);
      tally.requeue(events);
    }
    if (isNew || question !== undefined) await replicas.answers.write(JSON.stringify(answer()), question);
  }

  /** Reads what the peers wrote. */
  async #pull(): Promise<void> {
    const { replicas, journal } = this.#options;
    for (let isLast = false; !isLast; ) {
      const page = await replicas.journal.readSince(this.#place);
      journal.put(
        page.rows.map(({ truncations, content }) => ({
          truncations,
          entry: JSON.parse(content) as JournalEntry,
        })),
      );
      this.#place = page.place;
      isLast = page.isLast;
    }
    for (let isLast = false; !isLast; ) {
      const page = await replicas.journal.readWatermarksSince(this.#watermarkVersion);
      this.#watermarkVersion = page.rows.at(-1)?.version ?? this.#watermarkVersion;
      journal.applyWatermarks(page.rows);
      isLast = page.isLast;
    }
  }
}

/** Keeps no process running. */
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

const requestRow = (entry: JournalEntry, truncations: number): RequestRow => ({
  id: entry.id,
  key: entry.keyId ?? '',
  truncations,
  content: JSON.stringify(entry),
});

function tallyEventRow({ at, truncations, isFrozen, event }: PendingTallyEvent): TallyEventRow {
  const stored: StoredTallyEvent = { isFrozen, event };
  return { at, truncations, content: JSON.stringify(stored) };
}
