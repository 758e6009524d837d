import { findOperation, type Operation, type OperationId } from '../core/operations.ts';

/** A refusal that was asked for: by its status, its code, or both. Generation 2 knows one status for all. */
export interface AskedOutcome {
  status?: number;
  /** `errorCode` of generation 3, `error` string of generation 2. */
  errorCode?: string;
}

/** A refusal as a client tells it apart. */
export interface Outcome {
  status: number;
  errorCode: string;
}

/**
 * The refusal that an operation answers when it is asked for; the usual one where only the status is given.
 * @returns undefined for what this operation cannot answer
 */
export function findOutcome(
  operation: OperationId,
  { status, errorCode }: AskedOutcome,
  v2Status: number,
): Outcome | undefined {
  // One status stands for every failure of generation 2, so it names none of them.
  if (findOperation(operation)?.generation === 2 && errorCode === undefined) return undefined;
  return outcomesOf(operation, v2Status).find(
    (outcome) =>
      (status === undefined || outcome.status === status) &&
      (errorCode === undefined || outcome.errorCode === errorCode),
  );
}

/** Every refusal that can be forced on an operation; of those with one status the usual one first. */
export function outcomesOf(id: OperationId, v2Status: number): Outcome[] {
  const operation = findOperation(id);
  if (!operation) throw new Error(`${id} is no operation`);
  if (operation.generation === 2) return errorStrings.map((errorCode) => ({ status: v2Status, errorCode }));
  return generation3
    .filter(({ only = () => true }) => only(operation))
    .map(({ status, errorCode }) => ({ status, errorCode }));
}

const subtitles = ({ id }: Operation): boolean => id.startsWith('tube/subtitles/');
const fractional = ({ fields }: Operation): boolean => fields !== null;

/**
 * specification 7.1, row by row: every generation 3 operation can be made to answer with each of these.
 * 409 and 503 are only ever forced: nothing in the sandbox earns them.
 */
const generation3: readonly (Outcome & { only?: (operation: Operation) => boolean })[] = [
  { status: 400, errorCode: 'VALIDATION_ERROR' },
  { status: 401, errorCode: 'UNAUTHORIZED' },
  { status: 402, errorCode: 'INSUFFICIENT_CREDITS' },
  { status: 402, errorCode: 'KEY_SPEND_THRESHOLD_EXCEEDED' },
  { status: 403, errorCode: 'FORBIDDEN' },
  { status: 403, errorCode: 'FRACTIONAL_CALLS_NOT_ENABLED', only: fractional },
  // Before NOT_FOUND: where they exist they are what an unknown id earns (specification 7.2(2)).
  { status: 404, errorCode: 'SUBTITLE_VIDEO_NOT_FOUND', only: subtitles },
  { status: 404, errorCode: 'SUBTITLE_VSSID_NOT_FOUND', only: subtitles },
  { status: 404, errorCode: 'NOT_FOUND' },
  { status: 409, errorCode: 'CONFLICT' },
  { status: 429, errorCode: 'RATE_LIMIT_EXCEEDED' },
  { status: 500, errorCode: 'INTERNAL_SERVER_ERROR' },
  { status: 503, errorCode: 'SERVICE_UNAVAILABLE' },
];

/** specification 7.3 and what was observed beside it: on any operation of generation 2. */
export const errorStrings = [
  'AuthFailed',
  'QuotaKey',
  'APIKeyOnlyForTesting',
  'QuotaRate',
  'QuotaNotPaid',
  'BodyInvalid',
  'ValueEmpty',
  'AdvancedSearchSortByNotExistOrInvalid',
  'AdvancedSearchFilterNotExistOrInvalid',
  'FilterValueType',
  'QuotaNotEnough',
  'TikTokIdNotFound',
  'InstagramIdNotFound',
  'YoutubeIdNotFound',
  'ServerError',
] as const;
