import type { TSchema } from '@sinclair/typebox';
import type { Operation, OperationId } from '../core/operations.ts';
import type { Outcomes } from '../faults/outcomes.ts';

/** JSON of an OpenAPI document. */
export type Json = Record<string, unknown>;

/** The schemas of a document. Shared ones appear once, under components. */
export interface DocumentSchemas {
  /** The schema as the document shows it. */
  shown(schema: TSchema): Json;
  /** Keeps a schema under a name. @returns a reference to it */
  named(name: string, schema: TSchema): Json;
}

/** The responses for everything that an operation can refuse. */
export interface FailureResponses {
  /** By status. */
  of(operation: OperationId): Record<number, Json>;
  /** The responses that others refer to, by name. */
  components(): Record<string, Json>;
}

/** The part of a generation's OpenAPI document that its routes do not tell. */
export interface GenerationDocument {
  /** How failures look: a paragraph. */
  readonly note: string;
  /** Everything that a successful reply has beside its data. */
  readonly envelope: TSchema;
  readonly failures: (schemas: DocumentSchemas, about: DocumentedRefusals) => FailureResponses;
}

export interface DocumentedRefusals {
  readonly outcomes: Outcomes;
  readonly operation: (id: OperationId) => Operation;
  /** The sample request of an operation. */
  readonly sampleOf: (id: OperationId) => object;
  /** When the examples are refused. */
  readonly now: number;
}

/** A successful reply that is not the envelope. */
export interface StreamedReply {
  readonly description: string;
  readonly headers?: Json;
  readonly type: string;
  readonly schema: Json;
}
