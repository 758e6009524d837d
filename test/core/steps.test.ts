import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { inSlices, type Steps } from '../../src/core/steps.ts';

/** Waits twice. */
function* work(wait: () => Promise<unknown>, cleanUp = () => {}): Steps<string> {
  try {
    yield wait();
    yield wait();
    return 'done';
  } finally {
    cleanUp();
  }
}

// one that stays would keep the signal of each request, which listens for the end of the server
test('a wait leaves no listener on the signal of its request, whether it ends well or not', async () => {
  const { signal } = new AbortController();
  expect(
    await inSlices(
      work(() => Promise.resolve()),
      { signal },
    ),
  ).toBe('done');
  const lost = new Error('lost');
  await expect(
    inSlices(
      work(() => Promise.reject(lost)),
      { signal },
    ),
  ).rejects.toBe(lost);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a signal ends a wait, after the work has cleaned up', async () => {
  const stop = new AbortController();
  let isClean = false;
  const never = () => new Promise(() => {});
  const waiting = inSlices(
    work(never, () => {
      isClean = true;
    }),
    { signal: stop.signal },
  );
  stop.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  expect(isClean).toBe(true);
});
