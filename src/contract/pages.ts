import { isObject } from '../core/values.ts';
import { type Difference, differenceIfAny } from './difference.ts';
import { type ExchangeRequest, givenIn } from './exchange.ts';

/** A page of a search or a list. */
export interface SearchPage {
  offset: number;
  pageSize: number;
  /** Identities of its elements, in order. */
  ids: string[];
  /** Pointer to the list in the body. */
  at: string;
  /** All matches; generation 2 does not report them. */
  totalResults: number | undefined;
  /** Whether a filter depends on the present, so that contents leave its results while a run asks for pages. */
  moves: boolean;
  data: Readonly<Record<string, unknown>>;
}

/** Lists that come in pages, by name, and the properties that identify an element. */
const pagedLists: Readonly<Record<string, readonly string[]>> = {
  creatorList: ['channelId', 'uniqueId'],
  contentList: ['contentId'],
  sponsors: ['brandId', 'name'],
  creators: ['creatorId'],
  sponsoredCreators: ['creatorId'],
};

/** @returns undefined where the reply is not a page */
export function searchPageOf(request: ExchangeRequest, data: unknown): SearchPage | undefined {
  const given = givenIn(request);
  const size = given['pageSize'] ?? given['maxResults'];
  if (size === undefined) return undefined;
  const requested = {
    offset: Number(given['offset'] ?? 0),
    pageSize: Number(size),
    moves: JSON.stringify(given['filters'] ?? []).includes('"publishTime"'),
  };
  if (Array.isArray(data))
    return { ...requested, ids: data.map(String), at: '/data', totalResults: undefined, data: {} };
  if (!isObject(data)) return undefined;
  const [name = '', keys = []] = Object.entries(pagedLists).find(([list]) => Array.isArray(data[list])) ?? [];
  const total = data['totalResults'];
  return {
    ...requested,
    ids: ((data[name] ?? []) as unknown[]).map((item) => elementId(item, keys)),
    at: `/data/${name}`,
    totalResults: typeof total === 'number' ? total : undefined,
    data,
  };
}

function elementId(item: unknown, keys: readonly string[]): string {
  if (!isObject(item)) return String(item);
  return keys.flatMap((key) => (item[key] === undefined ? [] : [String(item[key])])).join(' ');
}

/** Checks the length of one page and whether it reports the next one rightly (contract 2.6). */
export function pageDifferences({ offset, pageSize, ids, at, totalResults, data }: SearchPage): Difference[] {
  const length = `${at} length`;
  const repeated = differenceIfAny('invariant', `${at} distinct`, ids.length, new Set(ids).size);
  if (totalResults === undefined)
    return ids.length > pageSize
      ? [{ kind: 'invariant', place: length, expected: `at most ${pageSize}`, actual: String(ids.length) }]
      : repeated;
  const left = Math.max(0, totalResults - offset);
  const hasNextPage = offset + pageSize < totalResults;
  return [
    ...differenceIfAny('invariant', length, Math.min(pageSize, left), ids.length),
    ...repeated,
    ...('hasNextPage' in data
      ? [
          ...differenceIfAny('invariant', '/data/hasNextPage', hasNextPage, data['hasNextPage']),
          ...differenceIfAny(
            'invariant',
            '/data/nextOffset',
            hasNextPage ? offset + pageSize : 0,
            data['nextOffset'],
          ),
        ]
      : [
          ...differenceIfAny('invariant', '/data/offset', offset, data['offset']),
          ...differenceIfAny('invariant', '/data/pageSize', pageSize, data['pageSize']),
        ]),
  ];
}

/**
 * Checks two pages of one search: they have the same total, the same elements where they overlap, and no common element
 * elsewhere. Results that moved in between prove nothing.
 */
export function pagesDifferences(page: SearchPage, other: SearchPage): Difference[] {
  if (page.moves && hasMoved(page.totalResults, other.totalResults)) return [];
  const at = (index: number) => other.ids[index - other.offset];
  const elsewhere = new Set(other.ids);
  return [
    ...differenceIfAny('invariant', '/data/totalResults', other.totalResults, page.totalResults),
    ...page.ids.flatMap((id, n) => {
      const index = page.offset + n;
      const covered = index >= other.offset && index < other.offset + other.pageSize;
      if (covered) return differenceIfAny('invariant', `${page.at}/${n}`, at(index), id);
      return elsewhere.has(id) ? differenceIfAny('invariant', `${page.at}/${n}`, 'on one page only', id) : [];
    }),
  ];
}

/** Results age within a run by one in a hundred at most. */
const hasMoved = (total = Number.NaN, before = Number.NaN): boolean =>
  total !== before && Math.abs(total - before) <= Math.ceil(before / 100);
