import { performance } from 'node:perf_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createClock } from '../../../src/core/clock.ts';
import { createWait } from '../../../src/service/http/wait.ts';

const hour = 3_600_000;

describe('a wait', () => {
  it('is real time divided by the speed of the clock', async () => {
    // An hour of real time would end in the limit of the test.
    await createWait(createClock({ mode: 'scaled', scale: 1_000_000 }))(hour);
  });

  it('is real time under a frozen clock, which does not move', async () => {
    const clock = createClock({ mode: 'frozen', at: 5 });
    const startedAt = performance.now();
    await createWait(clock)(20);
    expect(performance.now() - startedAt).toBeGreaterThan(15);
    expect(clock.now()).toBe(5);
  });

  it('of 0 ms ends at once, but rejects if its signal is aborted', async () => {
    const wait = createWait(createClock({ mode: 'real' }));
    const reason = new Error('gone');
    await wait(0);
    await expect(wait(0, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('rejects at once with the reason of its signal', async () => {
    const wait = createWait(createClock({ mode: 'scaled', scale: 1e-9 }));
    const controller = new AbortController();
    const waiting = wait(hour, controller.signal);
    const reason = new Error('gone');
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  it('of more than the timers of the machine can take does not end at once', async () => {
    const wait = createWait(createClock({ mode: 'scaled', scale: 1e-9 }));
    const controller = new AbortController();
    let ended = false;
    const waiting = wait(hour, controller.signal).finally(() => {
      ended = true;
    });
    // A timer that is too long fires after 1 ms, before this one, which was set later.
    await setTimeout(1);
    await setImmediate();
    expect(ended).toBe(false);
    controller.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
  });
});
