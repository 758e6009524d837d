import type { TSchema } from '@sinclair/typebox';
import { isObject } from '../core/values.ts';
import { refusals } from '../service/v3/refusals.ts';
import { classifiedName } from './field-classes.ts';
import { movedInstant } from './figures.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import { inOrderOf, isServiceKey, redactScalar, shapeOf } from './redact-value.ts';

/** The parts of JSON Schema that say which names a reply has. */
interface SchemaNode {
  type?: string | readonly string[];
  properties?: Readonly<Record<string, SchemaNode>>;
  patternProperties?: Readonly<Record<string, SchemaNode>>;
  items?: SchemaNode;
  anyOf?: readonly SchemaNode[];
  const?: unknown;
  enum?: readonly unknown[];
}

export interface ReplyRedaction {
  readonly names: Pseudonyms;
  /** Called with each place whose value no schema or class knows. */
  readonly onUnknown: (place: string) => void;
}

/**
 * The body of a reply as a file holds it.
 * @param schema of the whole body, closed, in neutral words
 * @param operation its id, or what stands above the data
 */
export function redactBody(how: ReplyRedaction, schema: TSchema, operation: string, body: unknown): unknown {
  if (!isObject(body)) return redactPart(how, schema as SchemaNode, operation.split('/'), body);
  const properties = (schema as SchemaNode).properties ?? {};
  if (!('success' in properties)) return redactPart(how, schema as SchemaNode, operation.split('/'), body);
  return Object.fromEntries(
    inOrderOf(Object.keys(properties), body).map(([name, value]) => [
      fieldName(how, properties, [operation], name),
      name === 'data' && properties['data']
        ? redactPart(how, properties['data'], operation.split('/'), value)
        : properties[name]
          ? redactEnvelope(how, name, value)
          : shapeOf(value),
    ]),
  );
}

/** The progress of a stream, in the words that the service has for everyone. */
export const redactProgress = ({ names }: ReplyRedaction, data: unknown): unknown => {
  const message = isObject(data) ? data['message'] : undefined;
  return {
    message:
      typeof message !== 'string'
        ? ''
        : /^[A-Z][a-z ]{2,60}\.{0,3}$/.test(message)
          ? message
          : names.text(message),
  };
};

function redactPart(
  how: ReplyRedaction,
  node: SchemaNode,
  place: readonly string[],
  value: unknown,
): unknown {
  const of = node.anyOf ? nearestBranch(node.anyOf, value) : node;
  if (value === null) return null;
  if (Array.isArray(value) && of.items) {
    const { items } = of;
    return value.map((item) => redactPart(how, items, [...place, '*'], item));
  }
  if (isObject(value) && (of.properties || of.patternProperties)) return redactRecord(how, of, place, value);
  if (typeof value !== 'object' && !of.items && !of.properties && hasTypeOf(of, value)) {
    if (of.const !== undefined || of.enum)
      return isListed(of, value) ? value : unknownValue(how, place, value);
    const written = redactScalar(how.names, place, value as string | number | boolean);
    if (written !== undefined) return written;
  }
  return unknownValue(how, place, value);
}

function redactRecord(
  how: ReplyRedaction,
  { properties = {}, patternProperties = {} }: SchemaNode,
  place: readonly string[],
  record: Readonly<Record<string, unknown>>,
): unknown {
  const [ofKeys] = Object.values(patternProperties);
  const written: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of inOrderOf(Object.keys(properties), record)) {
    const node = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (node) written[name] = redactPart(how, node, [...place, name], value);
    else if (ofKeys && isServiceKey(name)) written[name] = redactPart(how, ofKeys, [...place, '{}'], value);
    else written[fieldName(how, properties, place, name)] = shapeOf(value);
  }
  return { ...written };
}

/** A name that no schema has is written where it looks like a field, never where it may be someone's. */
function fieldName(how: ReplyRedaction, properties: object, place: readonly string[], name: string): string {
  if (Object.hasOwn(properties, name)) return name;
  const written = /^[a-z]{2,20}(?:[A-Z0-9][a-z0-9]{0,20}){1,4}$/.test(name)
    ? name
    : `unknown-${how.names.digest(name)}`;
  how.onUnknown([...place, written].join('/'));
  return written;
}

function unknownValue(how: ReplyRedaction, place: readonly string[], value: unknown): unknown {
  how.onUnknown(place.join('/'));
  return shapeOf(value);
}

const isListed = (node: SchemaNode, value: unknown): boolean =>
  value === node.const || node.enum?.includes(value) === true;

function hasTypeOf({ type, enum: listed, const: only }: SchemaNode, value: unknown): boolean {
  if (type === undefined) return listed !== undefined || only !== undefined;
  const types = [type].flat();
  if (typeof value === 'number') return types.includes('number') || types.includes('integer');
  return types.includes(typeof value);
}

/** The alternative with the names of the value, or of its type. */
function nearestBranch(branches: readonly SchemaNode[], value: unknown): SchemaNode {
  const fitness = (node: SchemaNode): number => {
    if (isObject(value))
      return node.properties
        ? Object.keys(value).filter((name) => Object.hasOwn(node.properties ?? {}, name)).length * 2 -
            Object.keys(node.properties).filter((name) => !Object.hasOwn(value, name)).length
        : -1_000;
    if (Array.isArray(value)) return node.items ? 1 : 0;
    return isListed(node, value)
      ? 2
      : hasTypeOf(node, value) && node.enum === undefined && node.const === undefined
        ? 1
        : 0;
  };
  return branches.reduce((best, node) => (fitness(node) > fitness(best) ? node : best));
}

/** Balances say nothing about a client, and would change every file of every run. */
const leftOut = new Set([
  'creditsAvailable',
  'planCreditsAvailable',
  'purchasedCreditsAvailable',
  'keyCreditsAvailable',
  'quotaUsedTotal',
  'remainingPlanCredit',
  'remainingPrepurchasedCredit',
]);

function redactEnvelope(how: ReplyRedaction, name: string, value: unknown): unknown {
  if (leftOut.has(name)) return 0;
  switch (name) {
    case 'traceId':
      return '0'.repeat(32);
    case 'timestamp':
      return typeof value === 'number' ? movedInstant(how.names, value) : 0;
    case 'creditsUsed':
    case 'quotaUsed':
      return typeof value === 'number' ? value : 0;
    case 'success':
      return value === true;
    case 'error':
    case 'errorCode':
      return typeof value === 'string' ? redactedCode(how, value) : '';
    case 'message':
    case 'errorDescription':
      return typeof value === 'string' ? redactedMessage(how, value) : '';
    case 'details':
      return Array.isArray(value) ? value.filter(isObject).map((detail) => redactedDetail(how, detail)) : [];
    case 'availableEndpoints':
      return [];
    default:
      return shapeOf(value);
  }
}

/** The sentences of the service for everyone; others may repeat what was asked. */
const commonMessages: ReadonlySet<string> = new Set([
  '',
  ...Object.values(refusals).map(({ message }) => message),
]);

/** A code of several words, which are written together: anything else may be a sentence about somebody. */
const errorCodeForm =
  /^(?:[A-Z]{1,20}(?:_[A-Z]{1,20}){1,6}|[A-Z]{1,20}[a-z]{1,20}(?:[A-Z]{1,20}[a-z]{1,20}){1,9})$/;

const commonCodes: ReadonlySet<string> = new Set([
  '',
  ...Object.values(refusals).flatMap(({ error, errorCode }) => [error, errorCode]),
]);

/** Whether a text has the form of a code that the service has for everyone. */
export const isErrorCode = (code: string): boolean => commonCodes.has(code) || errorCodeForm.test(code);

const redactedCode = ({ names }: ReplyRedaction, code: string): string =>
  isErrorCode(code) ? code : names.text(code);

const redactedMessage = ({ names }: ReplyRedaction, message: string): string =>
  commonMessages.has(message) ? message : names.text(message);

function redactedDetail(how: ReplyRedaction, detail: Readonly<Record<string, unknown>>): object {
  const { field, code, message, required } = detail;
  const text = typeof message === 'string' ? message : '';
  if (field === 'credits' && typeof required === 'number')
    return { field, message: `Required ${required}, available 0.`, required, available: 0 };
  return {
    field: typeof field === 'string' && isParameterPath(field) ? field : '',
    message: redactedMessage(how, text),
    code: typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? code : '',
  };
}

const parameterNames = new Set(['body', 'fields', 'filters', 'value']);

/** Such as `filters[0].op`, of names that parameters have. */
const isParameterPath = (path: string): boolean =>
  path.length <= 100 &&
  path
    .split(/[.[\]]/)
    .every(
      (step) => /^\d{0,3}$/.test(step) || parameterNames.has(step) || classifiedName([step]) !== undefined,
    );
