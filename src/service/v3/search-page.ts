import { Type } from '@sinclair/typebox';
import type { Search } from '../../core/search-body.ts';
import { factBitsOf } from '../../report/reply-facts.ts';
import { noteDecision } from '../http/assumptions.ts';
import { extended, type ReplyJson } from '../http/body.ts';
import type { Call, RecognisedCall } from '../http/call.ts';
import type { Deps } from '../http/deps.ts';
import { cachedJson, toJson, type WorldOfDay } from '../http/metered.ts';
import { v3Decisions } from './decisions.ts';

/** The fields beside the list of a page (contract 2.6). */
export const pageFields = {
  totalResults: Type.Integer({ minimum: 0, description: 'Number of results in all.' }),
  hasNextPage: Type.Boolean({ description: 'More pages follow.' }),
  nextOffset: Type.Integer({ minimum: 0, description: 'Offset of the next page; 0 on the last one.' }),
};

/** On the last page, and past the end, there is no next page and its offset is 0. */
export function pageAfter(
  deps: Pick<Deps, 'decisions'>,
  call: Call,
  { offset, pageSize }: Search,
  totalResults: number,
) {
  const hasNextPage = offset + pageSize < totalResults;
  if (!hasNextPage) noteDecision(deps, call, v3Decisions['search-last-page']);
  if (offset > 0 && offset >= totalResults) noteDecision(deps, call, v3Decisions['search-past-end']);
  return { totalResults, hasNextPage, nextOffset: hasNextPage ? offset + pageSize : 0 };
}

/** The JSON of a page. That of its list is cached: it depends on what was found and the day alone. */
export function pageJson(
  deps: Pick<Deps, 'world' | 'jsonCache'>,
  call: RecognisedCall,
  ids: readonly string[],
  { list, beside }: { list: (day: WorldOfDay) => object; beside: object },
): ReplyJson {
  const found = cachedJson(deps, call, ids.join(' '), list);
  call.factBits = (call.factBits as number) | factBitsOf(beside);
  return extended(found, toJson(call, beside));
}
