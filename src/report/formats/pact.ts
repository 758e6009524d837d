import type { TSchema } from '@sinclair/typebox';
import { indentedJson } from '../../core/json-text.ts';
import { parametersIn, queryIn } from '../../core/query.ts';
import { isObject } from '../../core/values.ts';
import { compareBy } from '../order.ts';

/** A request that a client made, and its reply, without a key of anybody. */
export interface PactExchange {
  /** The operation, the parameters and the outcome that the client met. */
  readonly description: string;
  /** The terms of its account before the call, as in a self-describing key; null where the key was none of a sandbox. */
  readonly terms: string | null;
  /** The header that has the key; absent where none was sent. */
  readonly keyHeader?: string | undefined;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly prefer?: string | undefined;
  /** undefined without one. */
  readonly body: unknown;
  readonly status: number;
  readonly contentType: string;
  readonly reply: unknown;
  /** The schema of the reply's `data`. */
  readonly schema: TSchema | undefined;
}

/** A key that no sandbox knows. */
const unknownKey = 'unknown-key-of-a-pact';

/** Writes a Pact file, version 4. Each interaction has an account of its own, which its key describes. */
export function pact(exchanges: readonly PactExchange[]): string {
  const interactions = exchanges
    .toSorted(compareBy(({ description }) => description))
    .map((exchange, place) => interactionOf(exchange, `pact-${place + 1}`));
  return indentedJson({
    consumer: { name: 'client' },
    provider: { name: 'creator-analytics' },
    interactions,
    metadata: { pactSpecification: { version: '4.0' } },
  });
}

function interactionOf(exchange: PactExchange, label: string): object {
  const { description, terms, keyHeader, method, url, prefer, body, status, contentType, reply } = exchange;
  const key = terms === null ? unknownKey : `sandbox:${terms}:${label}`;
  const query = queryOf(url);
  const headers = {
    ...(keyHeader !== undefined && { [keyHeader]: [key] }),
    ...(prefer !== undefined && { prefer: [prefer] }),
    ...(body !== undefined && { 'content-type': ['application/json'] }),
  };
  return {
    type: 'Synchronous/HTTP',
    key: label,
    description,
    pending: false,
    ...(terms !== null && { providerStates: [{ name: `the account of the key ${key}` }] }),
    request: {
      method,
      path: url.split('?', 1)[0],
      ...(Object.keys(query).length > 0 && { query }),
      headers,
      ...(body !== undefined && { body: jsonBody(body) }),
    },
    response: {
      status,
      headers: { 'content-type': [contentType] },
      body: jsonBody(reply),
      matchingRules: { body: matchersOf(exchange) },
    },
  };
}

const jsonBody = (content: unknown) => ({ content, contentType: 'application/json', encoded: false });

const queryOf = (url: string): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(parametersIn(queryIn(url))).map(([name, value]) => [name, [value].flat()]),
  );

interface Matcher {
  readonly match: string;
  readonly regex?: string;
}

/** By path, what a value must be. The rule of a path holds for all below that has none of its own. */
type Rules = Record<string, { combine: 'AND' | 'OR'; matchers: readonly Matcher[] }>;

/** Members of an envelope that say what happened. */
const outcomeMembers = ['success', 'errorCode', 'error'];

function matchersOf({ reply, schema }: PactExchange): Rules {
  const rules: Rules = {};
  add(rules, '$', { match: 'type' });
  if (!isObject(reply)) return rules;
  for (const name of outcomeMembers) if (name in reply) add(rules, `$.${name}`, { match: 'equality' });
  if (isObject(reply['data']) || Array.isArray(reply['data']))
    addBySchema(rules, '$.data', reply['data'], schema);
  return rules;
}

const add = (rules: Rules, path: string, ...matchers: readonly Matcher[]): void => {
  rules[path] = { combine: matchers.length > 1 ? 'OR' : 'AND', matchers };
};

function addBySchema(rules: Rules, path: string, value: unknown, schema: TSchema | undefined): void {
  const kinds: TSchema[] = schema?.['anyOf'] ?? (schema ? [schema] : []);
  const isNullable = kinds.some(({ type }) => type === 'null');
  const kind = kinds.find(({ type }) => type !== 'null');
  const matcher = value === null ? matcherOfNull(kind) : matcherOf(value, kind);
  add(rules, path, matcher, ...(isNullable ? [{ match: 'null' }] : []));
  if (Array.isArray(value) && value.length > 0) addBySchema(rules, `${path}[*]`, value[0], kind?.['items']);
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value))
    addBySchema(
      rules,
      memberOf(path, name),
      member,
      kind?.['properties']?.[name] ?? kind?.['additionalProperties'],
    );
}

const memberOf = (path: string, name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}['${name}']`;

function matcherOf(value: unknown, kind: TSchema | undefined): Matcher {
  if (typeof value !== 'number') return { match: 'type' };
  return { match: kind?.['type'] === 'integer' ? 'integer' : 'number' };
}

/** An example that is null says nothing about the type of others. */
function matcherOfNull(kind: TSchema | undefined): Matcher {
  const type = kind?.['type'];
  if (type === 'integer' || type === 'number' || type === 'boolean') return { match: type };
  return type === 'string' ? { match: 'regex', regex: '[\\s\\S]*' } : { match: 'type' };
}
