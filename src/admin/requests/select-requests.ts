import { compileMatch, type Match, type Matcher } from '../../core/match.ts';
import { nearestHint } from '../../core/nearest.ts';
import { inSlices, type Steps } from '../../creators/search/steps.ts';
import { type JournalEntry, matchableOf } from '../../journal/entry.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Deps } from '../../service/http/deps.ts';
import { findKey } from '../keys/find-key.ts';
import { Problem } from '../problem.ts';
import { redactedMatch } from '../redacted-rule.ts';
import { assertOperation, readInstant } from '../values.ts';
import type { Criteria } from './criteria.ts';
import { criteriaInWords, differenceInWords } from './differences.ts';
import { requestView } from './request-view.ts';

/** The recorded requests that fit some criteria. A walk over the journal pauses for other events. */
export interface Selection {
  /** The oldest that also fit, oldest first. */
  first(most: number, fits?: (recorded: JournalEntry) => boolean): Promise<JournalEntry[]>;
  count(): Promise<number>;
  matches(recorded: JournalEntry): boolean;
  /** The names of the criteria that a request does not meet. */
  differences(recorded: JournalEntry): string[];
  /** The criteria in words. */
  readonly inWords: string;
  /** The same as `differences`, in words. */
  differencesInWords(recorded: JournalEntry): string[];
  /** How many requests of the same key, or of all keys, the journal has dropped because of its size. */
  forgotten(): number;
  /** At most `most` requests, those with the fewest differences first, of these the newest first. */
  nearest(most: number): Promise<JournalEntry[]>;
}

/** @throws Problem 404 for an unknown key, 422 for a match that is not valid, 409 while the journal is off */
export async function selectRequests(
  deps: Deps,
  { match, status, errorCode, decision, since }: Criteria,
): Promise<Selection> {
  const journal = requireJournal(deps);
  await deps.peers?.gather();
  if (decision !== undefined) assertCounted(deps, decision);
  if (match.operation !== undefined) assertOperation(deps, 'operation', match.operation);
  const sinceAt = since === undefined ? Number.NEGATIVE_INFINITY : readInstant('since', since);
  const key = match.key === undefined ? undefined : await findKey(deps, match.key);
  const keyId = key?.id;
  // The match is checked as it was sent: redaction could hide what is wrong with it.
  matcherOf(match, keyId);
  const redacted = redactedMatch(deps, match);
  const matcher = matcherOf(redacted, keyId);
  const shown = { ...redacted, ...(key && { key: key.shown }) };
  const criteria = { match: shown, status, errorCode, decision, since } as Criteria;
  const conditions: [name: string, holds: (recorded: JournalEntry) => boolean][] = [
    ['since', ({ at }) => at >= sinceAt],
    ['status', (recorded) => status === undefined || recorded.status === status],
    ['errorCode', (recorded) => errorCode === undefined || recorded.errorCode === errorCode],
    ['decision', ({ decisions }) => decision === undefined || decisions.includes(decision)],
  ];
  const matches = (recorded: JournalEntry) =>
    conditions.every(([, holds]) => holds(recorded)) && matcher.matches(matchableOf(recorded));
  const differences = (recorded: JournalEntry) => [
    ...matcher.differences(matchableOf(recorded)),
    ...conditions.flatMap(([name, holds]) => (holds(recorded) ? [] : [name])),
  ];

  return {
    first: (most, fits = () => true) => inSlices(first(most, fits), deps),
    count: () => inSlices(count(), deps),
    matches,
    differences,
    inWords: criteriaInWords(criteria),
    differencesInWords: (recorded) =>
      differences(recorded).map((name) => differenceInWords(name, criteria, requestView(recorded))),
    forgotten: () => journal.forgotten(keyId),
    nearest: (most) => inSlices(nearest(most), deps),
  };

  function* first(most: number, fits: (recorded: JournalEntry) => boolean): Steps<JournalEntry[]> {
    const found: JournalEntry[] = [];
    for (const recorded of journal.all(keyId)) {
      if (fits(recorded) && matches(recorded)) found.push(recorded);
      if (found.length >= most) break;
      yield;
    }
    return found;
  }

  function* count(): Steps<number> {
    let found = 0;
    for (const recorded of journal.all(keyId)) {
      if (matches(recorded)) found += 1;
      yield;
    }
    return found;
  }

  /** Only requests of the same key: one key's test must not see another's. */
  function* nearest(most: number): Steps<JournalEntry[]> {
    let best: { recorded: JournalEntry; distance: number }[] = [];
    for (const recorded of journal.all(keyId)) {
      yield;
      const distance = differences(recorded).length;
      if (best.length >= most && distance > (best.at(-1)?.distance ?? 0)) continue;
      best = [{ recorded, distance }, ...best].sort((a, b) => a.distance - b.distance).slice(0, most);
    }
    return best.map(({ recorded }) => recorded);
  }
}

/** @throws Problem 409 while it is off */
export function requireJournal({ journal }: Deps): Journal {
  if (!journal.on) throw new Problem(409, 'The journal is off; the setting journal gives it a size.');
  return journal;
}

/** @throws Problem 422 for an id that no single reply can have */
function assertCounted({ decisions }: Deps, id: string): void {
  const found = decisions.all.find((decision) => decision.id === id);
  const ids = decisions.all.map((decision) => decision.id);
  if (!found) throw new Problem(422, `There is no such decision${nearestHint(id, ids)}.`);
  if (found.reliedOnBy === 'general')
    throw new Problem(422, `${id} is general: it applies to the sandbox, not to single replies.`);
}

function matcherOf(match: Match, keyId: string | undefined): Matcher {
  try {
    return compileMatch(match, keyId);
  } catch (error) {
    if (error instanceof RangeError) throw new Problem(422, error.message);
    throw error;
  }
}
