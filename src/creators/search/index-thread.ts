import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { inSlices, type Steps } from '../../core/steps.ts';
import type { Turns } from '../../core/turns.ts';
import type { World } from '../world/world.ts';
import type { IndexName } from './make-indexes.ts';

/** Indexes that hold the same accounts, on one day of the run. They are made together. */
export interface IndexJob {
  readonly day: number;
  readonly indexes: readonly IndexName[];
}

/** The first job of a thread names its world. */
export type ThreadJob = IndexJob & { readonly source?: WorldSource | undefined };

/** A part of an index, encoded as in the file of a world. */
export type MadePart = [index: IndexName, name: string, type: string, data: Uint8Array<ArrayBuffer>];

/** The file of a world, or the bytes of a world in memory. */
export type WorldSource = string | SharedArrayBuffer;

/** A thread that makes indexes, one after another. It starts with the first and ends when it has been idle. */
export interface IndexThread {
  /**
   * Waits until the indexes are made. Searches that want the same ones wait for one job.
   * @returns undefined if the thread failed
   */
  make(job: IndexJob): Steps<readonly MadePart[] | undefined>;
  /** How many threads were started in all and run now, how many jobs were begun and wait. */
  counts(): ThreadCounts;
  /** Ends the thread. Whatever waits for it gets undefined. */
  close(): Promise<void>;
}

export interface ThreadCounts {
  started: number;
  running: number;
  begun: number;
  waiting: number;
}

interface WantedIndex extends IndexJob {
  /** How many searches wait for it. */
  searches: number;
  /** How many jobs that were wanted later began before it. */
  overtaken: number;
  made: readonly MadePart[] | undefined;
  readonly settled: Promise<void>;
  readonly settle: () => void;
}

/** The latest wish comes first, because a fast clock has left the earlier days behind; yet none waits for ever. */
const maxOvertaken = 3;

/** An idle thread holds its memory, and a new one loads its modules again. */
const maxIdleMs = 20_000;

interface ThreadOptions {
  readonly turns: Turns;
  /** Called with the reason when a thread fails. */
  readonly onFailure: (error: unknown) => void;
}

export function createIndexThread(
  world: Pick<World, 'source'>,
  { turns, onFailure }: ThreadOptions,
): IndexThread {
  /** The latest wish is the last. */
  const waiting = new Map<string, WantedIndex>();
  const counts = { started: 0, begun: 0 };
  let current: WantedIndex | undefined;
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  return {
    *make(job) {
      if (isClosed) return undefined;
      const wanted = want(job);
      wanted.searches += 1;
      beginNext();
      try {
        yield wanted.settled;
      } finally {
        wanted.searches -= 1;
        if (wanted.searches === 0) waiting.delete(keyOf(job));
      }
      return wanted.made;
    },
    counts: () => ({ ...counts, running: worker ? 1 : 0, waiting: waiting.size }),
    async close() {
      isClosed = true;
      const last = worker;
      worker = undefined;
      for (const job of [current, ...waiting.values()]) job?.settle();
      await last?.terminate();
    },
  };

  function want(job: IndexJob): WantedIndex {
    const key = keyOf(job);
    if (current && keyOf(current) === key) return current;
    const wanted = waiting.get(key) ?? newWish(job);
    waiting.delete(key);
    waiting.set(key, wanted);
    return wanted;
  }

  function beginNext(): void {
    if (current || isClosed) return;
    current = takeNext(waiting);
    if (current) void begin(current);
    else rest();
  }

  async function begin({ day, indexes }: IndexJob): Promise<void> {
    clearTimeout(idle);
    try {
      counts.begun += 1;
      const source = worker ? undefined : await inSlices(sourceOf(world), { turns });
      if (isClosed) return;
      if (source !== undefined) worker = open(source);
      worker?.ref();
      worker?.postMessage({ day, indexes, source } satisfies ThreadJob);
    } catch (error) {
      fail(error);
    }
  }

  function open(source: WorldSource): Worker {
    counts.started += 1;
    // options of this process, such as --input-type, would stop a thread
    const opened = new Worker(workerFile, { execArgv: [], resourceLimits: limitsFor(source) });
    const lose = (error: unknown): void => {
      if (worker !== opened) return;
      worker = undefined;
      fail(error);
    };
    return opened
      .on('message', finish)
      .on('messageerror', lose)
      .on('error', lose)
      .on('exit', (code) => lose(new Error(`the thread ended with code ${code}`)));
  }

  function finish(made: readonly MadePart[] | undefined): void {
    const done = current;
    current = undefined;
    if (done) {
      done.made = made;
      done.settle();
    }
    beginNext();
  }

  function fail(error: unknown): void {
    if (!isClosed && current) onFailure(error);
    finish(undefined);
  }

  /** An idle thread does not hold the process. */
  function rest(): void {
    if (!worker) return;
    worker.unref();
    idle = setTimeout(() => {
      const last = worker;
      worker = undefined;
      void last?.terminate();
    }, maxIdleMs).unref();
  }
}

const keyOf = ({ day, indexes }: IndexJob): string => `${day} ${indexes.join()}`;

function newWish({ day, indexes }: IndexJob): WantedIndex {
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
  return { day, indexes, searches: 0, overtaken: 0, made: undefined, settled, settle };
}

/** The latest wish, unless an earlier one was overtaken too often. */
function takeNext(waiting: Map<string, WantedIndex>): WantedIndex | undefined {
  const wishes = [...waiting.values()];
  const late = wishes.find(({ overtaken }) => overtaken >= maxOvertaken);
  const next = late ?? wishes.at(-1);
  if (!next) return undefined;
  waiting.delete(keyOf(next));
  if (!late) for (const wish of waiting.values()) wish.overtaken += 1;
  return next;
}

/** A world in memory is copied piece by piece, so that it does not hold up the event loop. */
function* sourceOf(world: Pick<World, 'source'>): Steps<WorldSource> {
  const source = world.source();
  if (typeof source === 'string') return source;
  yield;
  const shared = new SharedArrayBuffer(source.byteLength);
  const bytes = new Uint8Array(shared);
  for (let at = 0; at < source.byteLength; at += bytesPerStep) {
    bytes.set(source.subarray(at, at + bytesPerStep), at);
    yield;
  }
  return shared;
}

const bytesPerStep = 2 ** 21;

/** A thread needs several times the bytes of its world; without a limit its garbage would take as much again. */
const limitsFor = (
  source: WorldSource,
): { maxOldGenerationSizeMb: number; maxYoungGenerationSizeMb: number } => {
  const bytes = typeof source === 'string' ? statSync(source).size : source.byteLength;
  return { maxOldGenerationSizeMb: 128 + Math.ceil((4 * bytes) / 2 ** 20), maxYoungGenerationSizeMb: 64 };
};

// once compiled, this module and the worker are JavaScript
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? '../../../seed/index-worker.ts' : './index-worker.js',
  import.meta.url,
);
