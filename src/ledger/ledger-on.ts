import { clearTimeout, setTimeout } from 'node:timers';
import { dayMs } from '../core/durations.ts';
import { isSelfDescribing } from '../core/keys/self-describing.ts';
import type { AccountTerms } from '../core/keys/terms.ts';
import { findOperation } from '../core/operations.ts';
import * as accounts from './account-verbs.ts';
import { find, get } from './accounts.ts';
import { type BatchListeners, createBatches } from './batches.ts';
import { giveBack } from './charges.ts';
import { holdsInOrder, secretOf } from './key-index.ts';
import { callerOf } from './key-state.ts';
import * as keys from './keys.ts';
import type { Concerned, Job, JobOrder, Ledger, Verbs } from './ledger.ts';
import { NotKept } from './not-kept.ts';
import { openGiven } from './resets.ts';
import { restore } from './restore.ts';
import { savedLedger } from './save.ts';
import { flawIn } from './saved-flaws.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';
import type { Caller, Hold } from './values.ts';
import { amount, verbsOf } from './verbs.ts';

/** A close waits so long for a database that may have kept the last batch. */
const mostDoubtMs = 1_000;

export interface LedgerSettings extends BatchListeners {
  /** Keys that exist from the start (the demo keys), with their terms. */
  keys: Readonly<Record<string, AccountTerms>>;
  /** The instant at which the accounts of `keys` open; default 0. */
  now?: number;
  /** Length of a billing cycle. Default 30 days. */
  cycleMs?: number;
  /** How many self-describing keys may exist. Default 100,000; none is evicted. */
  maxKeys?: number;
  /** The names that imported snapshots may have for operations; those of the contract when absent. */
  isOperation?: (id: string) => boolean;
  /** A fresh random name, for keys that are created without one. */
  newId(): string;
  /** The id of a key; undefined for its usual one. */
  idOf?: ((secret: string) => string | undefined) | undefined;
  /** By default a job enters its batch at once. */
  jobOrder?: JobOrder | undefined;
  /** Called with the reason why a self-describing key is not recognised, never with the key itself. */
  warn(message: string): void;
}

/** For the ledger's own jobs, the state too. */
interface Rules extends Verbs {
  readonly state: State;
}

/** The ledger on a store. */
export function ledgerOn(store: Store, settings: LedgerSettings): Ledger {
  const { now: openedAt = 0, cycleMs = 30 * dayMs, maxKeys = 100_000, newId, warn } = settings;
  const { isOperation = (id: string) => findOperation(id) !== undefined } = settings;
  const given = { keys: settings.keys, cycleMs, maxKeys, newId, warn, idOf: settings.idOf };
  const rulesOf = (state: State): Rules => ({ state, ...verbsOf(state, given) });
  const rules = store.state && rulesOf(store.state);
  const batches = createBatches(store, (state) => rules ?? rulesOf(state), {
    onEntry: settings.onEntry,
    onTrouble(trouble) {
      if (!trouble) for (const [hold, at] of unreleased.splice(0)) release(hold, at).catch(() => {});
      settings.onTrouble?.(trouble);
    },
  });
  const { jobOrder } = settings;
  const enqueue = jobOrder ? (job: Job<Rules>) => jobOrder(job, batches.enqueue) : batches.enqueue;
  /** Where jobs have an order, a look has its place in it too. */
  const readable = jobOrder ? undefined : rules;
  const { replicas } = store;
  /** Holds whose release was not kept. They are given back when the ledger can be written again. */
  const unreleased: [hold: Hold, now: number][] = [];

  const opened = store.transact([], (state) => {
    openGiven(state, given, openedAt);
    releaseLeft(state);
  });
  replicas?.onOrphans(() => void admin(releaseLeft).catch(() => {}));
  replicas?.onNotice(({ keys: ids }) => {
    for (const concerns of ids?.map((id) => ({ id })) ?? []) run(concerns, () => {}).catch(() => {});
    if (ids?.length === 0) run({ secret: '' }, () => {}).catch(() => {});
  });

  return {
    async identify(key, now) {
      const found = readable && find(readable.state, { secret: key });
      if (found && found.account.anchorAt !== null) return callerOf(found);
      // a word that is no key costs no batch
      if (readable && !found && !isSelfDescribing(key)) return undefined;
      return run({ secret: key }, (verbs) => verbs.identify(key, now));
    },
    originOf: store.originOf,
    balance: (caller, now) => read(caller, now, (verbs) => verbs.balance(caller, now)),
    afford: (caller, estimate, now) => read(caller, now, (verbs) => verbs.afford(caller, estimate, now)),
    charge: (caller, charge) => run({ id: caller.id }, (verbs) => verbs.charge(caller, charge)),
    submit: (caller, submission) => run({ id: caller.id }, (verbs) => verbs.submit(caller, submission)),
    hold: (caller, charge) => run({ id: caller.id }, (verbs) => verbs.hold(caller, charge)),
    settle: (hold, credits, now) => run({ hold: hold.id }, (verbs) => verbs.settle(hold, credits, now)),
    release,
    refused: (caller, operation, now) =>
      run({ id: caller.id }, (verbs) => verbs.refused(caller, operation, now)),
    usage: (caller, from, to) => look({ id: caller.id }, (verbs) => verbs.usage(caller, from, to)),
    async entries(caller, after = 0, most = 100) {
      const account = await look({ id: caller.id }, ({ state }) => get(state, caller.id).account);
      return [...(await store.entries(account.number, after, most))];
    },
    enqueue,

    topUp: (key, { plan = 0, purchased = 0 }, now) =>
      admin(
        (state) =>
          accounts.topUp(state, given, key, { plan: amount(plan), purchased: amount(purchased) }, now),
        key,
      ),
    renew: (now, key) => admin((state) => accounts.renewDue(state, given, now, key), key),
    reset: (now, key) => admin((state) => accounts.reset(state, given, now, key)),
    async save() {
      const keeping = batches.flush();
      if (keeping) await keeping;
      return store.readAll(savedLedger);
    },
    flawIn: (saved) => flawIn(saved, { keys: settings.keys, maxKeys, isOperation }),
    restore: (saved) => admin((state) => restore(state, saved)),
    snapshots: store.snapshots,
    opened: opened || undefined,
    ...(replicas && { replicas }),
    keys: {
      list: (now, after = 0, most = 100) => admin((state) => keys.list(state, now, after, most)),
      find: (key, now) => admin((state) => keys.findState(state, given, key, now), key),
      secret: (id) => look({ id }, ({ state }) => secretOf(state, id)),
      create: (terms, now) => admin((state) => keys.create(state, given, terms, now)),
      change: (key, changes, now) => admin((state) => keys.change(state, given, key, changes, now), key),
      remove: (key, now) => admin((state) => keys.remove(state, given, key, now)),
    },

    get transactions() {
      return batches.transactions;
    },
    get trouble() {
      return batches.trouble ?? (replicas?.outage && new NotKept(replicas.outage, 'unavailable'));
    },
    async close() {
      const late = setTimeout(() => void replicas?.giveUp(), mostDoubtMs);
      await batches.close();
      clearTimeout(late);
      await store.close();
    },
  };

  async function release(hold: Hold, now: number): Promise<void> {
    try {
      await run({ hold: hold.id }, (verbs) => verbs.release(hold, now));
    } catch (error) {
      if (error instanceof NotKept) unreleased.push([hold, now]);
      throw error;
    }
  }

  function run<T>(concerns: Concerned | undefined, work: (rules: Rules) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      let value: T;
      enqueue({
        ...(concerns && { concerns }),
        work: (rules) => {
          value = work(rules);
        },
        done: (error) => (error === undefined ? resolve(value) : reject(error)),
      });
    });
  }

  /** @param name the key that it concerns; absent = it may concern all */
  function admin<T>(work: (state: State) => T, name?: string): Promise<T> {
    return run(name === undefined ? undefined : { name }, ({ state }) => work(state));
  }

  /** Gives back the holds whose streams ended with their process. */
  function releaseLeft(state: State): void {
    for (const hold of holdsInOrder(state))
      if (replicas?.isOrphaned(hold) ?? true) giveBack(state, hold, hold.at);
  }

  /** Reads at once where it can. */
  async function look<T>(concerns: Concerned | undefined, work: (rules: Rules) => T): Promise<T> {
    return readable ? work(readable) : run(concerns, work);
  }

  /** As `look`, unless a due renewal has to be written first. */
  async function read<T>({ id }: Caller, now: number, work: (rules: Rules) => T): Promise<T> {
    const renewsAt = readable && get(readable.state, id).account.renewsAt;
    return readable && renewsAt != null && renewsAt > now ? work(readable) : run({ id }, work);
  }
}
