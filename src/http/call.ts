import type { TSchema } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import type { OperationId } from '../core/operations.ts';
import type { Profile } from '../faults/torture.ts';
import type { KeyRedactor } from '../keys/redactor.ts';
import type { Caller } from '../ledger/ledger.ts';
import type { Translate } from '../vocabulary/translator.ts';

import type { DocumentSchemas, StreamedReply } from './generation-document.ts';

/** An operation in the documents. */
export interface AboutOperation {
  /** A few words, without a full stop. */
  summary: string;
  /** A request about creators that every world has; its reply is the example. */
  sample: object;
  /** Facts that the schemas cannot say. */
  notes?: readonly string[];
  /** The successful reply, where it is not the envelope. */
  streamed?: (schemas: DocumentSchemas) => StreamedReply;
  /** Its group, where no platform is. */
  tag?: 'sponsor' | 'account';
}

/** One request to an operation of the service. */
export interface Call {
  /** null on a request that reached no operation. */
  readonly operation: OperationId | null;
  /** null until the key is recognised. */
  readonly caller: Caller | null;
  /** When the request arrived, on the caller's clock; every instant of the reply comes from here. */
  readonly now: number;
  readonly traceId: string;
  /** What forced the answer, such as `Prefer` or a rule's id; absent on an answer that was earned. */
  injected?: string;
  /** What the journal should tell beside the facts. */
  notes?: string[];
  /** Through which the notes were written, where they quote what the client sent. */
  screen?: KeyRedactor;
  /** What a magic identifier has happen in place of the look-up. @throws the refusal that it asks for */
  beforeLookup?: () => Promise<void>;
  /** The parameters of the record that answers for a magic identifier. */
  substitute?: Readonly<Record<string, string>>;
  /** Translates the reply's data into the words on the wire, where those are not the neutral ones. */
  readonly toWire?: Translate | undefined;
  /** How the reply is to be written. */
  profile?: Profile;
  /** Ids of decisions that the behaviour itself noted (`relyOn`). */
  reliedOn?: string[];
  /** Set with the error reply: `errorCode` of generation 3, `error` of generation 2. */
  errorCode?: string;
  /** The decision by which a strict sandbox would not answer. */
  undecided?: string;
  /** Who wants it written so: nothing is injected before a reply is there that it changes. */
  profileBy?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    call: Call | null;
  }
  interface FastifyContextConfig {
    operation?: OperationId;
    about?: AboutOperation;
    /** What the envelope's `data` looks like. */
    reply?: TSchema;
    /** What it takes, where the operation checks that by itself: of the query on a GET, of the body on a POST. */
    parameters?: TSchema;
  }
}

/** null where the request reached none. */
export const operationOf = ({ routeOptions }: FastifyRequest): OperationId | null =>
  routeOptions.config.operation ?? null;

/** Has the journal tell something beside the facts. */
export const note = (call: Call, text: string): void => {
  call.notes = [...(call.notes ?? []), text];
};

/** The path without its query. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';

/** The call of a request whose key is recognised, which is every request that reaches a handler. */
export function recognisedCall(request: FastifyRequest): RecognisedCall {
  const { call } = request;
  if (!call?.caller || !call.operation) throw new Error('a handler ran without a recognised key');
  return call as RecognisedCall;
}

export type RecognisedCall = Call & { readonly operation: OperationId; readonly caller: Caller };
