import type { TSchema } from '@sinclair/typebox';
import type { ExchangeRequest } from '../contract/exchange.ts';
import { blockOperations } from '../core/fields.ts';
import { findOperation, type OperationId } from '../core/operations.ts';
import { platforms } from '../core/platforms.ts';
import { partNames } from '../core/prices.ts';
import { ageRanges } from '../core/statistics.ts';
import { isObject } from '../core/values.ts';
import { classOf } from './field-classes.ts';
import { movedInstant, scaledAmountBound, scaledBound } from './figures.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import { inOrderOf, redactScalar } from './redact-value.ts';

interface ParameterNode {
  type?: string | readonly string[];
  properties?: Readonly<Record<string, ParameterNode>>;
  items?: ParameterNode;
  enum?: readonly unknown[];
  anyOf?: readonly ParameterNode[];
  const?: unknown;
}

/** How the parameters of one operation become those of a recording. */
export interface RequestRedaction {
  readonly names: Pseudonyms;
  readonly operation: OperationId;
  /** Schema of the query or body, in neutral words. */
  readonly parameters: TSchema | undefined;
}

/**
 * A request as a file holds it. Members and values that the schema lists stay; names and texts become pseudonyms; whatever
 * else was sent is replaced by a digest, so that nothing free reaches a file and equal requests stay equal.
 */
export function redactRequest(
  how: RequestRedaction,
  { method, path, query, body }: ExchangeRequest,
): ExchangeRequest {
  return {
    method,
    path,
    ...(query && { query: redactParameters(how, query) as NonNullable<typeof query> }),
    ...(body !== undefined && { body: redactParameters(how, body) }),
  };
}

/** The same for the query of a GET or the body of a POST alone. */
export function redactParameters(how: RequestRedaction, given: unknown): unknown {
  if (!isObject(given)) return unknownTo(how, given);
  const properties = (how.parameters as ParameterNode | undefined)?.properties ?? {};
  const takesFields = findOperation(how.operation)?.fields !== null;
  return Object.fromEntries(
    inOrderOf(Object.keys(properties), given).map(([name, value]): [string, unknown] => {
      if (name === 'fields' && takesFields) return [name, redactFields(how, value)];
      const node = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (!node) return [`unknown-${how.names.digest(name)}`, unknownTo(how, value)];
      if (name === 'filters' && Array.isArray(value)) {
        const items = node.items as ParameterNode;
        return [name, value.map((filter) => redactFilter(how, items, filter))];
      }
      return [name, redactParameter(how, node, [...how.operation.split('/'), name], value)];
    }),
  );
}

const unknownTo = ({ names }: RequestRedaction, value: unknown): string =>
  `unknown-${names.digest(JSON.stringify(value) ?? '')}`;

function redactParameter(
  how: RequestRedaction,
  node: ParameterNode,
  place: readonly string[],
  value: unknown,
): unknown {
  if (Array.isArray(value))
    return value.map((each) => redactParameter(how, node.items ?? node, [...place, '*'], each));
  const listed = listedIn(node);
  if (listed.length > 0) return listed.includes(value) ? value : unknownTo(how, value);
  if (value === null || typeof value === 'object') return unknownTo(how, value);
  if (![node.type].flat().includes(typeof value === 'number' ? 'integer' : typeof value))
    return unknownTo(how, value);
  return redactScalar(how.names, place, value as string | number | boolean) ?? unknownTo(how, value);
}

const listedIn = ({ enum: listed = [], anyOf = [], const: only }: ParameterNode): unknown[] => [
  ...listed,
  ...(only === undefined ? [] : [only]),
  ...anyOf.flatMap(listedIn),
];

/** A condition of a search: its members, its operator and its name are those that the service lists, or digests. */
function redactFilter(how: RequestRedaction, node: ParameterNode, filter: unknown): unknown {
  if (!isObject(filter)) return unknownTo(how, filter);
  const properties = node.properties ?? {};
  const nameMember = 'filterKey' in properties ? 'filterKey' : 'filterName';
  const listed = listedIn(properties[nameMember] ?? {});
  const name = filter[nameMember];
  const known = typeof name === 'string' && listed.includes(name) ? name : undefined;
  const op = filter['op'];
  const member = (key: string, value: unknown): [string, unknown] => {
    switch (key) {
      case nameMember:
        return [key, known ?? unknownTo(how, value)];
      case 'op':
        return [key, comparisons.has(value) ? value : unknownTo(how, value)];
      case 'value':
        return [key, known === undefined ? unknownTo(how, value) : redactBound(how, known, op, value)];
      case 'isFuzzySearch':
        return [key, typeof value === 'boolean' ? value : unknownTo(how, value)];
      default:
        return [`unknown-${how.names.digest(key)}`, unknownTo(how, value)];
    }
  };
  const order = [nameMember, 'op', 'value', 'isFuzzySearch'];
  return Object.fromEntries(inOrderOf(order, filter).map(([key, value]) => member(key, value)));
}

const comparisons: ReadonlySet<unknown> = new Set(['in', '=', '>', '<', '>=', '<=']);

function redactBound(how: RequestRedaction, name: string, op: unknown, value: unknown): unknown {
  const place = [...how.operation.split('/'), name];
  if (classOf(place) === 'enumeration') return redactWords(how, value);
  if (Array.isArray(value))
    return value.map((each) =>
      typeof each === 'string'
        ? (redactScalar(how.names, place, each) ?? unknownTo(how, each))
        : unknownTo(how, each),
    );
  if (typeof value === 'string' || typeof value === 'boolean')
    return redactScalar(how.names, place, value) ?? unknownTo(how, value);
  if (typeof value !== 'number') return unknownTo(how, value);
  switch (classOf(place)) {
    case 'count':
      return scaledBound(how.names, op, value);
    case 'amount':
      return scaledAmountBound(how.names, op, value);
    case 'instant':
      return movedInstant(how.names, value);
    case 'derived':
    case 'measure':
    case 'age':
      return value;
    default:
      return unknownTo(how, value);
  }
}

/** A filter may be sent any word: codes of languages and countries stay, and the few that everyone has. */
function redactWords(how: RequestRedaction, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => redactWords(how, each));
  const isCommon =
    typeof value === 'string' && (/^(?:[A-Z]{2,3}|[a-z]{3})$/.test(value) || commonWords.has(value));
  return isCommon ? value : unknownTo(how, value);
}

const commonWords: ReadonlySet<string> = new Set([
  ...ageRanges,
  ...platforms,
  ...['Gram', 'Tube', 'male', 'female', 'video', 'shorts', 'stream', 'reel', 'image', 'slideshow'],
]);

/** `fields` of a query is a name, names, or JSON; of a body names, numbers by name, or look-ups by name (contract 4.3). */
function redactFields(how: RequestRedaction, value: unknown): unknown {
  const { operation } = how;
  if (findOperation(operation)?.fields !== 'operations') return redactParts(how, partNames(operation), value);
  if (!isObject(value)) return unknownTo(how, value);
  const blocks = blockOperations(operation);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]): [string, unknown] => {
      const block = blocks.get(name);
      return block
        ? [name, redactParts(how, partNames(block.id), inner)]
        : [`unknown-${how.names.digest(name)}`, unknownTo(how, inner)];
    }),
  );
}

function redactParts(how: RequestRedaction, known: readonly string[], value: unknown): unknown {
  const nameOf = (name: unknown): string =>
    typeof name === 'string' && known.includes(name) ? name : unknownTo(how, name);
  if (typeof value === 'string' && /^[[{]/.test(value)) {
    const parsed = parsedJson(value);
    return parsed === undefined ? unknownTo(how, value) : JSON.stringify(redactParts(how, known, parsed));
  }
  if (Array.isArray(value)) return value.map(nameOf);
  if (!isObject(value)) return nameOf(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, items]) => [
      nameOf(name),
      items === null || (Number.isInteger(items) && Number(items) >= 0 && Number(items) <= 10_000)
        ? items
        : unknownTo(how, items),
    ]),
  );
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
