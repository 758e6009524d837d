import { type TSchema, Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemDetails, problemTitle, problemType } from '../service/http/problem-details.ts';

/** A failure of the admin surface: RFC 9457 problem details, never an envelope of the service. */
export class Problem extends Error {
  readonly status: number;
  readonly more: object;

  /** @param more further members of the reply, such as what was expected */
  constructor(status: number, detail: string, more: object = {}) {
    super(detail);
    this.status = status;
    this.more = more;
  }
}

/** Does not repeat the path: it may hold a key. */
export const sendNothingHere = (_request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendProblem(
    reply,
    404,
    'The admin surface has nothing here; /__admin/openapi.json?surface=admin lists what it has.',
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

export const ProblemDetails = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
  },
  { $id: 'Problem', description: 'RFC 9457; some have further members.' },
);

/**
 * The problems of a route, for `schema.response`. Handlers throw problems, so these replies are documented
 * and take no part in the type of what a handler returns.
 */
export const problems = (...statuses: readonly number[]): object =>
  Object.fromEntries(statuses.map((status) => [status, problemReply(status, problemRef)]));

/** A problem with further members. */
export const problemWith = (status: number, more: TSchema): object => ({
  [status]: problemReply(status, { allOf: [problemRef, more] }),
});

const problemRef = { $ref: `${ProblemDetails.$id}#` };

const problemReply = (status: number, schema: object) => ({
  description: problemTitle(status),
  content: { 'application/problem+json': { schema } },
});
