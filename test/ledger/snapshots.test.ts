import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { dayMs } from '../../src/core/durations.ts';
import { dayOf } from '../../src/ledger/days.ts';
import { ledgerWithDigests } from '../../src/ledger/save.ts';
import { SavedLedger } from '../../src/ledger/saved.ts';
import { atOnce } from '../creators/search/at-once.ts';
import { newFolder } from '../new-folder.ts';
import {
  allEntries,
  call,
  callerOf,
  credits,
  identify,
  ledgerOf,
  overEachStore,
  runs,
  startAt,
  submit,
} from './harness.ts';
import { live, step } from './live.ts';

const demo = { demo: { plan: credits(30) } };
const isSaved = new Ajv({ strict: false }).compile(SavedLedger);

overEachStore(() => {
  test('after any steps, a saved ledger matches its schema, has no flaw, and is the same once restored', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const [one, other] = [await ledgerOf({ keys: demo }), await ledgerOf({ keys: demo })];
        await live(one, steps);
        const saved = await one.save();
        expect(isSaved(saved), JSON.stringify(isSaved.errors)).toBe(true);
        expect(atOnce(one.flawIn(saved))).toBeUndefined();
        await other.restore(saved);
        expect(await other.save()).toEqual(saved);

        const shown = atOnce(ledgerWithDigests(saved));
        expect(atOnce(one.flawIn(shown))).toBeUndefined();
        await other.restore(shown);
        expect(atOnce(ledgerWithDigests(await other.save()))).toEqual(shown);
        await Promise.all([one.close(), other.close()]);
      }),
      { numRuns: runs(30) },
    );
  });

  test('after any steps, a whole reset reports every entry, key and account', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const ledger = await ledgerOf({ keys: demo });
        await live(ledger, steps);
        const keys = await ledger.keys.list(0, 0, 100);
        const ofAccount = new Map(keys.map((key) => [key.account, key]));
        const lists = await Promise.all([...ofAccount.values()].map((key) => allEntries(ledger, key)));
        expect(await ledger.reset(startAt)).toMatchObject({
          keys: keys.length,
          accounts: ofAccount.size,
          entries: lists.flat().length,
        });
        await ledger.close();
      }),
      { numRuns: runs(30) },
    );
  });

  /** Changes that touch neither a sum nor a reference. */
  const harmless = [
    /^\/accounts\/\d+\/(anchorAt|renewsAt|cycleMs|clockOffsetMs|purchasedUsed|opening\/.+)$/,
    /^\/accounts\/\d+\/entries\/\d+\/(at|count|keyId|operation|rule|traceId)$/,
    /^\/keys\/\d+\/(limit|spent|opening\/.+|rate\/.+)$/,
    /^\/keys\/\d+\/(usage|submitted|submittedOn)\/\d+\/(day|requests|charged|credits|count|name)$/,
  ];

  test('a saved ledger with one number or name changed is refused, unless nothing contradicts it', async () => {
    const changes = { harmless: 0, flawed: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 40 }),
        fc.nat(),
        fc.oneof(fc.constantFrom(-1, 1, 1000, -1000, 1e12, -1e15, 1e15), fc.integer()),
        async (steps, which, by) => {
          const [one, other] = [await ledgerOf({ keys: demo }), await ledgerOf({ keys: demo })];
          await live(one, steps);
          const saved = await one.save();
          const places = placesIn(saved);
          const place = places[which % places.length];
          if (!place) return;
          const before = place.of[place.name];
          place.of[place.name] = typeof before === 'number' ? before + (by || 1) : `${before}a`;
          const flaw = isSaved(saved) ? atOnce(one.flawIn(saved)) : 'its form';
          if (flaw) changes.flawed += 1;
          else {
            changes.harmless += 1;
            expect(
              harmless.some((each) => each.test(place.pointer)),
              place.pointer,
            ).toBe(true);
            await other.restore(saved);
            // Another day is another place among the days.
            expect(daysInOrder(await other.save())).toEqual(daysInOrder(saved));
          }
          await Promise.all([one.close(), other.close()]);
        },
      ),
      { numRuns: runs(60) },
    );
    if (runs(60) === 60) expect(changes.flawed).toBeGreaterThan(10);
  });

  const daysInOrder = (saved: SavedLedger) => ({
    ...saved,
    keys: saved.keys.map((key) => ({
      ...key,
      usage: key.usage.toSorted(byText),
      submittedOn: key.submittedOn.toSorted(byText),
    })),
  });
  const byText = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

  interface Place {
    of: Record<string, unknown>;
    name: string;
    pointer: string;
  }

  /** Every number, and every name that is used elsewhere. */
  function placesIn(value: unknown, pointer = ''): Place[] {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, each]) => {
      const path = `${pointer}/${name}`;
      const named = /\/(id|account|operation|keyId|origin|digest)$/.test(path) && typeof each === 'string';
      return typeof each === 'number' || named
        ? [{ of: value as Record<string, unknown>, name, pointer: path }]
        : placesIn(each, path);
    });
  }

  test('a hold of 0 credits, open or released, is saved as JSON would write it', async () => {
    const [one, other] = [await ledgerOf({ keys: demo }), await ledgerOf({ keys: demo })];
    const caller = await callerOf(one, 'demo');
    await one.release(await one.hold(caller, call(0)), () => startAt);
    await one.settle(await one.hold(caller, call(0)), 0, () => startAt);
    await one.hold(caller, call(0));
    const saved = await one.save();
    expect(saved).toEqual(JSON.parse(JSON.stringify(saved)));
    expect(atOnce(one.flawIn(saved))).toBeUndefined();
    await other.restore(saved);
    expect(await other.save()).toEqual(saved);
  });

  test('a ledger of more entries than a page is saved whole', async () => {
    const ledger = await ledgerOf({ keys: demo });
    const caller = await callerOf(ledger, 'demo');
    const calls = Array.from({ length: 5_000 }, (_, n) => call(0, startAt + n));
    await Promise.all(calls.map((each) => ledger.charge(caller, each)));
    const [account] = (await ledger.save()).accounts;
    expect(account?.entries.map(({ at }) => at)).toEqual([startAt, ...calls.map(({ now }) => now)]);
  });

  test('submissions are saved in the order of their kinds, names and days', async () => {
    const ledger = await ledgerOf({ keys: demo });
    const caller = await callerOf(ledger, 'demo');
    const rows = [];
    for (const [kind, name, day] of [
      ['creators', 'a', 0],
      ['brands', 'c', 2],
      ['brands', 'b', 1],
    ] as const) {
      const items = () => [[name]];
      const one = { kind, items, count: 1, maxPerDay: 5, creditsIfKnown: 0 };
      await submit(ledger, caller, { ...call(0, startAt + day * dayMs), ...one });
      rows.unshift({ kind, name, day: dayOf(startAt) + day, count: 1 });
    }
    expect((await ledger.save()).keys[0]).toMatchObject({
      submitted: rows.map(({ kind, name }) => ({ kind, name })),
      submittedOn: rows.map(({ kind, day, count }) => ({ kind, day, count })),
    });
  });

  describe('a restoration', () => {
    it('from digests recognises the keys, but nothing that the export shows', async () => {
      const [one, other] = [await ledgerOf({ keys: demo }), await ledgerOf({ keys: demo })];
      await one.keys.create({ key: 'a-long-secret', plan: credits(4) }, startAt);
      await one.keys.create({ key: 'short', plan: credits(4) }, startAt);
      await callerOf(one, 'sandbox::described');
      const shown = atOnce(ledgerWithDigests(await one.save()));
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
        expect(await identify(other, text, startAt)).toBeUndefined();
      await expect(other.keys.create({ key: 'a-long-secret' }, startAt)).rejects.toMatchObject({
        kind: 'conflict',
      });
    });

    it('counts self-describing keys against maxKeys', async () => {
      const one = await ledgerOf({ maxKeys: 2 });
      await callerOf(one, 'sandbox::1');
      await callerOf(one, 'sandbox::2');
      const saved = await one.save();
      const other = await ledgerOf({ maxKeys: 2 });
      await other.restore(saved);
      expect(await identify(other, 'sandbox::3', startAt)).toBeUndefined();
      expect(atOnce(other.flawIn(saved))).toBeUndefined();
      expect(atOnce((await ledgerOf({ maxKeys: 1 })).flawIn(saved))).toEqual({
        pointer: '/keys',
        says: 'It has 2 self-describing keys, and maxKeys is 1.',
      });
    });

    it('removes the holds of running streams', async () => {
      const ledger = await ledgerOf({ keys: demo });
      const caller = await callerOf(ledger, 'demo');
      const before = await ledger.hold(caller, call(3));
      await ledger.restore(await ledger.save());
      const after = await ledger.hold(caller, call(4));
      expect(after.id).not.toBe(before.id);
      await expect(ledger.settle(before, 1000, () => startAt)).rejects.toThrow('is not open');
      await ledger.release(before, () => startAt);
      expect(await ledger.balance(caller, startAt)).toMatchObject({ held: 4000, planUsed: 0 });
    });
  });

  describe('snapshots', () => {
    it('survive a reset, a restoration and, in a folder, a restart', async () => {
      const folder = newFolder();
      const first = await ledgerOf({ folder });
      expect(await first.snapshots.put('b', ['{"é"', ':1}'], 5)).toEqual({ name: 'b', takenAt: 5, bytes: 8 });
      await first.snapshots.put('a', ['old', 'er'], 1);
      await first.snapshots.put('a', ['"new"'], 2);
      await first.reset(startAt);
      await first.restore(await first.save());
      await first.close();

      const second = await ledgerOf({ folder });
      expect(await second.snapshots.list()).toEqual([
        { name: 'a', takenAt: 2, bytes: 5 },
        { name: 'b', takenAt: 5, bytes: 8 },
      ]);
      expect(await second.snapshots.read('a')).toEqual(['"new"']);
      expect(await second.snapshots.read('b')).toEqual(['{"é"', ':1}']);
      expect([await second.snapshots.remove('a'), await second.snapshots.remove('a')]).toEqual([true, false]);
      expect(await second.snapshots.read('a')).toBeUndefined();
    });
  });
});
