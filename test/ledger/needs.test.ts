import { describe, expect, it } from 'vitest';
import { keyIdOf } from '../../src/core/keys/digest.ts';
import type { Concern } from '../../src/ledger/job.ts';
import { SharedRows } from '../../src/ledger/ledger-rows.ts';
import { bothNeeds, covers, needOf } from '../../src/ledger/postgres/needs.ts';
import { type LedgerCopy, type Need, nothingKnown, wholeLedger } from '../../src/ledger/postgres/reading.ts';
import { openKey } from '../../src/ledger/resets.ts';
import { createState, type OpenHold } from '../../src/ledger/state.ts';
import { settings, startAt } from './harness.ts';

const described = 'sandbox:plan=5:known';
const unknown = 'sandbox:plan=5:unknown';
const [made, other] = [keyIdOf('made'), keyIdOf('other')];

/** A copy of a ledger with two keys, the first with an open hold. */
function copy(): LedgerCopy {
  const state = createState();
  const rules = { ...settings(), cycleMs: 1_000 };
  const { key } = openKey(state, rules, 'made', 'admin', {}, { openAt: startAt });
  openKey(state, rules, described, 'self-describing', { plan: 5_000 }, { openAt: startAt });
  for (const [id, number] of [
    [7, key.number],
    [8, 99],
  ] as const)
    state.holds.set(id, { id, key: number } as OpenHold);
  return { state, shared: new SharedRows(state.changes), known: nothingKnown() };
}

const need = (...batch: (Concern | undefined)[]) =>
  needOf(
    batch.map((concerns) => ({ ...(concerns && { concerns }) })),
    copy(),
  );
const accounts = (...keyIds: string[]): Need => ({
  ...{ whole: false, opening: false, counters: false, keyIds: new Set(keyIds) },
});

describe('a batch of replicas locks', () => {
  it.each<[Concern, Need]>([
    [{ id: made }, accounts(made)],
    [{ secret: 'made' }, accounts(made)],
    [{ secret: 'nobody-knows' }, accounts(keyIdOf('nobody-knows'))],
    [{ secret: described }, accounts(keyIdOf(described))],
    [{ secret: '' }, accounts()],
    [{ name: 'made' }, accounts(made)],
    [{ name: made }, accounts(made, keyIdOf(made))],
    [{ hold: 7 }, accounts(made)],
    // The key of this hold is gone.
    [{ hold: 8 }, accounts()],
  ])('the accounts that %j concerns', (concern, expected) => expect(need(concern)).toEqual(expected));

  it.each<Concern>([{ secret: unknown }, { name: unknown }, { name: 'made', changesKeys: true }])(
    'what opens and removes keys too, where %j may',
    (concern) => expect(need(concern)).toMatchObject({ whole: false, opening: true, counters: false }),
  );

  it('the whole ledger where a job may concern all, or a hold that is not known', () => {
    for (const batch of [[undefined], [{ id: made }, undefined], [{ id: made }, { hold: 9 }]])
      expect(need(...batch)).toEqual(wholeLedger);
    expect(need()).toEqual({ ...accounts(), whole: true });
  });

  it('what all its jobs need, and the rows of the whole sandbox while there are counters', () => {
    expect(need({ id: made }, { secret: unknown }, { id: other })).toEqual({
      ...accounts(made, keyIdOf(unknown), other),
      opening: true,
    });
    const ledger = copy();
    ledger.shared.set({ name: 'rule', account: null, counter: true, value: 1 });
    expect(needOf([{ concerns: { id: made } }], ledger)).toEqual({ ...accounts(made), counters: true });
  });
});

it('locks are enough for what needs no others', () => {
  const both = accounts(made, other);
  const opening = { ...both, opening: true };
  const counters = { ...both, counters: true };
  for (const [held, needed, isEnough] of [
    [wholeLedger, wholeLedger, true],
    [wholeLedger, opening, true],
    [{ ...accounts(), whole: true }, counters, true],
    [opening, wholeLedger, false],
    [opening, both, true],
    [both, opening, false],
    [counters, both, true],
    [both, counters, false],
    [both, accounts(made), true],
    [accounts(made), both, false],
    [accounts(), accounts(), true],
  ] as const)
    expect(covers(held, needed), JSON.stringify([held, needed])).toBe(isEnough);
  expect(bothNeeds(accounts(made), accounts(other))).toEqual(both);
  for (const name of ['whole', 'opening', 'counters'] as const) {
    const more = { ...both, [name]: true };
    expect([bothNeeds(more, accounts()), bothNeeds(accounts(), more)]).toEqual([more, more]);
  }
});
