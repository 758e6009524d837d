import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { inSlices, type Steps } from '../../src/core/steps.ts';

function* waiting(wait: () => Promise<unknown>): Steps<void> {
  yield wait();
}

// one that stays would keep the signal of each request, which listens for the end of the server
test('a wait leaves no listener on the signal of its request, whether it ends well or not', async () => {
  const { signal } = new AbortController();
  await inSlices(
    waiting(async () => {}),
    { signal },
  );
  const lost = inSlices(
    waiting(() => Promise.reject(new Error('lost'))),
    { signal },
  );
  await expect(lost).rejects.toThrow('lost');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('work whose signal has aborted waits for nothing, and cleans up', async () => {
  let isClean = false;
  function* work(): Steps<void> {
    try {
      yield new Promise(() => {});
    } finally {
      isClean = true;
    }
  }
  const signal = AbortSignal.abort(new Error('the client left'));
  await expect(inSlices(work(), { signal })).rejects.toThrow('the client left');
  expect(isClean).toBe(true);
});

test('work goes on with the wait that it has begun already', async () => {
  const events: string[] = [];
  function* work(): Steps<void> {
    events.push('goes on');
    yield undefined;
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = inSlices(work(), { awaited: promise });
  await new Promise(setImmediate);
  events.push('the wait ends');
  resolve();
  await done;
  expect(events).toEqual(['the wait ends', 'goes on']);
});
