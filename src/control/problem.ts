import type { FastifyReply, FastifyRequest } from 'fastify';

/** A failure of the admin surface: RFC 9457 problem details, never an envelope of the service. */
export class Problem extends Error {
  readonly status: number;
  readonly more: object;

  /** @param more members beside the usual ones, such as what was expected */
  constructor(status: number, detail: string, more: object = {}) {
    super(detail);
    this.status = status;
    this.more = more;
  }
}

export const problemTitles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** What was asked for is not repeated: a path may hold a key. */
export const sendNothingHere = (_request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendProblem(
    reply,
    404,
    'The admin surface does not have this; /__admin/openapi.json?surface=admin tells what it has.',
  );

export function sendProblem(
  reply: FastifyReply,
  status: number,
  detail: string,
  more: object = {},
): FastifyReply {
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  const title = problemTitles[status] ?? 'Error';
  return reply
    .code(status)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify({ type: 'about:blank', title, status, detail, ...more }));
}
