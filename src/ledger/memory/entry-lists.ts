import { entryOf } from '../entries.ts';
import type { State } from '../state.ts';
import type { Entry } from '../values.ts';

/** The newest entries of an account. */
interface EntryList {
  carried: Entry | undefined;
  /** The first `start` of them are in `carried` too; now and then they are dropped. */
  entries: Entry[];
  start: number;
}

/**
 * The entries of all accounts, in memory.
 * @param maxEntries how many of an account stay; older ones become one of the kind `carried`
 */
export function createEntryLists(maxEntries: number) {
  let lists = new Map<number, EntryList>();

  return { add, after, all };

  /** Adds what a batch posted; drops the entries of the accounts that it removed. */
  function add({ changes, accounts }: State): void {
    if (changes.isCleared) lists = new Map();
    for (const { account, entry } of changes.retained)
      if (accounts.get(account.number)) addTo(listOf(account.number), entry);
    for (const { number } of accounts.netChangeIn(changes.steps).removed) lists.delete(number);
  }

  function listOf(account: number): EntryList {
    const known = lists.get(account);
    if (known) return known;
    const list = { carried: undefined, entries: [], start: 0 };
    lists.set(account, list);
    return list;
  }

  function addTo(list: EntryList, entry: Entry): void {
    if (entry.kind === 'carried') {
      list.carried = entry;
      return;
    }
    list.entries.push(entry);
    const oldest = list.entries[list.start];
    if (!oldest || list.entries.length - list.start <= maxEntries) return;
    list.carried = carry(list.carried, oldest);
    list.start += 1;
    if (list.start < maxEntries / 10) return;
    list.entries = list.entries.slice(list.start);
    list.start = 0;
  }

  function after(account: number, after: number, max: number): Entry[] {
    const list = lists.get(account);
    if (!list) return [];
    const { carried, entries, start } = list;
    // ids follow each other, and the last carried id is that of `carried`
    const skipped = Math.max(0, after - ((entries[start]?.id ?? 1) - 1));
    const first = start + skipped;
    return carried && carried.id > after
      ? [carried, ...entries.slice(first, first + max - 1)].slice(0, max)
      : entries.slice(first, first + max);
  }

  function all(): Map<number, Entry[]> {
    return new Map([...lists.keys()].map((account) => [account, after(account, 0, Number.MAX_SAFE_INTEGER)]));
  }
}

/** One entry for all up to `last`, with their sums and its number. */
function carry(before: Entry | undefined, last: Entry): Entry {
  const plan = (before?.plan ?? 0) + last.plan;
  const purchased = (before?.purchased ?? 0) + last.purchased;
  const held = (before?.held ?? 0) + last.held;
  return entryOf(last.id, { at: last.at, kind: 'carried', plan, purchased, held }, last.balance);
}
