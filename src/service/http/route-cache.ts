import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { callSiteHeader } from '../../core/call-site.ts';
import { Refusal } from '../../core/errors.ts';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import type { Translate } from '../vocabulary/translator.ts';
import { signalOfResponse } from './abort-signal.ts';
import { type Body, lengthOf } from './body.ts';
import { type Call, pathOf, type RequestDetails, recognisedCall } from './call.ts';
import { countRefusal, ensureCall, runChecks } from './checks.ts';
import type { CheckDeps, Deps, RecordDeps } from './deps.ts';
import { answerChecked, type Endpoint } from './endpoint.ts';
import { errorReply } from './error-reply.ts';
import { type ArrivingRequest, type Generation, generationAt } from './generation.ts';
import { Delayed } from './in-batch.ts';
import { recordFinished, testHeader } from './record-requests.ts';
import { jsonType } from './unknown-path.ts';

declare module 'fastify' {
  interface FastifyInstance {
    routeCache: RouteCache;
  }
}

/**
 * Requests whose URL and body were routed, parsed and validated before: that result depends on these alone, so such a
 * request goes straight to the checks of its generation. Any other request falls through to Fastify.
 */
export interface RouteCache {
  /** Adds the route of a request that was answered. */
  add(request: FastifyRequest, route: { endpoint: Endpoint; given: unknown }): void;
  /** @returns whether it answers or passes the request to Fastify itself; false = the caller does */
  answer(request: IncomingMessage, response: ServerResponse, fallThrough: FallThrough): boolean;
}

/** Passes a request to Fastify. */
export type FallThrough = (request: IncomingMessage, response: ServerResponse) => void;

interface CachedRoute {
  endpoint: Endpoint;
  generation: Generation;
  given: unknown;
  /** The parsed body in the words on the wire. */
  body: unknown;
  path: string;
  toWire: Translate | undefined;
}

/** The routes then take some megabytes. */
const maxRoutes = 5_000;
const maxNameLength = 500;

type RouteCacheDeps = CheckDeps & RecordDeps & Pick<Deps, 'log'>;

export function createRouteCache(
  deps: RouteCacheDeps,
  generations: readonly Generation[],
  closing: AbortSignal,
): RouteCache {
  /** By the URL of a GET, by URL and body of a POST. */
  const routes = new Map<string, CachedRoute>();
  const namesOfPosts = new WeakMap<IncomingMessage, string>();

  return { add, answer };

  function add(request: FastifyRequest, { endpoint, given }: { endpoint: Endpoint; given: unknown }): void {
    const { url = '' } = request.raw;
    const name = endpoint.method === 'GET' ? url : namesOfPosts.get(request.raw);
    const call = recognisedCall(request);
    // The effect of a magic identifier is no property of the request alone.
    if (call.substitute || call.notes) return;
    if (name === undefined || name.length > maxNameLength) return;
    if (routes.size >= maxRoutes && !routes.has(name)) routes.delete(routes.keys().next().value as string);
    routes.set(name, {
      endpoint,
      generation: generationAt(generations, url),
      given,
      body: request.bodySent ?? request.body,
      path: pathOf({ url }),
      toWire: call.toWire,
    });
  }

  function answer(request: IncomingMessage, response: ServerResponse, fallThrough: FallThrough): boolean {
    const { method, url = '', rawHeaders } = request;
    const headers = mayAnswer() ? plainHeaders(rawHeaders, deps.keyHeaders, method) : undefined;
    if (!headers || url.length + headers.length > maxNameLength) return false;
    const passOn = () => fallThrough(request, response);
    if (method === 'GET') return answerNamed(url, { request, response, headers, passOn });
    // Then what came together with the head is parsed: of most requests, all of the body.
    queueMicrotask(() => {
      if (request.readableLength !== headers.length) return passOn();
      const bytes = request.read() as Buffer;
      const name = `${url}\n${bytes.toString('latin1')}`;
      const passBodyOn = () => {
        namesOfPosts.set(request, name);
        request.unshift(bytes);
        passOn();
      };
      if (!answerNamed(name, { request, response, headers, passOn: passBodyOn })) passBodyOn();
    });
    return true;
  }

  function answerNamed(name: string, arrived: ArrivedRequest): boolean {
    const route = mayAnswer() ? routes.get(name) : undefined;
    if (route?.generation.header.toLowerCase() !== arrived.headers.keyName) return false;
    answerCached(deps, closing, route, arrived);
    return true;
  }

  function mayAnswer(): boolean {
    return deps.faults.count === 0 && !deps.settings.strict && !closing.aborted;
  }
}

interface ArrivedRequest {
  request: IncomingMessage;
  response: ServerResponse;
  headers: PlainHeaders;
  /** Passes it to Fastify. */
  passOn: () => void;
}

interface PlainHeaders {
  /** In lower case. */
  keyName: string;
  key: string;
  /** Bytes of the body of a POST, which is JSON; 0 of a GET. */
  length: number;
}

/** Headers that only Fastify serves: they change the answer. */
const uncachedHeaders: ReadonlySet<string> = new Set([
  'prefer',
  'expect',
  'upgrade',
  'transfer-encoding',
  testHeader,
  callSiteHeader,
]);

const jsonTypes = /^application\/json(; ?charset=utf-8)?$/i;

/** The headers of a request with one key whose other headers change nothing; undefined for any other request. */
function plainHeaders(
  rawHeaders: readonly string[],
  keyHeaders: readonly string[],
  method: string | undefined,
): PlainHeaders | undefined {
  const plain: PlainHeaders = { keyName: '', key: '', length: 0 };
  let isJson = false;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = (rawHeaders[n] as string).toLowerCase();
    const value = rawHeaders[n + 1] as string;
    if (keyHeaders.includes(name)) {
      // The key of another generation must be redacted too.
      if (plain.keyName !== '') return undefined;
      plain.keyName = name;
      plain.key = value;
    } else if (name === 'content-length') plain.length = Number(value);
    else if (name === 'content-type') {
      if (!jsonTypes.test(value)) return undefined;
      isJson = true;
    } else if (uncachedHeaders.has(name)) return undefined;
  }
  const isWhole =
    method === 'POST' ? isJson && plain.length > 0 : method === 'GET' && !isJson && plain.length === 0;
  return isWhole && plain.key !== '' ? plain : undefined;
}

/**
 * A request with a cached route while it is answered: what its checks read and what its record shows, in one object. Its
 * checks, answer, refusal and record are those of every request; but its answer is in the batch of its checks.
 */
type CachedRequest = ArrivingRequest &
  RequestDetails & {
    readonly arrived: ArrivedRequest;
    readonly route: CachedRoute;
    status: number;
    reply: Body;
    /** The answer takes longer than a batch may. */
    isDelayed: boolean;
  };

function answerCached(
  deps: RouteCacheDeps,
  closing: AbortSignal,
  route: CachedRoute,
  arrived: ArrivedRequest,
): void {
  const { endpoint, generation, path, toWire } = route;
  const { key, keyName } = arrived.headers;
  const request: CachedRequest = {
    arrived,
    route,
    generation,
    operation: endpoint.operation,
    path,
    key,
    prefer: undefined,
    toWire,
    call: null,
    method: endpoint.method,
    url: arrived.request.url ?? '',
    headers: { [keyName]: key },
    given: route.given,
    body: route.body,
    arrivedAt: performance.now(),
    status: 200,
    reply: '',
    isDelayed: false,
  };
  let hasRules = false;

  deps.ledger.enqueue({
    concerns: { secret: key },
    work(tx) {
      // A rule may have been added since the request came.
      hasRules = deps.faults.count > 0;
      if (!hasRules) answerInWork(deps, request, tx);
    },
    done(error) {
      if (error === undefined && hasRules) arrived.passOn();
      else if (error === undefined && request.isDelayed)
        void answerLater(deps, request, signalOfResponse(arrived.response, closing));
      else send(deps, request, error);
    },
  });
}

/** Runs the checks and the operation. A refusal becomes the reply; any other error undoes the work. */
function answerInWork(deps: RouteCacheDeps, request: CachedRequest, tx: LedgerTransaction): void {
  const { generation, route } = request;
  try {
    void runChecks(deps, request, generation.checks, tx);
    request.reply = route.endpoint.answer({
      call: recognisedCall(request),
      tx,
      given: route.given,
      problems: [],
    });
  } catch (error) {
    // The checks have counted the request, so they are not undone.
    request.isDelayed = error instanceof Delayed;
    if (request.isDelayed) return;
    if (!(error instanceof Refusal)) throw error;
    countRefusal(tx, refuse(deps, request, error));
  }
}

/** Answers a request that passed its checks, once it waited. */
async function answerLater(deps: RouteCacheDeps, request: CachedRequest, signal: AbortSignal): Promise<void> {
  const { endpoint, given } = request.route;
  const asked = { call: recognisedCall(request), given, problems: [] };
  let failure: unknown;
  try {
    request.reply = await answerChecked(deps, endpoint, asked, () => signal);
  } catch (error) {
    failure = error;
  }
  send(deps, request, failure);
}

function refuse(deps: RouteCacheDeps, request: CachedRequest, error: unknown): Call {
  const call = ensureCall(deps, request, request.operation);
  const { status, text } = errorReply(deps, request.generation, call, error, request);
  request.status = status;
  request.reply = text;
  return call;
}

function send(deps: RouteCacheDeps, request: CachedRequest, error?: unknown): void {
  if (error !== undefined) countRefusal(deps.ledger, refuse(deps, request, error))?.catch(() => {});
  const { arrived, generation, status, reply } = request;
  recordFinished(deps, request, generation.header, status, reply);
  const { response } = arrived;
  // Nobody waits for the end of its body.
  arrived.request.resume();
  response.writeHead(status, ['content-type', jsonType, 'content-length', String(lengthOf(reply))]);
  sendBody(response, reply);
}

function sendBody(response: ServerResponse, body: Body): void {
  if (typeof body === 'string') {
    response.end(body);
    return;
  }
  if ('octets' in body) {
    response.end(body.octets, 'latin1');
    return;
  }
  const [start, json, end] = body;
  // One write for all three.
  response.cork();
  response.write(start);
  response.write(json);
  response.end(end);
}
