import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { findOperation, isFractional } from '../core/operations.ts';
import { closed } from '../core/schema.ts';
import { identifiers, selectedNames } from '../core/selection.ts';
import { isObject } from '../core/values.ts';
import type { ServedRoute } from '../service/http/served.ts';
import { Envelope as Envelope2, Failure as Failure2 } from '../service/v2/envelope.ts';
import { Envelope, ErrorReply, FailedCheck, NlsResult, Shortfall } from '../service/v3/envelope.ts';
import { refusals } from '../service/v3/refusals.ts';
import { type Exchange, type ExchangeRequest, fieldsOf } from './exchange.ts';
import { generationOf } from './generations.ts';

/** The closed schema of a whole reply, on a stream of its last event. @throws where no route describes it */
export function replySchemaOf(
  { name, operation, request, reply }: Exchange,
  served: readonly ServedRoute[],
): TSchema {
  const generation = generationOf(request.path).number;
  if (isUnknownPath(reply.body)) return UnknownPath;
  if (failed(reply.body)) return generation === 2 ? FailureOf2 : errorSchema(reply.body);
  const data = served.find(
    (route) => route.operation === operation && route.method === request.method,
  )?.reply;
  if (!data || operation === null) throw new Error(`${name}: no route describes this reply`);
  if (operation === 'nls') return NlsResult(data);
  if (operation === 'tube/subtitles/download') return data;
  return generation === 2
    ? closedObject({ ...Envelope2.properties, data })
    : closedObject({ ...Envelope.properties, data: selected(operation, request, data) });
}

/** Whether a reply reports a failure, in either generation. */
export const failed = (body: unknown): boolean => isObject(body) && body['success'] === false;

/** contract 7.2(5) */
export const isUnknownPath = (body: unknown): boolean => isObject(body) && 'availableEndpoints' in body;

const closedObject = (properties: TProperties) => Type.Object(properties, closed);

const UnknownPath = closedObject({
  success: Type.Literal(false),
  error: Type.Literal('Not Found'),
  message: Type.String(),
  availableEndpoints: Type.Array(Type.String({ pattern: '^[A-Z]+ /' }), { minItems: 1, uniqueItems: true }),
});

const FailureOf2 = closedObject({ ...Failure2([]).properties, error: Type.String() });

/** contract 2.2: a validation error has `details`; with too few credits they show the shortfall (7.2(6)). */
function errorSchema(body: unknown): TSchema {
  const item = isObject(body) ? detailsBy.get(body['errorCode']) : undefined;
  return closedObject({
    ...ErrorReply.properties,
    errorCode: Type.String(),
    ...(item && { details: Type.Array(item, { minItems: 1 }) }),
  });
}

const detailsBy = new Map<unknown, TSchema>([
  [refusals.invalid.errorCode, FailedCheck],
  [refusals.insufficientCredits.errorCode, Shortfall],
]);

/** A fractional call has the selected parts of a record and its identifiers (contract 4.3). */
function selected(operation: string, request: ExchangeRequest, data: TSchema): TSchema {
  const known = findOperation(operation);
  if (!isFractional(known)) return data;
  const parsed = fieldsOf(known.id, request);
  if (!('selection' in parsed) || parsed.selection === 'whole') return data;
  const names = selectedNames(parsed.selection);
  const properties = (data as unknown as { properties: TProperties }).properties;
  return closedObject(
    Object.fromEntries(
      Object.entries(properties).filter(([name]) => names.has(name) || identifiers.includes(name)),
    ),
  );
}
