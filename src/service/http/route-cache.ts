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
 * GETs whose URL was routed, parsed and validated before: that result depends on the URL alone, so such a request goes
 * straight to the checks of its generation. Any other request falls through to Fastify.
 */
export interface RouteCache {
  /** Adds the route of a request that was answered. */
  add(request: FastifyRequest, route: { endpoint: Endpoint; given: unknown }): void;
  /** @returns whether it answers; false = the caller passes the request to Fastify */
  answer(request: IncomingMessage, response: ServerResponse, fallThrough: FallThrough): boolean;
}

/** Passes a request to Fastify. */
export type FallThrough = (request: IncomingMessage, response: ServerResponse) => void;

interface CachedRoute {
  endpoint: Endpoint;
  generation: Generation;
  given: unknown;
  path: string;
  toWire: Translate | undefined;
}

/** The routes then take some megabytes. */
const maxRoutes = 5_000;
const maxUrlLength = 500;

type RouteCacheDeps = CheckDeps & RecordDeps & Pick<Deps, 'log'>;

export function createRouteCache(
  deps: RouteCacheDeps,
  generations: readonly Generation[],
  closing: AbortSignal,
): RouteCache {
  const routes = new Map<string, CachedRoute>();

  return { add, answer };

  function add(request: FastifyRequest, { endpoint, given }: { endpoint: Endpoint; given: unknown }): void {
    const { url = '' } = request.raw;
    const call = recognisedCall(request);
    // The effect of a magic identifier is no property of the URL alone.
    if (call.substitute || call.injected !== undefined || call.notes || url.length > maxUrlLength) return;
    if (routes.size >= maxRoutes && !routes.has(url)) {
      reached('the cache of routes is full');
      routes.delete(routes.keys().next().value ?? '');
    }
    routes.set(url, {
      endpoint,
      generation: generationAt(generations, url),
      given,
      path: pathOf({ url }),
      toWire: call.toWire,
    });
  }

  function answer(request: IncomingMessage, response: ServerResponse, fallThrough: FallThrough): boolean {
    if (request.method !== 'GET' || deps.faults.count > 0 || deps.settings.strict || closing.aborted)
      return false;
    const url = request.url ?? '';
    const route = routes.get(url);
    const secret = route && plainKey(request.rawHeaders, route.generation.header);
    if (secret === undefined) return false;
    answerCached(deps, closing, route as CachedRoute, secret, request, response, fallThrough);
    return true;
  }
}

/** Headers that only Fastify serves: they change the answer, or come with a body. */
const uncachedHeaders: ReadonlySet<string> = new Set([
  'prefer',
  'expect',
  'upgrade',
  'content-type',
  'content-length',
  'transfer-encoding',
  testHeader,
  callSiteHeader,
]);

/** The key of a request whose other headers change nothing; undefined for any other request. */
function plainKey(rawHeaders: readonly string[], header: string): string | undefined {
  let key: string | undefined;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n] as string;
    if (name.length === header.length && name.toLowerCase() === header.toLowerCase()) {
      if (key !== undefined) return undefined;
      key = rawHeaders[n + 1];
    } else if (name.length >= 5 && (uncachedHeaders.has(name.toLowerCase()) || isKeyHeader(name)))
      return undefined;
  }
  return key === '' ? undefined : key;
}

/** The header `traceparent`; several are joined, as Node does. */
function traceparentIn(rawHeaders: readonly string[]): string | undefined {
  let found: string | undefined;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n] as string;
    if (name.length === traceparentHeader.length && name.toLowerCase() === traceparentHeader)
      found = found === undefined ? rawHeaders[n + 1] : `${found}, ${rawHeaders[n + 1]}`;
  }
  return found;
}

/** The key header of another generation: its key must be redacted too. */
const isKeyHeader = (name: string): boolean => /^api-?(key|id)$/i.test(name);

/** A cached request while it is answered. */
interface CachedExchange {
  readonly route: CachedRoute;
  readonly arriving: ArrivingRequest;
  readonly secret: string;
  readonly url: string;
  /** The header, as it was sent. */
  readonly traceparent: string | undefined;
  /** Milliseconds of `performance.now()`. */
  readonly arrivedAt: number;
  status: number;
  body: Body;
  /** The answer takes longer than a batch may. */
  isDelayed: boolean;
}

function answerCached(
  deps: RouteCacheDeps,
  closing: AbortSignal,
  route: CachedRoute,
  secret: string,
  request: IncomingMessage,
  response: ServerResponse,
  fallThrough: FallThrough,
): void {
  const exchange = openExchange(route, secret, request);
  let hasRules = false;

  deps.ledger.enqueue({
    concerns: { secret },
    work(tx) {
      // A rule may have been added since the request came.
      hasRules = deps.faults.count > 0;
      if (!hasRules) answerInWork(deps, exchange, tx);
    },
    done(error) {
      if (error === undefined && hasRules) fallThrough(request, response);
      else if (error === undefined && exchange.isDelayed)
        void answerLater(deps, exchange, signalOfResponse(response, closing)).then(
          () => sendAnswer(deps, exchange, response),
          (failure: unknown) => sendAnswer(deps, exchange, response, failure),
        );
      else sendAnswer(deps, exchange, response, error);
    },
  });
}

function sendAnswer(
  deps: RouteCacheDeps,
  exchange: CachedExchange,
  response: ServerResponse,
  error?: unknown,
): void {
  if (error !== undefined) {
    refuse(deps, exchange, error);
    const { call } = exchange.arriving;
    if (call) countRefusal(deps.ledger, call)?.catch(() => {});
  }
  record(deps, exchange);
  const { status, body } = exchange;
  response.writeHead(status, ['content-type', jsonType, 'content-length', String(lengthOf(body))]);
  sendBody(response, body);
}

function openExchange(route: CachedRoute, secret: string, request: IncomingMessage): CachedExchange {
  const { endpoint, generation, path, toWire } = route;
  const { operation } = endpoint;
  return {
    route,
    secret,
    url: request.url ?? '',
    traceparent: traceparentIn(request.rawHeaders),
    arrivedAt: performance.now(),
    arriving: { generation, operation, path, key: secret, prefer: undefined, toWire, call: null },
    status: 200,
    body: '',
    isDelayed: false,
  };
}

/** Runs the checks and the operation. A refusal becomes the reply; any other error undoes the work. */
function answerInWork(deps: RouteCacheDeps, exchange: CachedExchange, tx: LedgerTransaction): void {
  const { route, arriving } = exchange;
  try {
    for (const check of route.generation.checks) check(deps, arriving, tx);
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
  { route, arriving, secret, url, traceparent, arrivedAt, status, body }: CachedExchange,
): void {
  const { header } = route.generation;
  const { operation, call } = arriving;
  const headers = {
    [header.toLowerCase()]: secret,
    ...(traceparent !== undefined && { [traceparentHeader]: traceparent }),
  };
  const request = { method: 'GET', url, headers, operation, given: route.given, body: undefined, arrivedAt };
  try {
    recordCached(deps, { ...request, call }, header, status, body);
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
