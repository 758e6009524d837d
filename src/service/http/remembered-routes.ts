import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Vocabulary } from '../../core/vocabulary.ts';
import { answer } from './answer.ts';
import type { Route } from './generation.ts';
import type { Service } from './service.ts';

/**
 * The outcome of routing, reading and validating requests, which depends on URL, content type and body alone. A request
 * that was seen before goes straight to its answer; any other goes to Fastify first. Nothing else differs.
 */
export interface RememberedRoutes {
  /** Remembers what Fastify made of a request. */
  add(route: Route, request: FastifyRequest): void;
  /** @returns whether it answers the request, or passes it to Fastify itself; false = the caller does */
  answer(request: IncomingMessage, response: ServerResponse, toFastify: ToFastify): boolean;
}

/** Passes a request to Fastify. */
export type ToFastify = (request: IncomingMessage, response: ServerResponse) => void;

interface Remembered {
  readonly route: Route;
  readonly given: unknown;
  /** The parsed body in the words on the wire. */
  readonly body: unknown;
  readonly vocabulary: Vocabulary | undefined;
}

/** They then take some megabytes. */
const maxRemembered = 5_000;
const maxNameLength = 500;

export function createRememberedRoutes(service: Service): RememberedRoutes {
  /** By the URL of a GET, by URL and body of a POST. */
  const known = new Map<string, Remembered>();
  const namesOfPosts = new WeakMap<IncomingMessage, string>();

  return {
    add(route, { raw, query, body, bodySent = body, vocabulary = route.vocabulary, validationError }) {
      const isGet = route.method === 'GET';
      const name = isGet ? (raw.url ?? '') : namesOfPosts.get(raw);
      if (name === undefined || name.length > maxNameLength || validationError) return;
      if (known.size >= maxRemembered && !known.has(name)) known.delete(known.keys().next().value as string);
      known.set(name, { route, given: isGet ? query : body, body: bodySent, vocabulary });
    },
    answer(request, response, toFastify) {
      const { method, url = '' } = request;
      const length = lengthOfPlain(request);
      if (length === undefined || url.length + length > maxNameLength) return false;
      if (method === 'GET') return answerNamed(url, request, response);
      // Then what came together with the head is parsed: of most requests, all of the body.
      queueMicrotask(() => {
        if (request.readableLength !== length) {
          toFastify(request, response);
          return;
        }
        const bytes = request.read() as Buffer;
        const name = `${url}\n${bytes.toString('latin1')}`;
        if (answerNamed(name, request, response)) return;
        namesOfPosts.set(request, name);
        request.unshift(bytes);
        toFastify(request, response);
      });
      return true;
    },
  };

  function answerNamed(name: string, raw: IncomingMessage, response: ServerResponse): boolean {
    const found = service.closing.aborted ? undefined : known.get(name);
    if (!found) return false;
    const { route, given, body, vocabulary } = found;
    // Nobody waits for the end of its body.
    raw.resume();
    void answer(service, {
      generation: route.generation,
      route,
      operation: route.operation,
      raw,
      response,
      method: route.method,
      url: raw.url ?? '',
      headers: raw.headers,
      given,
      body,
      vocabulary,
      problems: [],
      mustClose: false,
      arrivedAt: performance.now(),
      call: null,
    });
    return true;
  }
}

const jsonTypes = /^application\/json(; ?charset=utf-8)?$/i;

/** The bytes of the body of a POST of JSON, 0 for a GET without a body; undefined for any other request. */
function lengthOfPlain({ method, headers }: IncomingMessage): number | undefined {
  if (headers['transfer-encoding'] !== undefined || headers.upgrade !== undefined) return undefined;
  const length = Number(headers['content-length'] ?? 0);
  if (method === 'GET') return length === 0 ? 0 : undefined;
  const isJson = method === 'POST' && jsonTypes.test(headers['content-type'] ?? '');
  return isJson && length > 0 ? length : undefined;
}
