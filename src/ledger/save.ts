import {
  digestInPlaceholder,
  endsInPlaceholder,
  endsOf,
  isPlaceholder,
  keyDigestOf,
} from '../core/keys/digest.ts';
import { compareTexts } from '../core/order.ts';
import type { Yielding } from '../core/yield-to-loop.ts';
import { entryOf } from './entries.ts';
import { holdsInOrder } from './key-index.ts';
import { copyOfTerms } from './resets.ts';
import type { SavedAccount, SavedEntry, SavedKey, SavedLedger } from './saved.ts';
import type { Account, Key, OpenHold, State } from './state.ts';
import { usageInOrder } from './usage.ts';
import type { Entry } from './values.ts';

/** The whole ledger as one value, in steps. @param entriesOf the entries of an account by its number */
export function* saveLedger(
  state: State,
  entriesOf: (account: number) => readonly Entry[],
): Yielding<SavedLedger> {
  const holds = Map.groupBy(holdsInOrder(state), ({ key }) => state.keys.get(key)?.account);
  const saved: SavedLedger = { accounts: [], keys: [] };
  for (const account of byNumber(state.accounts.values())) {
    const released = (holds.get(account.number) ?? []).map((hold) => releaseOf(state, hold, account));
    const entries = entriesOf(account.number).map(savedEntry);
    saved.accounts.push({ ...savedAccount(account), entries: [...entries, ...released] });
    yield;
  }
  for (const key of byNumber(state.keys.values())) {
    saved.keys.push(savedKey(state, key));
    yield;
  }
  return saved;
}

/** A saved ledger that may be published, in steps: digests replace the keys, except for the public demo keys. */
export function* ledgerWithDigests({ accounts, keys }: SavedLedger): Yielding<SavedLedger> {
  const shown: SavedKey[] = [];
  for (const { secret, ...key } of keys) {
    if (secret === undefined) shown.push(key);
    else if (key.origin === 'demo') shown.push({ ...key, secret });
    else shown.push({ ...key, digest: keyDigestOf(secret), ends: endsOf(secret) });
    yield;
  }
  return { accounts, keys: shown };
}

const byNumber = <Row extends { number: number }>(rows: Iterable<Row>): Row[] =>
  [...rows].sort((one, other) => one.number - other.number);

const savedAccount = (account: Account): Omit<SavedAccount, 'entries'> => ({
  id: account.id,
  plan: account.plan,
  used: account.used,
  purchased: account.purchased,
  purchasedUsed: account.purchasedUsed,
  unlimited: account.unlimited,
  cycleMs: account.cycleMs,
  anchorAt: account.anchorAt,
  renewsAt: account.renewsAt,
  clockOffsetMs: account.clockOffsetMs,
  opening: copyOfTerms(account.opening as SavedAccount['opening']),
});

function savedKey(state: State, key: Key): SavedKey {
  const { number, secret } = key;
  return {
    id: key.id,
    account: state.accounts.get(key.account)?.id ?? '',
    origin: key.origin,
    ...(isPlaceholder(secret)
      ? { digest: digestInPlaceholder(secret), ends: endsInPlaceholder(secret) }
      : { secret }),
    limit: key.spendLimit,
    spent: key.spent,
    fractional: key.fractional,
    testOnly: key.testOnly,
    rate: key.rate,
    allow: key.allow && [...key.allow],
    ...(key.words && { words: key.words }),
    opening: copyOfTerms(key.opening as SavedKey['opening']),
    usage: usageInOrder(state, number).map(({ key: _, ...day }) => day),
    submitted: state.submitted
      .of(number)
      .map(({ kind, name }) => ({ kind, name }))
      .sort((one, other) => compareTexts(one.kind, other.kind) || compareTexts(one.name, other.name)),
    submittedOn: state.submittedOn
      .of(number)
      .map(({ key: _, ...day }) => day)
      .sort((one, other) => compareTexts(one.kind, other.kind) || one.day - other.day),
  };
}

/** The entry that releasing a hold would write. */
function releaseOf(state: State, hold: OpenHold, { plan, used, purchased }: Account): SavedEntry {
  const { key, at, operation, rule, traceId } = hold;
  const held = 0 - hold.plan - hold.purchased;
  const keyId = state.keys.get(key)?.id ?? '';
  const movement = { kind: 'release', at, keyId, operation, rule, held, traceId } as const;
  return savedEntry(entryOf(0, movement, plan - used + purchased));
}

/** Leaves out the number, which is the position, and fields that are null or 0. */
const savedEntry = (entry: Entry): SavedEntry => ({
  at: entry.at,
  kind: entry.kind,
  ...(entry.kind === 'carried' && { count: entry.id }),
  ...(entry.keyId !== null && { keyId: entry.keyId }),
  ...(entry.operation !== null && { operation: entry.operation }),
  ...(entry.rule !== null && { rule: entry.rule }),
  ...(entry.plan !== 0 && { plan: entry.plan }),
  ...(entry.purchased !== 0 && { purchased: entry.purchased }),
  ...(entry.held !== 0 && { held: entry.held }),
  balance: entry.balance,
  ...(entry.traceId !== null && { traceId: entry.traceId }),
});
