import type { FastifyRequest, RouteOptions } from 'fastify';
import type { Millicredits } from '../../core/credits.ts';
import type { OperationId } from '../../core/operations.ts';
import { givenIn, note, type RecognisedCall } from './call.ts';
import type { Deps } from './deps.ts';
import type { Generation } from './generation.ts';
import { problemReply, type TextReply } from './problem-details.ts';
import type { NearestRecording, RecordedRequest } from './recorded-answer.ts';
import { parametersOf } from './served.ts';

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
  get reply(): TextReply {
    return problemReply(501, this.message, { nearest: this.nearest });
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
    given: givenIn(request),
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
      : { data: found.data, price: found.priceIn(deps.prices) };
}

/** @returns undefined where the operation makes the answer itself @throws the recorded refusal, or NotRecorded */
export function recordedDataOf({
  recorded,
}: Pick<RecognisedCall, 'recorded'>): { data: unknown; price: Millicredits } | undefined {
  if (!recorded) return undefined;
  if ('refuse' in recorded) throw recorded.refuse();
  return recorded;
}
