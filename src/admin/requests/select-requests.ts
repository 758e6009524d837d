import { compileMatch, type Match, type Matcher } from '../../core/match.ts';
import { type Yielding, yieldToLoop } from '../../core/yield-to-loop.ts';
import { type JournalEntry, matchableOf } from '../../journal/entry.ts';
import type { Deps, JournalView } from '../../service/http/deps.ts';
import { Problem } from '../problem.ts';
import { redactedMatch } from '../redacted-rule.ts';
import { assertCounted, assertOperation, readInstant } from '../values.ts';
import type { Criteria } from './criteria.ts';
import { criteriaInWords, differenceInWords } from './differences.ts';
import { compileFilter, type EntryFilter, type FilterDeps } from './filter-entries.ts';
import { findRequestKey } from './find-request-key.ts';
import { journalOf, requireJournal } from './journal-of.ts';
import { requestView } from './request-view.ts';
import { sortedSteps } from './sorted-steps.ts';

/** What `selectRequests` reads. */
export type SelectionDeps = FilterDeps & Pick<Deps, 'journal' | 'peers' | 'loopShare'>;

/** The recorded requests that meet some criteria. A walk over the journal pauses for other events. */
export interface Selection extends EntryMatcher {
  /** The oldest `max` of those that also fit, oldest first. @param after the id of the last one that is left out */
  first(max: number, fits?: Condition, after?: number): Promise<JournalEntry[]>;
  /** The newest `max` of those that also fit, oldest first. */
  latest(max: number, fits?: Condition): Promise<JournalEntry[]>;
  /** All that also fit, in the order and up to the limit of the filter. */
  list(fits?: Condition): Promise<JournalEntry[]>;
  /** Whether the filter asks for an order or a limit. */
  readonly isOrdered: boolean;
  count(): Promise<number>;
  /** The criteria in words. */
  readonly inWords: string;
  /** The same as `differences`, in words. */
  differencesInWords(entry: JournalEntry): string[];
  /** How many requests of the same key, or of all keys, the journal had dropped because of its size when it was read last. */
  forgotten(): number;
  /** The `max` requests with the fewest differences, of equal ones the newest first. */
  nearest(max: number): Promise<JournalEntry[]>;
}

interface EntryMatcher {
  matches(entry: JournalEntry): boolean;
  /** The names of the criteria that a request does not meet. */
  differences(entry: JournalEntry): string[];
}

/** @throws Problem 422 for a filter with an order or a limit, and as `selectList` does */
export async function selectRequests(deps: SelectionDeps, criteria: Criteria): Promise<Selection> {
  const selection = await selectList(deps, criteria);
  if (selection.isOrdered) throw new Problem(422, "'sort' and 'limit' are for lists of requests.");
  return selection;
}

/** @throws Problem 404 for an unknown key, 422 for a match that is not valid, 409 while the journal is off */
export async function selectList(deps: SelectionDeps, criteria: Criteria): Promise<Selection> {
  const { match = {}, decision } = criteria;
  requireJournal(deps);
  if (decision !== undefined) assertCounted(deps, decision);
  if (match.operation !== undefined) assertOperation(deps, 'operation', match.operation);
  const isRecentEnough = sinceCondition(criteria.since);
  const key = match.key === undefined ? undefined : await findRequestKey(deps, match.key);
  // The match is checked as it was sent: redaction could hide what is wrong with it.
  matcherOf(match, key?.id);
  const redacted = redactedMatch(deps, match);
  const filter = await compileFilter(deps, criteria.filter ?? '');
  const criteriaMatcher = entryMatcher(matcherOf(redacted, key?.id), isRecentEnough, criteria);
  const { matches, differences } = withFilter(criteriaMatcher, filter);
  const { status, errorCode, since } = criteria;
  const matchOfReply = { ...redacted, ...(key && { key: key.shown }) };
  const shown = { match: matchOfReply, status, errorCode, decision, since } as Criteria;
  const keyId = key?.id ?? filter.key?.id;
  let journal: JournalView = deps.journal;
  const entries = async () => {
    journal = await journalOf(deps, keyId);
    return journal.all(keyId);
  };
  const first: Selection['first'] = async (max, fits = () => true, after = 0) => {
    const all = await entries();
    const isBehind = journal.behind?.(after) ?? (({ id }) => id > after);
    const isOne: Condition = (entry) => isBehind(entry) && fits(entry) && matches(entry);
    return yieldToLoop(firstOf(all, isOne, max), deps);
  };
  const latest: Selection['latest'] = async (max, fits = () => true) => {
    const newestFirst = [...(await entries())].reverse();
    return (
      await yieldToLoop(
        firstOf(newestFirst, (entry) => fits(entry) && matches(entry), max),
        deps,
      )
    ).reverse();
  };
  return {
    matches,
    differences,
    first,
    latest,
    async list(fits) {
      const { compare, limit } = filter;
      if (!compare) return latest(limit, fits);
      const found = await first(Number.POSITIVE_INFINITY, fits);
      return (await yieldToLoop(sortedSteps(found, compare), deps)).slice(0, limit);
    },
    isOrdered: filter.isOrdered,
    count: async () => yieldToLoop(countOf(await entries(), matches), deps),
    inWords: [criteriaInWords(shown), ...filter.terms.map(({ inWords }) => inWords)]
      .filter(Boolean)
      .join(', '),
    differencesInWords: (entry) => [
      ...criteriaMatcher.differences(entry).map((name) => differenceInWords(name, shown, requestView(entry))),
      ...missedTerms(filter, entry).map(
        (term) => `${term.member} is ${term.found(entry)}, not ${term.inWords}`,
      ),
    ],
    forgotten: () => journal.forgotten(keyId),
    // Only requests of the same key: the test of one key must not see those of another.
    nearest: async (max) => yieldToLoop(nearestOf(await entries(), differences, max), deps),
  };
}

const missedTerms = ({ terms }: EntryFilter, entry: JournalEntry) =>
  terms.filter(({ holds }) => !holds(entry));

const withFilter = (matcher: EntryMatcher, filter: EntryFilter): EntryMatcher => ({
  matches: (entry) => filter.terms.every(({ holds }) => holds(entry)) && matcher.matches(entry),
  differences: (entry) => [
    ...matcher.differences(entry),
    ...missedTerms(filter, entry).map(({ member }) => member),
  ],
});

type Condition = (entry: JournalEntry) => boolean;

function sinceCondition(since: Criteria['since']): Condition {
  const sinceAt = since === undefined ? Number.NEGATIVE_INFINITY : readInstant('since', since);
  return ({ at }) => at >= sinceAt;
}

function entryMatcher(
  matcher: Matcher,
  isRecentEnough: Condition,
  { status, errorCode, decision }: Criteria,
): EntryMatcher {
  const conditions: [name: string, holds: Condition][] = [
    ['since', isRecentEnough],
    ['status', (entry) => status === undefined || entry.status === status],
    ['errorCode', (entry) => errorCode === undefined || entry.errorCode === errorCode],
    ['decision', ({ decisions }) => decision === undefined || decisions.includes(decision)],
  ];
  return {
    matches: (entry) => conditions.every(([, holds]) => holds(entry)) && matcher.matches(matchableOf(entry)),
    differences: (entry) => [
      ...matcher.differences(matchableOf(entry)),
      ...conditions.flatMap(([name, holds]) => (holds(entry) ? [] : [name])),
    ],
  };
}

function* firstOf(entries: Iterable<JournalEntry>, fits: Condition, max: number): Yielding<JournalEntry[]> {
  const found: JournalEntry[] = [];
  for (const entry of entries) {
    if (fits(entry)) found.push(entry);
    if (found.length >= max) break;
    yield;
  }
  return found;
}

function* countOf(entries: Iterable<JournalEntry>, matches: Condition): Yielding<number> {
  let found = 0;
  for (const entry of entries) {
    if (matches(entry)) found += 1;
    yield;
  }
  return found;
}

function* nearestOf(
  entries: Iterable<JournalEntry>,
  differences: EntryMatcher['differences'],
  max: number,
): Yielding<JournalEntry[]> {
  let best: { entry: JournalEntry; distance: number }[] = [];
  for (const entry of entries) {
    yield;
    const distance = differences(entry).length;
    best = [{ entry, distance }, ...best].sort((a, b) => a.distance - b.distance).slice(0, max);
  }
  return best.map(({ entry }) => entry);
}

function matcherOf(match: Match, keyId: string | undefined): Matcher {
  try {
    return compileMatch(match, keyId);
  } catch (error) {
    if (error instanceof RangeError) throw new Problem(422, error.message);
    throw error;
  }
}
