import { Refusal } from '../../../src/core/errors.ts';
import { HoldNotFound } from '../../../src/ledger/errors.ts';
import { inTransaction } from '../../../src/ledger/job.ts';
import type { Caller, Hold, Ledger } from '../../../src/ledger/ledger.ts';
import type { LedgerTransaction } from '../../../src/ledger/transaction.ts';
import { type createSmallModel, type KeyName, secrets } from './model.ts';

type Model = ReturnType<typeof createSmallModel>;

/** The ledger under test, and the holds that the acts made. */
export interface Subject {
  ledger: Ledger;
  holds: Hold[];
}

/** One step, for the ledger and for its model. Each returns the reply, or the kind of its refusal. */
export interface Act {
  name: string;
  take(subject: Subject, now: number): Promise<unknown>;
  expect(model: Model): unknown;
  /** Whether the step can happen now; always when absent. */
  isPossible?(model: Model): boolean;
}

const call = (credits: number, now: number) => ({ operation: 'nls', credits, traceId: 'a', now });

/** As a request does it: the key is recognised and used in one job. */
const asClient = <T>(
  { ledger }: Subject,
  name: KeyName,
  now: number,
  work: (tx: LedgerTransaction, caller: Caller) => T,
): Promise<T | 'unknown'> =>
  inTransaction(ledger, { secret: secrets[name] }, (tx) => {
    const caller = tx.identify(secrets[name], now);
    return caller ? work(tx, caller) : 'unknown';
  });

const charge = (key: KeyName, credits: number): Act => ({
  name: `charge ${key} ${credits}`,
  take: (subject, now) => asClient(subject, key, now, (tx, caller) => tx.charge(caller, call(credits, now))),
  expect: (model) => model.charge(key, credits),
});

const hold = (key: KeyName, credits: number): Act => ({
  name: `hold ${key} ${credits}`,
  async take(subject, now) {
    const held = await asClient(subject, key, now, (tx, caller) => tx.hold(caller, call(credits, now)));
    if (held === 'unknown') return held;
    subject.holds.push(held);
    return { credits: held.credits };
  },
  expect: (model) => model.hold(key, credits),
});

const end = (at: 0 | -1, credits?: number): Act => ({
  name: `${credits === undefined ? 'release' : `settle with ${credits}`} the ${at === 0 ? 'oldest' : 'newest'} hold`,
  async take({ ledger, holds }, now) {
    const [held] = holds.splice(at, 1);
    if (!held) return 'none';
    return credits === undefined
      ? ledger.release(held, () => now)
      : ledger.settle(held, Math.min(credits, held.credits), () => now);
  },
  expect: (model) => model.end(at, credits),
  isPossible: (model) => model.hasHold(),
});

/** An act of the admin surface. */
const managed = (
  name: string,
  take: (ledger: Ledger, now: number) => Promise<unknown>,
  expect: Act['expect'],
): Act => ({
  name,
  take: ({ ledger }, now) => take(ledger, now).then(() => undefined),
  expect,
});

const changeLimit = (key: KeyName, to: number | null): Act =>
  managed(
    `limit ${key} ${to}`,
    ({ keys }, now) => keys.change(secrets[key], { limit: to }, now),
    (model) => model.changeLimit(key, to),
  );

const topUp = (key: KeyName, plan: number, purchased: number): Act =>
  managed(
    `top up ${key} ${plan} ${purchased}`,
    (ledger, now) => ledger.topUp(secrets[key], { plan, purchased }, now),
    (model) => model.topUp(key, plan, purchased),
  );

const reset = (key: KeyName): Act =>
  managed(
    `reset ${key}`,
    (ledger, now) => ledger.reset(now, secrets[key]),
    (model) => model.reset(key),
  );

export const acts: readonly Act[] = [
  ...(['preset', 'joined', 'self'] as const).flatMap((key) => [
    charge(key, 1),
    charge(key, 2),
    hold(key, 1),
    hold(key, 2),
  ]),
  end(0),
  end(0, 0),
  end(0, 1),
  end(-1, 2),
  { name: 'a cycle passes', take: async () => undefined, expect: (model) => model.passCycle() },
  managed(
    'renew',
    (ledger, now) => ledger.renew(now),
    (model) => model.renew(),
  ),
  topUp('preset', 1, 0),
  topUp('self', 0, 1),
  changeLimit('joined', 1),
  changeLimit('joined', null),
  managed(
    'plan preset 1',
    ({ keys }, now) => keys.change(secrets.preset, { plan: 1 }, now),
    (model) => model.changePlan('preset', 1),
  ),
  managed(
    'remove joined',
    ({ keys }, now) => keys.remove(secrets.joined, now),
    (model) => model.remove('joined'),
  ),
  reset('preset'),
  reset('self'),
  managed(
    'reset all',
    (ledger, now) => ledger.reset(now),
    (model) => model.resetAll(),
  ),
  managed(
    'restore what is saved',
    async (ledger) => ledger.restore(await ledger.save()),
    (model) => model.restore(),
  ),
];

/** A reply, or the kind of the refusal. */
export const replyOf = (reply: Promise<unknown>): Promise<unknown> =>
  reply.catch((error: unknown) => {
    if (error instanceof Refusal) return error.kind;
    if (error instanceof HoldNotFound) return 'HoldNotFound';
    throw error;
  });
