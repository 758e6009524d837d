import { createHash } from 'node:crypto';
import type { Millicredits } from '../core/credits.ts';
import { dayMs } from '../core/durations.ts';
import { Refusal } from '../core/errors.ts';
import type { AccountTerms, Balance, Caller, Charge, Entry, Hold, UsageDay } from './ledger.ts';
import { runRenewals } from './renewals.ts';
import { assertAffordable, keyRemaining, splitOf } from './rules.ts';
import type { AccountRow, HoldRow, KeyRow, Statements, UsageRow } from './statements.ts';

/**
 * The ledger's verbs on its tables. Each runs to its end without a pause, inside a transaction of the
 * caller's, so that nothing can come between reading a balance and writing it.
 */
export type Books = ReturnType<typeof createBooks>;

export function createBooks(statements: Statements, settings: { cycleMs: number }) {
  return {
    find,
    callerOf,
    isDue: ({ account }: Found, now: number) => account.renewsAt === null || account.renewsAt <= now,
    openKey,
    touch,
    balance: (caller: Caller, now: number) => balanceOf(touched(caller.id, now)),
    afford,
    charge,
    hold,
    settle,
    release,
    releaseAll: () => statements.allHolds.all().forEach((row) => void giveBack(row, row.at)),
    refused,
    usage,
    entries,
  };

  /** The key and its account as they stand, or undefined. */
  function find(by: { secret: string } | { id: string }): Found | undefined {
    const key = 'secret' in by ? statements.keyBySecret.get(by) : statements.keyById.get(by);
    return key && { key, account: accountOf(key) };
  }

  /** A new key with an account of its own. */
  function openKey(secret: string, terms: AccountTerms, origin: KeyRow['origin'], at: number): Found {
    const id = createHash('sha256').update(secret).digest('hex').slice(0, 16);
    const { lastInsertRowid } = statements.addAccount.run({
      id: `account-${id}`,
      plan: terms.plan ?? 0,
      used: terms.used ?? 0,
      purchased: terms.purchased ?? 0,
      heldPlan: 0,
      heldPurchased: 0,
      unlimited: bit(terms.unlimited),
      cycleMs: settings.cycleMs,
      anchorAt: null,
      renewsAt: null,
      clockOffsetMs: 0,
      entries: 0,
    });
    const account = rowOf(statements.accountByNumber.get({ number: Number(lastInsertRowid) }));
    save(
      post(account, { kind: 'open', at, plan: account.plan - account.used, purchased: account.purchased }),
    );
    statements.addKey.run({
      id,
      secret,
      account: account.number,
      origin,
      allow: terms.allow ? JSON.stringify(terms.allow) : null,
      fractional: bit(terms.fractional),
      testOnly: bit(terms.testOnly),
      spendLimit: terms.limit ?? null,
      spent: terms.spent ?? 0,
      held: 0,
      rateCount: terms.rate?.count ?? null,
      rateWindowMs: terms.rate?.windowMs ?? null,
    });
    return rowOf(find({ secret }));
  }

  /** The account's first use anchors its cycles; later ones run the renewals that fell due. */
  function touch(found: Found, now: number): Found {
    const { account } = found;
    if (account.renewsAt === null)
      return {
        ...found,
        account: save({ ...account, anchorAt: now, renewsAt: now + account.cycleMs }),
      };
    if (account.renewsAt > now) return found;
    return { ...found, account: save(runRenewals(account, now, post)) };
  }

  function afford(caller: Caller, estimate: Millicredits, now: number): void {
    const { account, key } = touched(caller.id, now);
    assertAffordable(account, key, estimate);
  }

  function charge(caller: Caller, { credits, now, ...call }: Charge): Balance {
    const { account, key } = touched(caller.id, now);
    assertAffordable(account, key, credits);
    const from = splitOf(account, credits);
    const charged = save(
      post(
        { ...account, used: account.used + from.plan, purchased: account.purchased - from.purchased },
        { ...call, kind: 'charge', at: now, keyId: key.id, plan: -from.plan, purchased: -from.purchased },
      ),
    );
    const spending = saveSpending({ ...key, spent: key.spent + credits });
    count({ key: key.number, operation: call.operation, at: now, charged: 1, credits });
    return balanceOf({ account: charged, key: spending });
  }

  function hold(caller: Caller, { credits, now, ...call }: Charge): Hold {
    const { account, key } = touched(caller.id, now);
    assertAffordable(account, key, credits);
    const from = splitOf(account, credits);
    const { lastInsertRowid } = statements.addHold.run({
      key: key.number,
      ...from,
      operation: call.operation,
      rule: call.rule ?? null,
      traceId: call.traceId,
      at: now,
    });
    save(
      post(
        {
          ...account,
          heldPlan: account.heldPlan + from.plan,
          heldPurchased: account.heldPurchased + from.purchased,
        },
        { ...call, kind: 'hold', at: now, keyId: key.id, held: credits },
      ),
    );
    saveSpending({ ...key, held: key.held + credits });
    return { id: Number(lastInsertRowid), credits };
  }

  /**
   * The split is the hold's own, whatever was renewed or bought since: credits held from the plan of a cycle
   * that has passed count as used in the cycle in which they are settled, so none appears and none vanishes.
   */
  function settle({ id }: Hold, credits: Millicredits, now: number): Balance {
    const row = statements.holdById.get({ id });
    if (!row) throw new Error(`hold ${id} is not open`);
    const amount = row.plan + row.purchased;
    if (credits > amount) throw new Error(`hold ${id} is for ${amount}, not for ${credits}`);
    const plan = Math.min(credits, row.plan);
    return giveBack(row, now, { plan, purchased: credits - plan });
  }

  function release({ id }: Hold, now: number): void {
    const row = statements.holdById.get({ id });
    if (row) giveBack(row, now);
  }

  /** Ends a hold: takes `spent` of it and frees the rest. */
  function giveBack(
    row: HoldRow,
    now: number,
    spent?: { plan: Millicredits; purchased: Millicredits },
  ): Balance {
    const { id, operation, rule, traceId } = row;
    const { account, key } = touch(ownerOf(row), now);
    const amount = row.plan + row.purchased;
    const taken = spent ?? { plan: 0, purchased: 0 };
    const credits = taken.plan + taken.purchased;
    statements.removeHold.run({ id });
    const ended = save(
      post(
        {
          ...account,
          used: account.used + taken.plan,
          purchased: account.purchased - taken.purchased,
          heldPlan: account.heldPlan - row.plan,
          heldPurchased: account.heldPurchased - row.purchased,
        },
        {
          kind: spent ? 'settle' : 'release',
          at: now,
          keyId: key.id,
          operation,
          rule,
          traceId,
          plan: -taken.plan,
          purchased: -taken.purchased,
          held: -amount,
        },
      ),
    );
    const spending = saveSpending({ ...key, held: key.held - amount, spent: key.spent + credits });
    if (spent) count({ key: key.number, operation, at: row.at, charged: 1, credits });
    return balanceOf({ account: ended, key: spending });
  }

  function refused(caller: Caller, operation: string, now: number): void {
    const key = statements.keyById.get({ id: caller.id });
    if (key) count({ key: key.number, operation, at: now, charged: 0, credits: 0 });
  }

  function usage(caller: Caller, from: number, to: number): UsageDay[] {
    const { key } = known(find({ id: caller.id }));
    const rows = statements.usageBetween.all({ key: key.number, first: dayOf(from), last: dayOf(to) });
    return [...Map.groupBy(rows, ({ day }) => day)].map(([day, calls]) => ({
      date: new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', ''),
      calls: calls.map(({ operation, requests, charged, credits }: UsageRow) => ({
        operation,
        requests,
        charged,
        credits,
      })),
    }));
  }

  function entries(caller: Caller, after: number, most: number): Entry[] {
    const { account } = known(find({ id: caller.id }));
    return statements.entriesAfter.all({ account: account.number, after, most });
  }

  function touched(id: string, now: number): Found {
    return touch(known(find({ id })), now);
  }

  function ownerOf(row: HoldRow): Found {
    const key = rowOf(statements.keyByNumber.get({ number: row.key }));
    return { key, account: accountOf(key) };
  }

  function accountOf(key: KeyRow): AccountRow {
    return rowOf(statements.accountByNumber.get({ number: key.account }));
  }

  function save(account: AccountRow): AccountRow {
    statements.saveAccount.run(account);
    return account;
  }

  function saveSpending(key: KeyRow): KeyRow {
    statements.saveSpending.run({ number: key.number, spent: key.spent, held: key.held });
    return key;
  }

  /** Appends an entry about the account as it stands after the movement. */
  function post(account: AccountRow, movement: Movement): AccountRow {
    const id = account.entries + 1;
    statements.addEntry.run({
      account: account.number,
      keyId: null,
      operation: null,
      rule: null,
      plan: 0,
      purchased: 0,
      held: 0,
      traceId: null,
      ...movement,
      id,
      balance: account.plan - account.used + account.purchased,
    });
    return { ...account, entries: id };
  }

  /** A call belongs to the UTC day of its own instant, whenever its turn to be written comes. */
  function count({ at, ...call }: Omit<UsageRow, 'day' | 'requests'> & { at: number }): void {
    statements.countCall.run({ ...call, day: dayOf(at), requests: 1 });
  }
}

/** A key and its account, read together. */
export interface Found {
  key: KeyRow;
  account: AccountRow;
}

export type Movement = Partial<Omit<Entry, 'id' | 'balance'>> & Pick<Entry, 'kind' | 'at'>;

export function callerOf({ key, account }: Found): Caller {
  return {
    id: key.id,
    account: account.id,
    fractional: key.fractional === 1,
    testOnly: key.testOnly === 1,
    allow: key.allow === null ? null : (JSON.parse(key.allow) as string[]),
    rate:
      key.rateCount === null || key.rateWindowMs === null
        ? null
        : { count: key.rateCount, windowMs: key.rateWindowMs },
    clockOffsetMs: account.clockOffsetMs,
  };
}

function balanceOf({ account, key }: Found): Balance {
  return {
    plan: account.plan,
    planUsed: account.used,
    purchased: account.purchased,
    held: account.heldPlan + account.heldPurchased,
    unlimited: account.unlimited === 1,
    keyRemaining: keyRemaining(key),
  };
}

/** A key may be deleted between a request's arrival and its charge. */
function known(found: Found | undefined): Found {
  if (!found) throw new Refusal('keyUnknown');
  return found;
}

function rowOf<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('the ledger lacks a row that another one names');
  return row;
}

const dayOf = (at: number): number => Math.floor(at / dayMs);

const bit = (flag: boolean | undefined): 0 | 1 => (flag ? 1 : 0);
