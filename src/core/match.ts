import { type Static, Type } from '@sinclair/typebox';
import { choice, closed } from './schema.ts';

/**
 * Which requests are meant: by fault rules, by look-ups in the journal and by checks of it. Every term that
 * is given must hold; no term at all means every request.
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
          'Glob over the whole path without its query: ? is one character, * any within a segment, ** any.',
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
        description: 'JSON pointers (RFC 6901) into the body and the values that stand there.',
      }),
    ),
  },
  closed,
);
export type Match = Static<typeof Match>;

/** What a request shows of itself to a matcher. */
export interface Matchable {
  /** Public id of the recognised key; null before it is recognised. */
  readonly keyId: string | null;
  /** null on an unknown path. */
  readonly operation: string | null;
  readonly method: string;
  /** Path and query as they were sent. */
  readonly url: string;
  /** The parsed body; undefined where there is none, or none that can be read. */
  readonly body: unknown;
}

export interface Matcher {
  matches(request: Matchable): boolean;
  /** The terms that do not hold: `key`, `path`, `query.uniqueId`, `body/filters/0/value` …; empty = it matches. */
  differences(request: Matchable): string[];
}

/**
 * @param keyId the id of the key that `match.key` names; who compiles has looked it up
 * @throws RangeError for a body that is no JSON pointer, or values nested deeper than 32
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

/** Cheap terms first: the first that fails ends the comparison. */
function termsOf({ key, operation, method, path, query = {}, body = {} }: Match, keyId = key): Term[] {
  const terms: Term[] = [];
  if (key !== undefined) terms.push({ name: 'key', holds: (request) => request.keyId === keyId });
  if (operation !== undefined)
    terms.push({ name: 'operation', holds: (request) => request.operation === operation });
  if (method !== undefined) terms.push({ name: 'method', holds: (request) => request.method === method });
  if (path !== undefined) {
    const fits = compileGlob(path);
    terms.push({ name: 'path', holds: ({ url }) => fits(pathIn(url)) });
  }
  for (const [name, value] of Object.entries(query))
    terms.push({
      name: `query.${name}`,
      holds: ({ url }) => url.includes('?') && queryIn(url).getAll(name).includes(value),
    });
  for (const [pointer, value] of Object.entries(body)) {
    const at = compilePointer(pointer);
    assertShallow(value, pointer);
    terms.push({ name: `body${pointer}`, holds: (request) => sameJson(value, at(request.body)) });
  }
  return terms;
}

/** Longest part of a path that is compared: what a glob of 200 characters means stands within it. */
const longestPath = 2_000;

/** Real clients double a slash (observed); a glob need not know. */
const pathIn = (url: string): string =>
  (url.split('?', 1)[0] ?? '').slice(0, longestPath).replace(/\/{2,}/g, '/');

const queryIn = (url: string): URLSearchParams => new URLSearchParams(url.slice(url.indexOf('?') + 1));

type Token = { is: 'text'; text: string } | { is: 'one' | 'segment' | 'any' };

/**
 * A glob → whether a whole path fits it. All places in the glob where the text read so far may end are
 * carried along together, so the cost is at most the product of the two lengths, whatever stars there are.
 */
export function compileGlob(glob: string): (path: string) => boolean {
  if (!/[*?]/.test(glob)) return (path) => path === glob;
  const tokens = (glob.match(/\*{2,}|./gsu) ?? []).map(tokenOf);

  return (path) => {
    let places = behindStars(new Set([0]), tokens);
    for (const character of path) {
      const next = new Set<number>();
      for (const place of places) {
        const token = tokens[place];
        if (!token || !takes(token, character)) continue;
        next.add(token.is === 'segment' || token.is === 'any' ? place : place + 1);
      }
      if (next.size === 0) return false;
      places = behindStars(next, tokens);
    }
    return places.has(tokens.length);
  };
}

function tokenOf(text: string): Token {
  if (text.startsWith('**')) return { is: 'any' };
  if (text === '*') return { is: 'segment' };
  return text === '?' ? { is: 'one' } : { is: 'text', text };
}

function takes(token: Token, character: string): boolean {
  if (token.is === 'text') return token.text === character;
  return token.is === 'any' || character !== '/';
}

/** A star may stand for nothing: whoever is before one is behind it too. A set's walk meets what it adds. */
function behindStars(places: Set<number>, tokens: readonly Token[]): Set<number> {
  for (const place of places) {
    const token = tokens[place];
    if (token?.is === 'segment' || token?.is === 'any') places.add(place + 1);
  }
  return places;
}

/**
 * RFC 6901: `` is the whole value, `/filters/0/value` a part, `~1` and `~0` stand for `/` and `~`.
 * @returns what stands there, undefined where nothing does
 * @throws RangeError when it is written otherwise
 */
export function compilePointer(pointer: string): (value: unknown) => unknown {
  if (pointer !== '' && !pointer.startsWith('/'))
    throw new RangeError(`"${pointer}" is no JSON pointer: it begins with a slash.`);
  if (/~(?![01])/.test(pointer))
    throw new RangeError(`"${pointer}" is no JSON pointer: write ~0 for a tilde and ~1 for a slash.`);
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

  return (value) => {
    let at = value;
    for (const step of steps) {
      // own properties alone: "length" of a list or "constructor" is nothing that a client sent
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
      if (Array.isArray(at) && !/^(0|[1-9]\d*)$/.test(step)) return undefined;
      at = (at as Record<string, unknown>)[step];
    }
    return at;
  };
}

const deepest = 32;

/** Comparing goes as deep as the expected value does, so that depth is bounded here. */
function assertShallow(value: unknown, pointer: string, depth = 0): void {
  if (depth > deepest) throw new RangeError(`The value at "${pointer}" is nested deeper than ${deepest}.`);
  if (typeof value !== 'object' || value === null) return;
  for (const each of Object.values(value)) assertShallow(each, pointer, depth + 1);
}

/** Whether two parsed JSON values are the same; the order of properties does not matter. */
function sameJson(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return expected === actual;
  if (typeof actual !== 'object' || actual === null) return false;
  if (Array.isArray(expected) !== Array.isArray(actual)) return false;
  const names = Object.keys(expected);
  return (
    names.length === Object.keys(actual).length &&
    names.every(
      (name) =>
        Object.hasOwn(actual, name) &&
        sameJson((expected as Record<string, unknown>)[name], (actual as Record<string, unknown>)[name]),
    )
  );
}
