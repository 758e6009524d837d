import { isObject } from '../core/values.ts';
import type { ClientRuleWatch } from './client-rule-watch.ts';
import { evidenceOf } from './evidence.ts';
import type { KeyTally } from './key-tally.ts';
import type { OperationFacts } from './operation-facts.ts';
import {
  addPage,
  isSameSearch,
  markUsedPages,
  newSearchPages,
  type PageRequest,
  pageRequest,
  pagesWithOtherSort,
  runOf,
  type SearchPages,
  searchName,
  type UnusedPages,
  unusedPages,
} from './pages.ts';
import { factBit } from './reply-facts.ts';
import type { Evidence, TallyInput } from './tally-input.ts';
import type { WasteWatch } from './waste-watch.ts';

/** Watches the pages of each search. Clients interleave their searches, so neighbours prove nothing. */
export interface SearchWatch {
  /** A page that was answered. */
  watchPage(input: TallyInput, key: KeyTally, operation: OperationFacts): void;
  /** A call that may look up what the pages list. @param isKeyRefused such as for want of credits */
  markUsed(input: TallyInput, key: KeyTally, operation: OperationFacts, isKeyRefused: boolean): void;
  /** The pages so far that no look-up used, by search. */
  unused(): [operation: number, unused: UnusedPages[]][];
  /** The pages so far that came in another order than those before. */
  withOtherSort(): Evidence[];
  /** Decides all searches now. */
  endAll(): void;
  clear(): void;
}

/** Searches that are watched, of all keys together. */
const maxSearches = 200;
/** Pages of one record that make a loop. */
const singleItemPages = 3;

export function createSearchWatch(clientRules: ClientRuleWatch, waste: WasteWatch): SearchWatch {
  const places = new Map<SearchPages, { key: KeyTally; name: string }>();

  return {
    watchPage(input, key, operation) {
      const page = pageRequest(input.given);
      // A body that is too large to compare is not watched.
      if (!page || input.body === undefined) return;
      const search = latestSearch(page, input, key, operation) ?? searchOf(page, input, key, operation);
      watchRun(search, page, input);
      countPage(search, page, input);
    },
    markUsed({ given }, key, { platform }, isKeyRefused) {
      if (key.searches.size === 0 || !isObject(given)) return;
      for (const search of key.searches.values())
        if (search.platform === platform) markUsedPages(search, given, isKeyRefused);
    },
    unused: () => [...places.keys()].map((search) => [search.operation, unusedPages(search)]),
    withOtherSort: () => [...places.keys()].flatMap(pagesWithOtherSort),
    endAll() {
      for (const search of places.keys()) end(search);
    },
    clear: () => places.clear(),
  };

  function latestSearch(
    { given }: PageRequest,
    { test }: TallyInput,
    { latestSearch: latest, changes }: KeyTally,
    { number }: OperationFacts,
  ): SearchPages | undefined {
    const isSame =
      latest?.test === test &&
      latest.changes === changes &&
      latest.search.operation === number &&
      isSameSearch(latest.given, given);
    return isSame ? latest.search : undefined;
  }

  function searchOf(
    page: PageRequest,
    { test }: TallyInput,
    key: KeyTally,
    operation: OperationFacts,
  ): SearchPages {
    const name = `${key.changes} ${test} ${operation.number} ${searchName(page)}`;
    const search = key.searches.get(name) ?? newSearch(name, key, operation);
    key.latestSearch = { search, given: page.given, test, changes: key.changes };
    return search;
  }

  function newSearch(name: string, key: KeyTally, operation: OperationFacts): SearchPages {
    const [oldest] = places.size < maxSearches ? [] : places.keys();
    if (oldest) end(oldest);
    const search = newSearchPages(operation);
    key.searches.set(name, search);
    places.set(search, { key, name });
    return search;
  }

  function end(search: SearchPages): void {
    for (const request of pagesWithOtherSort(search)) clientRules.noteBreak('page-with-other-sort', request);
    addUnused(search);
    const place = places.get(search);
    place?.key.searches.delete(place.name);
    if (place?.key.latestSearch?.search === search) place.key.latestSearch = undefined;
    places.delete(search);
  }

  function addUnused(search: SearchPages): void {
    waste.addUnused(search.operation, unusedPages(search));
  }

  function watchRun(search: SearchPages, page: PageRequest, input: TallyInput): void {
    const { offset, size } = page;
    const run = runOf(search, page, input);
    if (!run) return;
    if (run.lastOffset !== undefined && offset > run.lastOffset)
      clientRules.noteBreak('page-after-last', evidenceOf(input));
    else if ((input.factMask & factBit.last) !== 0) run.lastOffset = offset;
    // The client begins again, perhaps after a change of the data.
    else run.lastOffset = undefined;
    if (offset < run.minOffset) Object.assign(run, { minOffset: offset, minRequest: evidenceOf(input) });
    if (size !== 1 || run.single.length >= singleItemPages || run.single.includes(offset)) return;
    run.single.push(offset);
    if (run.single.length === singleItemPages) clientRules.noteBreak('pages-of-one', evidenceOf(input));
  }

  function countPage(search: SearchPages, page: PageRequest, input: TallyInput): void {
    const { items } = input;
    const { credits } = input.request;
    if (items === undefined || credits === 0) return;
    if (items.length === 0 && page.offset > 0) {
      waste.addWaste('unused-page', search.operation, credits, input);
      return;
    }
    // Another round over the pages, whose creators the client may know from the one before.
    if (search.pages.some(({ offset, order }) => offset === page.offset && order === page.order)) {
      // A round that nobody used can stand for this one.
      if (search.pages.every(({ lookedUp }) => lookedUp === 0)) return;
      addUnused(search);
      Object.assign(search, { pages: [], byId: new Map() });
    }
    addPage(search, page, input, items);
  }
}
