import { Buffer } from 'node:buffer';
import { type Static, Type } from '@sinclair/typebox';
import { type Millicredits, toMillicredits } from '../core/credits.ts';
import type { OperationId } from '../core/operations.ts';
import { closed } from '../core/schema.ts';
import type { Outcome, Outcomes } from './outcomes.ts';
import { assertHeaders, ReplyHeaders } from './reply-headers.ts';
import { RuleError } from './rule-error.ts';

/** The answer of a rule, in place of that of the service. */
export const Respond = Type.Object(
  {
    status: Type.Optional(
      Type.Integer({
        minimum: 400,
        maximum: 599,
        description: 'The status; one that the operation does not have comes without an envelope.',
      }),
    ),
    errorCode: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: 'The usual one of the status when absent; on generation 2 the error string.',
      }),
    ),
    body: Type.Optional(
      Type.Unknown({ description: 'The text or JSON that comes in place of the envelope; 64 kB at most.' }),
    ),
    contentType: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The type of the body; text/plain or application/json when absent.',
      }),
    ),
    headers: Type.Optional(ReplyHeaders),
    charge: Type.Optional(
      Type.Unsafe<true | number>({
        anyOf: [
          { type: 'boolean', const: true },
          { type: 'number', exclusiveMinimum: 0 },
        ],
        description:
          'The credits that the failure costs, against the contract; true: as many as the answer would.',
      }),
    ),
  },
  { ...closed, minProperties: 1 },
);
export type Respond = Static<typeof Respond>;

/** A reply without the envelope of the service: a proxy, a balancer or a firewall on the road to it answers so. */
export interface RoadReply {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** The end of a call, in place of its answer. */
export interface Failure {
  readonly reply: Outcome | RoadReply;
  readonly headers?: ReplyHeaders;
  /** true = as if the call had been answered. */
  readonly charge?: true | Millicredits;
}

/** @returns undefined if the operation cannot answer so */
export function failureOf(operation: OperationId, respond: Respond, outcomes: Outcomes): Failure | undefined {
  const reply = replyOf(operation, respond, outcomes);
  if (!reply) return undefined;
  const { headers, charge } = respond;
  return {
    reply,
    ...(headers && { headers }),
    ...(charge !== undefined && { charge: charge === true || (toMillicredits(charge) as Millicredits) }),
  };
}

function replyOf(
  operation: OperationId,
  { status, errorCode, body, contentType }: Respond,
  outcomes: Outcomes,
): Failure['reply'] | undefined {
  if (status !== undefined && body !== undefined) return { status, ...textOf(body, contentType) };
  const outcome = outcomes.find(operation, {
    ...(status !== undefined && { status }),
    ...(errorCode !== undefined && { errorCode }),
  });
  if (outcome || status === undefined || errorCode !== undefined) return outcome;
  const isOwn = outcomes.of(operation).some((each) => each.status === status);
  if (isOwn || status < 400 || status > 599) return undefined;
  // The service has no envelope for a status that is not its own.
  return { status, contentType: 'text/plain', text: '' };
}

function textOf(body: unknown, contentType: string | undefined): Pick<RoadReply, 'contentType' | 'text'> {
  const isText = typeof body === 'string';
  const usualType = isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  return { contentType: contentType ?? usualType, text: isText ? body : JSON.stringify(body) };
}

const maxBodyBytes = 64 * 1024;

/** @throws RuleError for an answer that contradicts itself, or that is no HTTP */
export function assertRespond({ status, errorCode, body, contentType, headers, charge }: Respond): void {
  if (headers) assertHeaders(headers);
  if (status === undefined && errorCode === undefined)
    throw new RuleError("An answer needs a 'status' or an 'errorCode'.");
  if (body !== undefined) {
    if (status === undefined) throw new RuleError("'body' needs a 'status' beside it.");
    if (errorCode !== undefined)
      throw new RuleError("'body' takes the place of the envelope, so it has no 'errorCode' beside it.");
    if (Buffer.byteLength(textOf(body, undefined).text) > maxBodyBytes)
      throw new RuleError(`'body' has more than ${maxBodyBytes} bytes.`);
  }
  if (contentType !== undefined) {
    if (body === undefined) throw new RuleError("'contentType' needs a 'body' beside it.");
    if (!/^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.+-]+)*$/.test(contentType))
      throw new RuleError(`'contentType' is no type such as text/html; charset=utf-8.`);
  }
  if (typeof charge === 'number' && toMillicredits(charge) === undefined)
    throw new RuleError("'charge' must be true, or at most 10^12 credits with at most 3 decimals.");
}
