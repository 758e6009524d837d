import { describe, expect, it } from 'vitest';
import { refusals } from '../../../src/service/v3/refusals.ts';
import { testApp } from '../../harness.ts';

const { ask } = await testApp();

/**
 * One request that deserves every refusal at once, mended step by step: each step takes away the reason of the
 * refusal before, so that the next in the list must answer.
 */
const steps: { expected: keyof typeof refusals; key?: string; body: unknown }[] = [
  { expected: 'keyMissing', body: { fields: 1 } },
  { expected: 'keyUnknown', key: 'nobody', body: { fields: 1 } },
  { expected: 'rateLimited', key: 'sandbox:forbidden,rate=1/10s:order', body: { fields: 1 } },
  { expected: 'forbidden', key: 'sandbox:forbidden:order', body: { fields: 1 } },
  { expected: 'fractionalNotEnabled', key: 'sandbox:limit=0:order', body: { fields: 1 } },
  { expected: 'invalid', key: 'sandbox:limit=0,fractional:order', body: { fields: 1 } },
  {
    expected: 'keySpendThreshold',
    key: 'sandbox:limit=0,fractional:order',
    body: { uniqueId: 'no.such.creator' },
  },
  { expected: 'insufficientCredits', key: 'sandbox:plan=1:order', body: { uniqueId: 'no.such.creator' } },
  { expected: 'notFound', key: 'sandbox:plan=2:order', body: { uniqueId: 'no.such.creator' } },
];

describe('the order of refusals of generation 3', () => {
  it('is the order of the table', () => {
    const order = Object.keys(refusals).filter((kind) => steps.some(({ expected }) => expected === kind));
    expect(steps.map(({ expected }) => expected)).toEqual(order);
  });

  it.each(steps)('has $expected before all that follow', async ({ expected, key, body }) => {
    const request = {
      method: 'POST',
      url: '/clip/profile',
      headers: { 'content-type': 'application/json', ...(key && { 'api-key': key }) },
      payload: JSON.stringify(body),
    } as const;
    // The window lets one request through: it is the second that it refuses.
    if (expected === 'rateLimited') await ask(request);
    const { status, errorCode, error } = refusals[expected];

    expect(await ask(request)).toMatchObject({ status, body: { success: false, errorCode, error } });
  });
});
