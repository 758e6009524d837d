import { dayMs } from '../core/durations.ts';
import { isSelfDescribing, parseSelfDescribingKey } from '../keys/self-describing.ts';
import { createAccounts, type Found, permissionsOf } from './accounts.ts';
import { createAfterCommit } from './after-commit.ts';
import { createCharges } from './charges.ts';
import { createAdministration } from './keys.ts';
import type { AccountTerms, Caller, Charge, Ledger, PostedEntry } from './ledger.ts';
import { flawIn } from './saved-flaws.ts';
import { createSnapshot } from './snapshot.ts';
import { createSnapshots } from './snapshots.ts';
import { openDatabase } from './sqlite/database.ts';
import { createGroupCommit } from './sqlite/group-commit.ts';
import { prepareStatements } from './sqlite/statements.ts';
import { createEmptying } from './sqlite/truncate.ts';
import { createSubmissions } from './submissions.ts';

export interface LedgerOptions {
  /** Keeps the ledger in `<folder>/ledger.sqlite`; absent = in memory. */
  folder?: string;
  /** Keys that exist from the start (the demo keys): the secret and what its account has. */
  keys: Readonly<Record<string, AccountTerms>>;
  /** The instant at which the accounts of `keys` open; default 0. */
  now?: number;
  /** Length of a billing cycle. Default 30 days. */
  cycleMs?: number;
  /** How many self-describing keys may come into being. Default 100,000; none is evicted. */
  maxKeys?: number;
  /** A fresh random name, for keys that are created without one. */
  newId(): string;
  /** Told of every entry once it is committed, before whoever caused it goes on. */
  onEntry?(entry: PostedEntry): void;
  /** Told why a self-describing key is not recognised; never the key itself. */
  warn(message: string): void;
}

/** @throws UsageError when the folder cannot be used, or is used by another process */
export function openLedger(options: LedgerOptions): Ledger {
  const { folder, keys, now: openedAt = 0, cycleMs = 30 * dayMs, maxKeys = 100_000, newId, warn } = options;
  const database = openDatabase(folder);
  const statements = prepareStatements(database);
  const afterCommit = createAfterCommit(options.onEntry);
  const accounts = createAccounts(statements, { cycleMs, posted: afterCommit.add });
  const charges = createCharges(statements, accounts);
  const submissions = createSubmissions(statements, accounts, charges);
  const commits = createGroupCommit(database, afterCommit);
  const chores: (() => void)[] = [];
  let quiet: NodeJS.Timeout | undefined;
  const { run } = commits;
  const { emptyAll } = createEmptying(database, whenQuiet);
  const administration = createAdministration(statements, accounts, charges, { keys, newId, mint, emptyAll });
  const snapshot = createSnapshot(statements, accounts, emptyAll);

  database
    .transaction(() => {
      administration.openGiven(openedAt);
      // the streams that these holds were for ended with their process
      for (const hold of statements.allHolds.all()) charges.giveBack(hold, hold.at);
    })
    .immediate();
  afterCommit.takeBack(0);

  return {
    async identify(secret, now) {
      const found = accounts.find({ secret });
      if (found && found.account.anchorAt !== null) return callerOf(found);
      if (found) return run(() => firstUse(secret, now));
      const terms = described(secret);
      return terms && run(() => firstUse(secret, now, terms));
    },
    originOf: accounts.originOf,
    balance: (caller, now) => look(caller, now, () => charges.balance(caller, now)),
    afford: (caller, estimate, now) => look(caller, now, () => charges.afford(caller, estimate, now)),
    charge: (caller, charge) => run(() => charges.charge(caller, checked(charge))),
    submit: (caller, submission) => run(() => submissions.submit(caller, checked(submission))),
    hold: (caller, charge) => run(() => charges.hold(caller, checked(charge))),
    settle: (hold, credits, now) => run(() => charges.settle(hold, amount(credits), now)),
    release: (hold, now) => run(() => charges.release(hold, now)),
    refused: (caller, operation, now) => run(() => charges.refused(caller, operation, now)),
    usage: async (caller, from, to) => charges.usage(caller, from, to),
    entries: async (caller, after = 0, most = 100) => charges.entries(caller, after, most),

    topUp: (key, { plan = 0, purchased = 0 }, now) =>
      run(() => administration.topUp(key, { plan: amount(plan), purchased: amount(purchased) }, now)),
    renew: (now, key) => run(() => administration.renew(now, key)),
    reset: (now, key) => run(() => administration.reset(now, key)),
    save: () => run(snapshot.save),
    flawIn: (saved) => flawIn(saved, { keys, maxKeys }),
    restore: (saved) => run(() => snapshot.restore(saved)),
    snapshots: createSnapshots(statements, run),
    keys: {
      list: (now, after = 0, most = 100) => run(() => administration.list(now, after, most)),
      find: (key, now) => run(() => administration.find(key, now)),
      create: (terms, now) => run(() => administration.create(terms, now)),
      change: (key, changes, now) => run(() => administration.change(key, changes, now)),
      remove: (key, now) => run(() => administration.remove(key, now)),
    },

    get transactions() {
      return commits.transactions;
    },
    async close() {
      clearTimeout(quiet);
      commits.flush();
      database.close();
    },
  };

  /** One piece of work at a time, and pauses between them for whoever wants to be answered. */
  function whenQuiet(work: () => void): void {
    chores.push(work);
    quiet ??= setTimeout(nextChore, 50).unref();
  }

  function nextChore(): void {
    quiet = undefined;
    const work = chores.shift();
    if (!work) return;
    run(work).catch((error: unknown) => warn(`The ledger could not be tidied up: ${String(error)}.`));
    if (chores.length > 0) quiet = setTimeout(nextChore, 50).unref();
  }

  /** Concurrent first uses of one key meet here, one after the other: the first makes the account. */
  function firstUse(secret: string, now: number, terms?: AccountTerms): Caller | undefined {
    const found = accounts.find({ secret }) ?? (terms && mint(secret, now, terms));
    return found && callerOf(accounts.touch(found, now + found.account.clockOffsetMs));
  }

  function described(secret: string): AccountTerms | undefined {
    if (!isSelfDescribing(secret)) return undefined;
    const parsed = parseSelfDescribingKey(secret);
    if ('terms' in parsed) return parsed.terms;
    warn(`A self-describing key is not recognised: ${parsed.reason}.`);
    return undefined;
  }

  function mint(secret: string, now: number, terms = described(secret)): Found | undefined {
    if (!terms) return undefined;
    if ((statements.minted.get()?.minted ?? 0) >= maxKeys) {
      warn(
        `A self-describing key is not recognised: there are ${maxKeys} already, as many as maxKeys allows.`,
      );
      return undefined;
    }
    statements.countSelfCreated.run({ by: 1 });
    return accounts.openKey(secret, 'minted', terms, { openAt: now });
  }

  /** Reads at once what is committed, unless a renewal has to be written first. */
  async function look<T>(caller: Caller, now: number, read: () => T): Promise<T> {
    const { renewsAt } = accounts.get(caller.id).account;
    return renewsAt === null || renewsAt <= now ? run(read) : read();
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
