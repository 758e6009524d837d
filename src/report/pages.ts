import type { Millicredits } from '../core/credits.ts';
import { isObject } from '../core/values.ts';
import { wireIds } from './identifiers.ts';

/** A request for one page of a search. */
export interface PageRequest {
  /** What makes another page one of the same search. */
  readonly search: string;
  readonly sort: string;
  readonly offset: number;
  readonly size: number;
}

/** @returns undefined for parameters that are no object */
export function pageRequest(given: unknown): PageRequest | undefined {
  if (!isObject(given)) return undefined;
  const { offset = 0, pageSize, maxResults, sortBy = '', desc = '', fields: _, ...search } = given;
  return {
    search: JSON.stringify(search),
    sort: `${sortBy} ${desc}`,
    offset: Number(offset),
    size: Number(pageSize ?? maxResults ?? Number.NaN),
  };
}

/** The pages of one search, and which of their ids were looked up. */
export interface Pages {
  readonly operation: number;
  readonly search: string;
  readonly pages: { readonly credits: Millicredits; readonly ids: ReadonlySet<string>; used: boolean }[];
}

/** Pages of one search beyond this number are not watched. */
const mostPages = 32;

export function addPage({ pages }: Pages, credits: Millicredits, items: readonly unknown[]): void {
  if (pages.length < mostPages) pages.push({ credits, ids: new Set(items.flatMap(wireIds)), used: false });
}

/** Marks the pages that list one of these ids. */
export function usePages({ pages }: Pages, given: unknown): void {
  if (!isObject(given)) return;
  for (const value of Object.values(given))
    if (typeof value === 'string')
      for (const page of pages) if (page.ids.has(value.replace(/^@/, ''))) page.used = true;
}

/** The pages after the last one that was used; none if no page was. */
export function unusedPages({ pages }: Pages): { requests: number; credits: Millicredits } {
  const last = pages.findLastIndex(({ used }) => used);
  const unused = last < 0 ? [] : pages.slice(last + 1);
  return { requests: unused.length, credits: unused.reduce((sum, { credits }) => sum + credits, 0) };
}
