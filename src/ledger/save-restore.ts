import { digestInPlaceholder, digestOf, endsOf, isPlaceholder, placeholderOf } from '../keys/digest.ts';
import type { Accounts } from './accounts.ts';
import { blankEntry } from './entries.ts';
import { keyColumns, permissionsOf } from './key-columns.ts';
import type { Entry } from './ledger.ts';
import type { SavedAccount, SavedEntry, SavedKey, SavedLedger } from './saved.ts';
import type { AccountRow, HoldRow, KeyRow } from './sqlite/rows.ts';
import type { Statements } from './sqlite/statements.ts';

/** The whole ledger as one value, and back. Each verb runs whole inside a transaction of the caller's. */
export function createSaveRestore(statements: Statements, accounts: Accounts, truncateAll: () => void) {
  return { save, restore };

  /** One pass over each table: with many keys, one query per key would take much longer. */
  function save(): SavedLedger {
    const keys = statements.keysAfter.all({ after: 0, most: -1 });
    const rows = statements.accountsInOrder.all();
    const keyOf = new Map(keys.map((key) => [key.number, key]));
    const accountOf = new Map(rows.map((account) => [account.number, account]));
    const ofAccount = {
      entries: Map.groupBy(statements.entriesInOrder.all(), ({ account }) => account),
      holds: Map.groupBy(statements.allHolds.all(), ({ key }) => keyOf.get(key)?.account),
    };
    const ofKey = {
      usage: Map.groupBy(statements.usageInOrder.all(), ({ key }) => key),
      submitted: Map.groupBy(statements.submissionsInOrder.all(), ({ key }) => key),
      submittedOn: Map.groupBy(statements.submissionDaysInOrder.all(), ({ key }) => key),
    };
    return {
      accounts: rows.map((account) => ({
        ...savedAccount(account),
        entries: [
          ...(ofAccount.entries.get(account.number) ?? []).map(savedEntry),
          ...(ofAccount.holds.get(account.number) ?? []).map((hold) =>
            releaseOf(hold, keyOf.get(hold.key)?.id ?? '', balanceOf(account)),
          ),
        ],
      })),
      keys: keys.map((key) => ({
        ...savedKey(key, accountOf.get(key.account)?.id ?? ''),
        usage: (ofKey.usage.get(key.number) ?? []).map(({ key: _, ...day }) => day),
        submitted: (ofKey.submitted.get(key.number) ?? []).map(({ kind, name }) => ({ kind, name })),
        submittedOn: (ofKey.submittedOn.get(key.number) ?? []).map(({ key: _, ...day }) => day),
      })),
    };
  }

  /** Replaces everything. The saved ledger must have no flaw. */
  function restore(saved: SavedLedger): void {
    const { keys } = saved;
    truncateAll();
    const numbers = new Map(saved.accounts.map((account) => [account.id, restoreAccount(account)]));
    for (const key of keys) restoreKey(key, numbers.get(key.account) ?? 0);
    statements.countSelfCreated.run({ by: keys.filter(({ origin }) => origin === 'minted').length });
  }

  function restoreAccount({ entries, opening, unlimited, ...account }: SavedAccount): number {
    const { lastInsertRowid } = statements.addAccount.run({
      ...account,
      unlimited: unlimited ? 1 : 0,
      heldPlan: 0,
      heldPurchased: 0,
      entries: entries.length,
      opening: JSON.stringify(opening),
    });
    const number = Number(lastInsertRowid);
    for (const [index, entry] of entries.entries())
      statements.addEntry.run({ ...blankEntry, ...entry, account: number, id: index + 1 });
    return number;
  }

  function restoreKey(
    { secret, digest = '', ends = '', opening, usage, submitted, submittedOn, ...saved }: SavedKey,
    account: number,
  ): void {
    const { limit, allow, rate, spent, fractional, testOnly } = saved;
    const terms = { spent, fractional, testOnly, ...(limit !== null && { limit }) };
    const key = accounts.addKey({
      id: saved.id,
      secret: secret ?? placeholderOf(digest, ends),
      account,
      origin: saved.origin,
      ...keyColumns({ ...terms, ...(allow !== null && { allow }), ...(rate !== null && { rate }) }),
      held: 0,
      opening: JSON.stringify(opening),
    });
    for (const day of usage) statements.countCall.run({ ...day, key });
    for (const { kind, name } of submitted) statements.remember.run({ key, kind, name });
    for (const { kind, day, count } of submittedOn) statements.countSubmitted.run({ key, kind, day, count });
  }
}

/** A saved ledger that may be published: digests replace the keys, except for the public demo keys. */
export const shownLedger = ({ accounts, keys }: SavedLedger): SavedLedger => ({
  accounts,
  keys: keys.map(({ secret, ...key }) =>
    secret === undefined
      ? key
      : key.origin === 'demo'
        ? { ...key, secret }
        : { ...key, digest: digestOf(secret), ends: endsOf(secret) },
  ),
});

const savedAccount = (account: AccountRow): Omit<SavedAccount, 'entries'> => ({
  id: account.id,
  plan: account.plan,
  used: account.used,
  purchased: account.purchased,
  purchasedUsed: account.purchasedUsed,
  unlimited: account.unlimited === 1,
  cycleMs: account.cycleMs,
  anchorAt: account.anchorAt,
  renewsAt: account.renewsAt,
  clockOffsetMs: account.clockOffsetMs,
  opening: JSON.parse(account.opening) as SavedAccount['opening'],
});

function savedKey(key: KeyRow, account: string): Omit<SavedKey, 'usage' | 'submitted' | 'submittedOn'> {
  const { allow, ...permissions } = permissionsOf(key);
  return {
    id: key.id,
    account,
    origin: key.origin,
    ...(isPlaceholder(key.secret)
      ? { digest: digestInPlaceholder(key.secret), ends: endsOf(key.secret) }
      : { secret: key.secret }),
    limit: key.spendLimit,
    spent: key.spent,
    ...permissions,
    allow: allow && [...allow],
    opening: JSON.parse(key.opening) as SavedKey['opening'],
  };
}

const balanceOf = ({ plan, used, purchased }: AccountRow): number => plan - used + purchased;

/** The entry that releasing a hold would write. */
const releaseOf = (hold: HoldRow, keyId: string, balance: number): SavedEntry => {
  const amount = hold.plan + hold.purchased;
  return {
    at: hold.at,
    kind: 'release',
    keyId,
    operation: hold.operation,
    ...(hold.rule !== null && { rule: hold.rule }),
    ...(amount !== 0 && { held: -amount }),
    balance,
    traceId: hold.traceId,
  };
};

function savedEntry({
  at,
  kind,
  balance,
  keyId,
  operation,
  rule,
  plan,
  purchased,
  held,
  traceId,
}: Entry): SavedEntry {
  return {
    at,
    kind,
    ...(keyId !== null && { keyId }),
    ...(operation !== null && { operation }),
    ...(rule !== null && { rule }),
    ...(plan !== 0 && { plan }),
    ...(purchased !== 0 && { purchased }),
    ...(held !== 0 && { held }),
    balance,
    ...(traceId !== null && { traceId }),
  };
}
