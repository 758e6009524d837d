import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayMs } from '../../src/core/durations.ts';
import type { Caller, Ledger, Submission } from '../../src/ledger/ledger.ts';
import { newFolder } from '../new-folder.ts';
import {
  assertBalanced,
  call,
  callerOf,
  credits,
  ledgerOf,
  overEachStore,
  refusalOf,
  runs,
  startAt,
  submit,
  usageOf,
} from './harness.ts';

/** One credit when something is new, nothing otherwise; five of a kind a day. */
const submission = (items: string[][], over: Partial<Submission> = {}): Submission => ({
  ...call(1, startAt, 'sponsor/submit'),
  kind: 'brands',
  count: items.length,
  maxPerDay: 5,
  items: () => items,
  creditsIfKnown: 0,
  ...over,
});

const named = (...names: string[]): Submission => submission(names.map((name) => [name]));

async function opened(plan = 100): Promise<{ ledger: Ledger; caller: Caller }> {
  const ledger = await ledgerOf({ keys: { k: { plan: credits(plan) }, other: { plan: credits(plan) } } });
  return { ledger, caller: await callerOf(ledger, 'k') };
}

overEachStore(() => {
  test('each key and each kind has its own known names and its own limit', async () => {
    const { ledger, caller } = await opened();
    const other = await callerOf(ledger, 'other');
    await submit(ledger, caller, named('a', 'b', 'c', 'd', 'e'));

    expect((await submit(ledger, other, named('a'))).known).toEqual([false]);
    expect((await submit(ledger, caller, { ...named('a'), kind: 'creators' })).known).toEqual([false]);
  });

  test('concurrent calls share the daily limit, and find a name new once', async () => {
    const { ledger, caller } = await opened();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => submit(ledger, caller, named(`name ${index % 2}`))),
    );

    const taken = outcomes.flatMap((each) => (each.status === 'fulfilled' ? each.value.known : []));
    expect(taken).toEqual([false, false, true, true, true]);
    expect(await ledger.balance(caller, startAt)).toMatchObject({ planUsed: credits(2) });
  });

  test('a call counts in the usage of its day; a refused one counts only through `countRefused`', async () => {
    const { ledger, caller } = await opened();
    await submit(ledger, caller, named('a'));
    await submit(ledger, caller, named('a'));
    await submit(ledger, caller, submission([], { count: 9 })).catch(() => {});

    expect(await usageOf(ledger, caller, startAt, startAt)).toEqual([
      {
        date: '20260301',
        calls: [{ operation: 'sponsor/submit', requests: 2, charged: 2, credits: credits(1) }],
      },
    ]);
  });

  test.each([
    ['the reset of the key', (ledger: Ledger) => ledger.reset(startAt, 'k')],
    ['the reset of everything', (ledger: Ledger) => ledger.reset(startAt)],
  ])('%s clears the known names and the daily counts', async (_, forget) => {
    const { ledger, caller } = await opened();
    await submit(ledger, caller, named('a', 'b', 'c', 'd', 'e'));
    await forget(ledger);

    const again = await callerOf(ledger, 'k');
    expect((await submit(ledger, again, named('a', 'b'))).known).toEqual([false, false]);
  });

  test('a reset and the same submission in one turn agree', async () => {
    const { ledger, caller } = await opened();
    await submit(ledger, caller, named('a', 'b'));
    await ledger.reset(startAt, 'k');
    await submit(ledger, caller, named('a', 'b'));
    const [, again] = await Promise.all([
      ledger.reset(startAt, 'k'),
      submit(ledger, caller, named('a', 'c')),
    ]);
    expect(again).toMatchObject({ known: [false, false] });
    expect((await submit(ledger, caller, named('a', 'b'))).known).toEqual([true, false]);
    await assertBalanced(expect, ledger, caller, startAt);
  });

  test('the reset of one key keeps the known names of others', async () => {
    const { ledger, caller } = await opened();
    await submit(ledger, caller, named('a'));
    await ledger.reset(startAt, 'other');

    expect((await submit(ledger, caller, named('a'))).known).toEqual([true]);
  });

  test('a key that is removed and created again has no known names', async () => {
    const ledger = await ledgerOf();
    const create = () => ledger.keys.create({ key: 'mine', plan: credits(9) }, startAt);
    await create();
    await submit(ledger, await callerOf(ledger, 'mine'), named('a'));
    await ledger.keys.remove('mine', startAt);
    await create();

    expect((await submit(ledger, await callerOf(ledger, 'mine'), named('a'))).known).toEqual([false]);
  });

  test('known names and daily counts survive a restart', async () => {
    const folder = newFolder();
    const options = { folder, keys: { k: { plan: credits(10) } } };
    const first = await ledgerOf(options);
    await submit(first, await callerOf(first, 'k'), named('a', 'b', 'c', 'd'));
    await first.close();

    const second = await ledgerOf(options);
    const caller = await callerOf(second, 'k');
    expect((await submit(second, caller, named('a'))).known).toEqual([true]);
    expect(await refusalOf(submit(second, caller, named('e')))).toEqual({ kind: 'rateLimited' });
  });

  test('after any submissions, known names, limit and balance agree with a plain count', async () => {
    const step = fc.record({
      names: fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 4 }),
      day: fc.nat({ max: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { ledger, caller } = await opened(3);
        const seen = new Set<string>();
        const counts = [0, 0];
        let left = 3;
        for (const { names, day } of steps) {
          const now = startAt + day * dayMs;
          const reply = submit(ledger, caller, { ...named(...names), now });
          if ((counts[day] ?? 0) + names.length > 5) {
            expect(await refusalOf(reply)).toEqual({ kind: 'rateLimited' });
            continue;
          }
          if (left < 1) {
            expect((await refusalOf(reply)).kind).toBe('insufficientCredits');
            continue;
          }
          const known = names.map((name) => seen.has(name) || !seen.add(name));
          counts[day] = (counts[day] ?? 0) + names.length;
          const charged = known.includes(false) ? 1 : 0;
          left -= charged;
          expect(await reply).toMatchObject({ known, charged: credits(charged) });
        }
        expect(await ledger.balance(caller, startAt + dayMs)).toMatchObject({ planUsed: credits(3 - left) });
        await assertBalanced(expect, ledger, caller, startAt + dayMs);
      }),
      { numRuns: runs(100) },
    );
  });
});
