import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { refusals } from '../../../src/service/v3/refusals.ts';
import { testApp } from '../../harness.ts';
import { failure, newKey } from '../v2/common.ts';

/**
 * One request that deserves every refusal at once, mended step by step: each step takes away the reason of the refusal
 * before, so that the next in the order must answer.
 */

const { ask, ledger, deps } = await testApp();

const send = (url: string, headers: Record<string, string>, text: string) =>
  ask({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: Buffer.from(text),
  });

describe('the order of refusals of generation 3', () => {
  const all = JSON.stringify({ fields: 1 });
  const unknown = JSON.stringify({ uniqueId: 'no.such.creator' });
  const steps: [expected: keyof typeof refusals, key: string | undefined, body: string][] = [
    ['keyMissing', undefined, all],
    ['keyUnknown', 'nobody', all],
    ['rateLimited', 'sandbox:forbidden,rate=1/10s:order', all],
    ['forbidden', 'sandbox:forbidden:order', all],
    ['fractionalNotEnabled', 'sandbox:limit=0:order', all],
    ['invalid', 'sandbox:limit=0,fractional:order', all],
    ['keySpendThreshold', 'sandbox:limit=0,fractional:order', unknown],
    ['insufficientCredits', 'sandbox:plan=1:order', unknown],
    ['notFound', 'sandbox:plan=2:order', unknown],
  ];

  it('is the order of the table', () => {
    const order = Object.keys(refusals).filter((kind) => steps.some(([expected]) => expected === kind));
    expect(steps.map(([expected]) => expected)).toEqual(order);
  });

  it.each(steps)('has %s before all that follow', async (expected, key, body) => {
    const asked = () => send('/clip/profile', key === undefined ? {} : { 'api-key': key }, body);
    // The window lets one request through: it is the second that it refuses.
    if (expected === 'rateLimited') await asked();
    const { status, errorCode, error } = refusals[expected];
    expect(await asked()).toMatchObject({ status, body: { success: false, errorCode, error } });
  });
});

describe('the order of failures of generation 2', async () => {
  const filter = { filterKey: 'followers', op: '>', value: 1 };
  const valid = { maxResults: 1, sortBy: 'followers', offset: 0, desc: true, filters: [filter] };
  const search = (change: object) => JSON.stringify({ ...valid, ...change });
  const unpaid = { allow: ['v2/apiStatus'] } as const;
  await ledger.keys.create({ key: 'unpaid', ...unpaid }, deps.clock.now());
  const rate = { count: 1, windowMs: 10_000 };
  await ledger.keys.create({ key: 'unpaid-and-limited', ...unpaid, rate }, deps.clock.now());
  /** A key for which everything that can be wrong with a key before its money is right. */
  const poor = newKey('order', 'plan=0');
  const wrongValue = { ...filter, value: 'x' };

  it.each<[error: string, key: string | undefined, body: string]>([
    ['AuthFailed', undefined, '{'],
    ['AuthFailed', '', '{'],
    ['QuotaKey', 'nobody', '{'],
    ['APIKeyOnlyForTesting', 'sandbox:testOnly,rate=1/10s:v2-order-test', '{'],
    ['QuotaRate', 'unpaid-and-limited', '{'],
    ['QuotaNotPaid', 'unpaid', '{'],
    ['BodyInvalid', poor, '{'],
    ['ValueEmpty', poor, JSON.stringify({ sortBy: 'x' })],
    ['AdvancedSearchSortByNotExistOrInvalid', poor, search({ sortBy: 'x', filters: [{ filterKey: 'x' }] })],
    [
      'AdvancedSearchFilterNotExistOrInvalid',
      poor,
      search({ filters: [wrongValue, { ...filter, filterKey: 'x' }] }),
    ],
    ['FilterValueType', poor, search({ filters: [wrongValue] })],
    ['QuotaNotEnough', poor, search({})],
  ])('has %s before all that follow', async (error, key, body) => {
    const asked = () => send('/v2/clipAdvancedSearch', key === undefined ? {} : { apiId: key }, body);
    if (error === 'QuotaRate') await asked();
    expect(await asked()).toMatchObject({ status: 403, body: failure(error) });
  });
});
