import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../core/errors.ts';
import type { Translate } from '../vocabulary/translator.ts';
import { type Body, lengthOf } from './body.ts';
import { pathOf, recognisedCall } from './call.ts';
import { countRefusal } from './checks.ts';
import type { Deps } from './deps.ts';
import type { Endpoint } from './endpoint.ts';
import { type ArrivingRequest, type Generation, generationAt } from './generation.ts';
import { recordCached, testHeader } from './record-requests.ts';
import { failWith } from './serve-generation.ts';
import { jsonType } from './unknown-path.ts';

declare module 'fastify' {
  interface FastifyInstance {
    routeCache: RouteCache;
  }
}

/**
 * GETs whose URL was routed, parsed and validated before: that result depends on the URL alone, so such a request goes
 * straight to the checks of its generation. Everything unusual goes the whole way.
 */
export interface RouteCache {
  /** Remembers a request that was answered. */
  add(request: FastifyRequest, route: { endpoint: Endpoint; given: unknown }): void;
  /** @returns whether it answers; false = the request goes the whole way */
  answer(request: IncomingMessage, response: ServerResponse, wholeWay: FallThrough): boolean;
}

/** Fastify's own way of answering. */
export type FallThrough = (request: IncomingMessage, response: ServerResponse) => void;

interface CachedRoute {
  endpoint: Endpoint;
  generation: Generation;
  given: unknown;
  path: string;
  toWire: Translate | undefined;
}

/** As many as stay small in memory. */
const maxRoutes = 5_000;
const maxUrlLength = 500;

export function createRouteCache(
  deps: Deps,
  generations: readonly Generation[],
  closing: AbortSignal,
): RouteCache {
  const routes = new Map<string, CachedRoute>();

  return { add, answer };

  function add(request: FastifyRequest, { endpoint, given }: { endpoint: Endpoint; given: unknown }): void {
    const { url = '' } = request.raw;
    const call = recognisedCall(request);
    // A magic identifier is no property of the URL alone: its effect is not remembered.
    if (call.substitute || call.injected !== undefined || call.notes || url.length > maxUrlLength) return;
    if (routes.size >= maxRoutes && !routes.has(url)) routes.delete(routes.keys().next().value ?? '');
    routes.set(url, {
      endpoint,
      generation: generationAt(generations, url),
      given,
      path: pathOf({ url }),
      toWire: call.toWire,
    });
  }

  function answer(request: IncomingMessage, response: ServerResponse, wholeWay: FallThrough): boolean {
    if (request.method !== 'GET' || deps.faults.count > 0 || deps.settings.strict || closing.aborted)
      return false;
    const url = request.url ?? '';
    const route = routes.get(url);
    const secret = route && plainKey(request.rawHeaders, route.generation.header);
    if (secret === undefined) return false;
    answerCached(deps, route as CachedRoute, secret, request, response, wholeWay);
    return true;
  }
}

/** Headers that need the whole way: they change the answer, or come with a body. */
const uncachedHeaders: ReadonlySet<string> = new Set([
  'prefer',
  'expect',
  'upgrade',
  'content-type',
  'content-length',
  'transfer-encoding',
  testHeader,
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

/** The key header of another generation: its key must be redacted too. */
const isKeyHeader = (name: string): boolean => /^api-?(key|id)$/i.test(name);

function answerCached(
  deps: Deps,
  route: CachedRoute,
  secret: string,
  request: IncomingMessage,
  response: ServerResponse,
  wholeWay: FallThrough,
): void {
  const { url = '' } = request;
  const { endpoint, generation, given, path, toWire } = route;
  const { operation } = endpoint;
  const arrivedAt = performance.now();
  const arriving: ArrivingRequest = {
    generation,
    operation,
    path,
    key: secret,
    prefer: undefined,
    toWire,
    call: null,
  };
  let status = 200;
  let body: Body = '';
  /** A fault rule came after the request. */
  let isUnusual = false;

  deps.ledger.enqueue({
    concerns: { secret },
    work(tx) {
      isUnusual = deps.faults.count > 0;
      if (isUnusual) return;
      try {
        for (const check of generation.checks) check(deps, arriving, tx);
        body = endpoint.answer({ call: recognisedCall(arriving), tx, given, problems: [] });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refuse(error);
        if (arriving.call) countRefusal(tx, arriving.call);
      }
    },
    done(error) {
      if (isUnusual && error === undefined) {
        wholeWay(request, response);
        return;
      }
      if (error !== undefined) {
        refuse(error);
        if (arriving.call) countRefusal(deps.ledger, arriving.call)?.catch(() => {});
      }
      const headers = { [generation.header.toLowerCase()]: secret };
      const facts = { method: 'GET', url, headers, operation, given, body: undefined, arrivedAt };
      try {
        recordCached(deps, { ...facts, call: arriving.call }, generation.header, status, body);
      } catch (failed) {
        // The reply may be paid already, so it is sent even without its record.
        deps.log.error({ err: failed }, 'a request could not be recorded');
      }
      response.writeHead(status, ['content-type', jsonType, 'content-length', String(lengthOf(body))]);
      sendBody(response, body);
    },
  });

  function refuse(error: unknown): void {
    arriving.call ??= { operation, caller: null, now: deps.clock.now(), traceId: deps.trace('', path) };
    const failure = failWith(deps, generation, arriving.call, error);
    arriving.call.errorCode = failure.errorCode;
    status = failure.status;
    body = JSON.stringify(failure.body);
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
