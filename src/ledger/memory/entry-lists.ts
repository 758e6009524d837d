import type { Yielding } from '../../core/yield-to-loop.ts';
import { entryOf } from '../entries.ts';
import type { State } from '../state.ts';
import type { Entry } from '../values.ts';

/** The memory of an entry, with its trace id. */
export const entryBytes = 160;

/** The entries of an account, oldest first. */
interface EntryList {
  rows: Entry[];
  /** The place of the oldest that is left. */
  first: number;
  /** One entry for all that have left. */
  carried?: Entry;
  /** How many have left before their turn among those of all accounts. */
  early: number;
}

/**
 * The newest entries of all accounts, in memory. Older ones become one of the kind `carried` for each account.
 * @param maxEntries how many of an account stay
 * @param maxBytes of the entries of all accounts together: the oldest of all leave first
 */
export function createEntryLists(maxEntries: number, maxBytes: number) {
  const max = Math.ceil(maxBytes / entryBytes);
  const lists = new Map<number, EntryList>();
  /** The accounts of all entries in their order; `next` is the place of the oldest. */
  let order: number[] = [];
  let next = 0;
  let count = 0;

  return { add, after };

  /** Adds what a batch posted, in steps; drops the entries of the accounts that it removed. */
  function* add({ changes, accounts }: State): Yielding<void> {
    if (changes.isCleared) clear();
    for (const { account, entry } of changes.retained) {
      if (accounts.get(account.number)) addTo(account.number, entry);
      yield;
    }
    if (!changes.hasRemovals) return;
    for (const { number } of accounts.netChangeIn(changes.steps).removed) {
      count -= leftIn(lists.get(number));
      lists.delete(number);
    }
  }

  function clear(): void {
    lists.clear();
    [order, next, count] = [[], 0, 0];
  }

  function addTo(account: number, entry: Entry): void {
    const list = lists.get(account) ?? { rows: [], first: 0, early: 0 };
    lists.set(account, list);
    if (entry.kind === 'carried') {
      list.carried = entry;
      return;
    }
    list.rows.push(entry);
    order.push(account);
    count += 1;
    if (leftIn(list) > maxEntries) {
      carryFirst(list);
      list.early += 1;
    }
    while (count > max) carryOldest();
    if (order.length > 2 * max) [order, next] = [order.slice(next).filter(isLeft), 0];
  }

  function carryOldest(): void {
    const account = order[next] as number;
    next += 1;
    if (isLeft(account)) carryFirst(lists.get(account) as EntryList);
  }

  /** Whether an entry has not left before its turn: those of an account leave in their order. */
  function isLeft(account: number): boolean {
    const list = lists.get(account);
    if (!list?.early) return list !== undefined;
    list.early -= 1;
    return false;
  }

  function carryFirst(list: EntryList): void {
    list.carried = carry(list.carried, list.rows[list.first] as Entry);
    list.first += 1;
    if (list.first * 2 > list.rows.length) {
      list.rows = list.rows.slice(list.first);
      list.first = 0;
    }
    count -= 1;
  }

  function after(account: number, after: number, max = Number.POSITIVE_INFINITY): Entry[] {
    const { rows, first, carried } = lists.get(account) ?? { rows: [], first: 0, carried: undefined };
    const all = [...(carried ? [carried] : []), ...rows.slice(first)];
    return all.filter(({ id }) => id > after).slice(0, max);
  }
}

const leftIn = (list: EntryList | undefined): number => (list ? list.rows.length - list.first : 0);

/** One entry for all up to `last`, with their sums and its number. */
function carry(before: Entry | undefined, last: Entry): Entry {
  const plan = (before?.plan ?? 0) + last.plan;
  const purchased = (before?.purchased ?? 0) + last.purchased;
  const held = (before?.held ?? 0) + last.held;
  return entryOf(last.id, { at: last.at, kind: 'carried', plan, purchased, held }, last.balance);
}
