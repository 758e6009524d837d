import type { Millicredits } from '../core/credits.ts';
import { isObject } from '../core/values.ts';
import { type WasteRuleName, wasteRuleNames } from './client-rules.ts';
import type { KeyTally } from './key-tally.ts';
import type { OperationFacts } from './operation-facts.ts';
import { addPage, newSearchPages, type PageRequest, type SearchPages, unusedPages } from './pages.ts';
import type { RequestChain } from './request-chain.ts';
import type { TallyInput } from './tally-input.ts';

/** Finds what was paid for nothing. */
export interface WasteWatch {
  addWaste(rule: WasteRuleName, operation: number, credits: Millicredits): void;
  /** A successful call to an operation that is sold in parts too. */
  watchFields(seen: TallyInput, of: OperationFacts, thread: RequestChain): void;
  /** @param isSame whether the page before was one of the same search */
  watchPage(seen: TallyInput, page: PageRequest, row: KeyTally, of: OperationFacts, isSame: boolean): void;
  /** By rule and number of the operation. @param rows whose searches are still open */
  all(
    rows: Iterable<KeyTally>,
  ): { rule: WasteRuleName; operation: number; requests: number; credits: Millicredits }[];
  clear(): void;
}

/** Searches whose pages are kept, of all keys together. */
const maxSearches = 200;

/** @param operations how many there are */
export function createWasteWatch(operations: number): WasteWatch {
  const sums = createSums(operations);
  const searches = new Set<KeyTally>();

  return {
    addWaste: (rule, operation, credits) => sums.add(rule, operation, credits, 1),
    watchFields,
    watchPage,
    all(rows) {
      const withOpen = sums.copy();
      for (const { pages } of rows) if (pages) addUnused(withOpen, pages);
      return withOpen.all();
    },
    clear() {
      sums.clear();
      searches.clear();
    },
  };

  /** The parts of a record cost less than the wholes before, so these could have been parts too. */
  function watchFields(
    { request: entered, given }: TallyInput,
    of: OperationFacts,
    thread: RequestChain,
  ): void {
    if (entered.credits === 0) return;
    if (!isObject(given) || !('fields' in given)) {
      thread.wholeRecords += 1;
      return;
    }
    const saved = thread.wholeRecords * (of.fullPrice - entered.credits);
    if (saved > 0) sums.add('whole-record', of.number, saved, thread.wholeRecords);
    thread.wholeRecords = 0;
  }

  function watchPage(
    { request: entered, items, body }: TallyInput,
    request: PageRequest,
    row: KeyTally,
    of: OperationFacts,
    isSame: boolean,
  ): void {
    if (items === undefined || entered.credits === 0 || body === undefined) return;
    if (items.length === 0 && request.offset > 0) {
      sums.add('unused-page', of.number, entered.credits, 1);
      return;
    }
    if (!isSame || row.pages?.operation !== of.number) {
      endSearch(row);
      row.pages = newSearchPages(of);
      searches.add(row);
      for (const oldest of searches) if (searches.size > maxSearches) endSearch(oldest);
    }
    if (row.pages) addPage(row.pages, entered.credits, items);
  }

  function endSearch(row: KeyTally): void {
    searches.delete(row);
    if (row.pages) addUnused(sums, row.pages);
    row.pages = undefined;
  }
}

function addUnused(sums: WasteSums, pages: SearchPages): void {
  const { requests, credits } = unusedPages(pages);
  if (requests > 0) sums.add('unused-page', pages.operation, credits, requests);
}

interface WasteSums {
  add(rule: WasteRuleName, operation: number, credits: Millicredits, requests: number): void;
  copy(): WasteSums;
  all(): ReturnType<WasteWatch['all']>;
  clear(): void;
}

function createSums(
  operations: number,
  requests = new Uint32Array(wasteRuleNames.length * operations),
  credits = new Float64Array(wasteRuleNames.length * operations),
): WasteSums {
  return {
    add(rule, operation, more, times) {
      const place = wasteRuleNames.indexOf(rule) * operations + operation;
      requests[place] = (requests[place] ?? 0) + times;
      credits[place] = (credits[place] ?? 0) + more;
    },
    copy: () => createSums(operations, Uint32Array.from(requests), Float64Array.from(credits)),
    all: () =>
      [...requests].flatMap((count, place) => {
        const rule = wasteRuleNames[Math.floor(place / operations)];
        if (count === 0 || rule === undefined) return [];
        return [{ rule, operation: place % operations, requests: count, credits: credits[place] ?? 0 }];
      }),
    clear() {
      requests.fill(0);
      credits.fill(0);
    },
  };
}
