import { type Static, Type } from '@sinclair/typebox';
import { compileGlob, plainPath } from './glob.ts';
import { compilePointer, sameJson } from './json-values.ts';
import { queryIn } from './query.ts';
import { choice, closedAs } from './schema.ts';

/**
 * Selects requests: for fault rules, and for queries and checks of the journal. Every given term must hold;
 * without terms, every request matches.
 */
export const Match = Type.Object(
  {
    key: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'The key that asks, its id or its label.' }),
    ),
    operation: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Such as clip/profile or v2/gramBasic, in every method.',
      }),
    ),
    method: Type.Optional(choice(['GET', 'POST'])),
    path: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'Glob over the path without its query, of which 256 characters count: ? is one character, * any within a segment, ** any.',
      }),
    ),
    query: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 1000 }), {
        maxProperties: 20,
        description: 'Query parameters and their values; of a repeated one any value.',
      }),
    ),
    body: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        maxProperties: 20,
        description: 'JSON pointers (RFC 6901) into the body, and the expected values.',
      }),
    ),
  },
  closedAs('Match'),
);
export type Match = Static<typeof Match>;

/** The parts of a request that a matcher reads. */
export interface Matchable {
  /** Public id of the recognised key; null before recognition. */
  readonly keyId: string | null;
  /** null on an unknown path. */
  readonly operation: string | null;
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  /** The parsed body; undefined if there is none or it cannot be parsed. */
  readonly body: unknown;
  /** Of a request that is under way. */
  readonly traceId?: string;
}

export interface Matcher {
  matches(request: Matchable): boolean;
  /**
   * The terms that do not hold, such as `key`, `path`, `query.uniqueId` or `body/filters/0/value`; empty if
   * the request matches.
   */
  differences(request: Matchable): string[];
}

/**
 * @param keyId the id of the key in `match.key`; the caller looks it up
 * @throws RangeError for a body key that is not a JSON pointer, or a value nested deeper than 32
 */
export function compileMatch(match: Match, keyId?: string): Matcher {
  const terms = termsOf(match, keyId);
  return {
    matches: (request) => terms.every(({ holds }) => holds(request)),
    differences: (request) => terms.flatMap(({ name, holds }) => (holds(request) ? [] : [name])),
  };
}

interface Term {
  name: string;
  holds: (request: Matchable) => boolean;
}

/** Cheap terms come first, because the first failure ends the comparison. */
function termsOf({ key, operation, method, path, query = {}, body = {} }: Match, keyId = key): Term[] {
  const terms: Term[] = [];
  if (key !== undefined) terms.push({ name: 'key', holds: (request) => request.keyId === keyId });
  if (operation !== undefined)
    terms.push({ name: 'operation', holds: (request) => request.operation === operation });
  if (method !== undefined) terms.push({ name: 'method', holds: (request) => request.method === method });
  if (path !== undefined) {
    const fits = compileGlob(path);
    terms.push({ name: 'path', holds: ({ url }) => fits(plainPath(url.split('?', 1)[0] ?? '')) });
  }
  for (const [name, value] of Object.entries(query))
    terms.push({
      name: `query.${name}`,
      holds: (request) => queryOf(request).get(name)?.includes(value) === true,
    });
  for (const [pointer, value] of Object.entries(body)) {
    const at = compilePointer(pointer);
    assertShallow(value, pointer);
    terms.push({ name: `body${pointer}`, holds: (request) => sameJson(value, at(request.body)) });
  }
  return terms;
}

type Query = ReadonlyMap<string, readonly string[]>;

/** The values of each parameter. Many rules read one long query, so it is parsed once per request. */
function queryOf(request: Matchable): Query {
  const parsed = parsedQueries.get(request) ?? parseQuery(request.url);
  parsedQueries.set(request, parsed);
  return parsed;
}

const parsedQueries = new WeakMap<Matchable, Query>();

function parseQuery(url: string): Query {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(queryIn(url))) {
    const sameName = values.get(name);
    if (sameName) sameName.push(value);
    else values.set(name, [value]);
  }
  return values;
}

const maxDepth = 32;

/** A comparison goes as deep as the expected value, so its depth is limited here. */
function assertShallow(value: unknown, pointer: string, depth = 0): void {
  if (depth > maxDepth) throw new RangeError(`The value at "${pointer}" is nested deeper than ${maxDepth}.`);
  if (typeof value !== 'object' || value === null) return;
  for (const each of Object.values(value)) assertShallow(each, pointer, depth + 1);
}
