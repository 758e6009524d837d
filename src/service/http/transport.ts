import type { FieldProblem } from '../../core/errors.ts';

/**
 * Maps a transport failure (unreadable body, wrong media type, too large) to an entry of `details[]`. All are validation
 * errors, because the service has only the statuses of contract 7.1.
 * @returns undefined for other errors
 */
export function transportProblem(error: unknown): FieldProblem | undefined {
  if (error instanceof UnparseableRequest) return error.problem;
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return undefined;
  return (
    wordings[code] ?? (code.startsWith('FST_ERR_CTP_') ? body('Request body could not be read.') : undefined)
  );
}

/** Bytes that Node's HTTP parser refuses. */
export class UnparseableRequest extends Error {
  readonly problem: FieldProblem;

  /** @param code the parser's error code */
  constructor(code: string | undefined) {
    super('the request is not HTTP');
    this.problem = parserProblem(code);
  }
}

function parserProblem(code: string | undefined): FieldProblem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return { field: 'headers', message: 'Request headers or URL are too large.', code: 'too_big' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { field: 'request', message: 'Request took too long to arrive.', code: 'timeout' };
  return { field: 'request', message: 'Request could not be parsed as HTTP.', code: 'invalid_format' };
}

const body = (message: string, code = 'invalid_format'): FieldProblem => ({ field: 'body', message, code });
const url = (message: string, code: string): FieldProblem => ({ field: 'url', message, code });

const endedEarly = body('Request body ended early.');

const wordings: Record<string, FieldProblem> = {
  FST_ERR_CTP_INVALID_JSON_BODY: body('Request body is not valid JSON.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: body('Request body is empty; a JSON object is expected.', 'required'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    field: 'content-type',
    message: 'Content-Type must be application/json.',
    code: 'invalid_format',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: body(
    'Request body does not have the length that Content-Length states.',
  ),
  // The client left while it sent the body, or before the body was read.
  ECONNRESET: endedEarly,
  ERR_STREAM_PREMATURE_CLOSE: endedEarly,
  FST_ERR_CTP_BODY_TOO_LARGE: body('Request body is too large.', 'too_big'),
  FST_ERR_BAD_URL: url('URL is not properly percent-encoded.', 'invalid_format'),
  FST_ERR_MAX_PARAM_LENGTH: url('URL is too long.', 'too_big'),
};
