import { formatCallSite } from '../../core/call-site.ts';
import { toCredits } from '../../core/credits.ts';
import {
  compareMembers,
  compileTerm,
  FilterError,
  type FilterTerm,
  formatTerm,
  type ListFilter,
  parseListFilter,
  pointerOf,
} from '../../core/list-filter.ts';
import { queryIn } from '../../core/query.ts';
import { shortenedText } from '../../core/values.ts';
import { type JournalEntry, matchableOf } from '../../journal/entry.ts';
import { pathOf } from '../../service/http/call.ts';
import type { Deps } from '../../service/http/deps.ts';
import { eachKey } from '../keys/find-key.ts';
import { Problem } from '../problem.ts';
import { redactedMatch } from '../redacted-rule.ts';
import { assertCounted, assertOperation } from '../values.ts';
import { findRequestKey, type RequestKey, type RequestKeyDeps } from './find-request-key.ts';

/** A term of a filter, ready for entries of the journal. */
interface EntryTerm {
  readonly member: string;
  /** As it is written, but redacted. */
  readonly inWords: string;
  holds(entry: JournalEntry): boolean;
  /** The member in words, to be shown where the term does not hold. */
  found(entry: JournalEntry): string;
}

/** A filter, ready for entries of the journal. */
export interface EntryFilter {
  readonly terms: readonly EntryTerm[];
  /** The only key whose requests can meet it. */
  readonly key: RequestKey | undefined;
  /** Whether the requests that meet it are sorted, or only some of them. */
  readonly isOrdered: boolean;
  readonly limit: number;
  /** The order that it asks for; undefined = the order of the journal. */
  readonly compare: ((one: JournalEntry, other: JournalEntry) => number) | undefined;
}

export type FilterDeps = RequestKeyDeps & Pick<Deps, 'tally' | 'decisions' | 'operations'>;

/** @throws Problem 422 for a filter that is not valid, 404 for an unknown key */
export async function compileFilter(deps: FilterDeps, text: string): Promise<EntryFilter> {
  const { terms, sort, limit } = readFilter(text);
  const compiled = await Promise.all(terms.map((term) => compileEntryTerm(deps, term)));
  return {
    terms: compiled,
    key: compiled.find(({ key }) => key)?.key,
    isOrdered: sort !== undefined || limit !== undefined,
    limit: limit ?? Number.POSITIVE_INFINITY,
    compare: sort && comparisonBy(sort),
  };
}

function comparisonBy({
  member,
  isDescending,
}: NonNullable<ListFilter['sort']>): NonNullable<EntryFilter['compare']> {
  const memberOf = readerOf(member);
  const compare = (one: JournalEntry, other: JournalEntry) => compareMembers(memberOf(one), memberOf(other));
  return isDescending ? (one, other) => compare(other, one) : compare;
}

function readFilter(text: string): ListFilter {
  try {
    return parseListFilter(text);
  } catch (error) {
    if (error instanceof FilterError) throw new Problem(422, error.message);
    throw error;
  }
}

async function compileEntryTerm(
  deps: FilterDeps,
  given: FilterTerm,
): Promise<EntryTerm & { key?: RequestKey | undefined }> {
  const { member, operator, value } = given;
  const isEquality = operator === '=' || operator === '!=';
  if (member === 'operation' && isEquality && value !== '') assertOperation(deps, 'operation', value);
  if (member === 'decisions' && isEquality && value !== '') assertCounted(deps, value);
  if (member === 'key') return compileKeyTerm(deps, given);
  const term = redactedTerm(deps, given);
  const read = readerOf(term.member);
  const meets = compileTerm(term);
  return {
    member: term.member,
    inWords: formatTerm(term),
    holds: (entry) => meets(read(entry)),
    found: (entry) => inWords(read(entry)),
  };
}

/** A key is named by itself, its id or its label. */
async function compileKeyTerm(
  deps: FilterDeps,
  term: FilterTerm,
): Promise<EntryTerm & { key?: RequestKey | undefined }> {
  const { member, operator, value } = term;
  const found = ({ keyId }: JournalEntry) => keyId ?? 'absent';
  if (operator !== '~') {
    const key = value === '' ? undefined : await findRequestKey(deps, value);
    const meets = compileTerm({ member, operator, value: key?.id ?? '' });
    return {
      member,
      inWords: formatTerm({ ...term, value: key?.shown ?? '' }),
      holds: ({ keyId }) => meets(keyId),
      found,
      key: operator === '=' ? key : undefined,
    };
  }
  const names = new Map<string, string>();
  for await (const { id, name } of eachKey(deps)) names.set(id, name);
  const meets = compileTerm(term);
  const nameOf = (id: string) => names.get(id) ?? deps.tally.labelOf(id) ?? '';
  return {
    member,
    inWords: formatTerm({ ...term, value: redactedMatch(deps, { path: value }).path ?? value }),
    holds: ({ keyId }) => keyId !== null && meets([keyId, nameOf(keyId)]),
    found,
  };
}

/** Redacted as the journal redacts requests, so that the two can be compared. */
function redactedTerm(deps: Pick<Deps, 'ledger'>, term: FilterTerm): FilterTerm {
  const { member, operator, value, json = value } = term;
  // A number is no key, and redaction would make it none.
  if (/[<>]/.test(operator)) return term;
  if (member.startsWith('query.')) {
    const name = member.slice('query.'.length);
    const redacted = redactedMatch(deps, { query: { [name]: value } }).query?.[name] ?? value;
    return { ...term, value: redacted, ...('json' in term && { json: redacted }) };
  }
  if (member === 'body' || member.startsWith('body/')) {
    const { body = {} } = redactedMatch(deps, { body: { [member.slice('body'.length)]: json } });
    const [[pointer, redacted] = ['', json]] = Object.entries(body);
    const text = typeof redacted === 'string' ? redacted : JSON.stringify(redacted);
    return { ...term, member: `body${pointer}`, value: text, ...('json' in term && { json: redacted }) };
  }
  return textMembers.includes(member)
    ? { ...term, value: redactedMatch(deps, { path: value }).path ?? value }
    : term;
}

/** The members in which a text of the client may stand. */
const textMembers = ['path', 'errorCode', 'traceId', 'injected', 'notes'];

/** Reads a member of the filter language from an entry. */
function readerOf(member: string): (entry: JournalEntry) => unknown {
  if (member.startsWith('query.')) {
    const name = member.slice('query.'.length);
    return ({ url }) => new URLSearchParams(queryIn(url)).getAll(name);
  }
  if (member === 'body' || member.startsWith('body/')) {
    const at = pointerOf(member);
    return (entry) => at(matchableOf(entry).body);
  }
  return readers[member] ?? ((entry) => entry[member as keyof JournalEntry]);
}

/** The members that an entry stores in another form. */
const readers: Readonly<Record<string, (entry: JournalEntry) => unknown>> = {
  key: ({ keyId }) => keyId,
  matched: ({ operation }) => operation !== null,
  path: pathOf,
  bodyCut: ({ body }) => body?.cut ?? false,
  credits: ({ credits }) => toCredits(credits),
  callSite: ({ callSite }) => callSite && formatCallSite(callSite),
};

function inWords(found: unknown): string {
  if (found == null || (Array.isArray(found) && found.length === 0)) return 'absent';
  return shortenedText(typeof found === 'number' ? String(found) : JSON.stringify(found));
}
