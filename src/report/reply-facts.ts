import { isPaged, type Operation } from '../core/operations.ts';
import { isObject } from '../core/values.ts';

/** Facts about the data of a reply that a report notices, as bits. */
export const factBit = { empty: 1, last: 2, private: 4, photo: 8, broad: 16 } as const;

/**
 * The facts of the data of a reply, in the neutral words. It reads the members that every record and page of the service
 * has under one name, so a new operation needs nothing here.
 */
export function factBitsOf(data: unknown): number {
  if (Array.isArray(data)) return data.length === 0 ? factBit.empty : 0;
  if (!isObject(data)) return 0;
  const { hasNextPage, offset, pageSize, totalResults, suggestion } = data;
  const items = itemsIn(data);
  const isLast =
    hasNextPage === false ||
    (typeof totalResults === 'number' && Number(offset) + Number(pageSize) >= totalResults);
  const record = accountIn(data);
  return (
    (items?.length === 0 ? factBit.empty : 0) |
    (isLast ? factBit.last : 0) |
    (record['isPrivateAccount'] === true ? factBit.private : 0) |
    (hasPhoto(record['recentVideos']) || hasPhoto(data['contentList']) ? factBit.photo : 0) |
    (suggestion === undefined ? 0 : factBit.broad)
  );
}

/** The items of a page; undefined if the data is no page. */
export function itemsIn(data: unknown): readonly unknown[] | undefined {
  if (Array.isArray(data)) return data;
  if (!isObject(data)) return undefined;
  for (const name of listNames) if (Array.isArray(data[name])) return data[name];
  return undefined;
}

const listNames = ['creatorList', 'contentList', 'creators', 'sponsors', 'sponsoredCreators'];

/** Generation 2 has the account in a member of the data. */
function accountIn(data: Record<string, unknown>): Record<string, unknown> {
  const inner = data['basicGram'] ?? data['basicClip'];
  return isObject(inner) ? inner : data;
}

/** A photo post of clip is a video without a length (contract 2.4). */
const hasPhoto = (contents: unknown): boolean =>
  Array.isArray(contents) && contents.some((each) => each?.length === 0 || each?.lengthSec === 0);

/** A successful reply: any, or one that client code often handles wrongly. It is a cell of the report. */
export interface Notable {
  /** Its code in the report, in lower case like no error code. */
  readonly code: string;
  readonly on: (operation: Operation) => boolean;
}

export const notables = {
  success: { code: 'success', on: () => true },
  noResults: {
    code: 'no-results',
    on: ({ id }) => isPaged(id) || id === 'nls',
  },
  emptyPage: { code: 'empty-page', on: ({ id }) => isPaged(id) },
  // The ids of generation 2 come without a total.
  lastPage: { code: 'last-page', on: ({ id, generation }) => isPaged(id) && generation !== 2 },
  photoPost: {
    code: 'photo-post',
    on: ({ id }) =>
      ['clip/content-detail', 'clip/content-search', 'v2/clipBasic', 'v2/clipHistory'].includes(id),
  },
  privateAccount: {
    code: 'private-account',
    on: ({ id }) => /^((gram|clip)\/profile|v2\/(gram|clip)(Basic|History))$/.test(id),
  },
  tooBroad: { code: 'too-broad', on: ({ id }) => id === 'nls' },
  unlimitedAccount: { code: 'unlimited-account', on: () => true },
  afterRenewal: { code: 'after-renewal', on: () => true },
  // A balance is asked for, and a name submitted, without any cache.
  refreshed: { code: 'refreshed', on: ({ id }) => !/^usage$|submit/i.test(id) },
} as const satisfies Record<string, Notable>;
