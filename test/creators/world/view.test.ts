import { expect, test } from 'vitest';
import { dayMs } from '../../../src/core/durations.ts';
import { epochAt } from '../../../src/creators/world/account.ts';
import { livingWorld } from '../../../src/creators/world/view.ts';
import { loadGenerator, worldOf } from './worlds.ts';

const base = await worldOf({ seed: 1, size: 60 });
const epochDay = (now: number): number => Math.floor((now - epochAt) / dayMs);

test('the epoch is the world itself, every other day one view, which is ready once the generator is', async () => {
  const world = livingWorld(base, { mode: 'living', epochDay }, loadGenerator);
  expect(world.on(epochAt + 1)).toBe(world);
  const later = world.on(epochAt + 3 * dayMs);
  expect(later.day).toBe(3);
  expect(world.on(epochAt + 3 * dayMs + 5)).toBe(later);
  expect(later.on(epochAt)).toBe(world);
  await later.ready();
  expect([world.ready(), later.ready()]).toEqual([undefined, undefined]);
});

test('a still world is the same on every day', () => {
  const world = livingWorld(base, { mode: 'still', epochDay }, loadGenerator);
  expect(world.on(epochAt + 400 * dayMs)).toBe(world);
  expect(world.shiftMs(epochAt + 400 * dayMs)).toBe(400 * dayMs);
});

test('beyond five years and two back, the world stands still', () => {
  const world = livingWorld(base, { mode: 'living', epochDay }, loadGenerator);
  const [last, first] = [epochAt + 1826 * dayMs, epochAt - 730 * dayMs];
  expect(world.on(last + 99 * dayMs)).toBe(world.on(last));
  expect(world.on(first - 99 * dayMs)).toBe(world.on(first));
  expect(world.on(last).shiftMs(last + 99 * dayMs)).toBe(1826 * dayMs);
});
