import { dayMs } from '../core/durations.ts';
import { findOperation } from '../core/operations.ts';
import { isSelfDescribing, parseSelfDescribingKey } from '../keys/self-describing.ts';
import type { AccountTerms } from '../keys/terms.ts';
import { createAccounts, type Found } from './accounts.ts';
import { createAfterCommit } from './after-commit.ts';
import { createCharges } from './charges.ts';
import { permissionsOf } from './key-columns.ts';
import { createKeys } from './keys.ts';
import type { Caller, Charge, Ledger, PostedEntry } from './ledger.ts';
import { createResets } from './resets.ts';
import { createSaveRestore } from './save-restore.ts';
import { flawIn } from './saved-flaws.ts';
import { createSnapshots } from './snapshots.ts';
import { openDatabase } from './sqlite/database.ts';
import { createGroupCommit } from './sqlite/group-commit.ts';
import { createIdleWork } from './sqlite/idle-work.ts';
import { prepareStatements } from './sqlite/statements.ts';
import { createTruncate } from './sqlite/truncate.ts';
import { createSubmissions } from './submissions.ts';
import type { Verbs } from './verbs.ts';

export interface LedgerOptions {
  /** Stores the ledger in `<folder>/ledger.sqlite`; absent = in memory. */
  folder?: string;
  /** Keys that exist from the start (the demo keys), with their terms. */
  keys: Readonly<Record<string, AccountTerms>>;
  /** The instant at which the accounts of `keys` open; default 0. */
  now?: number;
  /** Length of a billing cycle. Default 30 days. */
  cycleMs?: number;
  /** How many self-describing keys may exist. Default 100,000; none is evicted. */
  maxKeys?: number;
  /** Which names imported snapshots may have for operations; those of the contract when absent. */
  isOperation?: (id: string) => boolean;
  /** A fresh random name, for keys that are created without one. */
  newId(): string;
  /** Called with every entry after its commit, before the write's promise settles. */
  onEntry?(entry: PostedEntry): void;
  /** Called with the reason why a self-describing key is not recognised, never with the key itself. */
  warn(message: string): void;
}

/** @throws UsageError when the folder cannot be used, or is used by another process */
export function openLedger(options: LedgerOptions): Ledger {
  const { folder, now: openedAt = 0, cycleMs = 30 * dayMs, maxKeys = 100_000, newId, warn } = options;
  const { isOperation = (id: string) => findOperation(id) !== undefined } = options;
  const database = openDatabase(folder);
  const statements = prepareStatements(database);
  const afterCommit = createAfterCommit(options.onEntry);
  const accounts = createAccounts(statements, { cycleMs, posted: afterCommit.add });
  const charges = createCharges(statements, accounts);
  const submissions = createSubmissions(statements, accounts, charges);
  const commits = createGroupCommit(database, afterCommit);
  const { run } = commits;
  const idleWork = createIdleWork(run, warn);
  const { truncateAll } = createTruncate(database, idleWork.add);
  const resets = createResets(statements, accounts, { keys: options.keys, truncateAll });
  const keys = createKeys(statements, accounts, charges, resets, { newId, openSelfDescribing });
  const { save, restore } = createSaveRestore(statements, accounts, truncateAll);

  database
    .transaction(() => {
      resets.openGiven(openedAt);
      // the streams of these holds ended with their process
      for (const hold of statements.allHolds.all()) charges.giveBack(hold, hold.at);
    })
    .immediate();
  afterCommit.rollBack(0);

  const verbs: Verbs = {
    identify(secret, now) {
      const found = accounts.find({ secret });
      if (found && found.account.anchorAt !== null) return callerOf(found);
      if (found) return firstUse(secret, now);
      const terms = termsOf(secret);
      return terms && firstUse(secret, now, terms);
    },
    balance: (caller, now) => charges.balance(caller, now),
    afford: (caller, estimate, now) => charges.afford(caller, estimate, now),
    charge: (caller, charge) => charges.charge(caller, checked(charge)),
    submit: (caller, submission) => submissions.submit(caller, checked(submission)),
    hold: (caller, charge) => charges.hold(caller, checked(charge)),
    settle: (hold, credits, now) => charges.settle(hold, amount(credits), now),
    release: (hold, now) => charges.release(hold, now),
    refused: (caller, operation, now) => charges.refused(caller, operation, now),
    usage: (caller, from, to) => charges.usage(caller, from, to),
  };

  return {
    enqueue({ work, done }) {
      run(() => work(verbs)).then(() => done(), done);
    },
    async identify(secret, now) {
      const found = accounts.find({ secret });
      if (found && found.account.anchorAt !== null) return callerOf(found);
      if (found) return run(() => firstUse(secret, now));
      const terms = termsOf(secret);
      return terms && run(() => firstUse(secret, now, terms));
    },
    originOf: accounts.originOf,
    balance: (caller, now) => read(caller, now, () => charges.balance(caller, now)),
    afford: (caller, estimate, now) => read(caller, now, () => charges.afford(caller, estimate, now)),
    charge: (caller, charge) => run(() => charges.charge(caller, checked(charge))),
    submit: (caller, submission) => run(() => submissions.submit(caller, checked(submission))),
    hold: (caller, charge) => run(() => charges.hold(caller, checked(charge))),
    settle: (hold, credits, now) => run(() => charges.settle(hold, amount(credits), now)),
    release: (hold, now) => run(() => charges.release(hold, now)),
    refused: (caller, operation, now) => run(() => charges.refused(caller, operation, now)),
    usage: async (caller, from, to) => charges.usage(caller, from, to),
    entries: async (caller, after = 0, most = 100) => charges.entries(caller, after, most),

    topUp: (key, { plan = 0, purchased = 0 }, now) =>
      run(() => keys.topUp(key, { plan: amount(plan), purchased: amount(purchased) }, now)),
    renew: (now, key) => run(() => keys.renew(now, key)),
    reset: (now, key) => run(() => keys.reset(now, key)),
    save: () => run(save),
    flawIn: (saved) => flawIn(saved, { keys: options.keys, maxKeys, isOperation }),
    restore: (saved) => run(() => restore(saved)),
    snapshots: createSnapshots(statements, run),
    keys: {
      list: (now, after = 0, most = 100) => run(() => keys.list(now, after, most)),
      find: (key, now) => run(() => keys.find(key, now)),
      create: (terms, now) => run(() => keys.create(terms, now)),
      change: (key, changes, now) => run(() => keys.change(key, changes, now)),
      remove: (key, now) => run(() => keys.remove(key, now)),
    },

    get transactions() {
      return commits.transactions;
    },
    async close() {
      idleWork.stop();
      commits.flush();
      database.close();
    },
  };

  /** Concurrent first uses of one key run here one after the other: the first opens the account. */
  function firstUse(secret: string, now: number, terms?: AccountTerms): Caller | undefined {
    const found = accounts.find({ secret }) ?? (terms && openSelfDescribing(secret, now, terms));
    return found && callerOf(accounts.touch(found, now + found.account.clockOffsetMs));
  }

  /** The terms of a self-describing key; undefined for any other. */
  function termsOf(secret: string): AccountTerms | undefined {
    if (!isSelfDescribing(secret)) return undefined;
    const parsed = parseSelfDescribingKey(secret);
    if ('terms' in parsed) return parsed.terms;
    warn(`A self-describing key is not recognised: ${parsed.reason}.`);
    return undefined;
  }

  function openSelfDescribing(secret: string, now: number, terms = termsOf(secret)): Found | undefined {
    if (!terms) return undefined;
    if ((statements.selfCreated.get()?.count ?? 0) >= maxKeys) {
      warn(
        `A self-describing key is not recognised: there are ${maxKeys} already, as many as maxKeys allows.`,
      );
      return undefined;
    }
    statements.countSelfCreated.run({ by: 1 });
    return accounts.openKey(secret, 'minted', terms, { openAt: now });
  }

  /** Reads committed state at once, unless a due renewal has to be written first. */
  async function read<T>(caller: Caller, now: number, work: () => T): Promise<T> {
    const { renewsAt } = accounts.get(caller.id).account;
    return renewsAt === null || renewsAt <= now ? run(work) : work();
  }
}

function callerOf({ key, account }: Found): Caller {
  return {
    id: key.id,
    account: account.id,
    clockOffsetMs: account.clockOffsetMs,
    unlimited: account.unlimited === 1,
    limited: key.spendLimit !== null,
    ...permissionsOf(key),
  };
}

function checked<Of extends Charge>(charge: Of): Of {
  amount(charge.credits);
  return charge;
}

function amount(credits: number): number {
  if (Number.isSafeInteger(credits) && credits >= 0) return credits;
  throw new RangeError(`${credits} is not a whole number of thousandths of a credit`);
}
