import { useEffect, useMemo, useState } from 'preact/hooks';
import { formatCallSite } from '../../src/core/call-site.ts';
import {
  compareMembers,
  compileTerm,
  FilterError,
  type FilterTerm,
  formatTerm,
  type ListFilter,
  parseSearch,
} from '../../src/core/list-filter.ts';
import { allOf, callAdmin } from './api.ts';
import type { Row } from './requests.ts';
import { keys, nameOf, shownKey } from './state.ts';
import { useStore } from './store.ts';

/** What a search of the requests finds. */
interface Found {
  rows: readonly Row[];
  /** Why the text is no search; empty if it is one. */
  problem: string;
  /** The terms of the search as one filter of the admin surface. */
  filter: string;
  /** The member that orders the rows; undefined = the newest first. */
  sort: ListFilter['sort'];
}

/** Finds rows by terms of the filter language, and by words. @param rows newest first */
export function useFoundRows(rows: readonly Row[], text: string): Found {
  const parsed = useMemo(() => readSearch(text), [text]);
  const { terms, sort, problem } = parsed;
  const names = useStore(keys);
  const ids = useRemoteIds(
    terms.filter(({ member }) => isRemote(member)),
    rows[0]?.id ?? 0,
  );
  // Other changes of the page leave thousands of rows as they are.
  const found = useMemo(() => findRows(rows, parsed, ids), [rows, parsed, ids, names]);
  return { rows: found, problem, filter: terms.map(formatTerm).join(' '), sort };
}

function findRows(
  rows: readonly Row[],
  { words, terms, sort, limit }: ParsedSearch,
  ids: ReadonlySet<number> | undefined,
): readonly Row[] {
  const tests = terms
    .filter(({ member }) => !isRemote(member))
    .map((term) => ({ meets: compileTerm(term), read: readerOf(term.member) }));
  const found = rows.filter(
    (row) =>
      words.every((word) => isAbout(row, word)) &&
      tests.every(({ meets, read }) => meets(read(row))) &&
      (ids?.has(row.id) ?? true),
  );
  if (sort) {
    const read = sort.member === 'key' ? (row: Row) => nameOf(row.key) : readerOf(sort.member);
    const sign = sort.isDescending ? -1 : 1;
    found.sort((one, other) => sign * compareMembers(read(one), read(other)));
  }
  return found.slice(0, limit);
}

type ParsedSearch = ReturnType<typeof readSearch>;

function readSearch(text: string) {
  try {
    const { words, filter } = parseSearch(text);
    return { words: words.map((word) => word.toLowerCase()), ...filter, problem: '' };
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    return { words: [], terms: [], sort: undefined, limit: undefined, problem: error.message };
  }
}

const isAbout = (row: Row, word: string): boolean =>
  `${nameOf(row.key)} ${row.operation ?? ''} ${row.url} ${row.status} ${row.errorCode ?? ''} ${row.callSite ? formatCallSite(row.callSite) : ''}`
    .toLowerCase()
    .includes(word);

/** Whether only the sandbox has the member: the list does not hold it. */
const isRemote = (member: string): boolean => /^(?:body\b.*|bodyCut|traceId|notes)$/.test(member);

function readerOf(member: string): (row: Row) => unknown {
  if (member.startsWith('query.')) {
    const name = member.slice('query.'.length);
    return ({ url }) => new URLSearchParams(url.split('?').slice(1).join('?')).getAll(name);
  }
  return readers[member] ?? ((row) => row[member as keyof Row]);
}

const readers: Readonly<Record<string, (row: Row) => unknown>> = {
  key: ({ key }) => (key === null ? '' : [key, nameOf(key), shownKey(key)]),
  matched: ({ operation }) => operation !== null,
  path: ({ url }) => url.split('?')[0],
  callSite: ({ callSite }) => callSite && formatCallSite(callSite),
};

/** The ids of the requests that meet terms which only the sandbox can judge. @param newest asked again when it changes */
function useRemoteIds(terms: readonly FilterTerm[], newest: number): ReadonlySet<number> | undefined {
  const filter = terms.map(formatTerm).join(' ');
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    if (filter === '') return undefined;
    let isLate = false;
    const timer = setTimeout(async () => {
      const found = await allOf(async (cursor) => {
        const page = await callAdmin('get', '/__admin/requests', {
          query: { filter, cursor, limit: '1000' },
        });
        return { items: page.requests.map(({ id }) => id), cursor: page.cursor };
      }).catch(() => []);
      if (!isLate) setIds(new Set(found));
    }, 200);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [filter, newest]);
  return filter === '' ? undefined : ids;
}
