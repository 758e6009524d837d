import { Type } from '@sinclair/typebox';
import type { Search } from '../core/search-body.ts';

/** What stands beside the list of a page (specification 2.6). */
export const pageFields = {
  totalResults: Type.Integer({ minimum: 0, description: 'How many match in all.' }),
  hasNextPage: Type.Boolean({ description: 'Whether more follow.' }),
  nextOffset: Type.Integer({ minimum: 0, description: 'Offset of the next page; 0 on the last one.' }),
};

/** On the last page, and past the end, there is no next one and its offset is 0 (observed; past the end assumed). */
export function pageAfter({ offset, pageSize }: Search, totalResults: number) {
  const hasNextPage = offset + pageSize < totalResults;
  return { totalResults, hasNextPage, nextOffset: hasNextPage ? offset + pageSize : 0 };
}
