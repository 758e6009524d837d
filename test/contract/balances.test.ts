import { expect, it } from 'vitest';
import { createBalances, leftIn } from '../../src/contract/balances.ts';
import { withRetry } from '../../src/contract/run.ts';
import { NoAnswer, outgoing, type Send } from '../../src/contract/wire.ts';

/** A target that tells these balances, one after the other; null = it does not answer. */
const balancesOf = (...left: (number | null)[]) =>
  createBalances(async () => {
    const creditsAvailable = left.shift();
    if (creditsAvailable === null) throw new NoAnswer('no answer');
    return { status: 200, headers: {}, text: JSON.stringify({ success: true, creditsAvailable }) };
  }, '/usage');

it.each([
  ['as reported', [10], 2, 8, 2, []],
  ['less than reported', [10], 2, 9, 2, ['8 9']],
  ['more than reported', [10], 2, 7, 3, ['8 7']],
  ['without a report', [10], undefined, 7, 3, ['10 7']],
  ['asked for', [10, 8], 2, undefined, 2, []],
  ['of an unlimited account', [-1], 2, -1, 2, []],
  ['of an unlimited account without a report', [-1], undefined, -1, 5, []],
  ['of an account that is unlimited no more', [-1], 2, 9, 2, ['-1 9']],
  ['of an account that is unlimited no more, without a report', [-1], undefined, 9, 5, ['-1 9']],
  ['of an account that becomes unlimited', [10], 2, -1, 2, ['8 -1']],
  ['of an account that becomes unlimited, without a report', [10], undefined, -1, 5, ['10 -1']],
  ['of a target that tells no balance', [null, null], undefined, undefined, 5, []],
  ['of a target that tells none any more', [10, null], undefined, undefined, 5, []],
])('a call is charged, %s', async (_what, told, used, left, spent, found) => {
  const balances = balancesOf(...told);
  const differences = await balances.check('key', used, 5, left);
  expect(differences.map(({ expected, actual }) => `${expected} ${actual}`)).toEqual(found);
  expect(balances.spent).toBe(spent);
});

it.each([
  [[10, 7], 3],
  [[10, 12], 0],
  [[-1, -1], 5],
  [[null, 7], 5],
  [[10, null], 5],
])('a call without an answer, with balances %j, counts as %d credits', async (told, spent) => {
  const balances = balancesOf(...told);
  await balances.unanswered('key', 5);
  expect(balances.spent).toBe(spent);
});

it('only a whole balance is one', () => {
  const without = { success: true, remainingPlanCredit: 5 };
  expect([leftIn(without), leftIn({ ...without, remainingPrepurchasedCredit: 2 })]).toEqual([undefined, 7]);
});

it.each([
  [0, []],
  [499, []],
  [500, [500]],
  [3_499, [500, 1_000]],
  [3_500, [500, 1_000, 2_000]],
])('a call that meets its rate limit is repeated within %d ms', async (retryForMs, waits) => {
  const waited: number[] = [];
  const send: Send = async () => ({ status: 429, headers: {}, text: '' });
  const wait = async (ms: number) => void waited.push(ms);
  await withRetry({ send, wait, retryForMs })(outgoing({ method: 'GET', path: '/usage' }, 'key'));
  expect(waited).toEqual(waits);
});
