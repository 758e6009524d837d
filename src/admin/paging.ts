import { Type } from '@sinclair/typebox';
import { nullable } from '../core/schema.ts';

/** Query parameters of every list that comes in pages. */
export const paging = {
  cursor: Type.Optional(
    Type.String({ pattern: '^\\d{1,15}$', description: 'The cursor from the previous page.' }),
  ),
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9]\\d{0,2}|1000)$', description: '1 to 1,000; 100 when absent.' }),
  ),
};

export const Cursor = nullable(
  Type.String({ description: 'Send it to get the next page; null on the last page.' }),
);

export interface PageQuery {
  cursor?: string | undefined;
  limit?: string | undefined;
}

/** The id after which the page begins, and its size. */
export const pageOf = ({ cursor = '0', limit = '100' }: PageQuery) => ({
  after: Number(cursor),
  maxItems: Number(limit),
});

/** The cursor of the next page; a page that is not full is the last. */
export function nextCursor(lastId: number | undefined, length: number, maxItems: number): string | null {
  return lastId === undefined || length < maxItems ? null : String(lastId);
}
