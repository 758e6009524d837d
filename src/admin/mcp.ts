import { type Static, Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toMillicredits } from '../core/credits.ts';
import { closed } from '../core/schema.ts';
import { isObject } from '../core/values.ts';
import type { Scope } from '../service/http/scope.ts';
import { Problem, problems } from './problem.ts';

/** The protocol for agents. It loads its modules at the first request. */
export interface AgentServer {
  /**
   * Answers one request of an agent.
   * @param agent its name
   * @param budget credits that its keys may spend together; undefined = its first key decides
   * @param body the JSON of the request
   */
  answer(agent: string, budget: number | undefined, request: Request, body: unknown): Promise<Response>;
  close(): Promise<void>;
}

const Agent = Type.Object(
  {
    agent: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9._-]{1,64}$',
        description: 'Tells agents apart: each has keys and a budget of its own.',
      }),
    ),
    budget: Type.Optional(
      Type.String({
        pattern: '^\\d{1,13}(\\.\\d{1,3})?$',
        description:
          'Credits that all keys of the agent may spend together; the budget of its first key when absent.',
      }),
    ),
  },
  closed,
);

/** Serves the Model Context Protocol over streamable HTTP. */
export const addMcpRoutes =
  (server: AgentServer) =>
  (app: Scope): void => {
    const answer = async (
      request: FastifyRequest & { query: Static<typeof Agent> },
      reply: FastifyReply,
    ): Promise<FastifyReply> => {
      const { agent = 'agent', budget } = request.query;
      const credits = budget === undefined ? undefined : Number(budget);
      if (credits !== undefined && toMillicredits(credits) === undefined)
        throw new Problem(422, "'budget' must be 0 to 10^12 credits with at most 3 decimals.");
      assertDistinctIds(request.body);
      const answered = await server.answer(agent, credits, webRequest(request), withoutCancels(request.body));
      // It would keep a connection whose client, or a replica that drains, asks for its end.
      answered.headers.delete('connection');
      return reply.send(answered);
    };
    app.post(
      '/mcp',
      {
        bodyLimit: maxBodyBytes,
        schema: {
          summary: 'The Model Context Protocol over streamable HTTP: tools and resources for agents.',
          querystring: Agent,
          body: Type.Unknown({
            maxItems: maxMessages,
            description: `A message of the protocol, or a list of at most ${maxMessages}.`,
          }),
          response: {
            200: Type.Unknown({ description: 'A message, or a stream of them.' }),
            ...problems(404, 409, 422),
          },
        },
      },
      answer,
    );
    // The protocol requires 405 from a server that opens no stream by itself.
    for (const method of ['GET', 'DELETE'] as const)
      app.route({
        method,
        url: '/mcp',
        // It answers nothing else, so the document leaves it out.
        schema: { hide: true, querystring: Agent },
        handler: answer,
      });
  };

/** The library copies and checks a message several times: 1 MB of metadata would take sixteen parses in one piece. */
const maxBodyBytes = 64 * 1024;

/** More are refused by the library too, but it reads all of them first, several times. */
const maxMessages = 100;

/** The library ends its reply to a list once it has one for each id: the rest would act and be lost. @throws Problem */
function assertDistinctIds(body: unknown): void {
  const ids = new Set<unknown>();
  for (const message of Array.isArray(body) ? body : []) {
    if (!isObject(message) || message['id'] === undefined) continue;
    if (ids.has(message['id'])) throw new Problem(400, 'Two messages of the list have the same id.');
    ids.add(message['id']);
  }
}

/**
 * A cancelled request is never answered, and its stream would never end. Over HTTP one can concern only a request of the
 * same list.
 */
function withoutCancels(body: unknown): unknown {
  if (!Array.isArray(body)) return body;
  const others = body.filter(
    (message) => !(isObject(message) && message['method'] === 'notifications/cancelled'),
  );
  return others.length === 0 ? body : others;
}

/** The request without its body, which is parsed already. The protocol reads no URL. */
function webRequest({ method, headers }: FastifyRequest): Request {
  const sent = Object.entries(headers).filter(
    (each): each is [string, string] => typeof each[1] === 'string',
  );
  return new Request('http://localhost/mcp', {
    method,
    headers: sent.filter(([name]) => name !== 'content-length'),
  });
}
