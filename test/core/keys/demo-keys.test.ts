import { expect, test } from 'vitest';
import { demoKeys } from '../../../src/core/keys/demo-keys.ts';
import { generation2Operations } from '../../../src/core/operations.ts';
import { callerOf, ledgerOf, startAt } from '../../ledger/harness.ts';

const free = {
  fractional: false,
  testOnly: false,
  allow: null,
  rate: null,
  clockOffsetMs: 0,
  unlimited: false,
  limited: false,
  words: null,
};
const plain = {
  plan: 10_000_000,
  planUsed: 0,
  purchased: 0,
  purchasedUsed: 0,
  held: 0,
  unlimited: false,
  keyRemaining: null,
};

test.each([
  ['demo-full', { ...free, fractional: true }, { ...plain, plan: 1_000_000_000 }],
  ['demo-standard', free, plain],
  ['demo-unlimited', { ...free, fractional: true, unlimited: true }, { ...plain, plan: 0, unlimited: true }],
  ['demo-purchased', { ...free, fractional: true }, { ...plain, planUsed: 10_000_000, purchased: 500_000 }],
  ['demo-low', free, { ...plain, planUsed: 9_997_000 }],
  ['demo-empty', free, { ...plain, plan: 0 }],
  ['demo-capped', { ...free, fractional: true, limited: true }, { ...plain, keyRemaining: 20_000 }],
  ['demo-spent', { ...free, limited: true }, { ...plain, keyRemaining: 0 }],
  ['demo-forbidden', { ...free, allow: generation2Operations }, plain],
  ['demo-test-only', { ...free, testOnly: true }, plain],
  ['demo-throttled', { ...free, rate: { count: 2, windowMs: 10_000 } }, plain],
])('%s exists from the start', async (key, permissions, balance) => {
  const ledger = await ledgerOf({ keys: demoKeys });
  const caller = await callerOf(ledger, key);
  const { id, account, ...rest } = caller;
  expect(rest).toEqual(permissions);
  expect(id).not.toContain(key);
  expect(account).not.toContain(key);
  expect(await ledger.balance(caller, startAt)).toEqual(balance);
});

test('there are no other demo keys', () => {
  expect(Object.keys(demoKeys)).toHaveLength(11);
});
