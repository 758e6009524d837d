import type { Millicredits } from '../core/credits.ts';
import { isObject } from '../core/values.ts';
import { createBoundedMaps } from './bounded-maps.ts';
import { callName } from './call-name.ts';
import { type WasteRuleName, wasteRuleNames } from './client-rules.ts';
import { addEvidence, type EvidenceList, evidenceOf, maxEvidence, newEvidenceList } from './evidence.ts';
import type { KeyTally } from './key-tally.ts';
import type { OperationFacts } from './operation-facts.ts';
import { addPage, newSearchPages, type PageRequest, type SearchPages, unusedPages } from './pages.ts';
import type { RequestChain } from './request-chain.ts';
import type { TallyInput } from './tally-input.ts';

/** Finds what was paid for nothing. */
export interface WasteWatch {
  addWaste(rule: WasteRuleName, operation: number, credits: Millicredits, input: TallyInput): void;
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
  all(keys: Iterable<KeyTally>): Waste[];
  clear(): void;
}

export interface Waste extends EvidenceList {
  readonly rule: WasteRuleName;
  readonly operation: number;
  credits: Millicredits;
}

/** Searches whose pages are watched, of all keys together. */
const maxSearches = 200;
/** Creators whose whole records are remembered: of all keys together, and of a key and an operation. */
const maxCreators = 20_000;
const maxCreatorsEach = 1_000;

export function createWasteWatch(): WasteWatch {
  const sums = createSums();
  const searches = new Set<KeyTally>();
  const creators = createBoundedMaps<EvidenceList>(maxCreators, maxCreatorsEach);

  return {
    addWaste: (rule, operation, credits, input) => sums.add(rule, operation, credits, ofOne(input)),
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
      const known = wholeRecords.get(name);
      if (known) addEvidence(known, evidenceOf(input));
      else creators.set(wholeRecords, name, ofOne(input));
      return;
    }
    const creator = wholeRecords.size === 0 ? undefined : callName(input, 'fields');
    const bought = creator === undefined ? undefined : wholeRecords.get(creator);
    if (creator === undefined || bought === undefined) return;
    creators.delete(wholeRecords, creator);
    const saved = bought.requestCount * (fullPrice - request.credits);
    if (saved > 0) sums.add('whole-record', number, saved, bought);
  }

  function watchPage(
    input: TallyInput,
    { offset }: PageRequest,
    key: KeyTally,
    operation: OperationFacts,
    isSame: boolean,
  ): void {
    const { items, body } = input;
    const { credits } = input.request;
    if (items === undefined || credits === 0 || body === undefined) return;
    if (items.length === 0 && offset > 0) {
      sums.add('unused-page', operation.number, credits, ofOne(input));
      return;
    }
    if (!isSame || key.pages?.operation !== operation.number) {
      endSearch(key);
      key.pages = newSearchPages(operation);
      searches.add(key);
      for (const oldest of searches) if (searches.size > maxSearches) endSearch(oldest);
    }
    if (key.pages) addPage(key.pages, input, items);
  }

  function endSearch(key: KeyTally): void {
    searches.delete(key);
    if (key.pages) addUnused(sums, key.pages);
    key.pages = undefined;
  }
}

function addUnused(sums: WasteSums, pages: SearchPages): void {
  const unused = unusedPages(pages);
  if (unused.requestCount > 0) sums.add('unused-page', pages.operation, unused.credits, unused);
}

const ofOne = (input: TallyInput): EvidenceList => ({ requestCount: 1, requests: [evidenceOf(input)] });

interface WasteSums {
  add(rule: WasteRuleName, operation: number, credits: Millicredits, requests: EvidenceList): void;
  copy(): WasteSums;
  all(): Waste[];
  clear(): void;
}

function createSums(known: readonly Waste[] = []): WasteSums {
  const nameOf = (rule: WasteRuleName, operation: number) => `${rule} ${operation}`;
  const sums = new Map(
    known.map((sum) => [nameOf(sum.rule, sum.operation), { ...sum, requests: [...sum.requests] }]),
  );
  return {
    add(rule, operation, more, { requestCount, requests }) {
      const name = nameOf(rule, operation);
      const sum = sums.get(name) ?? { rule, operation, credits: 0, ...newEvidenceList() };
      sums.set(name, sum);
      sum.credits += more;
      sum.requestCount += requestCount;
      sum.requests.push(...requests.slice(0, maxEvidence - sum.requests.length));
    },
    copy: () => createSums([...sums.values()]),
    all: () =>
      [...sums.values()].sort(
        (a, b) =>
          wasteRuleNames.indexOf(a.rule) - wasteRuleNames.indexOf(b.rule) || a.operation - b.operation,
      ),
    clear: () => sums.clear(),
  };
}
