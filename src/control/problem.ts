import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemDetails, problemType } from '../http/problem-details.ts';

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
  return reply
    .code(status)
    .type(problemType)
    .send(problemDetails(status, detail, more));
}
