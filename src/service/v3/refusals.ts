import type { RefusalRow, RefusalTable } from '../../core/errors.ts';
import type { Operation } from '../../core/operations.ts';

/** A refusal of generation 3 (contract 7.1). */
export interface Refusal3 extends RefusalRow {
  readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 429 | 500 | 503;
  /** The error class, which may cover several codes. Not every name is specified (assumed: error-names). */
  readonly error: string;
  /** One code may have several messages. */
  readonly message: string;
}

const subtitles = ({ id }: Operation): boolean => id.startsWith('tube/subtitles/');
const takesFields = ({ fields }: Operation): boolean => fields !== null;

/**
 * Every refusal of generation 3, in the order of its checks. The unknown path comes before all of them and has a form
 * of its own (contract 7.2(5)).
 */
export const refusals = {
  keyMissing: unauthorized('API Key is required'),
  keyUnknown: unauthorized('Invalid API Key'),
  rateLimited: {
    status: 429,
    error: 'RateLimitError',
    errorCode: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many requests. Please try again later.',
    beforeReading: true,
  },
  forbidden: {
    status: 403,
    error: 'ForbiddenError',
    errorCode: 'FORBIDDEN',
    message: 'You do not have permission to access this resource.',
    beforeReading: true,
  },
  /** For the operations that the setting `withdrawn` names (assumed: withdrawn). */
  withdrawn: { ...unavailable(), beforeReading: true },
  fractionalNotEnabled: {
    status: 403,
    error: 'ForbiddenError',
    errorCode: 'FRACTIONAL_CALLS_NOT_ENABLED',
    message: "Fractional calls are not enabled for this API key. Remove 'fields' to get the full response.",
    beforeReading: true,
    on: takesFields,
  },
  invalid: {
    status: 400,
    error: 'ValidationError',
    errorCode: 'VALIDATION_ERROR',
    message: 'Request validation failed.',
  },
  keySpendThreshold: payment(
    'KEY_SPEND_THRESHOLD_EXCEEDED',
    'The spend limit of this API key would be exceeded.',
  ),
  insufficientCredits: {
    ...payment('INSUFFICIENT_CREDITS', 'Not enough credits for this request.'),
    usual: true,
  },
  // The refusal of an unknown video id (contract 7.2(2)).
  videoNotFound: {
    ...notFound('SUBTITLE_VIDEO_NOT_FOUND', 'The video was not found.'),
    usual: true,
    on: subtitles,
  },
  trackNotFound: {
    ...notFound('SUBTITLE_VSSID_NOT_FOUND', 'The video has no such subtitle track.'),
    on: subtitles,
  },
  notFound: { ...notFound('NOT_FOUND', 'The requested resource was not found.'), endsStream: true },
  conflict: {
    status: 409,
    error: 'ConflictError',
    errorCode: 'CONFLICT',
    message: 'The request conflicts with the current state of the resource.',
    endsStream: true,
    onlyForced: true,
  },
  internal: {
    status: 500,
    error: 'InternalServerError',
    errorCode: 'INTERNAL_SERVER_ERROR',
    message: 'Internal server error. Please try again later.',
    endsStream: true,
  },
  /** Without being forced, only in the last event of a stream that is open when the sandbox stops. */
  unavailable: { ...unavailable(), endsStream: true, onlyForced: true },
} as const satisfies RefusalTable<Refusal3>;

export type RefusalKind3 = keyof typeof refusals;

/** If two kinds share a code the later one wins: a request that is forced to 401 has a key already. */
const kindByCode = new Map<string, RefusalKind3>(
  (Object.keys(refusals) as RefusalKind3[]).map((kind) => [refusals[kind].errorCode, kind]),
);

/** The kind of a forced code. */
export const refusalKindOf = (errorCode: string): RefusalKind3 => kindByCode.get(errorCode) ?? 'internal';

function unauthorized(message: string) {
  return {
    status: 401,
    error: 'UnauthorizedError',
    errorCode: 'UNAUTHORIZED',
    message,
    beforeReading: true,
  } as const;
}

function unavailable() {
  return {
    status: 503,
    error: 'ServiceUnavailableError',
    errorCode: 'SERVICE_UNAVAILABLE',
    message: 'The service is temporarily unavailable. Please try again later.',
  } as const;
}

function payment(errorCode: string, message: string) {
  return { status: 402, error: 'PaymentRequiredError', errorCode, message, endsStream: true } as const;
}

function notFound(errorCode: string, message: string) {
  return { status: 404, error: 'NotFoundError', errorCode, message } as const;
}
