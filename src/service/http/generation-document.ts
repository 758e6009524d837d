import type { TSchema } from '@sinclair/typebox';
import type { Operation, OperationId } from '../../core/operations.ts';
import type { Outcomes } from '../../faults/outcomes.ts';

/** A JSON object of an OpenAPI document. */
export type JsonObject = Record<string, unknown>;

/** The schemas of a document. A named schema appears once, under components. */
export interface DocumentSchemas {
  /** The schema in the form of the document; named parts become references. */
  render(schema: TSchema): JsonObject;
  /** Adds a schema to the components. @returns a reference to it */
  named(name: string, schema: TSchema): JsonObject;
}

/** The responses for the refusals of operations. */
export interface FailureResponses {
  /** By status. */
  of(operation: OperationId): Record<number, JsonObject>;
  /** Shared responses by name. */
  components(): Record<string, JsonObject>;
}

/** The parts of a generation's OpenAPI document that do not come from its routes. */
export interface GenerationDocument {
  /** One paragraph on the form of failures. */
  readonly note: string;
  /** The schema of a successful reply without its data. */
  readonly envelope: TSchema;
  /** The rule for a body of an operation that takes no `fields`; absent where such a member is ignored. */
  readonly withoutFields?: JsonObject;
  readonly failures: (schemas: DocumentSchemas, about: DocumentedRefusals) => FailureResponses;
}

export interface DocumentedRefusals {
  readonly outcomes: Outcomes;
  readonly operation: (id: OperationId) => Operation;
  /** The sample request of an operation. */
  readonly sampleOf: (id: OperationId) => object;
  /** The time in the examples, epoch milliseconds. */
  readonly now: number;
}

/** A successful reply that is not the envelope. */
export interface StreamDescription {
  readonly description: string;
  readonly headers?: JsonObject;
  readonly type: string;
  readonly schema: JsonObject;
}
