import { clearTimeout, setTimeout } from 'node:timers';
import { dayMs } from '../core/durations.ts';
import type { AccountTerms } from '../core/keys/terms.ts';
import { findOperation } from '../core/operations.ts';
import { yieldToLoop } from '../core/yield-to-loop.ts';
import { getKeyAccount } from './accounts.ts';
import { BatchQueue } from './batches.ts';
import { releaseHold } from './charges.ts';
import { CommitFailed } from './errors.ts';
import { HoldReleases } from './hold-releases.ts';
import { inTransaction, type JobQueue, type Touched } from './job.ts';
import { holdsInOrder, secretOf } from './key-index.ts';
import type { AdminSettings } from './key-lookup.ts';
import type { Keys, Ledger } from './ledger.ts';
import { oldestOf, resetLedger, runDueRenewals, runRenewalsOf, topUpAccount } from './manage-accounts.ts';
import { changeKey, createKey, deleteKey, findKeyState, listKeys } from './manage-keys.ts';
import type { Replicas } from './replicas.ts';
import { openPresetKeys } from './resets.ts';
import { restoredState } from './restore.ts';
import { saveLedger } from './save.ts';
import { flawIn } from './saved-flaws.ts';
import { clearState, type State } from './state.ts';
import type { Store } from './store.ts';
import { amountOf, type LedgerTransaction, transactionOn } from './transaction.ts';
import type { Balance, Caller, PostedEntry, Renewal } from './values.ts';

export interface LedgerSettings {
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
  /** Called with every entry after its commit, before the write's promise settles. */
  onEntry?: ((entry: PostedEntry) => void) | undefined;
  /** Called when commits begin to fail, and with undefined when one succeeds again. */
  onTrouble?: ((trouble: CommitFailed | undefined) => void) | undefined;
  /** Called with the reason why a self-describing key is not recognised, never with the key itself. */
  warn(message: string): void;
}

/** Others have their turn between two batches of so many. */
const renewalsPerBatch = 1_000;
/** Further renewals are counted. */
const maxListedRenewals = 1_000;

/** A close waits so long for a database that may have committed the last batch. */
const closeTimeoutMs = 1_000;

/** The transaction of the ledger's own jobs. */
type StateTransaction = LedgerTransaction & { readonly state: State };

/** How to reach the state. */
interface Access {
  queue: JobQueue<StateTransaction>;
  /** For reads that need no job: all of the state is in this process and committed. */
  readonly local: StateTransaction | undefined;
}

/** The ledger on a store. */
export function ledgerOn(store: Store, settings: LedgerSettings): Ledger {
  const { now = 0, cycleMs = 30 * dayMs, maxKeys = 100_000, onEntry, onTrouble } = settings;
  const { keys, newId, warn, isOperation = (id) => findOperation(id) !== undefined } = settings;
  const { replicas } = store;
  const rules: AdminSettings = { keys, cycleMs, maxKeys, newId, warn };
  const begin = (state: State): StateTransaction => ({ state, ...transactionOn(state, rules) });
  const local = store.state && begin(store.state);
  const queue = new BatchQueue(store, (state) => local ?? begin(state), onEntry);
  const access: Access = {
    queue,
    get local() {
      return queue.isBusy ? undefined : local;
    },
  };
  const releases = new HoldReleases(queue);
  queue.onTrouble((trouble) => {
    if (!trouble) releases.repeatFailed();
    onTrouble?.(trouble);
  });
  const presets = Object.keys(keys);
  const opened = store.transact([{ touches: { all: { presets } } }], (state) => {
    openPresetKeys(state, rules, now);
    releaseOrphans(state, replicas);
  });
  if (replicas) followReplicas(replicas, queue);

  return {
    enqueue: (job) => queue.enqueue(job),
    balance: (caller, at) => readBalance(access, caller, at),
    charge: (caller, call) => inTransaction(queue, { id: caller.id }, (tx) => tx.charge(caller, call)),
    hold: (caller, call) => inTransaction(queue, { id: caller.id }, (tx) => tx.hold(caller, call)),
    settle: (hold, credits, now) =>
      inTransaction(queue, { hold: hold.id }, (tx) => tx.settle(hold, credits, now())),
    release: (hold, now) => releases.release(hold, now),
    countRefused: (caller, operation, at) =>
      inTransaction(queue, { id: caller.id }, (tx) => tx.countRefused(caller, operation, at)),
    originOf: store.originOf,
    async entries({ id }, after = 0, max = 100) {
      const { account } = await read(access, id, (state) => getKeyAccount(state, id));
      return [...(await store.entries(account.number, after, max))];
    },

    topUp: (key, { plan = 0, purchased = 0 }, at) =>
      manage(queue, { name: key }, (state) =>
        topUpAccount(state, rules, key, { plan: amountOf(plan), purchased: amountOf(purchased) }, at),
      ),
    async renew(at, key) {
      if (key !== undefined) {
        const renewals = await manage(queue, { name: key }, (state) => runRenewalsOf(state, rules, at, key));
        return { count: renewals.length, oldest: oldestOf(renewals, maxListedRenewals) };
      }
      let [count, oldest]: [number, Renewal[]] = [0, []];
      const due = { accountsAfter: 0, dueBy: at, max: renewalsPerBatch };
      for (let isLast = false; !isLast; ) {
        const { renewals, last } = await manage(queue, { all: { ...due } }, (state) =>
          runDueRenewals(state, due),
        );
        count += renewals.length;
        oldest = oldestOf(oldest.concat(renewals), maxListedRenewals);
        isLast = last === undefined;
        due.accountsAfter = last ?? 0;
      }
      return { count, oldest };
    },
    reset: (at, key) =>
      manage(queue, key === undefined ? { all: 'totals' } : { changes: key }, (state) =>
        resetLedger(state, rules, at, key),
      ),
    save: () => queue.between(() => store.readAll(saveLedger)),
    flawIn: (saved) => flawIn(saved, { keys, maxKeys, isOperation }),
    async restore(saved, also = () => {}) {
      const restored = await yieldToLoop(restoredState(saved));
      await manage(queue, { all: 'none' }, (state) => {
        clearState(state, restored);
        also();
      });
    },
    snapshots: {
      ...store.snapshots,
      read: (name) => queue.between(() => store.snapshots.read(name)),
      put: (...snapshot) => committed(queue.between(() => store.snapshots.put(...snapshot))),
      remove: (name) => committed(queue.between(() => store.snapshots.remove(name))),
    },
    keys: keysOn(access, rules),
    shared: store.shared,

    opened: opened || undefined,
    ...(replicas && { replicas }),
    counts: queue.counts,
    get trouble() {
      if (store.loss) return new CommitFailed(store.loss);
      return queue.trouble ?? (replicas?.outage && new CommitFailed(replicas.outage, 'unavailable'));
    },
    async close() {
      const timeout = setTimeout(() => void replicas?.giveUp(), closeTimeoutMs);
      await queue.close();
      clearTimeout(timeout);
      await store.close();
    },
  };
}

const keysOn = (access: Access, rules: AdminSettings, { queue } = access): Keys => ({
  list: (now, after, max) =>
    manage(queue, { all: { keysAfter: after, max } }, (state) => listKeys(state, now, after, max)),
  find: (key, now) => manage(queue, { name: key }, (state) => findKeyState(state, rules, key, now)),
  secret: (id) => read(access, id, (state) => secretOf(state, id)),
  create: (terms, now, before) =>
    manage(queue, { changes: terms.key ?? '', account: terms.account }, (state) =>
      createKey(state, rules, terms, now, before),
    ),
  change: (key, changes, now) =>
    manage(queue, { name: key }, (state) => changeKey(state, rules, key, changes, now)),
  remove: (key, now) => manage(queue, { changes: key }, (state) => deleteKey(state, rules, key, now)),
});

const manage = <T>(
  queue: JobQueue<StateTransaction>,
  touches: Touched,
  work: (state: State) => T,
): Promise<T> => inTransaction(queue, touches, ({ state }) => work(state));

/** Reads the state, in a job where that is needed. */
async function read<T>({ queue, local }: Access, id: string, work: (state: State) => T): Promise<T> {
  return local ? work(local.state) : inTransaction(queue, { id }, ({ state }) => work(state));
}

/** Reads a balance. A renewal that fell due is written first, in a job. */
async function readBalance({ queue, local }: Access, caller: Caller, now: number): Promise<Balance> {
  const renewsAt = local && getKeyAccount(local.state, caller.id).account.renewsAt;
  return local && renewsAt != null && renewsAt > now
    ? local.balance(caller, now)
    : inTransaction(queue, { id: caller.id }, (tx) => tx.balance(caller, now));
}

/** Releases the holds whose streams ended with their process. */
function releaseOrphans(state: State, replicas: Replicas | undefined): void {
  for (const hold of holdsInOrder(state))
    if (replicas?.isOrphaned(hold) ?? true) releaseHold(state, hold, hold.at);
}

/** Releases the holds of replicas that left, and goes on when the database can be reached again. */
function followReplicas(replicas: Replicas, queue: JobQueue<StateTransaction>): void {
  replicas.onOrphans(() => {
    manage(queue, { all: { presets: [] } }, (state) => releaseOrphans(state, replicas)).catch(() => {});
  });
  replicas.onConnected(() => {
    manage(queue, { secret: '' }, () => {}).catch(() => {});
  });
}

/** Snapshots are written outside of batches. @throws CommitFailed */
async function committed<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    throw error instanceof CommitFailed ? error : new CommitFailed(error);
  }
}
