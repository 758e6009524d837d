import type { TSchema } from '@sinclair/typebox';
import type { FastifySchemaValidationError } from 'fastify';
import type { OperationId } from '../../core/operations.ts';
import type { Platform } from '../../core/platforms.ts';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import type { Body } from './body.ts';
import type { RecognisedCall } from './call.ts';
import type { DocumentSchemas, StreamDescription } from './generation-document.ts';
import type { StreamedReply } from './stream.ts';

/** One method of an operation. */
export interface Endpoint {
  operation: OperationId;
  method: 'GET' | 'POST';
  /** Schema of the query of a GET, of the JSON body of a POST. */
  parameters?: TSchema;
  /** false = the schema only documents; `answer` checks the parameters itself. */
  validated: boolean;
  /** Schema of the envelope's `data`, or of the whole reply without envelope. */
  reply: TSchema;
  about: AboutOperation;
  /** Its transaction reads the usage or the submissions of the key. */
  readsCalls?: true;
  /** Runs inside a transaction. @returns the whole reply, or one that is streamed after the commit @throws Refusal, Delayed */
  answer: (request: AnswerRequest) => Body | StreamedReply;
}

/** A request that passed the checks of its generation. */
export interface AnswerRequest {
  call: RecognisedCall;
  tx: LedgerTransaction;
  /** The query of a GET, the parsed body of a POST, in the neutral words. */
  given: unknown;
  /** The failed checks of the schema. */
  problems: readonly FastifySchemaValidationError[];
}

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
