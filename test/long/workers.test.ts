import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { clientRuleNames, wasteRuleNames } from '../../src/report/rules.ts';
import { badWorkers } from '../report/bad-workers.ts';
import { goodWorkers, keepsToItsWindow } from '../report/good-workers.ts';
import { expectNamed, judge } from '../report/workers.ts';

const frozen = await createSandbox({ size: 60, pace: 0, clock: '2026-01-01T00:00:00Z' });
const real = await createSandbox({ size: 60, pace: 0 });
afterAll(() => Promise.all([frozen.close(), real.close()]));

it('a bad client is there for each client rule and each kind of waste', () => {
  expect(new Set(badWorkers.map(({ rule }) => rule))).toEqual(
    new Set([...clientRuleNames, ...wasteRuleNames]),
  );
});

describe.each([1, 6, 32])('a bad client with %i workers', (workers) => {
  it.each(badWorkers)('is named: it $name', (bad) => expectNamed(real, bad, workers));
});

describe('a good client with 32 workers', () => {
  it.each(Object.entries(goodWorkers))('is not named: it %s', async (_name, client) => {
    expect(await judge(real, client, 32)).toEqual({ broken: {}, wasted: {} });
  });
});

describe('five runs under a frozen clock and under load', () => {
  const clients = [
    ...badWorkers.map(({ name, client }) => [name, client] as const),
    ...Object.entries(goodWorkers).filter(([name]) => name !== keepsToItsWindow),
  ];

  it.each(clients)('give equal counts: %s', async (_name, client) => {
    const load = new AbortController();
    const { key } = await frozen.key({ plan: 1 });
    const loading = inLoad(load.signal, () => fetch(`${frozen.url}/usage`, { headers: { 'api-key': key } }));
    const verdicts = [];
    for (let run = 0; run < 5; run++) verdicts.push(await judge(frozen, client, 6));
    load.abort();
    await loading;
    for (const verdict of verdicts) expect(verdict).toEqual(verdicts[0]);
  });
});

/** Keeps the sandbox and this process busy. */
async function inLoad(signal: AbortSignal, ask: () => Promise<Response>): Promise<void> {
  const worker = async () => {
    while (!signal.aborted) {
      await (await ask()).text();
      await setImmediate();
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}
