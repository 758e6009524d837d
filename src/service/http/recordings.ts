import type { Millicredits } from '../../core/credits.ts';
import type { OperationId } from '../../core/operations.ts';
import { note, type RecognisedCall, recognisedCall } from './call.ts';
import type { Deps } from './deps.ts';
import type { RequestCheck, RoutedRequest } from './generation.ts';
import { problemReply, type TextReply } from './problem-details.ts';
import type { NearestRecording, RecordedAnswer, RecordedRequest, Recordings } from './recorded-answer.ts';

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

/** Lets recordings answer a valid call. */
export const useRecordings: RequestCheck = ({ recordings, prices }, request) => {
  const call = recognisedCall(request);
  if (!recordings || recordings.isOwn(call.operation)) return;
  let found: { readonly answer: RecordedAnswer | undefined } | undefined;
  call.recorded = () => {
    found ??= { answer: recordedAnswer(recordings, prices, request, call) };
    return found.answer;
  };
};

function recordedAnswer(
  recordings: Recordings,
  prices: Deps['prices'],
  { generation, method, given, route }: RoutedRequest,
  call: RecognisedCall,
): RecordedAnswer | undefined {
  const { operation } = call;
  const asked: RecordedRequest = { operation, method, given, parameters: route.parameters };
  const found = recordings.find(asked);
  if (!found)
    return recordings.isOnly
      ? { refuse: () => new NotRecorded(operation, recordings.nearest(asked)) }
      : undefined;
  note(call, `recorded: ${found.file}`);
  return 'refusal' in found
    ? { refuse: () => generation.forced({ prices }, call, found.refusal) }
    : { data: found.data, price: found.priceIn(prices) };
}

/** @returns undefined where the operation makes the answer itself @throws the recorded refusal, or NotRecorded */
export function recordedDataOf(
  call: Pick<RecognisedCall, 'recorded'>,
): { data: unknown; price: Millicredits } | undefined {
  const recorded = call.recorded?.();
  if (!recorded) return undefined;
  if ('refuse' in recorded) throw recorded.refuse();
  return recorded;
}
