import { Type } from '@sinclair/typebox';
import type { FieldProblem } from '../../../core/errors.ts';
import { sponsoringPlatforms } from '../../../core/platforms.ts';
import { choice, withRules } from '../../../core/schema.ts';
import type { Sent } from '../route.ts';

/** A platform on which brands sponsor, as a parameter. */
export const sponsoringPlatform = choice(sponsoringPlatforms, 'The platform of the creators.');

/** Paging and order of the sponsor family's GET operations: numbers and booleans as text. */
export const pageQuery = <const T extends readonly string[]>(sortable: T) => ({
  pageSize: Type.Optional(
    withRules(
      Type.String({
        pattern: '^\\d{1,9}$',
        description: 'Number of results to return, 1 to 100; 50 by default.',
      }),
      // `pageProblems` checks the range: at most 9 digits, zeros in front included.
      { pattern: '^(0{0,8}[1-9]|0{0,7}[1-9]\\d|0{0,6}100)$' },
    ),
  ),
  offset: Type.Optional(
    Type.String({ pattern: '^\\d{1,9}$', description: 'Number of results to skip; 0 by default.' }),
  ),
  sortBy: Type.Optional(choice(sortable, `Field to sort by; ${sortable[0]} by default.`)),
  desc: Type.Optional(choice(['true', 'false'], 'Descending order.')),
});
export type PageQuery = { [K in keyof ReturnType<typeof pageQuery>]?: string };

export interface PageRange {
  pageSize: number;
  offset: number;
}

export const readPage = ({ pageSize = '50', offset = '0' }: PageQuery): PageRange => ({
  offset: Number(offset),
  pageSize: Number(pageSize),
});

export function pageProblems({ pageSize: given = '50' }: Sent<PageQuery>): FieldProblem[] {
  if (typeof given !== 'string' || !/^\d{1,9}$/.test(given)) return [];
  const pageSize = Number(given);
  if (pageSize < 1)
    return [{ field: 'pageSize', message: 'pageSize must be between 1 and 100.', code: 'too_small' }];
  if (pageSize > 100)
    return [
      {
        field: 'pageSize',
        message: 'Exceeded max pageSize of 100. Must be between 1 and 100.',
        code: 'too_big',
      },
    ];
  return [];
}

/** One page of a sorted list. Equal keys are ordered by id, so that pages never overlap. */
export function pageOfSorted<T>(
  all: readonly T[],
  { pageSize, offset }: PageRange,
  { key, id, desc }: { key: (item: T) => number; id: (item: T) => string; desc: boolean },
): T[] {
  const sign = desc ? -1 : 1;
  const byId = (a: T, b: T): number => (id(a) < id(b) ? -1 : 1);
  return [...all].sort((a, b) => sign * (key(a) - key(b)) || byId(a, b)).slice(offset, offset + pageSize);
}
