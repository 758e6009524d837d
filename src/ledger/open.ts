import { dayMs } from '../core/durations.ts';
import { callerOf, createBooks, type Found } from './books.ts';
import { openDatabase } from './database.ts';
import { createGroupCommit } from './group-commit.ts';
import type { AccountTerms, Caller, Charge, Ledger } from './ledger.ts';
import { isSelfDescribing, parseSelfDescribingKey } from './self-describing-key.ts';
import { prepareStatements } from './statements.ts';

export interface LedgerOptions {
  /** Keeps the ledger in `<folder>/ledger.sqlite`; absent = in memory. */
  folder?: string;
  /** Keys that exist from the start (the demo keys): the secret and what its account has. */
  keys: Record<string, AccountTerms>;
  /** The instant at which the accounts of `keys` open; default 0. */
  now?: number;
  /** Length of a billing cycle. Default 30 days. */
  cycleMs?: number;
  /** How many self-describing keys may come into being. Default 100,000; none is evicted. */
  maxKeys?: number;
  /** A fresh random name, for keys that are created without one. */
  newId(): string;
  /** Told why a self-describing key is not recognised; never the key itself. */
  warn(message: string): void;
}

/** @throws UsageError when the folder cannot be used, or is used by another process */
export function openLedger(options: LedgerOptions): Ledger {
  const { folder, keys, now: openedAt = 0, cycleMs = 30 * dayMs, maxKeys = 100_000, warn } = options;
  const database = openDatabase(folder);
  const statements = prepareStatements(database);
  const books = createBooks(statements, { cycleMs });
  const commits = createGroupCommit(database);

  database
    .transaction(() => {
      for (const [secret, terms] of Object.entries(keys))
        if (!books.find({ secret })) books.openKey(secret, terms, 'demo', openedAt);
      // the streams that these holds were for ended with their process
      books.releaseAll();
    })
    .immediate();

  return {
    async identify(secret, now) {
      const found = books.find({ secret });
      if (found && found.account.anchorAt !== null) return callerOf(found);
      if (found) return commits.run(() => firstUse(secret, now));
      if (!isSelfDescribing(secret)) return undefined;
      const parsed = parseSelfDescribingKey(secret);
      if ('terms' in parsed) return commits.run(() => firstUse(secret, now, parsed.terms));
      warn(`A self-describing key is not recognised: ${parsed.reason}.`);
      return undefined;
    },
    balance: (caller, now) => read(caller, now, () => books.balance(caller, now)),
    afford: (caller, estimate, now) => read(caller, now, () => books.afford(caller, estimate, now)),
    charge: (caller, charge) => commits.run(() => books.charge(caller, checked(charge))),
    hold: (caller, charge) => commits.run(() => books.hold(caller, checked(charge))),
    settle: (hold, credits, now) =>
      commits.run(() => {
        assertAmount(credits);
        return books.settle(hold, credits, now);
      }),
    release: (hold, now) => commits.run(() => books.release(hold, now)),
    refused: (caller, operation, now) => commits.run(() => books.refused(caller, operation, now)),
    usage: async (caller, from, to) => books.usage(caller, from, to),
    entries: async (caller, after = 0, most = 100) => books.entries(caller, after, most),
    get transactions() {
      return commits.transactions;
    },
    async close() {
      commits.flush();
      database.close();
    },
  };

  /** Concurrent first uses of one key meet here, one after the other: the first makes the account. */
  function firstUse(secret: string, now: number, terms?: AccountTerms): Caller | undefined {
    const found = books.find({ secret }) ?? mint(secret, terms, now);
    return found && callerOf(books.touch(found, now + found.account.clockOffsetMs));
  }

  function mint(secret: string, terms: AccountTerms | undefined, now: number): Found | undefined {
    if (!terms) return undefined;
    if ((statements.minted.get()?.minted ?? 0) >= maxKeys) {
      warn(
        `A self-describing key is not recognised: there are ${maxKeys} already, as many as maxKeys allows.`,
      );
      return undefined;
    }
    statements.countMinted.run({ by: 1 });
    return books.openKey(secret, terms, 'minted', now);
  }

  /** Looks without waiting, unless a renewal has to be written first. */
  async function read<T>(caller: Caller, now: number, look: () => T): Promise<T> {
    const found = books.find({ id: caller.id });
    return found && books.isDue(found, now) ? commits.run(look) : look();
  }
}

function checked(charge: Charge): Charge {
  assertAmount(charge.credits);
  return charge;
}

function assertAmount(credits: number): void {
  if (!Number.isSafeInteger(credits) || credits < 0)
    throw new RangeError(`${credits} is not a whole number of thousandths of a credit`);
}
