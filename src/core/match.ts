import { type Static, Type } from '@sinclair/typebox';
import { choice, closedAs } from './schema.ts';

/**
 * Selects requests: for fault rules, and for queries and checks of the journal. Every given term must hold;
 * without terms, every request matches.
 */
export const Match = Type.Object(
  {
    key: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'The key that asks, or its id.' }),
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

/** Only this much of a path is compared, which bounds the cost of a glob. */
const maxPathCharacters = 256;

/** A path as a glob sees it: real clients double a slash (observed), which a glob ignores. */
export const plainPath = (path: string): string => path.slice(0, maxPathCharacters).replace(/\/{2,}/g, '/');

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
  const at = url.indexOf('?');
  if (at < 0) return values;
  for (const [name, value] of new URLSearchParams(url.slice(at + 1))) {
    const sameName = values.get(name);
    if (sameName) sameName.push(value);
    else values.set(name, [value]);
  }
  return values;
}

/** Tokens of a glob beside the code points of its characters. */
const one = -1;
const segment = -2;
const any = -3;

/**
 * Compiles a glob to a test of whole paths. Tracks every place in the glob that the text so far can reach, so the cost
 * is at most the product of the two lengths, however many stars there are.
 */
export function compileGlob(glob: string): (path: string) => boolean {
  if (!/[*?]/.test(glob)) return (path) => path === glob;
  const tokens = Int32Array.from(glob.match(/\*{2,}|./gsu) ?? [], tokenOf);
  const end = tokens.length;

  return (path) => {
    let places = new Uint8Array(end + 1);
    let next = new Uint8Array(end + 1);
    places[0] = 1;
    for (const character of path) {
      const code = character.codePointAt(0);
      let reached = false;
      for (let place = 0; place < end; place++) {
        if (places[place] === 0) continue;
        const token = tokens[place] as number;
        // A star can match nothing, so a place before a star is also a place behind it.
        if (token <= segment) places[place + 1] = 1;
        if (token >= 0 ? token !== code : token !== any && code === slash) continue;
        next[token <= segment ? place : place + 1] = 1;
        reached = true;
      }
      if (!reached) return false;
      [places, next] = [next, places];
      next.fill(0);
    }
    for (let place = 0; place < end; place++)
      if (places[place] === 1 && (tokens[place] as number) <= segment) places[place + 1] = 1;
    return places[end] === 1;
  };
}

const slash = 0x2f;

function tokenOf(text: string): number {
  if (text.startsWith('**')) return any;
  if (text === '*') return segment;
  return text === '?' ? one : (text.codePointAt(0) ?? 0);
}

/**
 * RFC 6901: `` is the whole value, `/filters/0/value` a part; `~1` and `~0` mean `/` and `~`.
 * @returns the value at that place, undefined if there is none
 * @throws RangeError for anything that is not a JSON pointer
 */
export function compilePointer(pointer: string): (value: unknown) => unknown {
  if (pointer !== '' && !pointer.startsWith('/'))
    throw new RangeError(`"${pointer}" is not a JSON pointer: a pointer begins with a slash.`);
  if (/~(?![01])/.test(pointer))
    throw new RangeError(`"${pointer}" is not a JSON pointer: write ~0 for a tilde and ~1 for a slash.`);
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

  return (value) => {
    let at = value;
    for (const step of steps) {
      // only own properties: a client did not send "length" or "constructor"
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
      if (Array.isArray(at) && !/^(0|[1-9]\d*)$/.test(step)) return undefined;
      at = (at as Record<string, unknown>)[step];
    }
    return at;
  };
}

const maxDepth = 32;

/** A comparison goes as deep as the expected value, so its depth is limited here. */
function assertShallow(value: unknown, pointer: string, depth = 0): void {
  if (depth > maxDepth) throw new RangeError(`The value at "${pointer}" is nested deeper than ${maxDepth}.`);
  if (typeof value !== 'object' || value === null) return;
  for (const each of Object.values(value)) assertShallow(each, pointer, depth + 1);
}

/** Compares two parsed JSON values; the order of properties does not matter. */
export function sameJson(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return expected === actual;
  if (typeof actual !== 'object' || actual === null) return false;
  if (Array.isArray(expected) !== Array.isArray(actual)) return false;
  const names = propertyNames(expected);
  return (
    names.length === propertyNames(actual).length &&
    names.every(
      (name) =>
        Object.hasOwn(actual, name) &&
        sameJson((expected as Record<string, unknown>)[name], (actual as Record<string, unknown>)[name]),
    )
  );
}

/** Many rules read one large body, so its names are listed once. */
function propertyNames(value: object): readonly string[] {
  const names = listedNames.get(value) ?? Object.keys(value);
  listedNames.set(value, names);
  return names;
}

const listedNames = new WeakMap<object, readonly string[]>();
