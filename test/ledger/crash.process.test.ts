import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { allEntries, assertBalanced, callerOf, ledgerOf, startAt, usageOf } from './harness.ts';

const keys = [
  'free',
  'sandbox:unlimited:account-1',
  'sandbox:unlimited:account-2',
  'sandbox:unlimited:account-3',
];

/**
 * Charges in a process of its own and kills it after `after` answers.
 * @returns the answered charges: thousandths by trace id
 */
async function killedUnderLoad(folder: string, run: string, after: number): Promise<Map<string, number>> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'charge-until-killed.ts'), folder, run], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const answered = new Map<string, number>();
  for await (const line of createInterface(child.stdout)) {
    const [trace = '', credits] = line.split(' ');
    answered.set(trace, Number(credits));
    if (answered.size === after) child.kill('SIGKILL');
  }
  expect((await exited)[1]).toBe('SIGKILL');
  return answered;
}

/** The folder opens again, every answered charge is stored once, nothing is held, the sums are right. */
async function expectStored(folder: string, answered: ReadonlyMap<string, number>): Promise<void> {
  const ledger = await ledgerOf({ folder, keys: { free: { unlimited: true } } });
  const stored = new Map<string, number>();
  for (const key of keys) {
    const caller = await callerOf(ledger, key);
    const spending = (await allEntries(ledger, caller)).filter(
      ({ kind }) => kind === 'charge' || kind === 'settle',
    );
    for (const { traceId, plan } of spending) {
      expect(stored.has(traceId ?? '')).toBe(false);
      stored.set(traceId ?? '', -plan);
    }
    const spent = spending.reduce((sum, { plan }) => sum - plan, 0);
    const [day] = await usageOf(ledger, caller, startAt, startAt);
    expect(day?.calls).toEqual([
      { operation: 'nls', requests: spending.length, charged: spending.length, credits: spent },
    ]);
    expect(await ledger.keys.find(caller.id, startAt)).toMatchObject({ spent, used: spent, held: 0 });
    await assertBalanced(expect, ledger, caller, startAt);
  }
  for (const [trace, credits] of answered) if (stored.get(trace) !== credits) expect.fail(`${trace} is lost`);
  await ledger.close();
}

test('a kill under load loses no answered charge and counts none twice', async () => {
  const folder = newFolder();
  const answered = await killedUnderLoad(folder, 'once', 3_000);
  await expectStored(folder, answered);
});
