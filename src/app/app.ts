import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fastify, {
  type ConnectionError,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { redirectToDashboard } from '../admin/dashboard/redirect.ts';
import type { InnerService } from '../admin/dashboard/send.ts';
import type { ServiceDocuments } from '../admin/documents/openapi.ts';
import type { AgentServer } from '../admin/mcp.ts';
import { type AdminOptions, addAdminSurface } from '../admin/plugin.ts';
import { sendNothingHere, sendProblem } from '../admin/problem.ts';
import type { Quoter } from '../admin/report/quote.ts';
import { type Settings, schemeOf } from '../core/settings.ts';
import { corsHandler } from '../service/http/cors.ts';
import type { Deps } from '../service/http/deps.ts';
import { drainBodyBeforeClosing } from '../service/http/drain-body.ts';
import { type Generation, generationAt } from '../service/http/generation.ts';
import { inTurn } from '../service/http/in-turn.ts';
import { isAdminUrl } from '../service/http/paths.ts';
import { picturesPrefix, servePictures } from '../service/http/pictures.ts';
import { createRememberedRoutes, type ToFastify } from '../service/http/remembered-routes.ts';
import { answerFastify, serveGeneration } from '../service/http/serve-generation.ts';
import type { Service } from '../service/http/service.ts';
import { streamsOf } from '../service/http/stream.ts';
import { refuseConnect, sendUnparseable } from '../service/http/unparseable.ts';
import { validatorCompiler } from '../service/http/validation.ts';
import { v2 } from '../service/v2/generation.ts';
import { v3 } from '../service/v3/generation.ts';

export type GenerationMaker = (settings: Settings) => Generation;

/** Every generation of the service. A new one is a folder and its name here. */
export const generations: readonly GenerationMaker[] = [v2, v3];

/** The surfaces that one listening address serves. */
export interface Surfaces {
  service: boolean;
  admin: boolean;
  /** URL of the service, for an admin surface on its own port. */
  serviceUrl?: string;
  /** The service itself, for an admin surface on its own port. */
  inner?: InnerService;
  /** Port of the admin surface, if it is on and has its own; called for each browser at `/`. */
  adminPort?: () => number | undefined;
  /** The OpenAPI documents of the service, for the admin surface. */
  documents?: ServiceDocuments;
  /** Prices requests for the admin surface. */
  quoter?: Quoter;
  /** Serves agents on the admin surface. */
  agents?: AgentServer;
  generations?: readonly GenerationMaker[];
  /** For https: the certificate and its key, as PEM. */
  certificate?: { readonly cert: string; readonly key: string } | undefined;
}

/** The app, not listening. Production and tests build it with the same options. */
export async function buildApp(deps: Deps, surfaces: Surfaces): Promise<FastifyInstance> {
  const { documents = noDocuments, quoter = noQuoter, agents = noAgents } = surfaces;
  const makers = surfaces.generations ?? generations;
  const served = makers.map((make) => make(deps.settings));
  const closing = new AbortController();
  const app = createServerApp(() => service, served, surfaces);
  app.removeContentTypeParser('text/plain');
  drainBodyBeforeClosing(app);
  app
    .decorate('draining', new AbortController())
    .addHook('preClose', async () => closing.abort())
    .setValidatorCompiler(validatorCompiler);
  const service: Service = {
    ...deps,
    closing: closing.signal,
    beginStream: streamsOf(app, deps),
  };
  const remembered = createRememberedRoutes(service);
  if (surfaces.admin) {
    const adminOptions: AdminOptions = {
      documents,
      numbers: served.map(({ number }) => number).sort((a, b) => b - a),
      quoter,
      serviceUrl: surfaces.serviceUrl,
      inner: surfaces.inner ?? innerService(app, makers, deps.settings),
      agents,
    };
    await app.register((scope) => addAdminSurface(scope, deps, adminOptions), { prefix: '/__admin' });
  }
  const drawsPictures = surfaces.service && deps.settings.pictures === 'sandbox';
  if (drawsPictures) await app.register(async (scope) => servePictures(scope), { prefix: picturesPrefix });
  if (surfaces.service)
    for (const generation of served)
      await app.register((scope) => serveGeneration(scope, service, generation, remembered), {
        prefix: generation.prefix,
      });
  else app.setNotFoundHandler(sendNothingHere);
  await app.ready();
  if (surfaces.service) {
    const adminPort = surfaces.admin ? () => undefined : surfaces.adminPort;
    answerBeforeFastify(app.server, [
      ...(deps.settings.cors.length > 0 ? [corsHandler(deps.settings.cors)] : []),
      remembered.answer,
      ...(adminPort ? [redirectToDashboard(deps.keyHeaders, schemeOf(deps.settings), adminPort)] : []),
    ]);
  }
  // Node would answer 417 to an expectation that it does not know.
  app.server.on('checkExpectation', (request, reply) => app.server.emit('request', request, reply));
  return app;
}

/** Fastify without routes, over http or https. */
function createServerApp(
  service: () => Service,
  served: readonly Generation[],
  { service: isService, admin: control, certificate }: Surfaces,
): FastifyInstance {
  const isAdmin = (url: string) => control && (!isService || isAdminUrl(url));
  const http = {
    // The service has few statuses (contract 7.1), so Node must pass requests on rather than refuse them itself.
    requireHostHeader: false,
    headersTimeout: 20_000,
    connectionsCheckingInterval: 5_000,
    // A `brandId` has no limit (contract 7.2(3)): URLs of 64 KB pass, beside the 16 KB that Node gives headers.
    maxHeaderSize: 80 * 1024,
  };
  const options = {
    logger: false as const,
    // Real clients send `//tube/audience` (observed).
    routerOptions: { ignoreDuplicateSlashes: true, maxParamLength: 400 },
    // A HEAD route would run the GET handler, and so charge.
    exposeHeadRoutes: false,
    allowErrorHandlerOverride: false,
    return503OnClosing: false,
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      isAdmin(request.url)
        ? sendProblem(
            reply,
            error.statusCode as number,
            'The path cannot be read: it is too long, or not properly percent-encoded.',
          )
        : answerFastify(service(), generationAt(served, request.url), request, reply, error),
    clientErrorHandler: (error: ConnectionError, socket: Socket) =>
      sendUnparseable(service(), served, isAdmin, error, socket),
  };
  const app = certificate
    ? fastify({ ...options, https: { ...http, ...certificate } })
    : fastify({ ...options, http });
  app.server.on('connect', (request: IncomingMessage, socket: Socket) =>
    refuseConnect(service(), served, isAdmin, request, socket),
  );
  return app as FastifyInstance;
}

/** The service of an app, for its admin surface. */
export const innerService = (
  app: FastifyInstance,
  makers: readonly GenerationMaker[],
  settings: Settings,
): InnerService => {
  const served = makers.map((make) => make(settings));
  return {
    inject: (message) => app.inject(message),
    headerAt: (path) => generationAt(served, path).header,
  };
};

/** Answers a request, or returns false. */
type EarlyAnswer = (request: IncomingMessage, response: ServerResponse, toFastify: ToFastify) => boolean;

/** Requests that one of these answers do not reach Fastify. */
function answerBeforeFastify(server: Server, answers: readonly EarlyAnswer[]): void {
  const [whole] = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  const toFastify: ToFastify = (request, response) =>
    whole?.(
      request as IncomingMessage,
      response as ServerResponse<IncomingMessage> & { req: IncomingMessage },
    );
  server.on(
    'request',
    inTurn((request, response) => {
      for (const answer of answers) if (answer(request, response, toFastify)) return;
      toFastify(request, response);
    }),
  );
}

const builtWithout = (part: string) => async () => {
  throw new Error(`this app was built without ${part}`);
};
const close = async () => {};
const noDocuments: ServiceDocuments = builtWithout('documents');
const noAgents: AgentServer = { answer: builtWithout('agents'), close };
const noQuoter: Quoter = builtWithout('quotes');
