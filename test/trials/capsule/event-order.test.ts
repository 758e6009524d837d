import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunEvent } from '../../../src/trials/capsule/capsule.ts';
import { createEventOrder } from '../../../src/trials/capsule/event-order.ts';

/** The share of time in which this process has something to do. */
let load = 0;
beforeEach(() => {
  load = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation(() => ({
    ...{ idle: 0, active: 0, utilization: load },
  }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A run of these events, such as `R0 S0 E0`. */
function runOf(text: string) {
  const events = text.split(' ').map((each) => [each[0], Number(each.slice(1))] as unknown as RunEvent);
  const order = createEventOrder(events as never);
  const happened: string[] = [];
  const take = (name: string, isLong?: boolean) =>
    order.take(name[0] as 'S', Number(name.slice(1)), () => happened.push(name), isLong);
  return { order, happened, take };
}
const pass = (ms: number) => vi.advanceTimersByTime(ms);

it('events happen in the recorded order, whatever the order in which they come', async () => {
  const { order, happened, take } = runOf('R0 R1 S1 S0 E1 E0');
  const reached = order.reached('R', 1);
  for (const name of ['S1', 'R0', 'E0', 'S0']) take(name);
  expect(happened).toEqual(['R0']);
  expect(await reached).toBe(true);
  for (const name of ['R1', 'E1']) take(name);
  expect(happened).toEqual(['R0', 'R1', 'S1', 'S0', 'E1', 'E0']);
  await order.over;
  pass(100_000);
  expect([order.skipped, await order.reached('R', 9)]).toEqual([0, false]);
  take('S7');
  expect(happened.at(-1)).toBe('S7');
});

it('a turn that is given up is not taken, and a run without events is over', async () => {
  const { happened, take } = runOf('R0 W0 W0');
  take('W0')();
  take('W0');
  take('R0');
  expect(happened).toEqual(['R0', 'W0']);
  await createEventOrder([]).over;
});

it('what does not come in 25 rounds without work is missing, and sooner what else lacks of its request', async () => {
  const { order, happened, take } = runOf('R0 S0 W0 S1 E0');
  const left = order.reached('L', 5);
  take('R0');
  take('E0');
  load = 0.5;
  pass(1_000);
  load = 0.4;
  pass(249);
  expect(order.skipped).toBe(0);
  pass(1);
  expect(order.skipped).toBe(1);
  pass(19);
  expect(order.skipped).toBe(1);
  pass(1);
  expect(order.skipped).toBe(2);
  pass(249);
  expect([order.skipped, happened]).toEqual([2, ['R0']]);
  pass(1);
  expect([order.skipped, happened]).toEqual([3, ['R0', 'E0']]);
  expect(await left).toBe(false);
});

it('a run waits 500 rounds in all, then everything goes on; one that is stopped waits for ever', () => {
  const { order, happened, take } = runOf(Array.from({ length: 60 }, (_, n) => `S${n}`).join(' '));
  take('S59');
  load = 0.5;
  pass(10_000);
  load = 0;
  pass(5_000);
  expect([order.skipped, happened]).toEqual([20, []]);
  pass(10);
  expect([order.skipped, happened]).toEqual([60, ['S59']]);
  const stopped = runOf('S0 S1');
  stopped.take('S1');
  stopped.order.stop();
  stopped.take('S1');
  pass(100_000);
  expect([stopped.order.skipped, stopped.happened]).toEqual([0, []]);
});

it('a loose run lets happen what the recorded one does not have, long waits once nothing else does', () => {
  const { order, happened, take } = runOf('R0 S0 E0 R1 S1 R2 S1 E1');
  order.loosen();
  take('R0');
  take('W0');
  take('S0');
  take('S0');
  expect(happened).toEqual(['R0', 'W0', 'S0', 'S0']);
  take('W0', true);
  const forget = take('W1', true);
  forget();
  pass(29);
  expect(happened).toHaveLength(4);
  pass(1);
  expect(happened.slice(4)).toEqual(['W0']);
  take('E0');
  // What is sent is never missing.
  pass(100_000);
  expect([order.skipped, happened.slice(5)]).toEqual([0, ['E0']]);
  take('R1');
  take('W0');
  // The second one has its turn, a third one none.
  for (const name of ['S1', 'S1']) take(name);
  expect(happened.slice(6)).toEqual(['R1', 'W0', 'S1']);
  for (const name of ['S1', 'R2']) take(name);
  expect(happened.slice(9)).toEqual(['S1', 'R2', 'S1']);
});

it('a loose run passes over what an ended request lacks, and waits 500 rounds for one that works', () => {
  const { order, happened, take } = runOf('R0 S0 W0 R1 S1 E1 E0 L2');
  order.loosen();
  for (const name of ['R0', 'E0', 'R1']) take(name);
  expect(happened).toEqual(['R0', 'R1']);
  pass(4_999);
  expect([order.skipped, happened]).toEqual([0, ['R0', 'R1']]);
  pass(1);
  expect(order.skipped).toBe(1);
  take('E1');
  expect([order.skipped, happened]).toEqual([1, ['R0', 'R1', 'E1', 'E0']]);
  pass(100_000);
  expect(order.skipped).toBe(1);
});

it('a loose run passes over what a request lacks whose client has left', () => {
  const { order, happened, take } = runOf('R0 S0 L0 R1');
  order.loosen();
  for (const name of ['R0', 'L0', 'R1']) take(name);
  expect([happened, order.skipped]).toEqual([['R0', 'L0', 'R1'], 0]);
});

it('a loose run lets a request go on that waits for another turn than the next', () => {
  const { order, happened, take } = runOf('R0 S0 W0 E0');
  order.loosen();
  take('R0');
  take('W0');
  expect(happened).toEqual(['R0']);
  pass(30);
  expect([happened, order.skipped]).toEqual([['R0', 'W0'], 0]);
});
