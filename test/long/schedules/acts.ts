import type { Clock } from '../../../src/core/clock.ts';
import { Refusal } from '../../../src/core/errors.ts';
import { keyIdOf } from '../../../src/core/keys/digest.ts';
import type { Faults } from '../../../src/faults/faults.ts';
import { CommitFailed, HoldNotFound } from '../../../src/ledger/errors.ts';
import { inTransaction } from '../../../src/ledger/job.ts';
import type { Caller, Hold, Ledger } from '../../../src/ledger/ledger.ts';
import { ConnectionLost } from '../../../src/ledger/postgres/connection.ts';
import type { SavedLedger } from '../../../src/ledger/saved.ts';
import type { LedgerTransaction } from '../../../src/ledger/transaction.ts';
import { cycleMs, type KeyName, secrets } from '../small/model.ts';
import type { Model } from './model.ts';

/** One replica as its clients use it. */
export interface Replica {
  ledger: Ledger;
  clock: Clock;
  faults: Faults;
}

/** What the acts of a run left for each other, by the number of the act. */
export interface Subject extends Replica {
  holds: Map<number, Hold>;
  saved: Map<number, SavedLedger>;
}

/** One call of a client or of the admin surface: for the ledger, and for its model. */
export interface Act {
  /** Its number in the run. */
  id: number;
  name: string;
  take(subject: Subject): Promise<unknown>;
  expect(model: Model): unknown;
}

type NewAct = Omit<Act, 'id'>;

/** A request: recognises the key and uses it in one job, at the instant that the shared clock shows there. */
const asClient = <T>(
  { ledger, clock }: Replica,
  key: KeyName,
  work: (tx: LedgerTransaction, caller: Caller, now: number) => T,
): Promise<T | 'unknown'> =>
  inTransaction(ledger, { secret: secrets[key] }, (tx) => {
    const now = clock.now();
    const caller = tx.identify(secrets[key], now);
    return caller ? work(tx, caller, now) : 'unknown';
  });

const call = (credits: number, now: number) => ({ operation: 'nls', credits, traceId: 'a', now });

export const charge = (key: KeyName, credits: number): NewAct => ({
  name: `charge ${key} ${credits}`,
  take: (subject) =>
    asClient(subject, key, (tx, caller, now) => {
      const request = { keyId: caller.id, operation: 'nls', method: 'POST', url: '/nls', body: undefined };
      return subject.faults.effectOn(request) ? 'forced' : tx.charge(caller, call(credits, now));
    }),
  expect: (model) => model.charge(key, credits),
});

const hold = (id: number, key: KeyName, credits: number): NewAct => ({
  name: `hold ${key} ${credits}`,
  async take(subject) {
    const held = await asClient(subject, key, (tx, caller, now) => tx.hold(caller, call(credits, now)));
    if (held === 'unknown') return held;
    subject.holds.set(id, held);
    return { credits: held.credits };
  },
  expect: (model) => model.hold(id, key, credits),
});

/** Ends the hold of an act, as its stream does. @param credits undefined = a release */
const end = (of: number, credits?: number): NewAct => ({
  name: credits === undefined ? `release the hold of ${of}` : `settle the hold of ${of} with ${credits}`,
  async take({ ledger, clock, holds }) {
    const held = holds.get(of);
    if (!held) return 'none';
    holds.delete(of);
    return credits === undefined
      ? ledger.release(held, () => clock.now())
      : ledger.settle(held, Math.min(credits, held.credits), () => clock.now());
  },
  expect: (model) => model.end(of, credits),
});

/** An act of the admin surface, which first sees what other replicas changed. */
const managed = (
  name: string,
  take: (replica: Subject, now: number) => Promise<unknown>,
  expect: Act['expect'],
): NewAct => ({
  name,
  async take(subject) {
    await refresh(subject);
    await take(subject, subject.clock.now());
  },
  expect,
});

export const refresh = ({ ledger }: Pick<Replica, 'ledger'>): Promise<void> =>
  inTransaction(ledger, { secret: '' }, () => {});

const changeLimit = (key: KeyName, to: number | null): NewAct =>
  managed(
    `limit ${key} ${to}`,
    ({ ledger }, now) => ledger.keys.change(keyIdOf(secrets[key]), { limit: to }, now),
    (model) => model.changeLimit(key, to),
  );

export const resetKey = (key: KeyName): NewAct =>
  managed(
    `reset ${key}`,
    ({ ledger }, now) => ledger.reset(now, secrets[key]),
    (model) => model.reset(key),
  );

const removeKey = (key: KeyName): NewAct =>
  managed(
    `remove ${key}`,
    ({ ledger }, now) => ledger.keys.remove(secrets[key], now),
    (model) => model.remove(key),
  );

const calls = (['preset', 'joined', 'self'] as const).flatMap((key) => [charge(key, 1), charge(key, 2)]);

const adminActs: readonly NewAct[] = [
  resetKey('preset'),
  resetKey('self'),
  managed(
    'reset all',
    ({ ledger }, now) => ledger.reset(now),
    (model) => model.resetAll(),
  ),
  {
    name: 'a cycle passes',
    take: ({ ledger, clock }) => inTransaction(ledger, undefined, () => clock.advance(cycleMs)),
    expect: (model) => model.passCycle(),
  },
  managed(
    'renew',
    ({ ledger }, now) => ledger.renew(now),
    (model) => model.renew(),
  ),
  managed(
    'top up preset 1 0',
    ({ ledger }, now) => ledger.topUp(secrets.preset, { plan: 1, purchased: 0 }, now),
    (model) => model.topUp('preset', 1, 0),
  ),
  managed(
    'top up self 0 1',
    ({ ledger }, now) => ledger.topUp(secrets.self, { plan: 0, purchased: 1 }, now),
    (model) => model.topUp('self', 0, 1),
  ),
  changeLimit('joined', 1),
  changeLimit('joined', null),
  managed(
    'plan preset 1',
    ({ ledger }, now) => ledger.keys.change(secrets.preset, { plan: 1 }, now),
    (model) => model.changePlan('preset', 1),
  ),
  removeKey('joined'),
  removeKey('self'),
];

const save = (id: number): NewAct => ({
  name: 'save',
  take: async ({ ledger, saved }) => void saved.set(id, await ledger.save()),
  expect: (model) => model.save(id),
});

const restore = (of: number): NewAct => ({
  name: `restore the ledger of ${of}`,
  async take({ ledger, saved }) {
    const state = saved.get(of);
    if (state) await ledger.restore(state);
  },
  expect: (model) => model.restore(of),
});

/** Draws the acts of one client, which has its own holds and saved ledgers. @param random numbers in [0, 1) */
export function drawActs(random: () => number, firstId: number, count: number): Act[] {
  const draw = <Of>(all: readonly Of[]): Of => all[Math.floor(random() * all.length)] as Of;
  const holds: number[] = [];
  const saves: number[] = [];
  return Array.from({ length: count }, (_, n) => {
    const id = firstId + n;
    const drawn = (): NewAct => {
      const kind = random();
      if (kind < 0.45) return draw(calls);
      if (kind < 0.6 && holds.length > 0) return end(holds.pop() ?? 0, draw([undefined, 0, 1, 2]));
      if (kind < 0.7) {
        holds.push(id);
        return hold(id, draw(Object.keys(secrets) as KeyName[]), draw([1, 2]));
      }
      if (kind > 0.95 && saves.length > 0) return restore(draw(saves));
      if (kind > 0.92) {
        saves.push(id);
        return save(id);
      }
      return draw(adminActs);
    };
    return { id, ...drawn() };
  });
}

/** A reply, or the kind of its refusal. A call that is refused because the database is away changed nothing. */
export async function replyOf(reply: Promise<unknown>): Promise<unknown> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof HoldNotFound) return 'HoldNotFound';
    if (error instanceof CommitFailed && error.cause instanceof ConnectionLost) return 'unavailable';
    return error instanceof Refusal && !(error instanceof CommitFailed)
      ? error.kind
      : `failed: ${(error as Error).cause ?? error}`;
  }
}
