import type { RefusalKind } from '../core/errors.ts';

/** How a refusal looks on the wire of generation 3 (specification 7.1). */
export interface WireError {
  status: 400 | 401 | 402 | 403 | 404 | 409 | 429 | 500 | 503;
  /** The error class; it may stand for several codes. Names that the contract does not show are ours (assumed: error-names). */
  error: string;
  /** What clients branch on. */
  errorCode: string;
  /** One code may have several messages. */
  message: string;
}

/**
 * Every refusal of generation 3, in the order in which a request meets them. The unknown path comes before
 * all of them and has a form of its own (specification 7.2(5)).
 */
export const refusals = {
  keyMissing: unauthorized('API Key is required'),
  keyUnknown: unauthorized('Invalid API Key'),
  rateLimited: {
    status: 429,
    error: 'RateLimitError',
    errorCode: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many requests. Please try again later.',
  },
  forbidden: {
    status: 403,
    error: 'ForbiddenError',
    errorCode: 'FORBIDDEN',
    message: 'You do not have permission to access this resource.',
  },
  fractionalNotEnabled: {
    status: 403,
    error: 'ForbiddenError',
    errorCode: 'FRACTIONAL_CALLS_NOT_ENABLED',
    message: "Fractional calls are not enabled for this API key. Remove 'fields' to get the full response.",
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
  insufficientCredits: payment('INSUFFICIENT_CREDITS', 'Not enough credits for this request.'),
  notFound: notFound('NOT_FOUND', 'The requested resource was not found.'),
  videoNotFound: notFound('SUBTITLE_VIDEO_NOT_FOUND', 'The video was not found.'),
  trackNotFound: notFound('SUBTITLE_VSSID_NOT_FOUND', 'The video has no such subtitle track.'),
  conflict: {
    status: 409,
    error: 'ConflictError',
    errorCode: 'CONFLICT',
    message: 'The request conflicts with the current state of the resource.',
  },
  internal: {
    status: 500,
    error: 'InternalServerError',
    errorCode: 'INTERNAL_SERVER_ERROR',
    message: 'Internal server error. Please try again later.',
  },
  unavailable: {
    status: 503,
    error: 'ServiceUnavailableError',
    errorCode: 'SERVICE_UNAVAILABLE',
    message: 'The service is temporarily unavailable. Please try again later.',
  },
} as const satisfies Record<Exclude<RefusalKind, 'testOnly'>, WireError>;

function unauthorized(message: string) {
  return { status: 401, error: 'UnauthorizedError', errorCode: 'UNAUTHORIZED', message } as const;
}

function payment(errorCode: string, message: string) {
  return { status: 402, error: 'PaymentRequiredError', errorCode, message } as const;
}

function notFound(errorCode: string, message: string) {
  return { status: 404, error: 'NotFoundError', errorCode, message } as const;
}
