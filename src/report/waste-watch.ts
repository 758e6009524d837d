import type { CallSite } from '../core/call-site.ts';
import type { Millicredits } from '../core/credits.ts';
import { createBoundedMaps } from './bounded-maps.ts';
import { callName } from './call-name.ts';
import { type WasteRuleName, wasteRuleNames } from './client-rules.ts';
import {
  addRequest,
  createSiteRows,
  type EvidenceList,
  evidenceOf,
  maxEvidence,
  newEvidenceList,
  siteName,
} from './evidence.ts';
import type { OperationFacts } from './operation-facts.ts';
import { compareBy } from './order.ts';
import type { UnusedPages } from './pages.ts';
import type { RequestChain } from './request-chain.ts';
import type { TallyInput } from './tally-input.ts';

/** Finds what was paid for nothing. */
export interface WasteWatch {
  addWaste(rule: WasteRuleName, operation: number, credits: Millicredits, input: TallyInput): void;
  /** Pages of a search that nobody used. */
  addUnused(operation: number, unused: readonly UnusedPages[]): void;
  /** A successful call to an operation that is sold in parts too. @param name see `callName` */
  watchFields(
    input: TallyInput,
    operation: OperationFacts,
    chain: RequestChain,
    name: string | undefined,
  ): void;
  /** By rule and number of the operation. @param open pages of searches that may still be used */
  all(open: Iterable<readonly [operation: number, unused: readonly UnusedPages[]]>): Waste[];
  /** By rule, since the start: neither a reset nor a new report lowers it. */
  readonly wasted: ReadonlyMap<WasteRuleName, Millicredits>;
  clear(): void;
}

export interface Waste extends EvidenceList {
  readonly rule: WasteRuleName;
  readonly operation: number;
  readonly callSite: CallSite | null;
  credits: Millicredits;
}

/** Creators whose whole records are remembered: of all keys together, and of a key and an operation. */
const maxCreators = 20_000;
const maxCreatorsEach = 1_000;

export function createWasteWatch(): WasteWatch {
  const sums = createSums();
  const creators = createBoundedMaps<EvidenceList>(maxCreators, maxCreatorsEach);
  const wasted = new Map(wasteRuleNames.map((rule) => [rule, 0]));
  const addWasted = (rule: WasteRuleName, credits: Millicredits): void =>
    void wasted.set(rule, (wasted.get(rule) as number) + credits);

  return {
    wasted,
    addWaste(rule, operation, credits, input) {
      sums.addRequest(rule, operation, credits, input);
      addWasted(rule, credits);
    },
    addUnused(operation, unused) {
      addUnused(sums, operation, unused);
      for (const { credits } of unused) addWasted('unused-page', credits);
    },
    watchFields,
    all(open) {
      const withOpen = sums.copy();
      for (const [operation, unused] of open) addUnused(withOpen, operation, unused);
      return withOpen.all();
    },
    clear() {
      for (const each of [sums, creators]) each.clear();
    },
  };

  /** Parts that cost less than the whole records of the same creator before show that these could have been parts too. */
  function watchFields(
    input: TallyInput,
    { number, fullPrice }: OperationFacts,
    { wholeRecords }: RequestChain,
    name: string | undefined,
  ): void {
    const { request, givenNames } = input;
    if (request.credits === 0 || name === undefined) return;
    if (!givenNames.includes('fields')) {
      const known = wholeRecords.get(name);
      if (known) addRequest(known, input);
      else creators.set(wholeRecords, name, { requestCount: 1, requests: [evidenceOf(input)] });
      return;
    }
    const creator = wholeRecords.size === 0 ? undefined : callName(input, 'fields');
    const bought = creator === undefined ? undefined : wholeRecords.get(creator);
    if (creator === undefined || bought === undefined) return;
    creators.delete(wholeRecords, creator);
    const saved = bought.requestCount * (fullPrice - request.credits);
    if (saved <= 0) return;
    sums.add('whole-record', number, saved, bought);
    addWasted('whole-record', saved);
  }
}

function addUnused(sums: WasteSums, operation: number, unused: readonly UnusedPages[]): void {
  for (const pages of unused) sums.add('unused-page', operation, pages.credits, pages);
}

interface WasteSums {
  /** @param requests their first one says at which call site */
  add(rule: WasteRuleName, operation: number, credits: Millicredits, requests: EvidenceList): void;
  addRequest(rule: WasteRuleName, operation: number, credits: Millicredits, input: TallyInput): void;
  copy(): WasteSums;
  all(): Waste[];
  clear(): void;
}

function createSums(known: readonly Waste[] = []): WasteSums {
  const sums = createSiteRows<Waste>();
  const sumOf = (rule: WasteRuleName, operation: number, at: CallSite | null): Waste =>
    sums.of(`${rule} ${operation}`, at, (callSite) => ({
      ...{ rule, operation, callSite, credits: 0 },
      ...newEvidenceList(),
    }));
  for (const sum of known)
    Object.assign(sumOf(sum.rule, sum.operation, sum.callSite), { ...sum, requests: [...sum.requests] });
  return {
    add(rule, operation, more, { requestCount, requests }) {
      const sum = sumOf(rule, operation, requests[0]?.callSite ?? null);
      sum.credits += more;
      sum.requestCount += requestCount;
      sum.requests.push(...requests.slice(0, maxEvidence - sum.requests.length));
    },
    addRequest(rule, operation, more, input) {
      const sum = sumOf(rule, operation, input.request.callSite ?? null);
      sum.credits += more;
      addRequest(sum, input);
    },
    copy: () => createSums([...sums.all()]),
    all: () =>
      [...sums.all()].sort(
        (a, b) =>
          wasteRuleNames.indexOf(a.rule) - wasteRuleNames.indexOf(b.rule) ||
          a.operation - b.operation ||
          bySite(a, b),
      ),
    clear: () => sums.clear(),
  };
}

const bySite = compareBy(({ callSite }: Pick<Waste, 'callSite'>) => siteName('', callSite));
