import { clearTimeout, setTimeout } from 'node:timers';
import { dayMs } from '../core/durations.ts';
import { isSelfDescribing } from '../core/keys/self-describing.ts';
import type { AccountTerms } from '../core/keys/terms.ts';
import { findOperation } from '../core/operations.ts';
import { findKeyAndAccount, getKeyAndAccount } from './accounts.ts';
import { type BatchListeners, createBatches } from './batches.ts';
import { releaseHold } from './charges.ts';
import { CommitFailed } from './errors.ts';
import { holdsInOrder, secretOf } from './key-index.ts';
import { callerOf } from './key-state.ts';
import type { Concern, Job, JobOrder, Ledger, LedgerTransaction } from './ledger.ts';
import * as accounts from './manage-accounts.ts';
import * as keys from './manage-keys.ts';
import { openPresetKeys } from './resets.ts';
import { restore } from './restore.ts';
import { savedLedger } from './save.ts';
import { flawIn } from './saved-flaws.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';
import { amount, transactionOn } from './transaction.ts';
import type { Caller, Hold } from './values.ts';

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
interface Rules extends LedgerTransaction {
  readonly state: State;
}

/** The ledger on a store. */
export function ledgerOn(store: Store, settings: LedgerSettings): Ledger {
  const { now: openedAt = 0, cycleMs = 30 * dayMs, maxKeys = 100_000, newId, warn } = settings;
  const { isOperation = (id: string) => findOperation(id) !== undefined } = settings;
  const given = { keys: settings.keys, cycleMs, maxKeys, newId, warn, idOf: settings.idOf };
  const rulesOf = (state: State): Rules => ({ state, ...transactionOn(state, given) });
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
    openPresetKeys(state, given, openedAt);
    releaseLeft(state);
  });
  replicas?.onOrphans(() => void admin(releaseLeft).catch(() => {}));
  replicas?.onNotice(({ keys: ids }) => {
    for (const concerns of ids?.map((id) => ({ id })) ?? []) run(concerns, () => {}).catch(() => {});
    if (ids?.length === 0) run({ secret: '' }, () => {}).catch(() => {});
  });

  return {
    async identify(key, now) {
      const found = readable && findKeyAndAccount(readable.state, { secret: key });
      if (found && found.account.anchorAt !== null) return callerOf(found);
      // a word that is no key costs no batch
      if (readable && !found && !isSelfDescribing(key)) return undefined;
      return run({ secret: key }, (tx) => tx.identify(key, now));
    },
    originOf: store.originOf,
    balance: (caller, now) => read(caller, now, (tx) => tx.balance(caller, now)),
    afford: (caller, estimate, now) => read(caller, now, (tx) => tx.afford(caller, estimate, now)),
    charge: (caller, charge) => run({ id: caller.id }, (tx) => tx.charge(caller, charge)),
    submit: (caller, submission) => run({ id: caller.id }, (tx) => tx.submit(caller, submission)),
    hold: (caller, charge) => run({ id: caller.id }, (tx) => tx.hold(caller, charge)),
    settle: (hold, credits, now) => run({ hold: hold.id }, (tx) => tx.settle(hold, credits, now)),
    release,
    countRefused: (caller, operation, now) =>
      run({ id: caller.id }, (tx) => tx.countRefused(caller, operation, now)),
    usage: (caller, from, to) => look({ id: caller.id }, (tx) => tx.usage(caller, from, to)),
    async entries(caller, after = 0, most = 100) {
      const account = await look(
        { id: caller.id },
        ({ state }) => getKeyAndAccount(state, caller.id).account,
      );
      return [...(await store.entries(account.number, after, most))];
    },
    enqueue,

    topUp: (key, { plan = 0, purchased = 0 }, now) =>
      admin(
        (state) =>
          accounts.topUpAccount(state, given, key, { plan: amount(plan), purchased: amount(purchased) }, now),
        key,
      ),
    renew: (now, key) => admin((state) => accounts.runDueRenewals(state, given, now, key), key),
    reset: (now, key) => admin((state) => accounts.resetLedger(state, given, now, key)),
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
      list: (now, after = 0, most = 100) => admin((state) => keys.listKeys(state, now, after, most)),
      find: (key, now) => admin((state) => keys.findKeyState(state, given, key, now), key),
      secret: (id) => look({ id }, ({ state }) => secretOf(state, id)),
      create: (terms, now) => admin((state) => keys.createKey(state, given, terms, now)),
      change: (key, changes, now) => admin((state) => keys.changeKey(state, given, key, changes, now), key),
      remove: (key, now) => admin((state) => keys.deleteKey(state, given, key, now)),
    },

    get transactions() {
      return batches.transactions;
    },
    get trouble() {
      return batches.trouble ?? (replicas?.outage && new CommitFailed(replicas.outage, 'unavailable'));
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
      await run({ hold: hold.id }, (tx) => tx.release(hold, now));
    } catch (error) {
      if (error instanceof CommitFailed) unreleased.push([hold, now]);
      throw error;
    }
  }

  function run<T>(concerns: Concern | undefined, work: (rules: Rules) => T): Promise<T> {
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
      if (replicas?.isOrphaned(hold) ?? true) releaseHold(state, hold, hold.at);
  }

  /** Reads at once where it can. */
  async function look<T>(concerns: Concern | undefined, work: (rules: Rules) => T): Promise<T> {
    return readable ? work(readable) : run(concerns, work);
  }

  /** As `look`, unless a due renewal has to be written first. */
  async function read<T>({ id }: Caller, now: number, work: (rules: Rules) => T): Promise<T> {
    const renewsAt = readable && getKeyAndAccount(readable.state, id).account.renewsAt;
    return readable && renewsAt != null && renewsAt > now ? work(readable) : run({ id }, work);
  }
}
