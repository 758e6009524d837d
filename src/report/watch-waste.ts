import type { Millicredits } from '../core/credits.ts';
import { hourMs } from '../core/durations.ts';
import { isObject } from '../core/values.ts';
import type { CellKind } from './cells.ts';
import type { KeyRow } from './key-row.ts';
import { type WasteRule, wasteRules } from './lints.ts';
import type { OperationFacts } from './operation-facts.ts';
import { addPage, type PageRequest, type Pages, unusedPages, usePages } from './pages.ts';
import { createRecentCalls, hashOf } from './recent-calls.ts';
import type { Seen } from './seen.ts';
import type { Thread } from './thread.ts';
import { isRetry } from './watch-lints.ts';

/** Finds what was paid for nothing. */
export interface WasteWatch {
  /**
   * @param kind of the cell before, if the reply before was one
   * @returns the rule by which the call was paid twice; its money is known when it was charged
   */
  watch(
    seen: Seen,
    kind: CellKind | undefined,
    row: KeyRow,
    of: OperationFacts,
    thread: Thread,
  ): WasteRule | undefined;
  watchPage(seen: Seen, page: PageRequest, row: KeyRow, of: OperationFacts): void;
  found(rule: WasteRule, operation: number, credits: Millicredits): void;
  /** A key's search is over. */
  endPages(row: KeyRow): void;
  /** By rule and number of the operation. @param rows whose searches are still open */
  all(
    rows: Iterable<KeyRow>,
  ): { rule: WasteRule; operation: number; requests: number; credits: Millicredits }[];
  clear(): void;
}

/** A call that comes again after this time asks for news. */
const paidAgainMs = hourMs / 6;

/** Searches whose pages are kept, of all keys together. */
const mostSearches = 200;

/** @param operations how many there are */
export function createWasteWatch(
  operations: number,
  kindOf: (cell: number) => CellKind | undefined,
): WasteWatch {
  const requests = new Uint32Array(wasteRules.length * operations);
  const credits = new Float64Array(wasteRules.length * operations);
  const recent = createRecentCalls(paidAgainMs);
  const searches = new Set<KeyRow>();

  return { watch, watchPage, found, endPages, all, clear };

  function found(rule: WasteRule, operation: number, more: Millicredits, times = 1): void {
    const place = wasteRules.indexOf(rule) * operations + operation;
    requests[place] = (requests[place] ?? 0) + times;
    credits[place] = (credits[place] ?? 0) + more;
  }

  function watch(
    seen: Seen,
    kind: CellKind | undefined,
    row: KeyRow,
    of: OperationFacts,
    thread: Thread,
  ): WasteRule | undefined {
    const { entered } = seen;
    if (row.pages) usePages(row.pages, seen.given);
    const isSame = thread.request > 0 && isRetry(seen, row, thread);
    if (isSame && kindOf(thread.cell) === 'absent' && thread.isRefused && kind === 'absent')
      found('asked-again-after-404', of.number, 0);
    // Streams are charged later, so what counts is that the call is not refused.
    if (entered.errorCode !== null || entered.status >= 400) return undefined;
    watchFields(seen, of, thread);
    const test = seen.test ?? row.test ?? '';
    const isRecent =
      seen.body !== undefined &&
      recent.seen(
        hashOf(row.number * 64 + of.number, [test, entered.method, entered.url, seen.body ?? '']),
        entered.at,
      );
    if (!isRecent || thread.changes !== row.changes) return undefined;
    return isSame && !thread.isRefused && !thread.isInjected ? 'retried-success' : 'paid-again';
  }

  /** The parts of a record cost less than the wholes before, so these could have been parts too. */
  function watchFields({ entered, given }: Seen, of: OperationFacts, thread: Thread): void {
    if (!of.isFractional || entered.credits === 0) return;
    if (!isObject(given) || !('fields' in given)) {
      thread.wholes += 1;
      return;
    }
    if (entered.credits < of.fullPrice && thread.wholes > 0)
      found('whole-record', of.number, thread.wholes * (of.fullPrice - entered.credits), thread.wholes);
    thread.wholes = 0;
  }

  function watchPage(seen: Seen, page: PageRequest, row: KeyRow, of: OperationFacts): void {
    const { entered, items } = seen;
    if (items === undefined || entered.credits === 0) return;
    if (items.length === 0 && page.offset > 0) {
      found('unused-page', of.number, entered.credits);
      return;
    }
    if (row.pages?.search !== page.search || row.pages.operation !== of.number) {
      endPages(row);
      row.pages = { operation: of.number, search: page.search, pages: [] };
      searches.add(row);
      for (const oldest of searches) if (searches.size > mostSearches) endPages(oldest);
    }
    addPage(row.pages, entered.credits, items);
  }

  function endPages(row: KeyRow): void {
    searches.delete(row);
    if (row.pages) countUnused(row.pages, found);
    row.pages = undefined;
  }

  function all(rows: Iterable<KeyRow>) {
    const open = Float64Array.from(credits);
    const openRequests = Uint32Array.from(requests);
    for (const { pages } of rows)
      if (pages)
        countUnused(pages, (rule, operation, more, times) => {
          const place = wasteRules.indexOf(rule) * operations + operation;
          open[place] = (open[place] ?? 0) + more;
          openRequests[place] = (openRequests[place] ?? 0) + times;
        });
    return wasteRules.flatMap((rule, n) =>
      Array.from({ length: operations }, (_, operation) => ({
        rule,
        operation,
        requests: openRequests[n * operations + operation] ?? 0,
        credits: open[n * operations + operation] ?? 0,
      })).filter((each) => each.requests > 0),
    );
  }

  function clear(): void {
    requests.fill(0);
    credits.fill(0);
    recent.clear();
    searches.clear();
  }
}

function countUnused(
  pages: Pages,
  found: (rule: WasteRule, operation: number, credits: Millicredits, times: number) => void,
): void {
  const { requests, credits } = unusedPages(pages);
  if (requests > 0) found('unused-page', pages.operation, credits, requests);
}
