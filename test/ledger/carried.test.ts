import { Ajv } from 'ajv';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { ledgerOn } from '../../src/ledger/ledger-on.ts';
import { entryBytes } from '../../src/ledger/memory/entry-lists.ts';
import { memoryStore } from '../../src/ledger/memory/store.ts';
import { SavedLedger } from '../../src/ledger/saved.ts';
import { atOnce } from '../creators/search/at-once.ts';
import { newFolder } from '../new-folder.ts';
import {
  allEntries,
  assertBalanced,
  call,
  callerOf,
  credits,
  ledgerOf,
  settings,
  startAt,
} from './harness.ts';
import { live, step } from './live.ts';

const keys = { demo: { plan: credits(30) }, k: { plan: credits(10), purchased: credits(100) } };
const isSaved = new Ajv({ strict: false }).compile(SavedLedger);

/** A ledger in memory in which only the newest entries of an account, or of all, stay. */
function short(maxEntries: number, maxBytes?: number): Ledger {
  const ledger = ledgerOn(memoryStore({ maxEntries, maxBytes }), settings({ keys }));
  onTestFinished(() => ledger.close());
  return ledger;
}

test('in memory the newest 20,000 entries stay, and one entry carries the older ones', async () => {
  const ledger = await ledgerOf({ keys: { k: { unlimited: true } } });
  const caller = await callerOf(ledger, 'k');
  await Promise.all(Array.from({ length: 20_500 }, (_, n) => ledger.charge(caller, call(1, startAt + n))));
  const entries = await allEntries(ledger, caller);
  expect(entries).toHaveLength(20_001);
  expect(entries[0]).toEqual({
    id: 501,
    at: startAt + 499,
    kind: 'carried',
    keyId: null,
    operation: null,
    rule: null,
    plan: -500_000,
    purchased: 0,
    held: 0,
    balance: -500_000,
    traceId: null,
  });
  expect(entries.slice(1).map(({ id }) => id)).toEqual(Array.from({ length: 20_000 }, (_, n) => 502 + n));
  await assertBalanced(expect, ledger, caller, startAt);
});

test('the entries of all accounts together stay within their bytes: the oldest leave first', async () => {
  const maxBytes = 20 * entryBytes;
  const many = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`k${n}`, { plan: credits(100) }]));
  const ledger = ledgerOn(memoryStore({ maxBytes }), settings({ keys: many }));
  onTestFinished(() => ledger.close());
  const callers = await Promise.all(Object.keys(many).map((key) => callerOf(ledger, key)));
  const [quiet, ...busy] = callers as [(typeof callers)[0], ...typeof callers];
  await ledger.charge(quiet, call(1));
  for (let n = 0; n < 40; n++)
    await Promise.all(busy.map((caller) => ledger.charge(caller, call(1, startAt + n))));
  const lists = await Promise.all(callers.map((caller) => allEntries(ledger, caller)));
  const kept = lists.map((entries) => entries.filter(({ kind }) => kind !== 'carried').length);
  expect(kept.reduce((sum, count) => sum + count)).toBe(20);
  expect(kept).toEqual([0, 2, 3, 3, 3, 3, 3, 3]);
  expect(lists[0]).toMatchObject([{ id: 2, kind: 'carried', balance: 99_000 }]);
  for (const caller of callers) await assertBalanced(expect, ledger, caller, startAt);
  expect(atOnce(ledger.flawIn(await ledger.save()))).toBeUndefined();
});

test('pages begin with the entry that carries older ones, and go on after it', async () => {
  const ledger = short(4);
  const caller = await callerOf(ledger, 'k');
  for (let n = 0; n < 9; n++) await ledger.charge(caller, call(1, startAt + n));
  const ids = async (after?: number, max?: number) =>
    (await ledger.entries(caller, after, max)).map(({ id }) => id);
  expect(await ids()).toEqual([6, 7, 8, 9, 10]);
  expect(await ids(0, 1)).toEqual([6]);
  expect(await ids(3, 2)).toEqual([6, 7]);
  expect(await ids(6, 2)).toEqual([7, 8]);
  expect(await ids(8)).toEqual([9, 10]);
  expect(await ids(10)).toEqual([]);
});

test('a hold that began among carried entries settles', async () => {
  const ledger = short(3);
  const caller = await callerOf(ledger, 'k');
  const hold = await ledger.hold(caller, call(12, startAt, 'nls'));
  for (let n = 0; n < 5; n++) await ledger.charge(caller, call(1));
  expect((await allEntries(ledger, caller))[0]).toMatchObject({ kind: 'carried', held: 12_000 });
  await assertBalanced(expect, ledger, caller, startAt);
  await ledger.settle(hold, credits(11), () => startAt);
  await assertBalanced(expect, ledger, caller, startAt);
  const saved = await ledger.save();
  expect(atOnce(ledger.flawIn(saved))).toBeUndefined();
});

test.each([
  ['in memory', () => short(3)],
  ['on disk', () => ledgerOf({ folder: newFolder(), keys })],
])('carried entries are saved and restored with their numbers: %s', async (_, open) => {
  const one = short(3);
  const caller = await callerOf(one, 'k');
  for (let n = 0; n < 8; n++) await one.charge(caller, call(1));
  const saved = await one.save();
  const other = await open();
  await other.restore(saved);
  expect(await allEntries(other, caller)).toEqual(await allEntries(one, caller));
  await other.charge(caller, call(1));
  expect((await allEntries(other, caller)).at(-1)).toMatchObject({ id: 10, kind: 'charge' });
  await assertBalanced(expect, other, caller, startAt);
  expect(await other.reset(startAt, 'k')).toMatchObject({ entries: 10 });
});

test('after any steps, a saved ledger with carried entries has no flaw, and is the same once restored', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const [one, other] = [short(3, 5 * entryBytes), short(100)];
      await live(one, steps);
      const saved = await one.save();
      expect(isSaved(saved), JSON.stringify(isSaved.errors)).toBe(true);
      expect(atOnce(one.flawIn(saved))).toBeUndefined();
      await other.restore(saved);
      expect(await other.save()).toEqual(saved);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['a count on another entry', { at: 1, change: { count: 4 } }],
  ['no count', { at: 0, change: { count: undefined } }],
  ['another sum', { at: 0, change: { plan: 1 } }],
  ['more held than is released', { at: 0, change: { held: 5 } }],
])('a saved ledger has a flaw if its carried entry has %s', async (_, { at, change }) => {
  const ledger = short(3);
  const caller = await callerOf(ledger, 'k');
  for (let n = 0; n < 8; n++) await ledger.charge(caller, call(1));
  const saved = await ledger.save();
  Object.assign(saved.accounts[1]?.entries[at] ?? {}, change);
  expect(atOnce(ledger.flawIn(saved))?.pointer).toMatch(/^\/accounts\/1/);
});
