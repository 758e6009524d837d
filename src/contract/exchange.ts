import { type Static, Type } from '@sinclair/typebox';
import { type ParsedFields, parseFields, parseQueryFields } from '../core/fields.ts';
import { findOperation, type OperationId } from '../core/operations.ts';
import { closed } from '../core/schema.ts';
import { isObject } from '../core/values.ts';
import { type Role, roles } from './generations.ts';

const Texts = Type.Record(Type.String(), Type.String());

/** One HTTP request, in neutral words. */
export const ExchangeRequest = Type.Object(
  {
    method: Type.String({ minLength: 1 }),
    path: Type.String({ pattern: '^/' }),
    query: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]), {
        description: 'A list repeats the parameter.',
      }),
    ),
    headers: Type.Optional(Texts),
    body: Type.Optional(Type.Unknown({ description: 'Sent as JSON.' })),
    text: Type.Optional(
      Type.String({ description: 'A body that is sent unchanged, such as malformed JSON.' }),
    ),
  },
  closed,
);
export type ExchangeRequest = Static<typeof ExchangeRequest>;

const StreamedEvent = Type.Object({ event: Type.String(), data: Type.Unknown() }, closed);
export type StreamedEvent = Static<typeof StreamedEvent>;

/** A whole reply of a sandbox: it has a `body`, or `events`, or neither. */
export const ExchangeReply = Type.Object(
  {
    status: Type.Integer({ minimum: 200, maximum: 599 }),
    headers: Texts,
    body: Type.Optional(Type.Unknown()),
    events: Type.Optional(Type.Array(StreamedEvent)),
  },
  closed,
);
export type ExchangeReply = Static<typeof ExchangeReply>;

const Pointer = Type.String({ pattern: '^/' });

/** How an exchange is replayed at a target with data and accounts of its own. */
export const Elsewhere = Type.Object(
  {
    role: Type.Optional(
      Type.Unsafe<Role>({
        type: 'string',
        enum: [...roles],
        description: 'The account whose key is sent; the one of the run when absent.',
      }),
    ),
    subjects: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]), {
        description: 'For a parameter of the query or the body, the subject that gives its value there.',
      }),
    ),
    gives: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Union([Pointer, Type.Object({ at: Pointer, plus: Type.Integer() }, closed)]),
        {
          description:
            'For a subject, the place of its value in the reply; * is the first element that has one.',
        },
      ),
    ),
    sameSearch: Type.Optional(
      Type.String({ description: 'The exchange that asks for another page of the same search.' }),
    ),
    same: Type.Optional(Type.Array(Pointer, { description: 'Places whose value does not depend on data.' })),
  },
  closed,
);
export type Elsewhere = Static<typeof Elsewhere>;

/** A file of `fixtures/exchanges`: a request and the reply of a sandbox; of a recording, the reply of a service. */
export const ExchangeFile = Type.Object(
  {
    title: Type.String({ minLength: 1 }),
    operation: Type.Union([Type.String(), Type.Null()], {
      description: 'null where the request reaches no operation.',
    }),
    account: Type.Optional(
      Type.String({ description: 'Terms of the account that asks, as in a self-describing key.' }),
    ),
    key: Type.Optional(
      Type.String({
        description: 'A key that is sent unchanged; without a key and an account, none is sent.',
      }),
    ),
    before: Type.Optional(
      Type.Array(ExchangeRequest, {
        description: 'Requests that the same key sends first; their replies are not compared.',
      }),
    ),
    request: ExchangeRequest,
    reply: Type.Optional(ExchangeReply),
    recordedAt: Type.Optional(
      Type.String({
        pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
        description: 'When the service answered, in a recording.',
      }),
    ),
    elsewhere: Type.Union([Elsewhere, Type.String({ minLength: 1 })], {
      description: 'How it is replayed at any target, or why it cannot be.',
    }),
  },
  closed,
);
export type ExchangeFile = Static<typeof ExchangeFile>;

/** An exchange with its recorded reply. */
export interface Exchange extends ExchangeFile {
  /** Path below the folder, without its ending: `v3/clip/profile/by-handle`. */
  readonly name: string;
  readonly reply: ExchangeReply;
}

/** The operation at a neutral path. */
export function operationAt(path: string): OperationId | undefined {
  const id = path.replace(/\/{2,}/g, '/').slice(1);
  return findOperation(id === publishedAlias.path ? publishedAlias.operation : id)?.id;
}

/** contract 4.1: this operation also has its published path. */
const publishedAlias = { path: 'v2/instagramBasic', operation: 'v2/gramBasic' } as const;

/** The key that an exchange sends to a sandbox; every exchange has its own account. */
export function sandboxKeyOf({ name, account, key }: Pick<Exchange, 'name' | 'account' | 'key'>) {
  return account === undefined ? key : `sandbox:${account}:${name.replaceAll('/', '.')}`;
}

/** Parameters of a request: its query, or its body where that is an object. */
export const givenIn = ({ method, query = {}, body }: ExchangeRequest): Readonly<Record<string, unknown>> =>
  method === 'GET' ? query : isObject(body) ? body : {};

/** The parts of a record that a request selects (contract 4.3). */
export const fieldsOf = (operation: OperationId, request: ExchangeRequest): ParsedFields =>
  request.method === 'GET'
    ? parseQueryFields(operation, request.query?.['fields'])
    : parseFields(operation, givenIn(request)['fields']);
