import type { TSchema } from '@sinclair/typebox';
import type { FastifyRequest, RouteOptions } from 'fastify';
import type { Millicredits } from '../../core/credits.ts';
import type { OperationId } from '../../core/operations.ts';
import type { Outcome } from '../../faults/outcomes.ts';
import { note, type RecognisedCall } from './call.ts';
import type { Deps } from './deps.ts';
import type { Generation } from './generation.ts';
import { problemDetails } from './problem-details.ts';
import { parametersOf } from './served.ts';

/** A request as recordings are found by, in neutral words. */
export interface RecordedRequest {
  readonly operation: OperationId;
  readonly method: string;
  /** The query of a GET, the body of a POST. */
  readonly given: unknown;
  /** Schema of `given`. */
  readonly parameters: TSchema | undefined;
}

/** What a service answered to a request: data and its price by the sandbox's own book, or a refusal. */
export type FoundRecording = { readonly file: string } & (
  | { readonly data: unknown; readonly price: Millicredits }
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

/** Thrown in place of an answer that was not recorded. */
export class NotRecorded extends Error {
  readonly nearest: NearestRecording | undefined;

  constructor(operation: OperationId, nearest: NearestRecording | undefined) {
    super(
      `No recording answers this request to ${operation}.${nearest ? ` The nearest is ${nearest.file}.` : ' None of this operation was recorded.'}`,
    );
    this.nearest = nearest;
  }

  /** RFC 9457 problem details, so that no client takes it for a reply of the service. */
  get body(): string {
    return problemDetails(501, this.message, this.nearest && { nearest: this.nearest });
  }
}

/** Finds the recording of a valid call. Call this before its handler runs. */
export function attachRecording(
  deps: Pick<Deps, 'recordings' | 'prices'>,
  generation: Generation,
  call: RecognisedCall,
  request: FastifyRequest,
): void {
  const { recordings } = deps;
  if (!recordings || recordings.isOwn(call.operation)) return;
  const asked: RecordedRequest = {
    operation: call.operation,
    method: request.method,
    given: request.method === 'GET' ? request.query : request.body,
    parameters: parametersOf(request.routeOptions as Pick<RouteOptions, 'config' | 'schema'>),
  };
  const found = recordings.find(asked);
  if (!found) {
    if (recordings.isOnly)
      call.recorded = { refuse: () => new NotRecorded(call.operation, recordings.nearest(asked)) };
    return;
  }
  note(call, `recorded: ${found.file}`);
  call.recorded =
    'refusal' in found
      ? { refuse: () => generation.forced(deps, call, found.refusal) }
      : { data: found.data, price: found.price };
}

/** @returns undefined where the operation makes the answer itself @throws the recorded refusal, or NotRecorded */
export function recordedDataOf({
  recorded,
}: Pick<RecognisedCall, 'recorded'>): { data: unknown; price: Millicredits } | undefined {
  if (!recorded) return undefined;
  if ('refuse' in recorded) throw recorded.refuse();
  return recorded;
}
