import type { Millicredits } from '../core/credits.ts';
import { sameJson } from '../core/json-values.ts';
import type { Platform } from '../core/platforms.ts';
import { isObject } from '../core/values.ts';
import { shortText } from './call-name.ts';
import { addEvidence, type EvidenceList, evidenceOf, newEvidenceList, siteName } from './evidence.ts';
import { lookUpIdOf } from './identifiers.ts';
import type { Evidence, TallyInput } from './tally-input.ts';

/** A request for one page of a search. */
export interface PageRequest {
  readonly given: Readonly<Record<string, unknown>>;
  readonly offset: number;
  readonly size: number;
  readonly order: string;
}

/** @returns undefined for parameters that are no object */
export const pageRequest = (given: unknown): PageRequest | undefined =>
  isObject(given)
    ? {
        given,
        offset: Number(given['offset'] ?? 0),
        size: Number(given['pageSize'] ?? given['maxResults'] ?? Number.NaN),
        order: `${given['sortBy'] ?? ''} ${given['desc'] ?? ''}`,
      }
    : undefined;

/** What makes two pages those of one search, whatever their order. */
export function searchName({ given }: PageRequest): string {
  let name = '';
  for (const parameter in given)
    if (!ofPage.has(parameter)) name += `${parameter} ${JSON.stringify(given[parameter])}\n`;
  return shortText(name);
}

/** The same without a name, which takes longer to make than two pages to compare. */
export function isSameSearch(a: PageRequest['given'], b: PageRequest['given']): boolean {
  for (const name in a) if (!ofPage.has(name) && !sameJson(a[name], b[name])) return false;
  for (const name in b) if (!ofPage.has(name) && !(name in a)) return false;
  return true;
}

/** Parameters that may differ from page to page. */
const ofPage: ReadonlySet<string> = new Set(['offset', 'pageSize', 'maxResults', 'sortBy', 'desc', 'fields']);

/** The pages of one search that a key asked for, and how many of their ids were looked up. */
export interface SearchPages {
  readonly operation: number;
  /** Handles of one platform are not those of another. */
  readonly platform: Platform | null;
  /** The pages in turn; those of a former round are not among them. */
  pages: Page[];
  /** By id that was not looked up yet, the pages that list it. */
  byId: Map<string, Page[]>;
  readonly runs: PageRun[];
  /** A look-up of a listed creator was refused: the client may have wanted the others too. */
  isBrokenOff: boolean;
}

interface Page {
  readonly request: Evidence;
  readonly offset: number;
  readonly order: string;
  readonly credits: Millicredits;
  readonly items: number;
  /** Creators of it that were looked up. */
  lookedUp: number;
}

/** The pages of one search in one order and size. */
export interface PageRun {
  readonly order: string;
  readonly size: number;
  /** The lowest offset, and the request of its page. */
  minOffset: number;
  minRequest: Evidence;
  /** That of the last page; undefined before it was read. */
  lastOffset: number | undefined;
  /** Pages of one record: their offsets, as many as make a loop. */
  readonly single: number[];
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
  runs: [],
  isBrokenOff: false,
});

/** Orders and sizes of one search that are watched. */
const maxRuns = 8;

/** @returns undefined if there are too many */
export function runOf(
  { runs }: SearchPages,
  { order, size, offset }: PageRequest,
  input: TallyInput,
): PageRun | undefined {
  const known = runs.find((run) => run.order === order && run.size === size);
  if (known || runs.length >= maxRuns) return known;
  const run = {
    order,
    size,
    minOffset: offset,
    minRequest: evidenceOf(input),
    lastOffset: undefined,
    single: [],
  };
  runs.push(run);
  return run;
}

/** The first pages of orders in which the client went on where it had left another one. */
export function pagesWithOtherSort({ runs }: SearchPages): Evidence[] {
  if (runs.length < 2) return [];
  const starts = new Map<string, PageRun>();
  for (const run of runs) {
    const known = starts.get(run.order);
    if (!known || run.minOffset < known.minOffset) starts.set(run.order, run);
  }
  const lowest = Math.min(...runs.map(({ minOffset }) => minOffset));
  return [...starts.values()].flatMap(({ minOffset, minRequest }) =>
    minOffset > lowest ? [minRequest] : [],
  );
}

/** Pages of one search that are watched. */
const maxPages = 32;

export function addPage(
  { pages, byId }: SearchPages,
  { offset, order }: PageRequest,
  input: TallyInput,
  items: readonly unknown[],
): void {
  if (pages.length >= maxPages) return;
  const page = {
    request: evidenceOf(input),
    offset,
    order,
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

/** Marks the pages that list one of these ids. @param isKeyRefused such as for want of credits */
export function markUsedPages(
  search: SearchPages,
  given: Readonly<Record<string, unknown>>,
  isKeyRefused: boolean,
): void {
  const { byId } = search;
  for (const name in given) {
    const value = given[name];
    if (typeof value !== 'string') continue;
    const id = value.startsWith('@') ? value.slice(1) : value;
    const listing = byId.get(id);
    if (!listing) continue;
    if (isKeyRefused) search.isBrokenOff = true;
    for (const page of listing) page.lookedUp += 1;
    byId.delete(id);
  }
}

export interface UnusedPages extends EvidenceList {
  readonly credits: Millicredits;
}

/**
 * The pages behind the last one with a look-up. None where less than half of the creators before were looked up: such a
 * client reads the lists themselves.
 * @returns them by call site
 */
export function unusedPages({ pages, isBrokenOff }: SearchPages): UnusedPages[] {
  const lastUsed = pages.reduce((last, page) => (page.lookedUp > 0 ? Math.max(last, page.offset) : last), -1);
  const read = pages.filter(({ offset }) => offset <= lastUsed);
  const listed = read.reduce((sum, { items }) => sum + items, 0);
  const lookedUp = read.reduce((sum, page) => sum + page.lookedUp, 0);
  const unused =
    lastUsed < 0 || isBrokenOff || 2 * lookedUp < listed
      ? []
      : pages.filter(({ offset }) => offset > lastUsed);
  const bySite = Map.groupBy(unused, ({ request: { callSite } }) => siteName('', callSite));
  return [...bySite.values()].map((pages) => {
    const list = newEvidenceList();
    for (const { request } of pages) addEvidence(list, request);
    return { ...list, credits: pages.reduce((sum, { credits }) => sum + credits, 0) };
  });
}
