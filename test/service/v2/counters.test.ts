import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testApp } from '../../harness.ts';
import { identify } from '../../ledger/harness.ts';
import { newKey } from './common.ts';

const { getV2, post, ledger } = await testApp();

/** Calls of both generations, cheap and dear, answered and refused. */
const calls: Record<string, (key: string) => Promise<unknown>> = {
  'gramBasic (2)': (key) => getV2('/v2/gramBasic?gramId=sample.creator', key),
  'clipHistory (3)': (key) => getV2('/v2/clipHistory?clipId=sample.creator', key),
  'tubeBasic (2)': (key) => getV2('/v2/tubeBasic?tubeId=UCsample-creator00000000', key),
  'apiStatus (0)': (key) => getV2('/v2/apiStatus', key),
  'an unknown id': (key) => getV2('/v2/clipBasic?clipId=no.such.creator', key),
  'no id': (key) => getV2('/v2/clipBasic', key),
  'a profile (2)': (key) => post('/clip/profile', { uniqueId: 'sample.creator' }, key),
  'part of a profile (0.1)': (key) =>
    post('/clip/profile', { uniqueId: 'sample.creator', fields: ['country'] }, key),
  'performance (1.5)': (key) => post('/clip/performance', { uniqueId: 'sample.creator' }, key),
  'a submission (0)': (key) => post('/clip/submitCreators', { uniqueIds: ['nobody.knows'] }, key),
};

interface Counters {
  quotaUsedTotal: number;
  remainingPlanCredit: number;
  remainingPrepurchasedCredit: number;
}
const countersOf = async (key: string) => (await getV2('/v2/apiStatus', key)).body as unknown as Counters;

/** Sums of credits, exact as thousandths. */
const sum = (...credits: number[]) =>
  credits.reduce((total, each) => total + Math.round(each * 1000), 0) / 1000;

const mix = fc.array(fc.array(fc.constantFrom(...Object.keys(calls)), { maxLength: 4 }), { maxLength: 6 });

it('every credit is plan, purchased or used, and the entries agree', async () => {
  await fc.assert(
    fc.asyncProperty(mix, async (turns) => {
      const key = newKey('counters', 'plan=5,purchased=7,fractional');
      for (const turn of turns) await Promise.all(turn.map((name) => calls[name]?.(key)));
      const { quotaUsedTotal, remainingPlanCredit, remainingPrepurchasedCredit } = await countersOf(key);

      expect(sum(quotaUsedTotal, remainingPlanCredit, remainingPrepurchasedCredit)).toBe(12);
      const caller = (await identify(ledger, key, 0)) ?? expect.fail();
      const [last] = (await ledger.entries(caller, 0, 1000)).slice(-1);
      expect(last?.balance).toBe(1000 * sum(remainingPlanCredit, remainingPrepurchasedCredit));
    }),
    { numRuns: 25 },
  );
});
