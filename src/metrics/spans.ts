import { setTimeout as delay } from 'node:timers/promises';
import { type EndedRequest, endedNow, otlpJson, type ServedRequest } from './span.ts';
import type { SpanTarget } from './span-target.ts';

/** Writes a span for each request. What cannot be written is dropped and counted: no reply waits for it. */
export interface Spans {
  add(request: ServedRequest): void;
  readonly counts: SpanCounts;
  /** Writes what is left, for a second at most. */
  close(): Promise<void>;
}

/** Spans so far. */
export interface SpanCounts {
  written: number;
  dropped: number;
}

interface SpansOptions {
  readonly target: SpanTarget;
  readonly version: string;
  /** Called with a sentence when spans begin to be dropped, and at the end. */
  readonly onTrouble: (sentence: string) => void;
}

const maxBatch = 512;
/** Under more load than a target takes, further spans are dropped. */
const maxWaiting = 8 * maxBatch;
const batchMs = 1_000;
/** A target that does not take spans is left alone for so long. */
const retryAfterMs = 5_000;
const maxClosingMs = 1_000;

export function createSpans({ target, version, onTrouble }: SpansOptions): Spans {
  const counts: SpanCounts = { written: 0, dropped: 0 };
  const closing = new AbortController();
  let waiting: EndedRequest[] = [];
  let sending: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isDown = false;

  return {
    add(request) {
      if (waiting.length >= maxWaiting || closing.signal.aborted) {
        counts.dropped += 1;
        return;
      }
      waiting.push(endedNow(request));
      if (waiting.length >= maxBatch && !isDown) send();
      else timer ??= after(isDown ? retryAfterMs : batchMs);
    },
    counts,
    async close() {
      const limit = delay(maxClosingMs, undefined, { ref: false }).then(() => closing.abort());
      while (!isDown && !closing.signal.aborted && (sending || waiting.length > 0)) {
        send();
        await Promise.race([sending, limit]);
      }
      closing.abort();
      clearTimeout(timer);
      await sending;
      counts.dropped += waiting.length;
      waiting = [];
      await target.close();
      if (counts.dropped > 0)
        onTrouble(`${counts.dropped} of ${counts.dropped + counts.written} spans were dropped.`);
    },
  };

  function after(ms: number): NodeJS.Timeout {
    return setTimeout(send, ms).unref();
  }

  /** Sends the oldest spans, unless others are on their way. */
  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    if (sending) return;
    const batch = waiting.splice(0, maxBatch);
    sending = write(batch).finally(() => {
      sending = undefined;
      if (closing.signal.aborted || waiting.length === 0) return;
      if (waiting.length >= maxBatch && !isDown) send();
      else timer ??= after(isDown ? retryAfterMs : batchMs);
    });
  }

  async function write(batch: readonly EndedRequest[]): Promise<void> {
    try {
      await target.write(otlpJson(batch, version), closing.signal);
      counts.written += batch.length;
      isDown = false;
    } catch (error) {
      counts.dropped += batch.length;
      if (!isDown && !closing.signal.aborted)
        onTrouble(
          `Spans cannot be written to ${target.name}: ${(error as Error).message}. They are dropped.`,
        );
      isDown = true;
    }
  }
}
