import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { dayMs } from '../../src/core/durations.ts';
import { Refusal } from '../../src/core/errors.ts';
import { keyIdOf } from '../../src/keys/digest.ts';
import type { Caller, Hold, Ledger } from '../../src/ledger/ledger.ts';
import { shownLedger } from '../../src/ledger/save-restore.ts';
import { SavedLedger } from '../../src/ledger/saved.ts';
import { call, callerOf, credits, ledgerOf, startAt, temporaryFolder } from './harness.ts';

const demo = { demo: { plan: credits(30) } };
const isSaved = new Ajv({ strict: false }).compile(SavedLedger);

const names = ['demo', 'sandbox:plan=20,purchased=5:a', 'sandbox:unlimited,limit=9:b', 'joined'];
const amount = fc.integer({ min: 0, max: 12_000 });
const step = fc.record({
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
async function live(ledger: Ledger, steps: readonly Step[]): Promise<void> {
  let now = startAt;
  const joined = { key: 'joined', account: `account-${keyIdOf('demo')}`, spent: 5 };
  await ledger.keys.create(joined, now);
  const callers: Caller[] = [];
  for (const name of names) callers.push(await callerOf(ledger, name));
  const holds: Hold[] = [];
  const verbs: Record<string, (caller: Caller, amount: number) => Promise<unknown>> = {
    charge: (caller, of) => ledger.charge(caller, { ...call(0, now), credits: of }),
    hold: async (caller, of) => holds.push(await ledger.hold(caller, { ...call(0, now), credits: of })),
    settle: async (_, of) => {
      const hold = holds.pop();
      // a reset removes the holds
      if (hold) await ledger.settle(hold, Math.min(of, hold.credits), now).catch(() => {});
    },
    release: async () => {
      const hold = holds.pop();
      if (hold) await ledger.release(hold, now);
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
    refuse: (caller) => ledger.refused(caller, 'nls', now),
    submit: (caller, of) =>
      ledger.submit(caller, {
        ...call(0, now, 'sponsor/submit'),
        creditsIfKnown: 0,
        kind: 'brands',
        count: 1,
        mostPerDay: 5,
        items: [[`brand ${of % 3}`]],
      }),
  };
  for (const { verb, key, amount: of } of steps)
    try {
      await verbs[verb]?.(callers[key] as Caller, of);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
}

test('after any steps, a saved ledger matches its schema, has no flaw, and is the same once restored', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const [one, other] = [ledgerOf({ keys: demo }), ledgerOf({ keys: demo })];
      await live(one, steps);
      const saved = await one.save();
      expect(isSaved(saved), JSON.stringify(isSaved.errors)).toBe(true);
      expect(one.flawIn(saved)).toBeUndefined();
      await other.restore(saved);
      expect(await other.save()).toEqual(saved);

      const shown = shownLedger(saved);
      expect(one.flawIn(shown)).toBeUndefined();
      await other.restore(shown);
      expect(shownLedger(await other.save())).toEqual(shown);
      await Promise.all([one.close(), other.close()]);
    }),
    { numRuns: 60 },
  );
});

/** Changes that contradict nothing: the ledger could always have been so. */
const harmless = [
  /^\/accounts\/\d+\/(anchorAt|renewsAt|cycleMs|clockOffsetMs)$/,
  /^\/accounts\/\d+\/entries\/\d+\/at$/,
  /^\/accounts\/\d+\/opening\/(cycleMs|clockOffsetMs|limit|spent)$/,
  /^\/keys\/\d+\/(limit|opening\/(limit|plan|used|purchased))$/,
  /^\/keys\/\d+\/usage\/\d+\/(requests|day)$/,
  // as if the key had been created again after its first calls, which cost nothing
  /^\/keys\/\d+\/usage\/\d+\/charged$/,
  /^\/keys\/\d+\/submittedOn\/\d+\/(count|day)$/,
];

test('a saved ledger with one number or name changed is refused, unless nothing contradicts it', async () => {
  const changes = { harmless: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      fc.nat(),
      fc.oneof(fc.constantFrom(-1, 1, 1000, -1000, 1e12, -1e15, 1e15), fc.integer()),
      async (steps, which, by) => {
        const [one, other] = [ledgerOf({ keys: demo }), ledgerOf({ keys: demo })];
        await live(one, steps);
        const saved = await one.save();
        const places = placesIn(saved);
        const place = places[which % places.length];
        if (!place) return;
        const before = place.of[place.name];
        place.of[place.name] = typeof before === 'number' ? before + (by || 1) : `${before}a`;
        const flaw = isSaved(saved) ? one.flawIn(saved) : 'its form';
        if (flaw) changes.refused += 1;
        else {
          changes.harmless += 1;
          expect(
            harmless.some((each) => each.test(place.pointer)),
            place.pointer,
          ).toBe(true);
          await other.restore(saved);
          expect(await other.save()).toEqual(saved);
        }
        await Promise.all([one.close(), other.close()]);
      },
    ),
    { numRuns: 100 },
  );
  expect(changes.refused).toBeGreaterThan(changes.harmless);
});

interface Place {
  of: Record<string, unknown>;
  name: string;
  pointer: string;
}

/** Every number, and every name that is used elsewhere. */
function placesIn(value: unknown, pointer = ''): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const here = `${pointer}/${name}`;
    const named = /\/(id|account|operation|keyId|origin|digest)$/.test(here) && typeof each === 'string';
    return typeof each === 'number' || named
      ? [{ of: value as Record<string, unknown>, name, pointer: here }]
      : placesIn(each, here);
  });
}

test('a hold of 0 credits, open or released, is saved as JSON would write it', async () => {
  const [one, other] = [ledgerOf({ keys: demo }), ledgerOf({ keys: demo })];
  const caller = await callerOf(one, 'demo');
  await one.release(await one.hold(caller, call(0)), startAt);
  await one.settle(await one.hold(caller, call(0)), 0, startAt);
  await one.hold(caller, call(0));
  const saved = await one.save();
  expect(saved).toEqual(JSON.parse(JSON.stringify(saved)));
  await other.restore(saved);
  expect(await other.save()).toEqual(saved);
});

describe('a restoration', () => {
  it('from digests recognises the keys, but nothing that the export shows', async () => {
    const [one, other] = [ledgerOf({ keys: demo }), ledgerOf({ keys: demo })];
    await one.keys.create({ key: 'a-long-secret', plan: credits(4) }, startAt);
    await one.keys.create({ key: 'short', plan: credits(4) }, startAt);
    const shown = shownLedger(await one.save());
    await other.restore(shown);
    const { id } = await callerOf(other, 'a-long-secret');
    expect(await other.keys.find('a-long-secret', startAt)).toMatchObject({
      id,
      shown: '…cret',
      origin: 'admin',
    });
    expect(await other.keys.find('short', startAt)).toMatchObject({ shown: '…t' });
    const { digest = '' } = shown.keys.find((key) => key.id === id) ?? {};
    for (const text of [digest, ` ${digest} cret`, ` ${digest} `, 'a-long-secreT'])
      expect(await other.identify(text, startAt)).toBeUndefined();
    await expect(other.keys.create({ key: 'a-long-secret' }, startAt)).rejects.toMatchObject({
      kind: 'conflict',
    });
  });

  it('counts self-describing keys against maxKeys', async () => {
    const one = ledgerOf({ maxKeys: 2 });
    await callerOf(one, 'sandbox::1');
    await callerOf(one, 'sandbox::2');
    const saved = await one.save();
    const other = ledgerOf({ maxKeys: 2 });
    await other.restore(saved);
    expect(await other.identify('sandbox::3', startAt)).toBeUndefined();
    expect(ledgerOf({ maxKeys: 1 }).flawIn(saved)).toEqual({
      pointer: '/keys',
      says: 'It has 2 self-describing keys, and maxKeys is 1.',
    });
  });

  it('removes the holds of running streams', async () => {
    const ledger = ledgerOf({ keys: demo });
    const caller = await callerOf(ledger, 'demo');
    const before = await ledger.hold(caller, call(3));
    await ledger.restore(await ledger.save());
    const after = await ledger.hold(caller, call(4));
    expect(after.id).not.toBe(before.id);
    await expect(ledger.settle(before, 1000, startAt)).rejects.toThrow('is not open');
    await ledger.release(before, startAt);
    expect(await ledger.balance(caller, startAt)).toMatchObject({ held: 4000, planUsed: 0 });
  });
});

describe('snapshots', () => {
  it('survive a reset, a restoration and, in a folder, a restart', async () => {
    const folder = temporaryFolder();
    const first = ledgerOf({ folder });
    expect(await first.snapshots.put('b', '{"é":1}', 5)).toEqual({ name: 'b', takenAt: 5, bytes: 8 });
    await first.snapshots.put('a', 'old', 1);
    await first.snapshots.put('a', 'new', 2);
    await first.reset(startAt);
    await first.restore(await first.save());
    await first.close();

    const second = ledgerOf({ folder });
    expect(await second.snapshots.list()).toEqual([
      { name: 'a', takenAt: 2, bytes: 3 },
      { name: 'b', takenAt: 5, bytes: 8 },
    ]);
    expect(await second.snapshots.read('a')).toBe('new');
    expect([await second.snapshots.remove('a'), await second.snapshots.remove('a')]).toEqual([true, false]);
    expect(await second.snapshots.read('a')).toBeUndefined();
  });
});

test('a reset of everything is one commit', async () => {
  const ledger = ledgerOf({ folder: temporaryFolder(), keys: demo });
  await callerOf(ledger, 'sandbox::1');
  const before = ledger.transactions;
  await ledger.reset(startAt);
  expect(ledger.transactions).toBe(before + 1);
});
