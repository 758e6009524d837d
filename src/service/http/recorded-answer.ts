import type { TSchema } from '@sinclair/typebox';
import type { Millicredits } from '../../core/credits.ts';
import type { OperationId } from '../../core/operations.ts';
import type { PriceBook } from '../../core/prices.ts';
import type { Outcome } from '../../faults/outcomes.ts';

/** A request as recordings are found by, in neutral words. */
export interface RecordedRequest {
  readonly operation: OperationId;
  readonly method: string;
  /** The query of a GET, the body of a POST. */
  readonly given: unknown;
  /** Schema of `given`. */
  readonly parameters: TSchema | undefined;
}

/** The answer of a service to a request: data and its price by a book of the sandbox, or a refusal. */
export type FoundRecording = { readonly file: string } & (
  | { readonly data: unknown; readonly priceIn: (book: PriceBook) => Millicredits }
  | { readonly refusal: Outcome }
);

/** Replies of a real service, which this sandbox repeats. */
export interface Recordings {
  find(request: RecordedRequest): FoundRecording | undefined;
  /** The recording of the same operation that differs least. */
  nearest(request: RecordedRequest): NearestRecording | undefined;
  /** Requests without a recording are not answered. */
  readonly isOnly: boolean;
  /** Operations that always show the sandbox's own ledger. */
  isOwn(operation: OperationId): boolean;
}

export interface NearestRecording {
  /** Below the folder of the recordings. */
  readonly file: string;
  readonly request: object;
}

/** The recorded answer of a call, in place of what its operation makes. */
export type RecordedAnswer =
  | { readonly data: unknown; readonly price: Millicredits }
  | { readonly refuse: () => Error };
