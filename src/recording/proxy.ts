import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { ExchangeRequest } from '../contract/exchange.ts';
import { generationOf } from '../contract/generations.ts';
import { Refusal } from '../core/errors.ts';
import type { OperationId } from '../core/operations.ts';
import type { PriceBook } from '../core/prices.ts';
import { parametersIn, queryIn } from '../core/query.ts';
import { problemDetails, problemType } from '../service/http/problem-details.ts';
import type { ServedRoute } from '../service/http/served.ts';
import { refusalsWith } from '../service/v2/refusals.ts';
import { failure as failureOf2 } from '../service/v2/replies.ts';
import { errorOf as failureOf3 } from '../service/v3/replies.ts';
import { allPathsOf, inNeutralWords, type Words } from '../service/vocabulary/words.ts';
import { maxCostOfCall, moneyIn } from './call-cost.ts';
import type { SentCall } from './compare-calls.ts';
import { keyMaskStream } from './key-mask.ts';
import type { Recorder } from './recorder.ts';
import { createSlots } from './slots.ts';
import type { Reservation, SpendingCap } from './spending-cap.ts';
import { callTarget, reasonOf, type Target, type TargetCall } from './target.ts';

export interface ProxyOptions {
  readonly target: Target;
  /** The key that the command has in the place of the real one. */
  readonly standIn: string;
  readonly cap: SpendingCap;
  readonly recorder: Recorder;
  readonly book: PriceBook;
  readonly served: readonly ServedRoute[];
  readonly words: Words;
  /** Calls to the target at a time; 4 by default. */
  readonly parallel?: number;
  readonly limits?: Partial<ProxyLimits>;
  readonly now?: () => number;
  /** Called with each call that the service answered whole, once the command has the reply. */
  readonly onAnswered?: (call: SentCall) => Promise<void>;
}

export interface ProxyLimits {
  readonly maxRequestBytes: number;
  readonly maxReplyBytes: number;
  /** For the whole of a call. */
  readonly timeoutMs: number;
}

const usualLimits: ProxyLimits = {
  maxRequestBytes: 1024 * 1024,
  maxReplyBytes: 32 * 1024 * 1024,
  timeoutMs: 5 * 60_000,
};

export interface ProxyCounts {
  calls: number;
  /** Refused by the limit of this run; nothing was sent. */
  refused: number;
  /** Without a whole reply. */
  broken: number;
  /** The reasons for which the target could not be called. */
  readonly failures: Map<string, number>;
}

export interface RecordingProxy {
  readonly url: string;
  readonly counts: ProxyCounts;
  /** Ends the calls that are under way. */
  close(): Promise<void>;
}

/** The header of a reply that the proxy made itself. */
const injectedHeader = 'x-sandbox-injected';

/** Listens on the loopback interface, on a free port. */
export async function openProxy(options: ProxyOptions): Promise<RecordingProxy> {
  const limits = { ...usualLimits, ...options.limits };
  const counts: ProxyCounts = { calls: 0, refused: 0, broken: 0, failures: new Map() };
  const context: ProxyContext = {
    ...options,
    limits,
    counts,
    now: options.now ?? Date.now,
    onAnswered: options.onAnswered ?? (async () => {}),
    slots: createSlots(options.parallel ?? 4),
    operationAt: operationsByPath(options),
  };
  const pending = new Set<Promise<void>>();
  const server = createServer((incoming, reply) => {
    const answering = answer(context, incoming, reply)
      .catch((error: unknown) => {
        if (!reply.headersSent) sendProblem(reply, 502, `The service was not reached: ${reasonOf(error)}.`);
        else reply.destroy();
      })
      .finally(() => pending.delete(answering));
    pending.add(answering);
  });
  // Node would answer an expectation by itself.
  server.on('checkExpectation', (incoming, reply) => server.emit('request', incoming, reply));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    async close() {
      await closeServer(server);
      // Of a call that was answered whole, the recording may be under way.
      await Promise.all(pending);
    },
  };
}

interface ProxyContext extends Required<Omit<ProxyOptions, 'limits' | 'parallel'>> {
  readonly limits: ProxyLimits;
  readonly counts: ProxyCounts;
  readonly slots: ReturnType<typeof createSlots>;
  readonly operationAt: ReadonlyMap<string, OperationId>;
}

const operationsByPath = ({ served, words }: Pick<ProxyOptions, 'served' | 'words'>) =>
  new Map(
    served.flatMap(({ operation }) => allPathsOf(words, operation).map((path) => [path, operation] as const)),
  );

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** A call whose price is known. */
interface PricedCall {
  readonly operation: OperationId;
  readonly route: ServedRoute;
  readonly request: ExchangeRequest;
  readonly maxCost: number;
  readonly url: string;
  readonly body: Buffer;
}

async function answer(
  context: ProxyContext,
  incoming: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  const body = await readRequest(incoming, context.limits.maxRequestBytes);
  if (body === undefined) return sendProblem(reply, 413, 'The request is larger than the sandbox reads.');
  const call = pricedCall(context, incoming, body);
  if (typeof call === 'string') return sendProblem(reply, 501, call);
  const left = new AbortController();
  reply.once('close', () => {
    if (!reply.writableFinished) left.abort();
  });
  await context.slots.run(async () => {
    if (left.signal.aborted) return;
    const reservation = await reserved(context.cap, call.maxCost);
    if (!reservation) return sendSpendRefusal(context, call, reply);
    if (left.signal.aborted) return reservation.release();
    context.counts.calls += 1;
    await passOn(context, call, { incoming, reply, reservation, left: left.signal });
  });
}

/** Most calls cost less than is set aside for them, so a call that the limit may yet allow waits for those under way. */
async function reserved(cap: SpendingCap, maxCost: number): Promise<Reservation | undefined> {
  for (;;) {
    const reservation = cap.reserve(maxCost);
    const end = reservation ? undefined : cap.nextEnd();
    if (!end) return reservation;
    await end;
  }
}

async function readRequest(incoming: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= maxBytes) chunks.push(chunk);
  }
  return length > maxBytes ? undefined : Buffer.concat(chunks);
}

/** @returns a sentence where no price is known, so that the call must not be made */
function pricedCall(
  { operationAt, served, words, book }: ProxyContext,
  { method = 'GET', url = '/', headers }: IncomingMessage,
  body: Buffer,
): PricedCall | string {
  const [path = ''] = url.split('?', 1);
  const operation = url.startsWith('/') ? operationAt.get(path.replace(/\/{2,}/g, '/')) : undefined;
  const route = served.find((each) => each.operation === operation && each.method === method);
  if (operation === undefined || !route)
    return 'No price is known for this call, so `record` did not pass it on to the service.';
  if (headers['content-encoding'] !== undefined)
    return 'A compressed body was not passed on: its price is unknown.';
  const toNeutral = (given: unknown): unknown => inNeutralWords(words, route.parameters, given);
  const neutralPath = `/${operation}`;
  if (method === 'GET') {
    const query = toNeutral(parametersIn(queryIn(url))) as NonNullable<ExchangeRequest['query']>;
    const request = { method, path: neutralPath, query };
    return {
      operation,
      route,
      request,
      maxCost: maxCostOfCall(book, operation, request),
      url,
      body: Buffer.alloc(0),
    };
  }
  const parsed = parsedBody(body);
  if (parsed === undefined) return 'A body that is not JSON was not passed on: its price is unknown.';
  const request = { method, path: neutralPath, body: toNeutral(parsed) };
  return { operation, route, request, maxCost: maxCostOfCall(book, operation, request), url, body };
}

/** Readers differ in which one of two equal members they take, so such a body has no price either. */
function parsedBody(body: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    const value = JSON.parse(text) as unknown;
    const members = (of: unknown): number =>
      typeof of === 'object' && of !== null
        ? Object.values(of).reduce<number>(
            (sum, each) => sum + members(each),
            Array.isArray(of) ? 0 : Object.keys(of).length,
          )
        : 0;
    const written = text.replace(/"(?:[^"\\]|\\.)*"/gs, '""').split(':').length - 1;
    return members(value) === written ? value : undefined;
  } catch {
    return undefined;
  }
}

interface Passing {
  readonly incoming: IncomingMessage;
  readonly reply: ServerResponse;
  readonly reservation: Reservation;
  /** Aborts when the command leaves. */
  readonly left: AbortSignal;
}

/** Passes a call on, and its reply back as it comes. Whatever happens, what was set aside for it ends. */
async function passOn(context: ProxyContext, call: PricedCall, passing: Passing): Promise<void> {
  const { target, limits, counts, now, recorder, onAnswered } = context;
  const { incoming, reply, reservation, left } = passing;
  const at = now();
  let calling: TargetCall | undefined;
  try {
    calling = callTarget(target, {
      method: call.request.method,
      path: call.url,
      headers: headersFor(context, incoming, call),
      body: call.body,
      signal: AbortSignal.any([left, AbortSignal.timeout(limits.timeoutMs)]),
    });
    const answered = await calling.reply;
    // The key could not be masked in it, nor the cost be read.
    if ((answered.headers['content-encoding'] ?? 'identity') !== 'identity') {
      answered.destroy();
      throw new Error('its reply is compressed, although the request asks for a plain one');
    }
    reply.writeHead(answered.statusCode as number, passedHeaders(answered));
    const received = receiver(limits.maxReplyBytes);
    await pipeline(answered, received.read, keyMaskStream(target.key, context.standIn), reply);
    const text = received.text();
    const isStream = answered.headers['content-type']?.startsWith('text/event-stream') === true;
    const { used, balance, isRefusal } = moneyIn(text, isStream);
    const status = answered.statusCode as number;
    // Only a refusal, or a reply whose balance shows it, cost nothing.
    const isFree = isRefusal ? used === 0 || status >= 400 : used === 0 && balance !== undefined;
    reservation.settle(used || (isFree ? 0 : call.maxCost), balance);
    const headers = Object.fromEntries(
      Object.entries(answered.headers).map(([name, value]) => [name, String(value)]),
    );
    const answeredCall = { ...call, status, headers, text, at };
    recorder.record(answeredCall);
    const { [generationOf(call.url).keyHeader]: key, 'content-type': contentType } = incoming.headers;
    const sentKey = key === undefined ? 'none' : key === context.standIn ? 'own' : 'other';
    await onAnswered({ ...answeredCall, contentType, sentKey });
  } catch (error) {
    counts.broken += 1;
    const reason = reasonOf(error);
    counts.failures.set(reason, (counts.failures.get(reason) ?? 0) + 1);
    if (!calling?.wasSent()) reservation.release();
    throw error;
  } finally {
    reservation.settle(call.maxCost);
  }
}

/** Keeps a copy of what passes. */
function receiver(maxBytes: number) {
  const chunks: Buffer[] = [];
  let length = 0;
  return {
    text: () => Buffer.concat(chunks).toString('utf8'),
    async *read(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
      for await (const chunk of source) {
        length += chunk.length;
        if (length > maxBytes) throw new Error(`its reply has more than ${maxBytes} bytes`);
        chunks.push(chunk);
        yield chunk;
      }
    },
  };
}

/** The headers that the service needs to answer, and none of this machine. */
const forwarded = ['accept', 'accept-language', 'content-type', 'user-agent'];

/** The real key, in the place of the stand-in only: a command that tries other keys gets the refusal that they earn. */
function headersFor({ target, standIn }: ProxyContext, { headers }: IncomingMessage, { url }: PricedCall) {
  const { keyHeader } = generationOf(url);
  const sent = headers[keyHeader];
  const known = forwarded.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return {
    ...Object.fromEntries(known),
    ...(sent !== undefined && { [keyHeader]: sent === standIn ? target.key : 'not-a-key' }),
  };
}

function passedHeaders({ headers }: IncomingMessage): Record<string, string> {
  const passed = ['content-type', 'content-disposition', 'retry-after'];
  return Object.fromEntries(
    passed.flatMap((name): [string, string][] => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** The spend-limit refusal of the generation, marked as one that the service did not send. */
function sendSpendRefusal({ counts, now }: ProxyContext, { url }: PricedCall, reply: ServerResponse): void {
  counts.refused += 1;
  const call = { now: now(), traceId: randomBytes(16).toString('hex') };
  const refusal = new Refusal('keySpendThreshold');
  const { status, body } =
    generationOf(url).number === 2 ? failureOf2(refusalsWith(403), call, refusal) : failureOf3(call, refusal);
  reply.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    [injectedHeader]: 'spend-limit',
  });
  reply.end(JSON.stringify(body));
}

function sendProblem(reply: ServerResponse, status: number, detail: string): void {
  reply.writeHead(status, { 'content-type': problemType, [injectedHeader]: 'record' });
  reply.end(problemDetails(status, detail));
}
