import type { Millicredits } from '../core/credits.ts';
import { isObject } from '../core/values.ts';
import { createBoundedMaps } from './bounded-maps.ts';
import { callName } from './call-name.ts';
import { type WasteRuleName, wasteRuleNames } from './client-rules.ts';
import type { KeyTally } from './key-tally.ts';
import type { OperationFacts } from './operation-facts.ts';
import { addPage, newSearchPages, type PageRequest, type SearchPages, unusedPages } from './pages.ts';
import type { RequestChain } from './request-chain.ts';
import type { TallyInput } from './tally-input.ts';

/** Finds what was paid for nothing. */
export interface WasteWatch {
  addWaste(rule: WasteRuleName, operation: number, credits: Millicredits): void;
  /** A successful call to an operation that is sold in parts too. @param name see `callName` */
  watchFields(
    input: TallyInput,
    operation: OperationFacts,
    chain: RequestChain,
    name: string | undefined,
  ): void;
  /** @param isSame whether the page before was one of the same search */
  watchPage(
    input: TallyInput,
    page: PageRequest,
    key: KeyTally,
    operation: OperationFacts,
    isSame: boolean,
  ): void;
  /** By rule and number of the operation. @param keys whose searches are still open */
  all(
    keys: Iterable<KeyTally>,
  ): { rule: WasteRuleName; operation: number; requests: number; credits: Millicredits }[];
  clear(): void;
}

/** Searches whose pages are watched, of all keys together. */
const maxSearches = 200;
/** Creators whose whole records are remembered: of all keys together, and of a key and an operation. */
const maxCreators = 20_000;
const maxCreatorsEach = 1_000;

/** @param operations how many there are */
export function createWasteWatch(operations: number): WasteWatch {
  const sums = createSums(operations);
  const searches = new Set<KeyTally>();
  const creators = createBoundedMaps<number>(maxCreators, maxCreatorsEach);

  return {
    addWaste: (rule, operation, credits) => sums.add(rule, operation, credits, 1),
    watchFields,
    watchPage,
    all(keys) {
      const withOpen = sums.copy();
      for (const { pages } of keys) if (pages) addUnused(withOpen, pages);
      return withOpen.all();
    },
    clear() {
      sums.clear();
      searches.clear();
      creators.clear();
    },
  };

  /** Parts that cost less than the whole records of the same creator before show that these could have been parts too. */
  function watchFields(
    input: TallyInput,
    { number, fullPrice }: OperationFacts,
    { wholeRecords }: RequestChain,
    name: string | undefined,
  ): void {
    const { request, given } = input;
    if (request.credits === 0 || name === undefined) return;
    if (!isObject(given) || !('fields' in given)) {
      creators.set(wholeRecords, name, (wholeRecords.get(name) ?? 0) + 1);
      return;
    }
    const creator = wholeRecords.size === 0 ? undefined : callName(input, 'fields');
    const bought = creator === undefined ? undefined : wholeRecords.get(creator);
    if (creator === undefined || bought === undefined) return;
    creators.delete(wholeRecords, creator);
    const saved = bought * (fullPrice - request.credits);
    if (saved > 0) sums.add('whole-record', number, saved, bought);
  }

  function watchPage(
    { request: { credits }, items, body }: TallyInput,
    { offset }: PageRequest,
    key: KeyTally,
    operation: OperationFacts,
    isSame: boolean,
  ): void {
    if (items === undefined || credits === 0 || body === undefined) return;
    if (items.length === 0 && offset > 0) {
      sums.add('unused-page', operation.number, credits, 1);
      return;
    }
    if (!isSame || key.pages?.operation !== operation.number) {
      endSearch(key);
      key.pages = newSearchPages(operation);
      searches.add(key);
      for (const oldest of searches) if (searches.size > maxSearches) endSearch(oldest);
    }
    if (key.pages) addPage(key.pages, credits, items);
  }

  function endSearch(key: KeyTally): void {
    searches.delete(key);
    if (key.pages) addUnused(sums, key.pages);
    key.pages = undefined;
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
