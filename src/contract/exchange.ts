import { type Static, Type } from '@sinclair/typebox';
import { type ParsedFields, parseFields, parseQueryFields } from '../core/fields.ts';
import { findOperation, type OperationId } from '../core/operations.ts';
import { isObject } from '../core/values.ts';

const closed = { additionalProperties: false } as const;
const Texts = Type.Record(Type.String(), Type.String());

/** One HTTP request, in neutral words. */
export const ExchangeRequest = Type.Object(
  {
    method: Type.String({ minLength: 1 }),
    path: Type.String({ pattern: '^/' }),
    query: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]), {
        description: 'A list is a parameter that is repeated.',
      }),
    ),
    headers: Type.Optional(Texts),
    body: Type.Optional(Type.Unknown({ description: 'Sent as JSON.' })),
    text: Type.Optional(Type.String({ description: 'A body that is sent as it stands here.' })),
  },
  closed,
);
export type ExchangeRequest = Static<typeof ExchangeRequest>;

const StreamedEvent = Type.Object({ event: Type.String(), data: Type.Unknown() }, closed);
export type StreamedEvent = Static<typeof StreamedEvent>;

/** What a sandbox answers, whole: one of `body` and `events`, or neither. */
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

/** Accounts that a target has only for who brings their key. */
export const roles = [
  'fractional',
  'standard',
  'unlimited',
  'empty',
  'spent',
  'forbidden',
  'testOnly',
  'throttled',
] as const;
export type Role = (typeof roles)[number];

const Pointer = Type.String({ pattern: '^/' });

/** How an exchange is replayed at a target that has data and accounts of its own. */
export const Elsewhere = Type.Object(
  {
    role: Type.Optional(
      Type.Unsafe<Role>({
        type: 'string',
        enum: [...roles],
        description: 'Whose key is sent; the one of the run when absent.',
      }),
    ),
    subjects: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]), {
        description: 'By parameter of the query or the body: the subject whose value it takes there.',
      }),
    ),
    gives: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Union([Pointer, Type.Object({ at: Pointer, plus: Type.Integer() }, closed)]),
        {
          description:
            'By subject: where its value stands in the reply; * is the first element that has something there.',
        },
      ),
    ),
    sameSearch: Type.Optional(
      Type.String({ description: 'The exchange of which this asks for another page.' }),
    ),
    same: Type.Optional(Type.Array(Pointer, { description: 'Places whose value does not depend on data.' })),
  },
  closed,
);
export type Elsewhere = Static<typeof Elsewhere>;

/** A file of `fixtures/exchanges`: a request and what a sandbox answers to it. */
export const ExchangeFile = Type.Object(
  {
    title: Type.String({ minLength: 1 }),
    operation: Type.Union([Type.String(), Type.Null()], {
      description: 'null where the request reaches none.',
    }),
    account: Type.Optional(
      Type.String({ description: 'Terms of the account that asks, as in a self-describing key.' }),
    ),
    key: Type.Optional(
      Type.String({ description: 'A key as it stands here; without it and an account none is sent.' }),
    ),
    before: Type.Optional(
      Type.Array(ExchangeRequest, { description: 'What the same key asks first; the replies do not count.' }),
    ),
    request: ExchangeRequest,
    reply: Type.Optional(ExchangeReply),
    elsewhere: Type.Union([Elsewhere, Type.String({ minLength: 1 })], {
      description: 'How it is replayed at any target, or why it is not.',
    }),
  },
  closed,
);
export type ExchangeFile = Static<typeof ExchangeFile>;

/** One exchange, with its recorded reply. */
export interface Exchange extends ExchangeFile {
  /** Path below the folder, without its ending: `v3/clip/profile/by-handle`. */
  readonly name: string;
  readonly reply: ExchangeReply;
}

/** The generation that a path belongs to. */
export const generationOf = (path: string): 2 | 3 => (/^\/+v2(\/|$)/.test(path) ? 2 : 3);

/** The operation at a neutral path; of one the published path stands beside it (specification 4.1). */
export function operationAt(path: string): OperationId | undefined {
  const id = path.replace(/\/{2,}/g, '/').slice(1);
  return findOperation(id === 'v2/instagramBasic' ? 'v2/gramBasic' : id)?.id;
}

/** The key that an exchange sends to a sandbox; each has an account of its own. */
export function sandboxKeyOf({ name, account, key }: Pick<Exchange, 'name' | 'account' | 'key'>) {
  return account === undefined ? key : `sandbox:${account}:${name.replaceAll('/', '.')}`;
}

/** What a request gives: its query, or its body where that is an object. */
export const givenIn = ({ method, query = {}, body }: ExchangeRequest): Readonly<Record<string, unknown>> =>
  method === 'GET' ? query : isObject(body) ? body : {};

/** What of a record it asks for (specification 4.3). */
export const fieldsOf = (operation: OperationId, request: ExchangeRequest): ParsedFields =>
  request.method === 'GET'
    ? parseQueryFields(operation, request.query?.['fields'])
    : parseFields(operation, givenIn(request)['fields']);
