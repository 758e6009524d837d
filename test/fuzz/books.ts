import { expect } from 'vitest';
import { toCredits } from '../../src/core/credits.ts';
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
