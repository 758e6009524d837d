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
