import { isObject } from '../../../core/values.ts';
import type { ReplyContext, UnsentReply } from '../../../service/http/reply-rewriter.ts';
import { dataOf, withData } from '../envelope.ts';
import { isList, placesIn } from '../places.ts';
import type { AboutReplies, MutationRule, ReplaceReply } from '../rule.ts';

/** Lies about pages of a search. */
export const pageRules: readonly MutationRule[] = [
  {
    name: 'page-repeats',
    changes: 'a page begins with the last record of the page before',
    client: 'recognise records that it has already',
    concerns: hasPages,
    action: { kind: 'reply', begin: repeatsRecord },
  },
  {
    name: 'page-skips',
    changes: 'a page after the first lacks its first record',
    client: 'compare the number of records with totalResults',
    concerns: hasPages,
    action: {
      kind: 'reply',
      begin: () => (made, asked) =>
        offsetOf(asked) > 0 ? withItems(made, (items) => items.slice(1)) : undefined,
    },
  },
  {
    name: 'next-page-endless',
    changes: 'hasNextPage is true on the last page, and on up to twenty empty ones after it',
    client: 'stop at an empty page or at a limit of its own',
    concerns: saysNext,
    action: { kind: 'reply', begin: endless },
  },
  {
    name: 'next-page-early',
    changes: 'hasNextPage is false although more pages follow',
    client: 'compare the number of records with totalResults',
    concerns: saysNext,
    action: {
      kind: 'reply',
      begin: () => (made) => {
        const page = pageDataOf(made);
        return page?.['hasNextPage'] === true
          ? withData(made, { ...page, hasNextPage: false, nextOffset: 0 })
          : undefined;
      },
    },
  },
];

function hasPages({ operation, schema }: AboutReplies): boolean {
  return /search|list$/i.test(operation.id) && placesIn(schema).some(isList);
}

function saysNext({ schema }: AboutReplies): boolean {
  return placesIn(schema).some(({ pointer }) => pointer === '/hasNextPage');
}

/** It remembers the last record of each search of each key. */
function repeatsRecord(): ReplaceReply {
  const last = new Map<string, unknown>();
  return (made, asked) => {
    const items = itemsOf(made);
    if (!items) return undefined;
    const search = searchNameOf(asked);
    const before = last.get(search);
    last.set(search, items.at(-1));
    if (offsetOf(asked) === 0 || before === undefined) return undefined;
    return withItems(made, () => [before, ...items.slice(0, -1)]);
  };
}

const maxEmptyPages = 20;

function endless(): ReplaceReply {
  const told = new Map<string, number>();
  return (made, asked) => {
    const page = pageDataOf(made);
    if (page?.['hasNextPage'] !== false) return undefined;
    const search = searchNameOf(asked);
    const times = told.get(search) ?? 0;
    told.set(search, times + 1);
    if (times >= maxEmptyPages) return undefined;
    const nextOffset = offsetOf(asked) + numberIn(asked, 'pageSize');
    return withData(made, { ...page, hasNextPage: true, nextOffset });
  };
}

/** A search by its key and its parameters without the place of the page. */
const searchNameOf = ({ given, call, operation }: ReplyContext): string =>
  JSON.stringify([call.caller.id, operation.id, isObject(given) ? { ...given, offset: undefined } : given]);

const offsetOf = (asked: ReplyContext): number => numberIn(asked, 'offset');

const numberIn = ({ given }: ReplyContext, name: string): number =>
  isObject(given) ? Number(given[name] ?? 0) : 0;

function pageDataOf(made: UnsentReply): Readonly<Record<string, unknown>> | undefined {
  const data = dataOf(made);
  return isObject(data) ? data : undefined;
}

/** The records of a page: its only list, or the data itself. */
function itemsOf(made: UnsentReply): readonly unknown[] | undefined {
  const data = dataOf(made);
  if (Array.isArray(data)) return data;
  return isObject(data) ? Object.values(data).find((each) => Array.isArray(each)) : undefined;
}

function withItems(
  made: UnsentReply,
  change: (items: readonly unknown[]) => readonly unknown[],
): UnsentReply | undefined {
  const items = itemsOf(made);
  if (!items) return undefined;
  const data = dataOf(made);
  if (!isObject(data) || Array.isArray(data)) return withData(made, change(items));
  const entries = Object.entries(data).map(([name, value]) => [
    name,
    value === items ? change(items) : value,
  ]);
  return withData(made, Object.fromEntries(entries));
}
