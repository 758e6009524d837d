import { createBoundedQueue } from '../../core/bounded-queue.ts';
import type { Steps } from '../../core/steps.ts';
import { entryOf } from '../entries.ts';
import type { State } from '../state.ts';
import type { Entry } from '../values.ts';
import { createEntryColumns } from './entry-columns.ts';

/** The memory of an entry, with its trace id and its links. */
export const entryBytes = 160;

/**
 * The newest entries of all accounts, in memory. Older ones become one of the kind `carried` for each account.
 * @param maxEntries how many of an account stay
 * @param maxBytes of the entries of all accounts together: the oldest of all leave first
 */
export function createEntryLists(maxEntries: number, maxBytes: number) {
  const max = Math.ceil(maxBytes / entryBytes);
  const columns = createEntryColumns(max);
  /** By account. */
  const carried = new Map<number, Entry>();
  const queue = createBoundedQueue<number>({
    max,
    maxPerOwner: maxEntries,
    onEvict(slot, account) {
      carried.set(account, carry(carried.get(account), columns.read(slot)));
    },
  });

  return { add, after };

  /** Adds what a batch posted, in steps; drops the entries of the accounts that it removed. */
  function* add({ changes, accounts }: State): Steps<void> {
    if (changes.isCleared) clear();
    for (const { account, entry } of changes.retained) {
      if (accounts.get(account.number)) addTo(account.number, entry);
      yield;
    }
    for (const { number } of accounts.netChangeIn(changes.steps).removed) remove(number);
  }

  function clear(): void {
    queue.clear();
    columns.clear();
    carried.clear();
  }

  function remove(account: number): void {
    for (const slot of queue.of(account)) columns.release(slot);
    queue.clear(account);
    carried.delete(account);
  }

  function addTo(account: number, entry: Entry): void {
    if (entry.kind === 'carried') carried.set(account, entry);
    else columns.write(queue.add(account), entry);
  }

  function after(account: number, after: number, max = Number.POSITIVE_INFINITY): Entry[] {
    const older = carried.get(account);
    const page = older && older.id > after ? [older] : [];
    for (const slot of queue.of(account)) {
      if (page.length >= max) break;
      if (columns.idIn(slot) > after) page.push(columns.read(slot));
    }
    return page;
  }
}

/** One entry for all up to `last`, with their sums and its number. */
function carry(before: Entry | undefined, last: Entry): Entry {
  const plan = (before?.plan ?? 0) + last.plan;
  const purchased = (before?.purchased ?? 0) + last.purchased;
  const held = (before?.held ?? 0) + last.held;
  return entryOf(last.id, { at: last.at, kind: 'carried', plan, purchased, held }, last.balance);
}
