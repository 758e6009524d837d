import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayMs } from '../../../src/core/durations.ts';
import { parseSelfDescribingKey } from '../../../src/core/keys/self-describing.ts';
import type { AccountTerms } from '../../../src/core/keys/terms.ts';
import { generation2Operations } from '../../../src/core/operations.ts';
import { call, callerOf, identify, ledgerOf, startAt } from '../../ledger/harness.ts';

test.each<[string, AccountTerms]>([
  ['sandbox:plan=100:a', { plan: 100_000 }],
  ['sandbox::a', {}],
  [
    'sandbox:plan=100,purchased=5,limit=20,fractional,rate=3/10s:checkout-test-7',
    {
      plan: 100_000,
      purchased: 5_000,
      limit: 20_000,
      fractional: true,
      rate: { count: 3, windowMs: 10_000 },
    },
  ],
  ['sandbox:plan=0.125;used=0.1;spent=3:A.b_c-9', { plan: 125, used: 100, spent: 3_000 }],
  ['sandbox:plan=1,limit=2;testOnly:a', { plan: 1_000, limit: 2_000, testOnly: true }],
  ['sandbox:unlimited,used=7:a', { unlimited: true, used: 7_000 }],
  ['sandbox:forbidden:a', { allow: generation2Operations }],
  ['sandbox:plan=1000000000000:a', { plan: 1e15 }],
  ['sandbox:plan=007:a', { plan: 7_000 }],
  ['sandbox:rate=1/250ms:a', { rate: { count: 1, windowMs: 250 } }],
  ['sandbox:rate=1000/31d:a', { rate: { count: 1000, windowMs: 31 * dayMs } }],
  [`sandbox::${'a'.repeat(64)}`, {}],
  [`sandbox:plan=${'7'.padStart(185, '0')}:a`, { plan: 7_000 }],
])('%s describes its account', (key, terms) => {
  expect(parseSelfDescribingKey(key)).toEqual({ terms });
});

const form = 'it is not of the form sandbox:<terms>:<label> with exactly two colons';
const label = 'its label is not 1 to 64 letters, digits, dots, underscores or hyphens';
const number = 'is not a number up to 10^12 with at most 3 decimals';
const names = 'plan, used, purchased, limit, spent, unlimited, fractional, testOnly, forbidden, rate';

test.each([
  ['sandbox:', form],
  ['sandbox:plan=1', form],
  ['sandbox:plan=1:a:b', form],
  ['sandbox:plan=1:', label],
  ['sandbox:plan=1:a b', label],
  ['sandbox:plan=1:ä', label],
  [`sandbox::${'a'.repeat(65)}`, label],
  [`sandbox:plan=${'7'.padStart(186, '0')}:a`, 'it is longer than 200 characters'],
  ['sandbox:plans=1:a', 'term 1 of its description is unknown; the nearest is plan'],
  ['sandbox:plan123=1:a', 'term 1 of its description is unknown; the nearest is plan'],
  ['sandbox:plan1234=1:a', expect.stringContaining('is unknown; there are plan, used, ')],
  ['sandbox:plan=1,testonly:a', 'term 2 of its description is unknown; the nearest is testOnly'],
  ['sandbox:swordfish:a', `term 1 of its description is unknown; there are ${names}`],
  ['sandbox:constructor:a', `term 1 of its description is unknown; there are ${names}`],
  ['sandbox:__proto__=1:a', `term 1 of its description is unknown; there are ${names}`],
  ['sandbox:plan=1,,limit=2:a', 'term 2 of its description is empty'],
  ['sandbox:plan=1,:a', 'term 2 of its description is empty'],
  ['sandbox:,:a', 'term 1 of its description is empty'],
  ['sandbox:plan=1,plan=1:a', 'term 2 of its description repeats plan'],
  ['sandbox:plan:a', `term 1 of its description, plan, ${number}`],
  ['sandbox:plan=:a', `term 1 of its description, plan, ${number}`],
  ['sandbox:plan=-1:a', `term 1 of its description, plan, ${number}`],
  ['sandbox:plan=+1:a', `term 1 of its description, plan, ${number}`],
  ['sandbox:plan=1e3:a', `term 1 of its description, plan, ${number}`],
  ['sandbox:plan=0x1:a', `term 1 of its description, plan, ${number}`],
  ['sandbox:plan=.5:a', `term 1 of its description, plan, ${number}`],
  ['sandbox:plan=1.0001:a', `term 1 of its description, plan, ${number}`],
  ['sandbox:plan=1000000000001:a', `term 1 of its description, plan, ${number}`],
  ['sandbox:plan= 1:a', `term 1 of its description, plan, ${number}`],
  ['sandbox:plan=1=2:a', `term 1 of its description, plan, ${number}`],
  ['sandbox:fractional=1:a', 'term 1 of its description, fractional, takes no value'],
  ['sandbox:unlimited=:a', 'term 1 of its description, unlimited, takes no value'],
  ['sandbox:rate=3:a', 'term 1 of its description, rate, is not <requests>/<duration>, such as 3/10s'],
  ['sandbox:rate=0/10s:a', 'term 1 of its description, rate, is not <requests>/<duration>, such as 3/10s'],
  ['sandbox:rate=3/0s:a', 'term 1 of its description, rate, is not <requests>/<duration>, such as 3/10s'],
  ['sandbox:rate=3/10:a', 'term 1 of its description, rate, is not <requests>/<duration>, such as 3/10s'],
  ['sandbox:rate=3/10s/1s:a', 'term 1 of its description, rate, is not <requests>/<duration>, such as 3/10s'],
  ['sandbox:plan=5,used=6:a', 'its description uses more than its plan holds'],
  ['sandbox:used=1:a', 'its description uses more than its plan holds'],
])('%s is not recognised', (key, reason) => {
  expect(parseSelfDescribingKey(key)).toEqual({ reason });
});

test('the parser never throws, and no reason repeats the key', () => {
  const term = fc.constantFrom(
    'plan=1',
    'used=0.5',
    'limit',
    'rate=1/1s',
    'Sekret77',
    '',
    'plan',
    'unlimited=x',
  );
  const key = fc.oneof(
    fc.string().map((text) => `sandbox:${text}`),
    fc.tuple(fc.array(term), fc.string()).map(([terms, end]) => `sandbox:${terms.join(',')}:${end}`),
  );
  fc.assert(
    fc.property(key, (text) => {
      const parsed = parseSelfDescribingKey(text);
      if ('reason' in parsed) {
        expect(parsed.reason).not.toContain('Sekret77');
        // the reason shows the form, and a short text may be its beginning
        if (!'sandbox:<terms>:<label>'.startsWith(text)) expect(parsed.reason).not.toContain(text);
      }
    }),
  );
});

test('concurrent first uses create a self-describing key once', async () => {
  const ledger = await ledgerOf();
  const callers = await Promise.all(
    Array.from({ length: 50 }, () => identify(ledger, 'sandbox:plan=3,fractional:meet', startAt)),
  );
  expect(new Set(callers.map((caller) => JSON.stringify(caller))).size).toBe(1);
  expect(callers[0]).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{16}$/),
    account: expect.stringMatching(/^account-[0-9a-f]{16}$/),
    fractional: true,
    testOnly: false,
    allow: null,
    rate: null,
    clockOffsetMs: 0,
    unlimited: false,
    limited: false,
    words: null,
  });
  const caller = await callerOf(ledger, 'sandbox:plan=3,fractional:meet');
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => ledger.charge(caller, call(1))));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

test('a key with a wrong description is not recognised, and the warning says why without the key', async () => {
  const warnings: string[] = [];
  const ledger = await ledgerOf({ warn: (message) => warnings.push(message) });
  expect(await identify(ledger, 'sandbox:plan=many:secret-label', startAt)).toBeUndefined();
  expect(await identify(ledger, 'who-knows', startAt)).toBeUndefined();
  expect(await identify(ledger, '', startAt)).toBeUndefined();
  expect(warnings).toEqual([
    `A self-describing key is not recognised: term 1 of its description, plan, ${number}.`,
  ]);
});
