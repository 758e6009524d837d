import { expect } from 'vitest';
import type { Entry, Key } from '../../src/client/types.ts';
import { toCredits } from '../../src/core/credits.ts';
import { adminOf } from '../admin/admin.ts';
import type { TestApp } from '../harness.ts';
import { allEntries, assertBalanced, identify } from '../ledger/harness.ts';

/**
 * Checks each key: the entries of its account sum to its balance, and its spending equals that of its entries and, where
 * the key may call it, that of GET /usage.
 */
export async function expectRightBooks(
  { ledger, deps, get }: TestApp,
  keys: readonly string[],
): Promise<void> {
  const now = deps.clock.now();
  for (const key of new Set(keys)) {
    const caller = await identify(ledger, key, now);
    if (!caller) continue;
    await assertBalanced(expect, ledger, caller, now);
    const entries = await allEntries(ledger, caller);
    const spent = entries
      .filter(({ kind, keyId }) => (kind === 'charge' || kind === 'settle') && keyId === caller.id)
      .reduce((sum, { plan, purchased }) => sum - plan - purchased, 0);
    expect(await ledger.keys.find(key, now)).toMatchObject({ spent, held: 0 });
    const { status, body } = await get('/usage', key);
    if (status !== 200) continue;
    const { records } = body['data'] as { records: { totalQuotaUsed: number }[] };
    expect(toCredits(spent)).toBe(records.reduce((sum, { totalQuotaUsed }) => sum + totalQuotaUsed, 0));
  }
}

/**
 * Checks each key that an agent opened, whose account has a clock of its own: its entries sum to what it spent and to its
 * balance, and it never spent more than its budget. @returns how many these are
 */
export async function expectRightBudgets(app: TestApp): Promise<number> {
  const admin = adminOf(app);
  let opened = 0;
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const { body } = await admin('GET', `/keys?limit=1000&cursor=${cursor}`);
    for (const key of (body['keys'] as Key[]).filter(({ origin }) => origin === 'admin')) {
      opened += 1;
      const entries = (await admin('GET', `/keys/${key.id}/entries?limit=1000`)).body['entries'] as Entry[];
      const sumOf = (those: Entry[]) =>
        Math.round(those.reduce((sum, { plan, purchased }) => sum + plan + purchased, 0) * 1000) / 1000;
      const paid = entries.filter(({ kind }) => kind === 'charge' || kind === 'settle');
      expect(key.held).toBe(0);
      expect(key.spent).toBeLessThanOrEqual(key.limit ?? 0);
      if (entries.length === 1000) continue;
      expect(key.spent).toBe(Math.abs(sumOf(paid)));
      expect(entries.at(-1)?.balance).toBe(sumOf(entries));
    }
    cursor = body['cursor'] as string | null;
  }
  return opened;
}
