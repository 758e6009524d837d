import type { TSchema } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import type { Millicredits } from '../../core/credits.ts';
import type { KeyRedactor } from '../../core/keys/redactor.ts';
import type { OperationId } from '../../core/operations.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Selection } from '../../core/selection.ts';
import type { ReplyProfile } from '../../faults/profiles.ts';
import type { Caller } from '../../ledger/ledger.ts';
import type { Translate } from '../vocabulary/translator.ts';
import type { DocumentSchemas, StreamDescription } from './generation-document.ts';
import type { RequestWaits } from './latency.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

/** An operation as the OpenAPI documents describe it. */
export interface AboutOperation {
  /** A few words, without a full stop. */
  summary: string;
  /** A request about creators that every world contains. The document shows its reply as the example. */
  sample: object;
  /** Facts that schemas cannot express. */
  notes?: readonly string[];
  /** The successful reply of an operation without envelope. */
  streamed?: (schemas: DocumentSchemas) => StreamDescription;
  /** The group of an operation without a platform in its path. */
  tag?: Platform | 'sponsor' | 'account';
}

/** One request to an operation of the service. */
export interface Call {
  /** null if the request matched no operation. */
  readonly operation: OperationId | null;
  /** null before the key is recognised. */
  readonly caller: Caller | null;
  /** The key itself, for the ledger alone. */
  readonly secret?: string;
  /** When the request arrived, on the caller's clock. All times in the reply derive from it. */
  readonly now: number;
  readonly traceId: string;
  /** The source of a forced outcome, such as `Prefer` or the id of a rule. */
  injected?: string;
  /** Remarks for the journal. */
  notes?: string[];
  /** Has redacted the notes that quote the request. */
  redactor?: KeyRedactor;
  /** The effect of a magic identifier, in place of the look-up. */
  magic?: { refuse: () => Error } | { wait: () => Promise<void> };
  /** The result of work that took longer than a batch may: see `finished`. */
  worked?: { readonly result: unknown };
  /** Parameters that replace a magic identifier in the look-up. */
  substitute?: Readonly<Record<string, string>>;
  /** Translates the reply's data to the words on the wire; absent if these are the neutral ones. */
  readonly toWire?: Translate | undefined;
  /** The parts to sell, in place of those that the call asks for. */
  selection?: Selection;
  /** The answer of a real service to this call, in place of that of its operation. */
  recorded?: RecordedAnswer;
  /** How to send the reply. */
  profile?: ReplyProfile;
  /** The source of the profile, such as `Prefer` or the id of a rule. */
  profileBy?: string;
  /** How long it takes, where the sandbox imitates the latency of the service. */
  waits?: RequestWaits;
  /** A test made the reply wait. */
  isDelayed?: boolean;
  /** The last piece of the stream is on its way: whoever leaves now has left nothing out. */
  isAnswered?: boolean;
  /** The sandbox broke the reply off, because a test wanted that. */
  isCut?: boolean;
  /** Ids of the decisions that `noteDecision` noted. */
  notedDecisions?: string[];
  /** Charged for it, in thousandths of a credit. */
  charged?: Millicredits;
  /** The facts of the reply's data for the report. */
  factMask?: number;
  /** The items of the page that the reply holds. */
  items?: readonly unknown[] | undefined;
  /** The code of the error reply: `errorCode` in generation 3, `error` in generation 2. */
  errorCode?: string;
  /** The decision because of which a strict sandbox refused to answer. */
  undecided?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    call: Call | null;
  }
  interface FastifyContextConfig {
    operation?: OperationId;
    about?: AboutOperation;
    /** The schema of the envelope's `data`. */
    reply?: TSchema;
    /** The schema of the query (GET) or body (POST), for operations that validate in their handler. */
    parameters?: TSchema;
  }
}

/** @returns null if the request matched no operation */
export const operationOf = ({ routeOptions }: FastifyRequest): OperationId | null =>
  routeOptions.config.operation ?? null;

/** The query of a GET, the parsed body of a POST. */
export const givenIn = ({
  method,
  query,
  body,
}: Pick<FastifyRequest, 'method' | 'query' | 'body'>): unknown => (method === 'GET' ? query : body);

/** The details of a request that its record shows and that decisions depend on. */
export interface RequestDetails {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly operation: OperationId | null;
  readonly call: Call | null;
  /** In the neutral words. */
  readonly given: unknown;
  /** The body as it was sent. */
  readonly body: unknown;
  /** Milliseconds of `performance.now()`; undefined if no scope saw it arrive. */
  readonly arrivedAt: number | undefined;
}

export const requestDetails = (request: FastifyRequest): RequestDetails => ({
  method: request.method,
  url: request.url,
  headers: request.headers,
  operation: operationOf(request),
  call: request.call,
  given: givenIn(request),
  body: request.bodySent ?? request.body,
  arrivedAt: request.arrivedAt,
});

/** Adds a remark for the journal. */
export const note = (call: Call, text: string): void => {
  call.notes = [...(call.notes ?? []), text];
};

/** The path without its query. */
export const pathOf = ({ url }: { readonly url: string }): string => url.split('?', 1)[0] ?? '';

/** The call of a request whose key is recognised. */
export function recognisedCall({ call }: { readonly call: Call | null }): RecognisedCall {
  if (!call?.caller) throw new Error('the key is not recognised yet');
  return call as RecognisedCall;
}

export type RecognisedCall = Call & {
  readonly operation: OperationId;
  readonly caller: Caller;
  readonly secret: string;
};
