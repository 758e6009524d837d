import { type Static, Type } from '@sinclair/typebox';
import { nearest as nearestOf } from '../../config.ts';
import { compileMatch, Match, type Matcher } from '../../core/match.ts';
import { isObject } from '../../core/values.ts';
import type { Deps } from '../../http/deps.ts';
import type { Journal } from '../../journal/journal.ts';
import { type Recorded, seen } from '../../journal/recorded.ts';
import { knownOperation } from '../keys/key-schemas.ts';
import { namedKey } from '../keys/named-key.ts';
import { Problem } from '../problem.ts';
import { closed } from '../route-docs.ts';
import { shownMatch } from '../state/redacted-rule.ts';
import { Instant, instant } from '../times.ts';

/** What the answer was, beside which requests are meant. */
const answered = {
  status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
  errorCode: Type.Optional(
    Type.String({ maxLength: 100, description: 'Of generation 3; of generation 2 the error string.' }),
  ),
  decision: Type.Optional(
    Type.String({ maxLength: 60, description: 'Id of a decision on which the answer leans.' }),
  ),
  since: Type.Optional(
    Instant("Not before this instant of the caller's clock, epoch milliseconds or ISO 8601."),
  ),
};

/** As a body: of waits and checks. */
export const criteria = { match: Match, ...answered };

/** As a query: of lists and counts. The parts of a match that are objects are JSON. */
export const CriteriaQuery = {
  key: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'A key or its id.' })),
  operation: Type.Optional(Type.String({ description: 'Such as clip/profile.' })),
  method: Type.Optional(Type.String({ pattern: '^(GET|POST)$' })),
  path: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Glob.' })),
  query: Type.Optional(Type.String({ description: 'JSON object of parameters and values, as in a match.' })),
  body: Type.Optional(
    Type.String({ description: 'JSON object of JSON pointers and values, as in a match.' }),
  ),
  status: Type.Optional(Type.String({ pattern: '^[1-5]\\d\\d$' })),
  errorCode: answered.errorCode,
  decision: answered.decision,
  since: Type.Optional(Type.String({ description: 'Epoch milliseconds or ISO 8601.' })),
};
const QueryObject = Type.Object(CriteriaQuery, closed);

const BodyObject = Type.Object(criteria, closed);
export type Criteria = Static<typeof BodyObject>;

/** Recorded requests that are meant. */
export interface Chosen {
  /** Oldest first. */
  all(): Iterable<Recorded>;
  count(): number;
  matches(recorded: Recorded): boolean;
  /** The terms that do not hold, by name. */
  differences(recorded: Recorded): string[];
  /** How many of the requests among which they are looked for the journal's bounds have pushed out. */
  forgotten(): number;
  /** The closest that are not meant, or as many as there are: fewest differences first, then newest. */
  nearest(most: number): Recorded[];
}

/** @throws Problem 404 for a key that does not exist, 422 for a match that cannot be, 409 without a journal */
export async function chosen(
  deps: Deps,
  { match, status, errorCode, decision, since }: Criteria,
): Promise<Chosen> {
  const journal = journalOf(deps);
  if (decision !== undefined) assertToldOf(deps, decision);
  if (match.operation !== undefined) knownOperation('operation', match.operation);
  const sinceAt = since === undefined ? Number.NEGATIVE_INFINITY : instant('since', since);
  const keyId = match.key === undefined ? undefined : (await namedKey(deps, match.key)).id;
  matcherOf(match, keyId);
  // The journal has no keys in it either.
  const matcher = matcherOf(shownMatch(deps, match), keyId);
  const answerHolds = (recorded: Recorded) =>
    recorded.at >= sinceAt &&
    (status === undefined || recorded.status === status) &&
    (errorCode === undefined || recorded.errorCode === errorCode) &&
    (decision === undefined || recorded.decisions.includes(decision));
  const matches = (recorded: Recorded) => answerHolds(recorded) && matcher.matches(seen(recorded));

  return {
    *all() {
      for (const recorded of journal.all(keyId)) if (matches(recorded)) yield recorded;
    },
    count() {
      let count = 0;
      for (const recorded of journal.all(keyId)) if (matches(recorded)) count += 1;
      return count;
    },
    matches,
    differences,
    forgotten: () => journal.forgotten(keyId),
    nearest,
  };

  function differences(recorded: Recorded): string[] {
    return [
      ...matcher.differences(seen(recorded)),
      ...(recorded.at >= sinceAt ? [] : ['since']),
      ...(status === undefined || recorded.status === status ? [] : ['status']),
      ...(errorCode === undefined || recorded.errorCode === errorCode ? [] : ['errorCode']),
      ...(decision === undefined || recorded.decisions.includes(decision) ? [] : ['decision']),
    ];
  }

  /** Among all requests of the same key: of another's nobody is told. */
  function nearest(most: number): Recorded[] {
    let best: { recorded: Recorded; distance: number }[] = [];
    for (const recorded of journal.all(keyId)) {
      const distance = differences(recorded).length;
      if (best.length >= most && distance > (best.at(-1)?.distance ?? 0)) continue;
      best = [{ recorded, distance }, ...best].sort((a, b) => a.distance - b.distance).slice(0, most);
    }
    return best.map(({ recorded }) => recorded);
  }
}

/** @throws Problem 422 for what is no JSON object, or not of the form of a match */
export function criteriaOf(query: Static<typeof QueryObject>): Criteria {
  const { status, errorCode, decision, since, query: asked, body, method, ...match } = query;
  return {
    match: {
      ...match,
      ...(method !== undefined && { method: method as 'GET' | 'POST' }),
      ...(asked !== undefined && { query: textsIn('query', asked) }),
      ...(body !== undefined && { body: objectIn('body', body) }),
    },
    ...(status !== undefined && { status: Number(status) }),
    ...(errorCode !== undefined && { errorCode }),
    ...(decision !== undefined && { decision }),
    ...(since !== undefined && { since }),
  };
}

/** @throws Problem 409 when it is switched off */
export function journalOf({ journal }: Deps): Journal {
  if (!journal.on) throw new Problem(409, 'The journal is switched off; the setting journal is its size.');
  return journal;
}

/** @throws Problem 422 for an id that no answer can have */
function assertToldOf({ decisions }: Deps, id: string): void {
  const found = decisions.all.find((decision) => decision.id === id);
  if (!found)
    throw new Problem(
      422,
      `There is no such decision${nearestOf(
        id,
        decisions.all.map((decision) => decision.id),
      )}.`,
    );
  if (found.reliedOnBy === 'general')
    throw new Problem(422, `${id} is general: it is told of no single answer.`);
}

function matcherOf(match: Match, keyId: string | undefined): Matcher {
  try {
    return compileMatch(match, keyId);
  } catch (error) {
    if (error instanceof RangeError) throw new Problem(422, error.message);
    throw error;
  }
}

function objectIn(name: string, text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown;
    if (isObject(value) && Object.keys(value).length <= 20) return value;
  } catch {}
  throw new Problem(422, `'${name}' is a JSON object with at most 20 members.`);
}

function textsIn(name: string, text: string): Record<string, string> {
  const object = objectIn(name, text);
  if (Object.values(object).every((value) => typeof value === 'string'))
    return object as Record<string, string>;
  throw new Problem(422, `'${name}' has values that are not text.`);
}
