import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { type Yielding, yieldToLoop } from '../../src/core/yield-to-loop.ts';

function* waiting(wait: () => Promise<unknown>): Yielding<void> {
  yield wait();
}

// one that stays would keep the signal of each request, which listens for the end of the server
test('a wait leaves no listener on the signal of its request, whether it ends well or not', async () => {
  const { signal } = new AbortController();
  await yieldToLoop(
    waiting(async () => {}),
    { signal },
  );
  const lost = yieldToLoop(
    waiting(() => Promise.reject(new Error('lost'))),
    { signal },
  );
  await expect(lost).rejects.toThrow('lost');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('work ends with its signal, while it waits or at its next slice, and cleans up', async () => {
  for (const waits of [true, false]) {
    const ends = new AbortController();
    let isClean = false;
    let steps = 0;
    function* work(): Yielding<void> {
      try {
        for (; steps < 100; steps++) yield waits ? new Promise(() => {}) : undefined;
      } finally {
        isClean = true;
      }
    }
    const done = yieldToLoop(work(), { budgetMs: 0, signal: ends.signal });
    await new Promise(setImmediate);
    ends.abort(new Error('the client left'));
    await expect(done).rejects.toThrow('the client left');
    expect(isClean).toBe(true);
    expect(steps).toBeLessThan(10);
  }
});

test('work whose signal has aborted does not begin', async () => {
  let begun = false;
  function* work(): Yielding<void> {
    begun = true;
    yield;
  }
  const signal = AbortSignal.abort(new Error('the client left'));
  await expect(yieldToLoop(work(), { signal })).rejects.toThrow('the client left');
  expect(begun).toBe(false);
});

test('work goes on with the wait that it has begun already', async () => {
  const events: string[] = [];
  function* work(): Yielding<void> {
    events.push('goes on');
    yield undefined;
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = yieldToLoop(work(), { awaited: promise });
  await new Promise(setImmediate);
  events.push('the wait ends');
  resolve();
  await done;
  expect(events).toEqual(['the wait ends', 'goes on']);
});
