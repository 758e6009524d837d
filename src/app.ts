import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { ServiceDocuments } from './control/docs/openapi.ts';
import { control } from './control/plugin.ts';
import { sendNothingHere, sendProblem } from './control/problem.ts';
import { Refusal } from './core/errors.ts';
import { callOf } from './http/call.ts';
import { httpDecisions } from './http/decisions.ts';
import type { Deps } from './http/deps.ts';
import { drainBodyBeforeClosing } from './http/drain-body.ts';
import { problemType } from './http/problem-details.ts';
import { recordUnparseable, recordUnroutable } from './http/recording.ts';
import { objection, objectionTo, relyOn, sendObjection } from './http/rely-on.ts';
import { noteServed } from './http/served.ts';
import { translateRoutes } from './http/translate.ts';
import { parserProblem, transportProblem } from './http/transport.ts';
import { jsonType } from './http/unknown-path.ts';
import { validatorCompiler } from './http/validation.ts';
import { v2Decisions } from './v2/decisions.ts';
import { v2 } from './v2/plugin.ts';
import { Failure, unreadable } from './v2/refusals.ts';
import { failure as failureV2 } from './v2/replies.ts';
import { v3 } from './v3/plugin.ts';
import { failure as failureV3 } from './v3/replies.ts';

/** What one listening address serves: the emulated service, the admin surface, or both. */
export interface Surfaces {
  service: boolean;
  control: boolean;
  /** Where the service is, for an admin surface that stands alone. */
  serviceUrl?: string;
}

/**
 * The app, not listening. Production and tests call this with the same options, so that what is tested is
 * what runs.
 */
export async function buildApp(deps: Deps, surfaces: Surfaces): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    // Real clients send `//tube/audience` (observed).
    routerOptions: { ignoreDuplicateSlashes: true, maxParamLength: 400 },
    // A HEAD twin would run the GET handler, and so charge.
    exposeHeadRoutes: false,
    allowErrorHandlerOverride: false,
    return503OnClosing: false,
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    // The statuses of the service are few (specification 7.1): Node must not answer by itself what it could pass on.
    http: { requireHostHeader: false, headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    frameworkErrors: (error, request, reply) =>
      surfaces.control && (!surfaces.service || /^\/+__admin\//.test(request.url))
        ? sendProblem(
            reply,
            error.statusCode ?? 400,
            'The path cannot be read: it is too long, or not properly percent-encoded.',
          )
        : sendUnroutable(deps, error, request, reply),
    clientErrorHandler: (error, socket) => sendUnparseable(deps, error, socket),
  });
  app.removeContentTypeParser('text/plain');
  app.decorateRequest('call', null);
  const closing = new AbortController();
  app.decorate('closing', closing.signal);
  app.addHook('preClose', async () => closing.abort());
  app.setValidatorCompiler(validatorCompiler);

  translateRoutes(app, deps.words);
  drainBodyBeforeClosing(app);
  noteServed(app, deps.served);
  if (surfaces.control)
    await app.register((scope) => control(scope, deps, documentsOf(deps), surfaces.serviceUrl), {
      prefix: '/__admin',
    });
  if (surfaces.service) {
    await app.register((scope) => v2(scope, deps), { prefix: '/v2' });
    await app.register((scope) => v3(scope, deps));
  } else app.setNotFoundHandler(sendNothingHere);
  await app.ready();
  // Node would answer 417 to an expectation that it does not know.
  app.server.on('checkExpectation', (request, reply) => app.server.emit('request', request, reply));
  return app;
}

/**
 * The documents of the service, from the first question on: another app of the same kind answers for the
 * examples. Its module is not loaded before.
 */
function documentsOf(deps: Deps): ServiceDocuments {
  let opening: Promise<Awaited<ReturnType<typeof open>>> | undefined;
  const open = async () =>
    (await import('./openapi/documents.ts')).openDocuments(deps, (side) =>
      buildApp(side, { service: true, control: false }),
    );
  return async (generation, serviceUrl) => {
    opening ??= open();
    try {
      return (await opening)(generation, serviceUrl);
    } catch (error) {
      opening = undefined;
      throw error;
    }
  };
}

/** A URL that the router cannot decode reaches no scope, so its generation is told from its path. */
function sendUnroutable(deps: Deps, error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const call = callOf(deps, request);
  if (/^\/+v2\//.test(request.url)) {
    const body = failureV2(call, error);
    const objected = objectionTo(deps, request, error, body.error);
    if (objected) {
      reply.code(objected.status);
      recordUnroutable(deps, request, reply, 'apiid', null);
      sendObjection(reply, objected);
      return;
    }
    reply.code(deps.settings.v2Status);
    recordUnroutable(deps, request, reply, 'apiid', body.error);
    reply.type(jsonType).send(body);
    return;
  }
  const problem = transportProblem(error);
  if (problem) relyOn(deps, call, httpDecisions['transport-errors']);
  const { status, body } = failureV3(call, problem ? new Refusal('invalid', { problems: [problem] }) : error);
  reply.code(status);
  recordUnroutable(deps, request, reply, 'api-key', body.errorCode);
  reply.type(jsonType).send(body);
}

/**
 * What Node's own parser refuses never becomes a request: the envelope is written on the bare socket, of the
 * generation that the beginning of the packet names.
 */
function sendUnparseable(
  deps: Deps,
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const call = { operation: null, caller: null, now: deps.clock.now(), traceId: deps.trace('', '') };
  const refusal = new Refusal('invalid', { problems: [parserProblem(error.code)] });
  const begin = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1', 0, 4_096) : '';
  const unread = deps.decisions.objection([v2Decisions['v2-code-body'].id]);
  const v2Failure = (): Written => {
    const decisions = [v2Decisions['v2-code-body'].id];
    if (unread) return { ...objection(unread), type: problemType, errorCode: null, decisions };
    const body = failureV2(call, new Failure(unreadable));
    return { status: deps.settings.v2Status, body: JSON.stringify(body), errorCode: body.error, decisions };
  };
  const v3Failure = (): Written => {
    const { status, body } = failureV3(call, refusal);
    return { status, body: JSON.stringify(body), errorCode: body.errorCode, decisions: [] };
  };
  const {
    status,
    body: text,
    type = jsonType,
    ...told
  } = /^[A-Z]+ \/+v2[/? ]/.test(begin) ? v2Failure() : v3Failure();
  recordUnparseable(deps, begin, { status, traceId: call.traceId, ...told });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}

interface Written {
  status: number;
  body: string;
  type?: string;
  errorCode: string | null;
  decisions: readonly string[];
}
