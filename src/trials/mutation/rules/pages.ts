import { isObject } from '../../../core/values.ts';
import type { ReplyContext, UnsentReply } from '../../../service/http/reply-rewriter.ts';
import { dataOf, itemsOf, searchNameOf, withData, withItems } from '../../reply.ts';
import { placesIn } from '../places.ts';
import type { AboutReplies, MutationRule, ReplaceReply } from '../rule.ts';

/** Mutations of the pages of a search. */
export const pageRules: readonly MutationRule[] = [
  {
    name: 'page-repeats',
    changes: 'a page begins with the last record of the page before',
    client: 'recognise records that it has already',
    touches: hasPages,
    replacing: repeatsRecord,
  },
  {
    name: 'page-skips',
    changes: 'a page after the first lacks its first record',
    client: 'compare the number of records with totalResults',
    touches: hasPages,
    replacing: () => (unsent, context) => {
      const items = itemsOf(unsent);
      return items && offsetOf(context) > 0 ? withItems(unsent, items.slice(1)) : undefined;
    },
  },
  {
    name: 'next-page-endless',
    changes: 'hasNextPage is true on the last page, and on up to twenty empty ones after it',
    client: 'stop at an empty page or at a limit of its own',
    touches: saysNext,
    replacing: endless,
  },
  {
    name: 'next-page-early',
    changes: 'hasNextPage is false although more pages follow',
    client: 'compare the number of records with totalResults',
    touches: saysNext,
    replacing: () => (unsent) => {
      const page = pageDataOf(unsent);
      return page?.['hasNextPage'] === true
        ? withData(unsent, { ...page, hasNextPage: false, nextOffset: 0 })
        : undefined;
    },
  },
];

function hasPages({ operation }: AboutReplies): boolean {
  return /search|list$/i.test(operation.id);
}

function saysNext({ schema }: AboutReplies): boolean {
  return placesIn(schema).some(({ pointer }) => pointer === '/hasNextPage');
}

/** Remembers the last record of each search of each key. */
function repeatsRecord(): ReplaceReply {
  const last = new Map<string, unknown>();
  return (unsent, context) => {
    const items = itemsOf(unsent);
    if (!items) return undefined;
    const search = searchNameOf(context);
    const before = last.get(search);
    last.set(search, items.at(-1));
    if (offsetOf(context) === 0 || before === undefined) return undefined;
    return withItems(unsent, [before, ...items.slice(0, -1)]);
  };
}

const maxEmptyPages = 20;

function endless(): ReplaceReply {
  const times = new Map<string, number>();
  return (unsent, context) => {
    const page = pageDataOf(unsent);
    if (page?.['hasNextPage'] !== false) return undefined;
    const search = searchNameOf(context);
    const count = times.get(search) ?? 0;
    times.set(search, count + 1);
    if (count >= maxEmptyPages) return undefined;
    const nextOffset = offsetOf(context) + numberIn(context, 'pageSize');
    return withData(unsent, { ...page, hasNextPage: true, nextOffset });
  };
}

const offsetOf = (context: ReplyContext): number => numberIn(context, 'offset');

const numberIn = ({ given }: ReplyContext, name: string): number =>
  Number((given as Readonly<Record<string, unknown>>)[name] ?? 0);

function pageDataOf(unsent: UnsentReply): Readonly<Record<string, unknown>> | undefined {
  const data = dataOf(unsent);
  return isObject(data) ? data : undefined;
}
