import { expect } from 'vitest';
import { roundedCredits } from '../../src/core/credits.ts';
import type { createSandbox } from '../../src/library/index.ts';
import type { Report } from '../../src/report/model.ts';
import { wasteRuleNames } from '../../src/report/rules.ts';
import type { Given } from './bad-clients.ts';
import type { BadClient } from './bad-workers.ts';
import { brokenIn } from './reports.ts';

/** A client that does its work with so many workers, which share one key. */
export type Client = (given: Given, workers: number) => Promise<unknown>;

export type Sandbox = Awaited<ReturnType<typeof createSandbox>>;

/** What a report says against a client. Which of two kinds a call that is paid twice has depends on its neighbours. */
export interface Verdict {
  broken: Record<string, number>;
  wasted: Record<string, { requests: number; credits: number }>;
}

/** Gives each worker the next of these items until none is left. */
export async function inParallel<T>(
  workers: number,
  items: readonly T[],
  work: (item: T, n: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < items.length; n = next++) await work(items[n] as T, n);
  };
  await Promise.all(Array.from({ length: workers }, worker));
}

/** Runs a client with a key of its own, and judges it. */
export async function judge(sandbox: Sandbox, client: Client, workers: number): Promise<Verdict> {
  const key = await sandbox.key({ plan: 100_000, fractional: true });
  await sandbox.clearReport();
  await client({ url: sandbox.url, sandbox, key }, workers);
  return verdictOf(await sandbox.report());
}

function verdictOf(report: Report): Verdict {
  const wasted: Verdict['wasted'] = {};
  for (const { rule, requestCount, credits } of report.waste) {
    const known = wasted[rule] ?? { requests: 0, credits: 0 };
    wasted[rule] = {
      requests: known.requests + requestCount,
      credits: roundedCredits(known.credits + credits),
    };
  }
  return { broken: brokenIn(report), wasted };
}

/** Expects that the report names the client, and breaks of no other rule. */
export async function expectNamed(
  sandbox: Sandbox,
  { rule, client }: BadClient,
  workers: number,
): Promise<void> {
  const { broken, wasted } = await judge(sandbox, client, workers);
  const isWaste = (wasteRuleNames as readonly string[]).includes(rule);
  expect(Object.keys(broken)).toEqual(isWaste ? [] : [rule]);
  if (isWaste) expect(Object.keys(wasted)).toContain(rule);
}
