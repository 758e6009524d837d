import type { Millicredits } from '../core/credits.ts';
import { sameJson } from '../core/json-values.ts';
import type { Platform } from '../core/platforms.ts';
import { isObject } from '../core/values.ts';
import { addEvidence, type EvidenceList, evidenceOf, newEvidenceList } from './evidence.ts';
import { lookUpIdOf } from './identifiers.ts';
import type { Evidence, TallyInput } from './tally-input.ts';

/** A request for one page of a search. */
export interface PageRequest {
  readonly given: Readonly<Record<string, unknown>>;
  readonly offset: number;
  readonly size: number;
}

/** @returns undefined for parameters that are no object */
export const pageRequest = (given: unknown): PageRequest | undefined =>
  isObject(given)
    ? {
        given,
        offset: Number(given['offset'] ?? 0),
        size: Number(given['pageSize'] ?? given['maxResults'] ?? Number.NaN),
      }
    : undefined;

/** Whether two pages belong to one search, whatever their order. */
export function isSameSearch({ given: a }: PageRequest, { given: b }: PageRequest): boolean {
  for (const name in a) if (!ofPage.has(name) && !sameJson(a[name], b[name])) return false;
  for (const name in b) if (!ofPage.has(name) && !(name in a)) return false;
  return true;
}

export const isSameOrder = ({ given: a }: PageRequest, { given: b }: PageRequest): boolean =>
  a['sortBy'] === b['sortBy'] && (a['desc'] ?? '') === (b['desc'] ?? '');

/** Parameters that may differ from page to page. */
const ofPage: ReadonlySet<string> = new Set(['offset', 'pageSize', 'maxResults', 'sortBy', 'desc', 'fields']);

/** The pages of one search, and how many of their ids were looked up. */
export interface SearchPages {
  readonly operation: number;
  /** Handles of one platform are not those of another. */
  readonly platform: Platform | null;
  readonly pages: Page[];
  /** By id that was not looked up yet, the pages that list it. */
  readonly byId: Map<string, Page[]>;
}

interface Page {
  readonly request: Evidence;
  readonly credits: Millicredits;
  readonly items: number;
  /** Creators of it that were looked up. */
  lookedUp: number;
}

export const newSearchPages = ({
  number,
  platform,
}: {
  number: number;
  platform: Platform | null;
}): SearchPages => ({
  operation: number,
  platform,
  pages: [],
  byId: new Map(),
});

/** Pages of one search that are watched. */
const maxPages = 32;

export function addPage({ pages, byId }: SearchPages, input: TallyInput, items: readonly unknown[]): void {
  if (pages.length >= maxPages) return;
  const page = {
    request: evidenceOf(input),
    credits: input.request.credits,
    items: items.length,
    lookedUp: 0,
  };
  pages.push(page);
  for (const id of items.map(lookUpIdOf)) {
    const listing = byId.get(id);
    if (listing) listing.push(page);
    else byId.set(id, [page]);
  }
}

/** Marks the pages that list one of these ids. */
export function markUsedPages({ byId }: SearchPages, given: unknown): void {
  if (!isObject(given)) return;
  for (const name in given) {
    const value = given[name];
    if (typeof value !== 'string') continue;
    const id = value.startsWith('@') ? value.slice(1) : value;
    for (const page of byId.get(id) ?? []) page.lookedUp += 1;
    byId.delete(id);
  }
}

/**
 * The pages after the last one with a look-up. None where less than half of the creators before were looked up: such a
 * client reads the lists themselves.
 */
export function unusedPages({ pages }: SearchPages): EvidenceList & { credits: Millicredits } {
  const last = pages.findLastIndex(({ lookedUp }) => lookedUp > 0);
  const read = pages.slice(0, last + 1);
  const listed = read.reduce((sum, { items }) => sum + items, 0);
  const lookedUp = read.reduce((sum, page) => sum + page.lookedUp, 0);
  const unused = last < 0 || 2 * lookedUp < listed ? [] : pages.slice(last + 1);
  const list = newEvidenceList();
  for (const { request } of unused) addEvidence(list, request);
  return { ...list, credits: unused.reduce((sum, { credits }) => sum + credits, 0) };
}
