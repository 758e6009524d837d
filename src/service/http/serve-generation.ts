import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Vocabulary } from '../../core/vocabulary.ts';
import { allPathsOf } from '../vocabulary/words.ts';
import { answer } from './answer.ts';
import type { OperationDeps } from './deps.ts';
import type { Endpoint } from './endpoint.ts';
import type { Generation, Route, SentRequest } from './generation.ts';
import type { RememberedRoutes } from './remembered-routes.ts';
import { startedRequests } from './seen-requests.ts';
import type { Service } from './service.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds of `performance.now()`. */
    arrivedAt?: number;
    /** The body before translation, if it was translated. */
    bodySent?: unknown;
    /** The vocabulary of the words of its parameters. */
    vocabulary?: Vocabulary | undefined;
  }
  interface FastifyContextConfig {
    /** A route of the service. */
    route?: Route;
  }
}

/** Serves one generation: Fastify routes and reads its requests, `answer` answers them. */
export async function serveGeneration(
  app: FastifyInstance,
  service: Service,
  generation: Generation,
  remembered: RememberedRoutes,
): Promise<void> {
  app.decorateRequest('arrivedAt').addHook('onRequest', (request, _reply, done) => {
    request.arrivedAt = performance.now();
    if (service.journal.on) startedRequests.add(request.raw);
    done();
  });
  app.setNotFoundHandler((request, reply) => answerFastify(service, generation, request, reply));
  // Nothing but the body can fail before the handlers below: the answer refuses it in its turn.
  app.setErrorHandler((error: Error, request, reply) =>
    answerFastify(service, generation, request, reply, request.is404 ? undefined : error),
  );
  for (const route of routesOf(service, generation)) addRoute(app, service, remembered, route);
}

/** The routes of a generation. */
export const routesOf = (deps: OperationDeps, generation: Generation): Route[] =>
  generation.endpoints
    .flatMap((make) => make(deps))
    .flatMap((endpoint) => routesOfEndpoint(deps, generation, endpoint));

/** A route for each path of an endpoint, in each vocabulary. */
function routesOfEndpoint(
  { words }: Pick<OperationDeps, 'words'>,
  generation: Generation,
  endpoint: Endpoint,
): Route[] {
  const { method, operation, about, parameters, reply } = endpoint;
  const readWords = words.reader(parameters);
  const toWire = Object.fromEntries(
    words.spoken.flatMap((each) => {
      const translate = each.translator(reply);
      return translate ? [[each.vocabulary, translate]] : [];
    }),
  );
  return allPathsOf(words, operation).map((path) => {
    const [first, ...others] = words.spoken.filter((each) => each.pathsOf(operation).includes(path));
    const isOfOne = words.spoken.length > 1 && others.length === 0;
    return {
      ...{ method, path, operation, about, parameters, reply, generation, endpoint },
      ...{ vocabulary: isOfOne ? first?.vocabulary : undefined, toWire, readWords },
    };
  });
}

function addRoute(app: FastifyInstance, service: Service, remembered: RememberedRoutes, route: Route): void {
  const { generation, endpoint, method, path, operation, parameters, readWords } = route;
  if (service.words.pathsOf(operation).includes(path)) service.servedRoutes.push(route);
  app.route({
    method,
    url: path.slice(generation.prefix.length),
    config: { route },
    ...(parameters &&
      endpoint.validated && {
        schema: method === 'GET' ? { querystring: parameters } : { body: parameters },
      }),
    // Fastify must not refuse: the answer reports these problems together with its own.
    attachValidation: true,
    ...(readWords && {
      preValidation(request, _reply, done) {
        const { value, vocabulary } = readWords(method === 'GET' ? request.query : request.body);
        request.vocabulary = vocabulary;
        if (method === 'GET') request.query = value;
        else {
          request.bodySent = request.body;
          request.body = value;
        }
        done();
      },
    }),
    handler(request, reply) {
      remembered.add(route, request);
      answerFastify(service, generation, request, reply);
    },
  });
}

/** Answers a request that Fastify has read. @param error why its body, or its URL, could not be read */
export function answerFastify(
  service: Service,
  generation: Generation,
  request: FastifyRequest,
  reply: FastifyReply,
  error?: Error,
): void {
  reply.hijack();
  const { raw, method, url, headers, query, body, bodySent = body, arrivedAt, validationError } = request;
  const route = request.is404 ? undefined : request.routeOptions.config.route;
  const sent: SentRequest = {
    generation,
    route,
    operation: route?.operation ?? null,
    raw,
    response: reply.raw,
    method,
    url,
    headers,
    given: method === 'GET' ? query : body,
    body: bodySent,
    problems: validationError?.validation ?? [],
    vocabulary: request.vocabulary ?? route?.vocabulary,
    unreadable: error,
    mustClose: reply.getHeader('connection') === 'close',
    arrivedAt,
    call: null,
  };
  void answer(service, sent);
}
