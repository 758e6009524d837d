import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { callSiteHeader } from '../../core/call-site.ts';
import { Refusal } from '../../core/errors.ts';
import { reached } from '../../core/reached.ts';
import { traceparentHeader } from '../../core/traceparent.ts';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import type { Translate } from '../vocabulary/translator.ts';
import { signalOfResponse } from './abort-signal.ts';
import { type Body, lengthOf } from './body.ts';
import { pathOf, recognisedCall } from './call.ts';
import { countRefusal } from './checks.ts';
import type { CheckDeps, Deps, RecordDeps } from './deps.ts';
import type { Endpoint } from './endpoint.ts';
import { type ArrivingRequest, type Generation, generationAt } from './generation.ts';
import { answerInBatch, Delayed } from './in-batch.ts';
import { recordCached, testHeader } from './record-requests.ts';
import { failureFor } from './serve-generation.ts';
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
    if (call.substitute || call.injected !== undefined || call.notes) return;
    if (name === undefined || name.length > maxNameLength) return;
    if (routes.size >= maxRoutes && !routes.has(name)) {
      reached('the cache of routes is full');
      routes.delete(routes.keys().next().value ?? '');
    }
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
  /** As it was sent; several are joined, as Node does. */
  traceparent: string | undefined;
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
  const plain: PlainHeaders = { keyName: '', key: '', traceparent: undefined, length: 0 };
  let isJson = false;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = (rawHeaders[n] as string).toLowerCase();
    const value = rawHeaders[n + 1] as string;
    if (keyHeaders.includes(name)) {
      // The key of another generation must be redacted too.
      if (plain.keyName !== '') return undefined;
      plain.keyName = name;
      plain.key = value;
    } else if (name === traceparentHeader)
      plain.traceparent = plain.traceparent === undefined ? value : `${plain.traceparent}, ${value}`;
    else if (name === 'content-length') plain.length = Number(value);
    else if (name === 'content-type') {
      if (isJson || !jsonTypes.test(value)) return undefined;
      isJson = true;
    } else if (uncachedHeaders.has(name)) return undefined;
  }
  const isWhole =
    method === 'POST' ? isJson && plain.length > 0 : method === 'GET' && !isJson && plain.length === 0;
  return isWhole && plain.key !== '' ? plain : undefined;
}

/** A cached request while it is answered. */
interface CachedExchange {
  readonly arrived: ArrivedRequest;
  readonly route: CachedRoute;
  readonly arriving: ArrivingRequest;
  /** Milliseconds of `performance.now()`. */
  readonly arrivedAt: number;
  status: number;
  body: Body;
  /** The checks let the call pass: only then is its body read, as on the way through Fastify. */
  isAllowed: boolean;
  /** The answer takes longer than a batch may. */
  isDelayed: boolean;
}

function answerCached(
  deps: RouteCacheDeps,
  closing: AbortSignal,
  route: CachedRoute,
  arrived: ArrivedRequest,
): void {
  const { endpoint, generation, path, toWire } = route;
  const { operation } = endpoint;
  const { response, passOn } = arrived;
  const { key } = arrived.headers;
  const exchange: CachedExchange = {
    arrived,
    route,
    arrivedAt: performance.now(),
    arriving: { generation, operation, path, key, prefer: undefined, toWire, call: null },
    status: 200,
    body: '',
    isAllowed: false,
    isDelayed: false,
  };
  let hasRules = false;

  deps.ledger.enqueue({
    concerns: { secret: key },
    work(tx) {
      // A rule may have been added since the request came.
      hasRules = deps.faults.count > 0;
      if (!hasRules) answerInWork(deps, exchange, tx);
    },
    done(error) {
      if (error === undefined && hasRules) passOn();
      else if (error === undefined && exchange.isDelayed)
        void answerLater(deps, exchange, signalOfResponse(response, closing)).then(
          () => sendAnswer(deps, exchange),
          (failure: unknown) => sendAnswer(deps, exchange, failure),
        );
      else sendAnswer(deps, exchange, error);
    },
  });
}

function sendAnswer(deps: RouteCacheDeps, exchange: CachedExchange, error?: unknown): void {
  if (error !== undefined) {
    refuse(deps, exchange, error);
    const { call } = exchange.arriving;
    if (call) countRefusal(deps.ledger, call)?.catch(() => {});
  }
  record(deps, exchange);
  const { arrived, status, body } = exchange;
  const { request, response } = arrived;
  // Nobody waits for the end of its body.
  request.resume();
  response.writeHead(status, ['content-type', jsonType, 'content-length', String(lengthOf(body))]);
  sendBody(response, body);
}

/** Runs the checks and the operation. A refusal becomes the reply; any other error undoes the work. */
function answerInWork(deps: RouteCacheDeps, exchange: CachedExchange, tx: LedgerTransaction): void {
  const { route, arriving } = exchange;
  try {
    for (const check of route.generation.checks) check(deps, arriving, tx);
    exchange.isAllowed = true;
    const call = recognisedCall(arriving);
    exchange.body = route.endpoint.answer({ call, tx, given: route.given, problems: [] });
  } catch (error) {
    // The checks have counted the request, so they are not undone.
    exchange.isDelayed = error instanceof Delayed;
    if (exchange.isDelayed) return;
    if (!(error instanceof Refusal)) throw error;
    refuse(deps, exchange, error);
    if (arriving.call) countRefusal(tx, arriving.call);
  }
}

/** The answer of a request that passed its checks. @throws Refusal, also when the signal aborts */
async function answerLater(
  deps: Pick<Deps, 'ledger'>,
  exchange: CachedExchange,
  signal: AbortSignal,
): Promise<void> {
  const { endpoint, given } = exchange.route;
  const call = recognisedCall(exchange.arriving);
  exchange.body = await answerInBatch(
    deps,
    call,
    (tx) => endpoint.answer({ call, tx, given, problems: [] }),
    () => signal,
  );
}

function refuse(
  deps: Pick<Deps, 'clock' | 'trace' | 'decisions' | 'log'>,
  exchange: CachedExchange,
  error: unknown,
): void {
  const { arriving } = exchange;
  const { generation, operation, path } = arriving;
  arriving.call ??= { operation, caller: null, now: deps.clock.now(), traceId: deps.trace('', path) };
  const failure = failureFor(deps, generation, arriving.call, error);
  arriving.call.errorCode = failure.errorCode;
  exchange.status = failure.status;
  exchange.body = JSON.stringify(failure.body);
}

function record(
  deps: RouteCacheDeps,
  { arrived, route, arriving, arrivedAt, status, body, isAllowed }: CachedExchange,
): void {
  const { endpoint } = route;
  const { operation, call } = arriving;
  const { url = '' } = arrived.request;
  const { keyName, key, traceparent } = arrived.headers;
  const headers = { [keyName]: key, ...(traceparent !== undefined && { [traceparentHeader]: traceparent }) };
  const read = isAllowed ? { given: route.given, body: route.body } : { given: undefined, body: undefined };
  const request = { method: endpoint.method, url, headers, operation, arrivedAt, ...read };
  try {
    recordCached(deps, { ...request, call }, keyName, status, body);
  } catch (error) {
    // The reply may be paid already, so it is sent even without its record.
    deps.log.error({ err: error }, 'a request could not be recorded');
  }
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
