import fc from 'fast-check';
import { dayMs } from '../../src/core/durations.ts';
import { Refusal } from '../../src/core/errors.ts';
import { keyIdOf } from '../../src/core/keys/digest.ts';
import type { Caller, Hold, Ledger } from '../../src/ledger/ledger.ts';
import { call, callerOf, startAt, submit } from './harness.ts';

const names = ['demo', 'sandbox:plan=20,purchased=5:a', 'sandbox:unlimited,limit=9:b', 'joined'];
const amount = fc.integer({ min: 0, max: 12_000 });
export const step = fc.record({
  verb: fc.constantFrom(
    'charge',
    'hold',
    'settle',
    'release',
    'topUp',
    'change',
    'advance',
    'refuse',
    'submit',
    'back',
    'shorten',
    'reset',
    'resetAll',
    'remove',
    'join',
  ),
  key: fc.nat({ max: names.length - 1 }),
  amount,
});
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

/** Runs the steps on a ledger; a refused step changes nothing. */
export async function live(ledger: Ledger, steps: readonly Step[]): Promise<void> {
  let now = startAt;
  const joined = { key: 'joined', account: `account-${keyIdOf('demo')}`, spent: 5 };
  await ledger.keys.create(joined, now);
  const callers: Caller[] = [];
  for (const name of names) callers.push(await callerOf(ledger, name));
  const holds: Hold[] = [];
  const actions: Record<string, (caller: Caller, amount: number) => Promise<unknown>> = {
    charge: (caller, of) => ledger.charge(caller, { ...call(0, now), credits: of }),
    hold: async (caller, of) => holds.push(await ledger.hold(caller, { ...call(0, now), credits: of })),
    settle: async (_, of) => {
      const hold = holds.pop();
      // a reset removes the holds
      if (hold) await ledger.settle(hold, Math.min(of, hold.credits), () => now).catch(() => {});
    },
    release: async () => {
      const hold = holds.pop();
      if (hold) await ledger.release(hold, () => now);
    },
    topUp: ({ id }, of) => ledger.topUp(id, { plan: of, purchased: 1 }, now),
    change: ({ id }, of) => ledger.keys.change(id, { plan: of, limit: of, unlimited: of % 2 === 0 }, now),
    advance: async (_, of) => {
      now += of * dayMs * 0.003;
      now = Math.floor(now);
    },
    back: async (_, of) => {
      now -= of * 1_000_000;
    },
    shorten: ({ id }, of) => ledger.keys.change(id, { cycleMs: 60_000 + of, clockOffsetMs: of - 6_000 }, now),
    reset: ({ id }) => ledger.reset(now, id),
    resetAll: () => ledger.reset(now),
    remove: ({ id }) => ledger.keys.remove(id, now),
    join: () => ledger.keys.create(joined, now),
    refuse: (caller) => ledger.countRefused(caller, 'nls', now),
    submit: (caller, of) =>
      submit(ledger, caller, {
        ...call(0, now, 'sponsor/submit'),
        creditsIfKnown: 0,
        kind: 'brands',
        count: 1,
        maxPerDay: 5,
        items: () => [[`brand ${of % 3}`]],
      }),
  };
  for (const { verb, key, amount: of } of steps)
    try {
      await actions[verb]?.(callers[key] as Caller, of);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
}
